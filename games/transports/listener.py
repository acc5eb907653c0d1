"""A mail server for the addresses of turns, and for nothing else: SMTP, and LMTP behind another.

It says yes to a mail when the mail is done and committed, no at once to an address that is none of
ours, and “later” whenever something of ours is in the way: then the mail comes again.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections

from games.errors import TooFast
from games.services.post.mail_in import MOST_BYTES, MailOutcome, is_ours, mail_take

YES: Final = "250 2.0.0 Taken"
LATER: Final = "451 4.3.0 Not now, please try again later"
NOBODY: Final = "550 5.1.1 There is no such address"
ONE_BY_ONE: Final = "452 4.5.3 One recipient at a time, please"
TOO_FAST: Final = "451 4.7.1 Too many mails, please try again later"
TOO_LARGE: Final = "552 5.3.4 The mail is too large"
# Mails that are worked at in the same moment; each has a connection to the database.
AT_ONCE: Final = 4
# Somebody who says nothing for so long is not there any more.
PATIENCE: Final = 60.0
# Some programs write a whole paragraph of HTML into one line.
LONGEST_LINE: Final = 2**17

log = structlog.get_logger()


class Handler:
    """Answers the mail servers that come to us."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def handle_RCPT(  # noqa: N802 named by aiosmtpd
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        rcpt_options: list[str],
    ) -> str:
        """Say whether we take mail to an address; one, as LMTP wants an answer for each."""
        if refusal := await asyncio.to_thread(_refusal_of, address):
            return refusal
        if envelope.rcpt_tos:
            return ONE_BY_ONE
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Go on"

    async def handle_DATA(  # noqa: N802 named by aiosmtpd
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Take a mail."""
        async with self._room:
            raw = bytes(envelope.original_content or b"")
            return await asyncio.to_thread(
                _take, raw, list(envelope.rcpt_tos), envelope.mail_from or ""
            )

    async def handle_exception(self, error: Exception) -> str:
        """Whatever else goes wrong is trouble of ours; its words are for nobody outside."""
        log.error("mail_not_taken", problem=error)
        return LATER

    async def finished(self) -> None:
        """Go on when no mail is at work any more."""
        for _place in range(AT_ONCE):
            await self._room.acquire()


def _refusal_of(address: str) -> str:
    """Why no mail is taken to an address now; empty if it is one of ours."""
    close_old_connections()
    try:
        return "" if is_ours(address) else NOBODY
    except Exception as problem:  # noqa: BLE001 whatever it is, the mail comes again
        log.error("mail_not_taken", problem=problem)
        return LATER
    finally:
        close_old_connections()


def _take(raw: bytes, recipients: list[str], sender: str) -> str:
    close_old_connections()
    try:
        taken = mail_take(raw=raw, recipients=recipients, sender=sender)
    except TooFast:
        return TOO_FAST
    except Exception as problem:  # noqa: BLE001 whatever it is, the mail comes again
        log.error("mail_not_taken", problem=problem)
        return LATER
    finally:
        close_old_connections()
    return {MailOutcome.UNKNOWN: NOBODY, MailOutcome.TOO_LARGE: TOO_LARGE}.get(taken, YES)


class Smtp(SMTP):
    """SMTP with room for long lines."""

    line_length_limit = LONGEST_LINE


class Lmtp(LMTP):
    """LMTP with the same room."""

    line_length_limit = LONGEST_LINE


def talk(kind: Callable[..., SMTP], handler: Handler, host: str) -> SMTP:
    """One conversation with a mail server."""
    return kind(
        handler,
        hostname=host,
        ident="Wallenstein by Post",
        data_size_limit=MOST_BYTES,
        enable_SMTPUTF8=True,
        timeout=PATIENCE,
    )


async def listen(*, host: str, smtp: tuple[str, int] | None, lmtp: str) -> None:
    """Serve until somebody asks us to stop; then finish what is at work."""
    loop, handler, stop = asyncio.get_running_loop(), Handler(), asyncio.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(signum, stop.set)
    servers: list[Any] = []
    if smtp:
        servers.append(await loop.create_server(partial(talk, Smtp, handler, host), *smtp))
    if lmtp:
        servers.append(await _lmtp_server(partial(talk, Lmtp, handler, host), lmtp))
    log.info("mail_listener_ready", smtp=smtp and ":".join(map(str, smtp)), lmtp=lmtp or None)
    await stop.wait()
    for server in servers:
        server.close()
    await handler.finished()


async def _lmtp_server(conversation: Callable[[], SMTP], place: str) -> Any:
    """Listen on a socket of this machine, or on a port."""
    loop = asyncio.get_running_loop()
    if "/" not in place:
        name, _colon, port = place.rpartition(":")
        return await loop.create_server(conversation, name, int(port))
    with suppress(FileNotFoundError):
        Path(place).unlink()
    server = await loop.create_unix_server(conversation, place)
    # The mail server in front has another user, who must be in our group (docs/mail.md).
    Path(place).chmod(0o660)
    return server
