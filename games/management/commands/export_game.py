"""Write a game's log file, as a spectator may see it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.access import Viewer
from games.log.seals import LostKey
from games.models import Game
from games.read.selectors import log_file


class Command(BaseCommand):
    """The file goes to standard output unless one is named."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, where to."""
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--out", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it; nobody's sealed plan is in it while the game goes on."""
        game = Game.objects.filter(pk=options["game"]).exclude(anchor="").first()
        if game is None:
            raise CommandError("There is no such game, or it has not started.")
        try:
            lines = b"".join(log_file(Viewer(game, None, is_host=False)))
        except LostKey as problem:
            raise CommandError(f"{game.pk}: {problem}") from None
        if not options["out"]:
            sys.stdout.buffer.write(lines)
            return
        try:
            write_whole(Path(options["out"]), lines)
        except OSError as problem:
            message = f"{options['out']} cannot be written: {problem.strerror}."
            raise CommandError(message) from None


def write_whole(file: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all."""
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as part:
        try:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
            Path(part.name).chmod(0o644)
            Path(part.name).replace(file)
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise
