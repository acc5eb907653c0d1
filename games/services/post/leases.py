"""Leases on the outbox: whoever sends has some rows for a while, and for as long as it takes."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.db import Error as AnyDatabaseError
from django.db import connections, transaction

from games import clock
from games.models import OutboxRow

# Twice it may go wrong before somebody else takes the rows.
BEATS_IN_A_LEASE: Final = 3

log = structlog.get_logger()


class Claim:
    """Rows that are ours for a while."""

    def __init__(self, rows: Sequence[OutboxRow], name: str, until: datetime) -> None:
        self.rows, self.name, self.until = rows, name, until

    def __bool__(self) -> bool:
        return bool(self.rows)

    def renew(self) -> None:
        """Have what is left of the rows for another while; what is marked is nobody's.

        If others have taken all of them meanwhile, there is nothing to renew.
        """
        until = clock.now() + _lease()
        if OutboxRow.objects.claimed_by(self.name).update(claimed_until=until):
            self.until = until

    def let_go(self) -> None:
        """Leave what is left of the rows to whoever comes next."""
        mine = OutboxRow.objects.claimed_by(self.name)
        mine.update(claimed_by="", claimed_until=None)

    def still_ours(self, rest: Sequence[OutboxRow]) -> list[OutboxRow]:
        """What is left of the rows, the lease renewed when half of it is over.

        Asked before each letter, whatever the lease says: a machine that slept may have lost some
        of them, and the heartbeat that woke first has a new lease on the others.
        """
        if not rest:
            return []
        if self.until - clock.now() <= _lease() / 2:
            self.renew()
        mine = OutboxRow.objects.claimed_by(self.name)
        ours = set(mine.values_list("pk", flat=True))
        return [row for row in rest if row.pk in ours]


def _lease() -> timedelta:
    return timedelta(seconds=settings.OUTBOX_LEASE_SECONDS)


def claimed(channels: Sequence[str], most: int) -> Claim:
    """Take a batch that nobody has, or whose owner has gone silent."""
    name, moment = uuid.uuid4().hex, clock.now()
    until = moment + _lease()
    with transaction.atomic():
        due = OutboxRow.objects.select_for_update(no_key=True, skip_locked=True).to_send(moment)
        due = due.filter(channel__in=channels)
        keys = list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:most])
        taken = OutboxRow.objects.filter(pk__in=keys)
        taken.update(claimed_by=name, claimed_until=until)
    rows = taken.select_related("user", "game", "webhook", "destination").order_by("due_at", "pk")
    return Claim(list(rows), name, until)


@contextmanager
def kept(claim: Claim) -> Iterator[None]:
    """Renew a lease in time while the block runs, however long one letter takes."""
    over = threading.Event()
    heart = threading.Thread(target=_beat, args=(claim, over), daemon=True)
    heart.start()
    try:
        yield
    finally:
        over.set()
        heart.join()


def _beat(claim: Claim, over: threading.Event) -> None:
    try:
        while not over.wait(_lease().total_seconds() / BEATS_IN_A_LEASE):
            try:
                claim.renew()
            except AnyDatabaseError as problem:
                log.warning("lease_not_renewed", problem=type(problem).__name__)
    finally:
        # Of this thread alone; nobody else would.
        connections.close_all()
