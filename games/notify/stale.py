"""Notices that nobody needs any more by the time they could be sent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from games.models import OpenDecision, OutboxRow

# A notice that waited so long before it was tried was held back.
HELD: Final = timedelta(minutes=1)


def is_stale(row: OutboxRow) -> bool:
    """Whether a notice that had to wait asks for what is answered, or not asked any more."""
    decision = row.data.get("decision")
    if decision is None or row.attempts or row.due_at - row.created_at < HELD:
        return False
    open_still = OpenDecision.objects.filter(
        game=row.the_game, decision=decision, sealed_seq__isnull=True
    )
    return not open_still.exists()


def mark_stale(rows: Iterable[OutboxRow]) -> None:
    """Let notices rest, where their people see them; a letter kept in reserve is forgotten."""
    notices = OutboxRow.objects.filter(pk__in=[row.pk for row in rows])
    notices.filter(state=OutboxRow.State.SPARE).delete()
    notices.update(state=OutboxRow.State.OVERTAKEN, claimed_by="", claimed_until=None)
