"""Take mail that is delivered to us: by SMTP, and by LMTP from a mail server in front."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.transports.listener import listen


class Command(BaseCommand):
    """Runs until it is stopped."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen; the environment says it, too."""
        parser.add_argument("--smtp", default=settings.MAIL_LISTEN, help="host:port, or none")
        parser.add_argument("--lmtp", default=settings.MAIL_LMTP, help="host:port, or a path")

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen."""
        smtp = None if options["smtp"] in ("", "none") else _place(options["smtp"])
        lmtp = options["lmtp"]
        if lmtp and "/" not in lmtp:
            _place(lmtp)
        if smtp is None and not lmtp:
            raise CommandError("There is nothing to listen on: name --smtp or --lmtp.")
        try:
            asyncio.run(listen(host=settings.MAIL_IN_HOST, smtp=smtp, lmtp=lmtp))
        except OSError as problem:
            raise CommandError(f"Cannot listen there: {problem.strerror}.") from None


def _place(text: str) -> tuple[str, int]:
    host, _colon, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise CommandError("An address to listen on looks like 127.0.0.1:8025.")
    return host, int(port)
