"""Make the projections of games anew, from their logs alone."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.log.seals import LostKey
from games.models import Game
from games.services.house.tower_stats import throws_recount
from games.services.play.table import each_game, rebuild


class Command(BaseCommand):
    """Whose turn it is, deadlines, scores; without a name also the count of all throws."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild them one by one; one that fails does not keep the others from it."""
        started = Game.objects.exclude(anchor="").order_by("created_at")
        wanted = started.filter(pk__in=options["games"]) if options["games"] else started
        games = list(wanted.values_list("pk", flat=True))
        failed = len(games) - each_game(games, self.rebuild_game)
        if not options["games"]:
            self.stdout.write(f"counted the throws of {throws_recount()} games")
        if failed:
            raise CommandError(f"{failed} of {len(games)} games could not be rebuilt.")

    def rebuild_game(self, game_id: str) -> bool:
        """One game, said in one line."""
        try:
            rebuild(game_id)
        except LostKey as problem:
            self.stderr.write(f"FAILED {game_id} {problem}")
            return False
        self.stdout.write(f"rebuilt {game_id}")
        return True
