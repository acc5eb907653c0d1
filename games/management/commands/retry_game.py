"""Try a game again whose resolution failed and that was marked for it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from games.services.advance import game_retry


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
        self.stdout.write(f"{options['game']}: {steps} steps taken")
