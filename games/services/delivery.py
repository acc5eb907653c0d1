"""Sending the outbox: each notice once, with patience for a mail server that is away.

Rows are claimed in a short transaction, sent outside any, and marked in another short one. Between
a mail server's yes and our mark lies a moment in which a worker can die. The letter then goes
again, under the same Message-ID, so that it can be known for a copy.
"""

from __future__ import annotations

import smtplib
import traceback
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import Error as AnyDatabaseError
from django.db import transaction
from django.utils import translation
from django.utils.encoding import punycode

from games import clock
from games.models import OutboxRow
from games.notices_text import letter
from games.services import webhooks

BATCH = 20
# Tried for more than two days: 20 seconds, 40, 80 … and then every two hours.
MOST_ATTEMPTS = 36
LONGEST_WAIT = timedelta(hours=2)

log = structlog.get_logger()


def deliver_due() -> int:
    """Send what is due; how many were handed over."""
    sent = 0
    while claim := _claim():
        handed_over, reachable = _Round(claim).deliver()
        sent += handed_over
        if not reachable:
            break  # the tick asks again; the next batch would wait for the same silence
    return sent


class _Claim:
    """Rows that are ours for a while."""

    def __init__(self, rows: Sequence[OutboxRow], name: str, until: datetime) -> None:
        self.rows, self.name, self.until = rows, name, until

    def __bool__(self) -> bool:
        return bool(self.rows)

    def still_ours(self, rest: Sequence[OutboxRow]) -> list[OutboxRow]:
        """What is left of the rows, the lease renewed when half of it is over."""
        moment = clock.now()
        if self.until - moment > _lease() / 2:
            return list(rest)
        mine = OutboxRow.objects.filter(pk__in=[row.pk for row in rest], claimed_by=self.name)
        self.until = moment + _lease()
        mine.update(claimed_until=self.until)
        kept = set(mine.values_list("pk", flat=True))
        return [row for row in rest if row.pk in kept]


def _lease() -> timedelta:
    return timedelta(seconds=settings.OUTBOX_LEASE_SECONDS)


def _claim() -> _Claim:
    """Take a batch that nobody has, or whose owner has gone silent."""
    name, moment = uuid.uuid4().hex, clock.now()
    until = moment + _lease()
    with transaction.atomic():
        due = OutboxRow.objects.select_for_update(no_key=True, skip_locked=True).to_send(moment)
        keys = list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:BATCH])
        taken = OutboxRow.objects.filter(pk__in=keys)
        taken.update(claimed_by=name, claimed_until=until)
    rows = taken.select_related("user", "game", "webhook").order_by("due_at", "pk")
    return _Claim(list(rows), name, until)


