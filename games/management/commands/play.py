"""Play at home: web, worker and a demo game, in this terminal, until Ctrl-C."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Becomes the supervisor, which needs none of what a command has loaded."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to serve."""
        parser.add_argument("--port", default="", help="default: the first free one from 8000")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start the supervisor in place of this process."""
        asked = ["--port", options["port"]] if options["port"] else []
        command = [sys.executable, "-m", "wallenstein_site.play", *asked]
        os.execv(command[0], command)  # noqa: S606 a command of our own, without a shell
