"""Fetch mail from a mailbox by IMAP, again and again."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import close_old_connections

from games.transports.mailbox import Unreachable, fetch

log = structlog.get_logger()


class Command(BaseCommand):
    """Runs until it is stopped; the mailbox is IMAP_URL."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How often to look."""
        parser.add_argument("--every", type=int, default=30, help="seconds between two checks")
        parser.add_argument("--once", action="store_true", help="check once and exit")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look into the mailbox."""
        where = settings.MAILBOX
        if where is None:
            raise CommandError("Set IMAP_URL: imaps://user:password@host:993/INBOX")
        if options["once"]:
            try:
                outcome = fetch(where)
            except Unreachable as problem:
                raise CommandError(f"The mailbox cannot be read ({problem}).") from None
            self.stdout.write(f"{outcome.taken} mails taken, {outcome.left} left for later.")
            return
        stop = threading.Event()
        for signum in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signum, lambda *_: stop.set())
        while not stop.is_set():
            try:
                fetch(where)
            except Unreachable as problem:
                log.warning("mailbox_unreachable", problem=str(problem))
            # As a web server does between two requests.
            close_old_connections()
            stop.wait(max(1, options["every"]))
