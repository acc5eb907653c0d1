"""After a fault: let a game go on from the end of a step at a new table; all players are told."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import Refused
from games.log.seals import LostKey
from games.models import User
from games.services.tables.forks import game_fork


class Command(BaseCommand):
    """Done in the name of somebody of the staff, which everybody reads, as they read the reason."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, from where, by whom, why."""
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--step", type=int, required=True, help="the last step that counts")
        parser.add_argument("--by", required=True, metavar="NAME", help="an account of the staff")
        parser.add_argument("--why", required=True, metavar="TEXT")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fork it and say where it goes on."""
        person = User.objects.filter(username=options["by"], is_active=True).first()
        if person is None:
            raise CommandError("There is no account of that name.")
        try:
            fork = game_fork(
                person=person, game_id=options["game"], step=options["step"], why=options["why"]
            )
        except Refused as refusal:
            raise CommandError(refusal.message) from None
        except LostKey as problem:
            raise CommandError(f"{options['game']}: {problem}") from None
        self.stdout.write(f"Game {options['game']} continues as {fork.pk}.")
