"""Try a game again whose resolution failed and that was marked for it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from games.services.play.advance import game_retry, mark_trouble
from games.trouble import trouble_of


class Command(BaseCommand):
    """The game is untouched if it fails again."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game."""
        parser.add_argument("game", metavar="GAME")

    def handle(self, *args: Any, **options: Any) -> None:
        """Clear the mark and advance."""
        try:
            steps = game_retry(game_id=options["game"])
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        except Exception as problem:  # noqa: BLE001 whatever the rules can raise
            raise CommandError(self.said_of(options["game"], problem)) from None
        self.stdout.write(f"{options['game']}: {steps} steps taken")

    def said_of(self, game_id: str, problem: Exception) -> str:
        """One line about what went wrong; its message may quote a plan, so its kind must do."""
        if bad_day := trouble_of(problem):
            return f"{game_id}: {bad_day.what} {bad_day.do} The next tick tries it again."
        mark_trouble(game_id=game_id, problem=problem)
        kind = type(problem).__name__
        return f"{game_id}: it failed again ({kind}). The game is untouched and marked again."
