"""A mailbox that answers are fetched from, by IMAP: each mail is taken, then marked as read.

What is not for us is flagged, so that whoever owns the mailbox finds it. A mail that could not be
taken stays unread and comes again with the next look; taken twice it counts once.
"""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Self

import structlog

from games.errors import TooFast
from games.services.post.mail_in import MOST_BYTES, MailOutcome, mail_take
from wallenstein_site.mail import Mailbox

PATIENCE: Final = 30.0
MOST_AT_ONCE: Final = 200

log = structlog.get_logger()


class Unreachable(Exception):
    """The mailbox cannot be read just now; says why."""


@dataclass(frozen=True)
class Fetched:
    """How many mails a look into the mailbox found, and how many of them must come again."""

    taken: int
    left: int


def fetch(where: Mailbox) -> Fetched:
    """Take everything unread; raises Unreachable."""
    try:
        with _Box(where) as box:
            return _fetch(box)
    except (OSError, imaplib.IMAP4.error) as problem:
        # Without what the server said: it may quote the password.
        raise Unreachable(type(problem).__name__) from None


def _fetch(box: _Box) -> Fetched:
    taken = left = 0
    for number in box.unread():
        if _is_done(box, number):
            taken += 1
        else:
            left += 1
        if taken >= MOST_AT_ONCE:
            break
    return Fetched(taken, left)


def _is_done(box: _Box, number: str) -> bool:
    """Take a mail and mark it; one that is gone or broken is in nobody's way."""
    try:
        marks = _take(box, number)
        if marks:
            box.mark(number, marks)
    except (imaplib.IMAP4.abort, OSError):
        raise
    except (imaplib.IMAP4.error, ValueError, TypeError, LookupError) as problem:
        log.warning("mail_not_fetched", problem=type(problem).__name__)
        return False
    return bool(marks)


def _take(box: _Box, number: str) -> str:
    """Take a mail; the marks it gets, none if it must come again."""
    is_cut = box.size(number) > MOST_BYTES
    raw = box.mail(number, "HEADER" if is_cut else "")
    try:
        taken = mail_take(raw=raw, is_cut=is_cut)
    except TooFast:
        return ""
    except Exception as problem:  # noqa: BLE001 whatever it is, the mail comes again
        log.error("mail_not_taken", problem=problem)
        return ""
    strange = taken in (MailOutcome.UNKNOWN, MailOutcome.TOO_LARGE)
    return r"(\Seen \Flagged)" if strange else r"(\Seen)"


class _Box:
    """An open connection to the mailbox."""

    def __init__(self, where: Mailbox) -> None:
        self._where = where

    def __enter__(self) -> Self:
        where, safe = self._where, ssl.create_default_context()
        if where.tls == "all":
            self._line: imaplib.IMAP4 = imaplib.IMAP4_SSL(
                where.host, where.port, ssl_context=safe, timeout=PATIENCE
            )
        else:
            self._line = imaplib.IMAP4(where.host, where.port, timeout=PATIENCE)
        try:
            if where.tls == "starttls":
                self._line.starttls(safe)
            self._line.login(where.user, where.password)
            self._ask(self._line.select(f'"{where.folder}"'))
        except BaseException:
            self._line.shutdown()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._line.shutdown()

    def unread(self) -> Iterator[str]:
        """The numbers of the mails nobody has read."""
        numbers = self._ask(self._line.uid("SEARCH", "UNSEEN", "UNDELETED"))
        for number in (numbers[0] or b"").split():
            yield number.decode("ascii")

    def size(self, number: str) -> int:
        """How large a mail is."""
        lines = self._ask(self._line.uid("FETCH", number, "(RFC822.SIZE)"))
        digits = bytes(lines[0] or b"").rpartition(b"RFC822.SIZE ")[2]
        return int(digits.strip(b")").split()[0])

    def mail(self, number: str, part: str) -> bytes:
        """A mail or a part of it, not marked as read by that; raises ValueError if it is gone."""
        lines = self._ask(self._line.uid("FETCH", number, f"(BODY.PEEK[{part}])"))
        contents = [bytes(part[1]) for part in lines if isinstance(part, tuple)]
        if not contents:
            raise ValueError(number)
        return contents[0]

    def mark(self, number: str, marks: str) -> None:
        """Mark a mail."""
        self._ask(self._line.uid("STORE", number, "+FLAGS", marks))

    def _ask(self, answer: tuple[str, Any]) -> list[Any]:
        status, lines = answer
        if status != "OK":
            raise imaplib.IMAP4.error(status)
        return list(lines)
