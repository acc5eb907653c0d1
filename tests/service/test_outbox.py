"""The outbox: every letter once, in the reader's language, however the mail server behaves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from structlog.testing import capture_logs

from games import due
from games.models import Game, OutboxRow, User
from games.services.advance import game_advance
from games.services.delivery import MOST_ATTEMPTS, deliver_due
from games.services.notices import put, row
from games.services.table import table
from tests.service.tables import again, answer, person, play_out, started

pytestmark = pytest.mark.django_db
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


class AwayBackend(EmailBackend):
    """A mail server that is away for some people."""

    away: ClassVar[set[str]] = set()

    def send_messages(self, messages):
        for message in messages:
            if self.away.intersection(message.to):
                raise ConnectionRefusedError("no route to host")
        return super().send_messages(messages)


@pytest.fixture
def away(settings) -> set[str]:
    """Addresses that cannot be reached now."""
    settings.EMAIL_BACKEND = f"{__name__}.AwayBackend"
    AwayBackend.away.clear()
    return AwayBackend.away


def letters(**wanted: str) -> list[tuple[str, str, str]]:
    rows = OutboxRow.objects.filter(**wanted).order_by("pk")
    return sorted((r.user.username, r.kind, r.state) for r in rows)


def test_everybody_gets_a_report_and_whoever_is_asked_a_question(anna: User, bert: User) -> None:
    started(anna, bert)
    assert letters() == [
        ("anna", "season_report", "waiting"),
        ("anna", "your_turn", "waiting"),
        ("bert", "season_report", "waiting"),
        ("bert", "your_turn", "waiting"),
    ]


def test_a_notice_asked_for_twice_is_one_row(anna: User) -> None:
    game = started(anna)
    before = OutboxRow.objects.count()
    with table(game.id, Game.Status.RUNNING) as held:
        for _ in range(2):
            put([row(held, anna, "season_report", "step 1", {})])
            put([row(held, anna, "reminder", "4 hours", {})])
    assert OutboxRow.objects.count() == before + 1
    assert OutboxRow.objects.get(kind="season_report").data["head"] == again(game).head


def test_a_letter_is_delivered_once_and_carries_the_head_of_the_log(anna: User) -> None:
    game = started(anna, name="The Siege")
    assert due.notices_wait()
    assert deliver_due() == 2
    assert deliver_due() == 0
    assert not due.notices_wait()
    assert sorted(message.subject for message in mail.outbox) == [
        "What happened in The Siege",
        "Your turn in The Siege",
    ]
    for message in mail.outbox:
        assert message.to == ["anna@example.org"]
        assert f"/games/{game.id}/" in message.body
        assert f"Head of the log: {game.head}" in message.body
        assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert OutboxRow.objects.filter(sent_at__isnull=False).count() == 2


def test_letters_go_to_the_address_and_in_the_language_the_reader_chose(db: None) -> None:
    players = [
        person("dora", language="de", notify_address="post@example.org"),
        person("emil", language="en"),
    ]
    started(*players)
    deliver_due()
    bodies = {message.to[0]: message.body for message in mail.outbox}
    assert set(bodies) == {"post@example.org", "emil@example.org"}
    assert (
        bodies["post@example.org"].split("\n\n")[0] != bodies["emil@example.org"].split("\n\n")[0]
    )


def test_a_report_that_is_sent_late_tells_its_own_season_only(anna: User) -> None:
    game = started(anna)
    deliver_due()
    in_time = {message.subject: message.body for message in mail.outbox}
    OutboxRow.objects.update(state=OutboxRow.State.WAITING)
    answer(game, anna)
    game_advance(game_id=game.id)
    OutboxRow.objects.exclude(data__head=game.head).delete()
    mail.outbox.clear()
    deliver_due()
    assert {message.subject: message.body for message in mail.outbox} == in_time


def test_a_mail_server_that_is_away_delays_and_the_others_get_theirs(
    at: Callable[[datetime], None], anna: User, bert: User, away: set[str]
) -> None:
    at(START)
    started(anna, bert)
    away.add(bert.address)
    with capture_logs() as records:
        assert deliver_due() == 2
    assert {record["event"] for record in records} == {"notice_not_sent"}
    assert bert.address not in repr(records)
    delayed = OutboxRow.objects.filter(user=bert)
    for late in delayed:
        assert (late.state, late.attempts, late.last_error) == (
            "waiting",
            1,
            "ConnectionRefusedError",
        )
        assert late.due_at == START + timedelta(seconds=20)
    assert deliver_due() == 0
    at(START + timedelta(seconds=20))
    with capture_logs():
        assert deliver_due() == 0
    assert set(delayed.values_list("attempts", flat=True)) == {2}
    away.clear()
    assert deliver_due() == 0  # patience
    at(START + timedelta(seconds=60))
    assert deliver_due() == 2
    assert len(mail.outbox) == 4
    assert deliver_due() == 0


def test_after_a_long_time_a_letter_is_given_up(
    at: Callable[[datetime], None], anna: User, away: set[str]
) -> None:
    at(START)
    started(anna)
    away.add(anna.address)
    moment = START
    with capture_logs():
        for _ in range(MOST_ATTEMPTS):
            deliver_due()
            moment += timedelta(hours=1)
            at(moment)
    assert {state for _, _, state in letters()} == {"given_up"}
    away.clear()
    assert deliver_due() == 0
    assert mail.outbox == []


def test_the_end_is_announced_once(anna: User, bert: User) -> None:
    game = play_out(started(anna, bert), anna, bert)
    assert letters(kind="game_over") == [
        ("anna", "game_over", "waiting"),
        ("bert", "game_over", "waiting"),
    ]
    reports = OutboxRow.objects.filter(user=anna, kind="season_report").count()
    assert reports == game.step - 1
    total = OutboxRow.objects.count()
    assert deliver_due() == total == len(mail.outbox)
