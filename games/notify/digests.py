"""Daily letters: what could wait is collected into one."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.db import transaction

from games import clock, wake
from games.models import OutboxRow
from games.notice_kinds import DIGEST
from games.notify.lanes import LETTERS

MOST_PEOPLE: Final = 500


def collect_due() -> int:
    """Write the daily letters whose hour has come; how many."""
    due = OutboxRow.objects.to_collect(clock.now()).order_by("user").distinct()
    people = list(due.values_list("user", flat=True)[:MOST_PEOPLE])
    return sum(_collect(person) for person in people)


def _collect(person: int) -> bool:
    """One letter for one person; what was written is in it, and in no other."""
    with transaction.atomic():
        rows = OutboxRow.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        notices = list(rows.to_collect(clock.now()).filter(user=person).order_by("pk"))
        if not notices:
            return False
        notice = f"{person}:digest {notices[0].pk} to {notices[-1].pk}"
        letter = OutboxRow.objects.create(
            user_id=person, kind=DIGEST, notice=notice, dedup=notice, due_at=clock.now()
        )
        OutboxRow.objects.filter(pk__in=[row.pk for row in notices]).update(digest=letter)
        transaction.on_commit(partial(wake.outbox, LETTERS))
    return True