class _Round:
    """One batch over one connection."""

    def __init__(self, claim: _Claim) -> None:
        self.claim = claim
        self.server: BaseEmailBackend = get_connection()
        self.is_open = False

    def deliver(self) -> tuple[int, bool]:
        """How many went, and whether the mail server was there to the end."""
        sent, rest, away = 0, list(self.claim.rows), None
        try:
            while rest := self.claim.still_ours(rest):
                row, *rest = rest
                if row.webhook_id is not None:
                    sent += self._deliver(row, self._call)
                    continue
                # Asked once: the other letters of this batch would wait for the same silence.
                away = away or self._unreachable()
                if away is not None:
                    self._later(row, away)
                else:
                    sent += self._deliver(row, self._write)
        finally:
            self._hang_up()
        return sent, away is None

    def _unreachable(self) -> OSError | None:
        """Why there is no connection, if there is none."""
        if self.is_open:
            return None
        try:
            self.server.open()
        except OSError as problem:
            return problem
        self.is_open = True
        return None

    def _hang_up(self) -> None:
        self.is_open = False
        try:
            self.server.close()
        except OSError as problem:
            log.info("mail_server_hung_up", problem=type(problem).__name__)

    def _write(self, row: OutboxRow) -> bool:
        """Send a letter."""
        if row.user.deleted_at or not row.user.address:
            self._give_up(row, "nobody to write to")
            return False
        self.server.send_messages([message_of(row)])
        return True

    def _call(self, row: OutboxRow) -> bool:
        """Call a player's program."""
        outcome = webhooks.send(row)
        webhooks.settle(row, outcome)
        if outcome is webhooks.Outcome.FAILED:
            self._later(row, ConnectionError())
        elif outcome is webhooks.Outcome.GONE:
            self._give_up(row, "nobody to call")
        return outcome is webhooks.Outcome.SENT

    def _deliver(self, row: OutboxRow, send: Callable[[OutboxRow], bool]) -> bool:
        """Send one notice; whatever is wrong with it is no other notice's trouble."""
        try:
            if not send(row):
                return False
        except AnyDatabaseError:
            raise  # nothing can be written down now; the lease runs out by itself
        except OSError as problem:
            if _is_final(problem):
                self._give_up(row, type(problem).__name__)
                return False
            if not isinstance(problem, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError):
                self._hang_up()  # it may have been the line; the next letter gets a fresh one
            self._later(row, problem)
            return False
        except Exception as problem:  # noqa: BLE001 a letter that cannot be written waits alone
            _report(row, problem)
            self._later(row, problem)
            return False
        # Whoever has the row by now: it was handed over.
        OutboxRow.objects.filter(pk=row.pk).update(
            state=OutboxRow.State.SENT, sent_at=clock.now(), claimed_by="", claimed_until=None
        )
        return True

    def _later(self, row: OutboxRow, problem: Exception) -> None:
        """Try again, each time a little later."""
        attempts = row.attempts + 1
        if attempts >= MOST_ATTEMPTS:
            self._give_up(row, type(problem).__name__)
            return
        self._mark(row, due_at=clock.now() + wait_after(attempts), error=type(problem).__name__)
        log.warning("notice_not_sent", notice=row.pk, kind=row.kind, attempts=attempts)

    def _give_up(self, row: OutboxRow, error: str) -> None:
        self._mark(row, state=OutboxRow.State.GIVEN_UP, error=error)
        log.error("notice_given_up", notice=row.pk, kind=row.kind, game=row.game_id, problem=error)

    def _mark(self, row: OutboxRow, error: str, **fields: object) -> None:
        """Write down what became of a row and let it go, if it is ours still."""
        OutboxRow.objects.filter(pk=row.pk, claimed_by=self.claim.name).update(
            attempts=row.attempts + 1,
            last_error=error,
            claimed_by="",
            claimed_until=None,
            **fields,
        )


def wait_after(attempts: int) -> timedelta:
    """How long a letter rests that failed so often."""
    return min(LONGEST_WAIT, timedelta(seconds=10 * 2 ** min(attempts, 12)))


def message_of(row: OutboxRow) -> EmailMessage:
    """The letter of a row, in the language of its reader; a row is always the same letter."""
    with translation.override(row.user.language):
        subject, body = letter(row)
    headers = {"Message-ID": message_id(row), "Auto-Submitted": "auto-generated"}
    return EmailMessage(subject, body, to=[row.user.address], headers=headers)


def message_id(row: OutboxRow) -> str:
    """A name of the letter that tells nothing and that no other letter of this site has."""
    occasion = sha256(f"{row.dedup} {row.created_at.timestamp()}".encode()).hexdigest()
    host = punycode(urlsplit(settings.SITE_URL).hostname or "localhost")
    return f"<{occasion[:40]}@{host}>"


def _is_final(problem: OSError) -> bool:
    """Whether the mail server has said no for good: a 5xx for the recipient or the letter."""
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _text in problem.recipients.values()]
        return all(500 <= code < 600 for code in codes)
    return isinstance(problem, smtplib.SMTPDataError) and 500 <= problem.smtp_code < 600


def _report(row: OutboxRow, problem: Exception) -> None:
    """Tell the operator where it happened; neither values nor messages, which may be secrets."""
    places = "".join(traceback.format_tb(problem.__traceback__))
    log.error(
        "notice_not_written",
        notice=row.pk,
        kind=row.kind,
        game=row.game_id,
        problem=type(problem).__name__,
        places=places,
    )
