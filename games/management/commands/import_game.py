"""Store a finished game from its log file, after proving it from end to end."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine.kernel.log import LARGEST_FILE, lines_in
from games.errors import Refused
from games.models import Game
from games.services.tables.imports import game_import


class Command(BaseCommand):
    """The game keeps its id; its players are shown under pseudonyms."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file, what to call the game, and who may see it."""
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--name", default="", help="what the game is called here")
        parser.add_argument(
            "--public",
            action="store_true",
            help="list it for everybody; else only its link opens it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it; one line says what became of it."""
        file = Path(options["file"])
        try:
            if file.stat().st_size > LARGEST_FILE:
                raise CommandError(f"{file}: larger than 64 MiB.")
            lines = lines_in(file.read_bytes())
        except OSError as problem:
            raise CommandError(f"{file} cannot be read: {problem.strerror}.") from None
        try:
            outcome = game_import(lines=lines, name=options["name"], public=options["public"])
        except Refused as refusal:
            raise CommandError(f"{file}: {refusal.message}") from None
        game, verdict = outcome.game, "already here" if outcome.known else "imported"
        self.stdout.write(f"{verdict} {game.pk} events={game.seq} head={game.head}")
        if game.imported and game.visibility != Game.Visibility.PUBLIC:
            # It has no host who could pass the link on.
            self.stdout.write(f"link {settings.SITE_URL}/games/{game.pk}/?invite={game.invite}")
