"""Sending the outbox: each notice once, with patience for whoever is away.

Rows are claimed in a short transaction, sent outside any, and marked in another short one. Between
a mail server's yes and our mark lies a moment in which a worker can die. The letter then goes
again, under the same Message-ID, so that it can be known for a copy. Letters and calls go in two
lanes: a browser's push service or somebody's program that is slow holds up no letter.
"""

from __future__ import annotations

import re
import smtplib
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import Error as AnyDatabaseError

from games import clock, wake
from games.mail.letters import message_of
from games.models import Channel, OutboxRow
from games.notice_kinds import TEST
from games.notify import destinations
from games.notify.fallback import mail_instead
from games.notify.lanes import CALLS, LANES, LETTERS
from games.notify.outcomes import CallOutcome, Fate
from games.notify.stale import is_stale, mark_stale
from games.services.post import webhooks
from games.services.post.announcements import report_instead
from games.services.post.bounces import address_failed
from games.services.post.leases import Claim, claimed, kept

BATCH = 20
BATCHES: Final = {LETTERS: BATCH, CALLS: 1}
# Tried for more than two days: 20 seconds, 40, 80 … and then every two hours.
MOST_ATTEMPTS = 36
# For almost an hour and a half: then the mail tells it.
MOST_ATTEMPTS_BEFORE_MAIL = 9
LONGEST_WAIT = timedelta(hours=2)
# A mail server says this and hangs up (RFC 5321).
GOODBYE: Final = 421
# Kinds of a no that are about an address or its mailbox, and about who sends (RFC 3463).
_NO_ADDRESS: Final = ("5.1.", "5.2.")
_NO_SENDER: Final = ("5.1.7", "5.1.8")
# So Microsoft 365 speaks of people it does not know; others of a way that is closed for now.
_UNKNOWN_THERE: Final = re.compile(r"5\.4\.1\s+recipient address rejected", re.IGNORECASE)
_NOT_ALLOWED: Final = "5.7."
_ENHANCED: Final = re.compile(r"5\.\d{1,3}\.\d{1,3}\b")
_RELAY: Final = re.compile(r"relay", re.IGNORECASE)

log = structlog.get_logger()


def deliver_due(*lanes: str) -> int:
    """Send what is due in these lanes, or in all; how many were handed over."""
    return sum(_deliver_lane(lane) for lane in lanes or LANES)


def _deliver_lane(lane: str) -> int:
    sent, enough = 0, clock.now() + timedelta(seconds=settings.OUTBOX_TURN_SECONDS)
    while claim := claimed(LANES[lane], BATCHES[lane]):
        with kept(claim):
            handed_over, reachable = _Round(claim, enough).deliver()
        sent += handed_over
        if not reachable:
            break  # the tick asks again; the next batch would wait for the same silence
        if clock.now() > enough:
            wake.outbox(lane)
            break
    return sent


