"""A mail server that takes its time with a yes gets the letter once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import connection

from games.models import OutboxRow, User
from games.notify.lanes import LANES, LETTERS
from games.services.post.delivery import BATCH, deliver_due
from games.services.post.leases import claimed
from tests.cluster.mail_sink import MailSink
from tests.service.tables import started
from wallenstein_site.mail import mail

# Shorter than a heartbeat, which is a third of the lease: the yes comes too late for it.
TIMEOUT, LEASE = 5, 18


class SlowSink(MailSink):
    """Thinks about each letter until somebody lets it say yes."""

    def __init__(self, think: Callable[[], object]) -> None:
        self.think = think
        super().__init__()

    def take(self, letter: bytes) -> None:
        """Count a letter, and think."""
        super().take(letter)
        self.think()


class Rival:
    """Another worker, who looks for something to send while the mail server thinks."""

    def __init__(self) -> None:
        self.claims: list[int] = []

    def __call__(self) -> None:
        try:
            leased_until = first = self._leased_until()
            while leased_until == first:
                threading.Event().wait(0.1)
                leased_until = self._leased_until()
            self.claims.append(len(claimed(LANES[LETTERS], BATCH).rows))
        finally:
            connection.close()

    def _leased_until(self) -> datetime | None:
        return OutboxRow.objects.values_list("claimed_until", flat=True).get()


@pytest.fixture
def rival() -> Rival:
    """The other worker."""
    return Rival()


@pytest.fixture
def sink(rival: Rival, settings: Any, tmp_path: Any) -> Iterator[SlowSink]:
    """The mail server, set up as an operator does."""
    made = SlowSink(rival)
    for name, value in mail(f"smtp://127.0.0.1:{made.port}", tmp_path).items():
        setattr(settings, name, value)
    settings.EMAIL_TIMEOUT, settings.OUTBOX_LEASE_SECONDS = TIMEOUT, LEASE
    yield made
    made.close()


@pytest.mark.usefixtures("committed")
@pytest.mark.slow
def test_a_late_yes_is_waited_for_and_nobody_sends_the_letter_meanwhile(
    sink: SlowSink, rival: Rival
) -> None:
    anna = User.objects.create_user("anna", "anna@example.org")
    started(anna)
    OutboxRow.objects.exclude(kind="your_turn").delete()
    assert deliver_due() == 1
    assert rival.claims == [0]
    assert list(sink.letters.values()) == [1]
    assert OutboxRow.objects.get().state == OutboxRow.State.SENT


@pytest.mark.usefixtures("committed")
def test_patience_for_a_yes_has_an_end(sink: SlowSink, settings: Any) -> None:
    settings.EMAIL_DATA_TIMEOUT = 0.5
    sink.think = threading.Barrier(2).wait  # for somebody who never comes
    anna = User.objects.create_user("anna", "anna@example.org")
    started(anna)
    OutboxRow.objects.exclude(kind="your_turn").delete()
    assert deliver_due() == 0
    row = OutboxRow.objects.get()
    assert (row.state, row.attempts, row.claimed_by) == (OutboxRow.State.WAITING, 1, "")
