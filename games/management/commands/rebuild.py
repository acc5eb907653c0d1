"""Make the projections of games anew, from their logs alone."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game
from games.services.table import rebuild


class Command(BaseCommand):
    """Whose turn it is, deadlines, scores."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild them one by one."""
        started = Game.objects.exclude(anchor="").order_by("created_at")
        wanted = started.filter(pk__in=options["games"]) if options["games"] else started
        for game_id in wanted.values_list("pk", flat=True):
            rebuild(game_id)
            self.stdout.write(f"rebuilt {game_id}")