class _Round:
    """One batch over one connection, or as much of it as goes until it is enough for now."""

    def __init__(self, claim: Claim, enough: datetime) -> None:
        self.claim, self.enough = claim, enough
        self.server: BaseEmailBackend = get_connection()
        self.is_open = False

    def deliver(self) -> tuple[int, bool]:
        """How many went, and whether the mail server was there to the end."""
        sent, rest, away = 0, list(self.claim.rows), None
        try:
            while rest := self.claim.still_ours(rest):
                row, *rest = rest
                if row.channel != Channel.MAIL:
                    sent += self._deliver(row, self._call)
                    continue
                # Asked once: the other letters of this batch would wait for the same silence.
                away = away or self._unreachable()
                if away is not None:
                    self._later(row, type(away).__name__)
                    continue
                sent += self._deliver(row, self._write)
                if clock.now() > self.enough:
                    self.claim.let_go()
                    break
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
        """Call a player's program, browser or service."""
        send, settle = _CALLS[row.channel]
        outcome = send(row)
        settle(row, outcome)
        if outcome.fate is Fate.LATER:
            self._later(row, outcome.reason)
        elif outcome.fate is Fate.REFUSED:
            self._end(row, outcome.reason)
        return outcome.is_sent

    def _deliver(self, row: OutboxRow, send: Callable[[OutboxRow], bool]) -> bool:
        """Send one notice; whatever is wrong with it is no other notice's trouble."""
        if is_stale(row):
            mark_stale([row])
            return False
        try:
            if not send(row):
                return False
        except AnyDatabaseError:
            raise  # nothing can be written down now; the lease runs out by itself
        except OSError as problem:
            if _is_final(problem):
                self._refused(row, problem)
                return False
            if _ends_the_line(problem):
                self._hang_up()  # the next letter gets a fresh one
            self._later(row, type(problem).__name__)
            return False
        except Exception as problem:  # noqa: BLE001 a letter that cannot be written waits alone
            _report(row, problem)
            self._later(row, type(problem).__name__)
            return False
        # Whoever has the row by now: it was handed over, in the language of that moment.
        OutboxRow.objects.filter(pk=row.pk).update(
            state=OutboxRow.State.SENT,
            sent_at=clock.now(),
            claimed_by="",
            claimed_until=None,
            data={**row.data, "language": row.language},
        )
        return True

    def _refused(self, row: OutboxRow, problem: OSError) -> None:
        """A letter the mail server will never take; if it is the address, its owner is told."""
        if isinstance(problem, smtplib.SMTPRecipientsRefused):
            (code, text), *_ = problem.recipients.values()
            address_failed(person=row.user, status=_enhanced(text) or str(code))
        self._give_up(row, type(problem).__name__)

    def _later(self, row: OutboxRow, error: str) -> None:
        """Try again, each time a little later."""
        attempts = row.attempts + 1
        if attempts >= _most_attempts(row):
            self._end(row, error)
            return
        if attempts == MOST_ATTEMPTS_BEFORE_MAIL and row.webhook_id is not None:
            _by_mail(row)  # a program is called for longer, its owner waits no longer
        self._mark(row, due_at=clock.now() + wait_after(attempts), error=error)
        log.warning("notice_not_sent", notice=row.pk, kind=row.kind, attempts=attempts)

    def _end(self, row: OutboxRow, error: str) -> None:
        """No more of this channel; a letter tells it instead, if there is one."""
        if row.channel == Channel.MAIL or not _by_mail(row):
            self._give_up(row, error)
            return
        self._mark(row, state=OutboxRow.State.SWITCHED, error=error)
        log.warning("notice_switched_to_mail", notice=row.pk, kind=row.kind, problem=error)

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


# How each channel but the mail is called, and where it is remembered how that went.
_CALLS: Final[
    dict[str, tuple[Callable[[OutboxRow], CallOutcome], Callable[[OutboxRow, CallOutcome], None]]]
] = {
    Channel.WEBHOOK: (webhooks.send, webhooks.settle),
    Channel.PUSH: (destinations.send, destinations.settle),
    Channel.APPRISE: (destinations.send, destinations.settle),
}


def _by_mail(row: OutboxRow) -> bool:
    """Let a letter tell what another channel has not taken; whether one does."""
    return mail_instead(row) or report_instead(row)


def _most_attempts(row: OutboxRow) -> int:
    if row.kind == TEST:
        return 1  # somebody waits to see whether it works
    if row.destination_id is not None:
        return MOST_ATTEMPTS_BEFORE_MAIL
    return MOST_ATTEMPTS


def wait_after(attempts: int) -> timedelta:
    """How long a letter rests that failed so often."""
    return min(LONGEST_WAIT, timedelta(seconds=10 * 2 ** min(attempts, 12)))


def _is_final(problem: OSError) -> bool:
    """Whether the mail server has said no for good: to this address, or to what the letter says."""
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        return all(_is_no_address(*reply) for reply in problem.recipients.values())
    if isinstance(problem, smtplib.SMTPDataError):
        ours = _enhanced(problem.smtp_error).startswith(_NOT_ALLOWED)
        return 500 <= problem.smtp_code < 600 and not ours
    return False


def _is_no_address(code: int, text: bytes | str) -> bool:
    """Whether a no means the address: not a relay that takes nothing from us, set up wrongly."""
    if _UNKNOWN_THERE.match(_words(text)):
        return True
    if enhanced := _enhanced(text):
        return enhanced.startswith(_NO_ADDRESS) and enhanced not in _NO_SENDER
    return code in (550, 551, 553) and not _RELAY.search(_words(text))


def _ends_the_line(problem: OSError) -> bool:
    """Whether there is no line any more, or there may be none."""
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        return any(code == GOODBYE for code, _text in problem.recipients.values())
    return not isinstance(problem, smtplib.SMTPDataError) or problem.smtp_code == GOODBYE


def _enhanced(text: bytes | str) -> str:
    """What kind of no it is, if the server says so."""
    match = _ENHANCED.match(_words(text))
    return match[0] if match else ""


def _words(text: bytes | str) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


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
