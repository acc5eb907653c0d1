"""Sending the outbox: each notice once, with patience for a mail server that is away."""

from __future__ import annotations

from datetime import timedelta

import structlog
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import translation

from games import clock
from games.models import OutboxRow
from games.notices_text import letter
from games.services import webhooks

BATCH = 50
MOST_ATTEMPTS = 30
LONGEST_WAIT = timedelta(hours=1)

log = structlog.get_logger()


def deliver_due() -> int:
    """Send what is due; how many were handed over."""
    sent = 0
    while (taken := _deliver_batch()) is not None:
        sent += taken
    return sent


def _deliver_batch() -> int | None:
    """One batch under row locks, so that two workers never send the same notice."""
    with transaction.atomic():
        waiting = OutboxRow.objects.select_for_update(skip_locked=True, of=("self",))
        due = waiting.filter(state=OutboxRow.State.WAITING, due_at__lte=clock.now())
        rows = list(due.select_related("user", "game", "webhook").order_by("due_at", "pk")[:BATCH])
        if not rows:
            return None
        return sum(_deliver(row) for row in rows)


def _deliver(row: OutboxRow) -> bool:
    if row.webhook_id is not None:
        return _call(row)
    with translation.override(row.user.language):
        subject, body = letter(row)
    message_id = f"<{row.pk}.{row.kind}@wallenstein.invalid>"
    headers = {"Message-ID": message_id, "Auto-Submitted": "auto-generated"}
    try:
        EmailMessage(subject, body, to=[row.user.address], headers=headers).send()
    except OSError as problem:
        _later(row, problem)
        return False
    row.state, row.sent_at = OutboxRow.State.SENT, clock.now()
    row.save(update_fields=["state", "sent_at"])
    return True


def _call(row: OutboxRow) -> bool:
    outcome = webhooks.send(row)
    webhooks.settle(row, outcome)
    if outcome is webhooks.Outcome.FAILED:
        _later(row, ConnectionError())
        return False
    gone = outcome is webhooks.Outcome.GONE
    row.state = OutboxRow.State.GIVEN_UP if gone else OutboxRow.State.SENT
    row.sent_at = None if gone else clock.now()
    row.save(update_fields=["state", "sent_at"])
    return not gone


def _later(row: OutboxRow, problem: OSError) -> None:
    """Try again, each time a little later."""
    row.attempts += 1
    row.last_error = type(problem).__name__
    if row.attempts >= MOST_ATTEMPTS:
        row.state = OutboxRow.State.GIVEN_UP
    wait = min(LONGEST_WAIT, timedelta(seconds=10 * 2 ** min(row.attempts, 12)))
    row.due_at = clock.now() + wait
    row.save(update_fields=["attempts", "last_error", "state", "due_at"])
    log.warning("notice_not_sent", notice=row.pk, kind=row.kind, attempts=row.attempts)
