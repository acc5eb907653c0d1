"""Reminders: in time, one for each deadline, and never to somebody who is ready."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from structlog.testing import capture_logs

from games import clock
from games.models import Game, OutboxRow, User
from games.notify.destinations import browser_add
from games.ops import tasks
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause
from games.services.play.turns import answer_withdraw
from games.services.post.delivery import deliver_due
from games.services.post.reminders import remind_due
from games.services.tables.seats import substitute_name
from tests.service.browsers import Browser
from tests.service.tables import again, answer, kinds, started, waiting

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
DUE = START + timedelta(hours=48)
RHYTHM = {"kind": "hours", "hours": 48, "reminders": [24, 4]}


def reminded() -> list[tuple[str, int]]:
    """Who was reminded, and how many whole hours before the deadline."""
    rows = OutboxRow.objects.filter(kind="reminder").order_by("pk")
    return [
        (row.user.username, (clock.read(row.data["deadline"]) - row.due_at) // timedelta(hours=1))
        for row in rows
    ]


@pytest.fixture
def game(at: Travel, anna: User, bert: User) -> Game:
    at(START)
    return started(anna, bert, schedule=RHYTHM, lateness="default")


def test_they_come_at_the_first_hour_the_table_has_set_and_once(at: Travel, game: Game) -> None:
    at(DUE - timedelta(hours=24, seconds=1))
    assert remind_due() == 0
    at(DUE - timedelta(hours=24))
    assert remind_due() == 1
    assert remind_due() == 0
    assert reminded() == [("anna", 24), ("bert", 24)]
    at(DUE - timedelta(hours=4))
    tasks.tick()
    tasks.tick()
    assert reminded() == [("anna", 24), ("bert", 24)]
    assert again(game).remind_at is None
    # A reminder is no act at the table.
    assert kinds(game).count("deadline_set") == 1


def test_nobody_is_reminded_of_what_they_were_asked_just_now(at: Travel, anna: User) -> None:
    at(START)
    game = started(anna, schedule={"kind": "hours", "hours": 12, "reminders": [24, 12, 4]})
    at(START + timedelta(seconds=5))
    assert remind_due() == 0
    at(START + timedelta(hours=8))
    assert remind_due() == 1
    assert reminded() == [("anna", 4)]
    deadline_extend(person=anna, game_id=game.pk, hours=24, why="Harvest")
    assert again(game).remind_at == START + timedelta(hours=12)


def test_whoever_is_ready_hears_nothing(at: Travel, game: Game, anna: User) -> None:
    answer(game, anna)
    at(DUE - timedelta(hours=4))
    remind_due()
    assert reminded() == [("bert", 4)]


def test_one_that_was_missed_is_made_up_for_and_stays_the_only_one(at: Travel, anna: User) -> None:
    at(START)
    game = started(anna, schedule={**RHYTHM, "reminders": [24, 12, 4, 1]})
    at(DUE - timedelta(hours=3))
    assert remind_due() == 1
    assert reminded() == [("anna", 3)]
    assert again(game).remind_at == DUE - timedelta(hours=1)
    # Not even over a channel that she has set up since.
    browser = Browser("https://push.example.org/phone")
    browser_add(person=anna, name="phone", subscription=browser.subscription)
    at(DUE - timedelta(hours=1))
    assert remind_due() == 0
    assert reminded() == [("anna", 3)]


def test_after_the_deadline_it_is_too_late_for_one(at: Travel, game: Game) -> None:
    at(DUE)
    assert remind_due() == 0
    assert reminded() == []
    assert again(game).remind_at is None


def test_one_that_was_answered_before_it_was_sent_is_dropped(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    at(DUE - timedelta(hours=24))
    remind_due()
    answer(game, anna)
    assert reminded() == [("bert", 24)]
    deliver_due()
    subjects = [(message.to[0], message.subject) for message in mail.outbox]
    assert ("bert@example.org", "Time is running out in Prague") in subjects
    assert ("anna@example.org", "Time is running out in Prague") not in subjects
    # What was sent stays sent, and who takes an answer back is reminded in time again.
    answer(game, bert)
    assert reminded() == [("bert", 24)]
    answer_withdraw(person=anna, game_id=game.id, decision="1.spring.plan.A")
    at(DUE - timedelta(hours=4))
    remind_due()
    assert reminded() == [("bert", 24), ("anna", 4)]


def test_one_whose_deadline_moved_is_dropped_and_comes_again(
    at: Travel, game: Game, anna: User
) -> None:
    at(DUE - timedelta(hours=24))
    remind_due()
    deadline_extend(person=anna, game_id=game.id, hours=24, why="Harvest")
    assert reminded() == []
    assert again(game).remind_at == DUE
    at(DUE)
    remind_due()
    assert reminded() == [("anna", 24), ("bert", 24)]


def test_the_next_step_drops_what_was_not_sent(at: Travel, game: Game) -> None:
    at(DUE - timedelta(hours=4))
    remind_due()
    at(DUE)
    game_advance(game_id=game.id)
    assert reminded() == []


def test_a_substitute_is_reminded_too_and_a_bot_never(
    at: Travel, game: Game, anna: User, cora: User
) -> None:
    substitute_name(person=anna, game_id=game.id, player="cora", why="A journey")
    at(DUE - timedelta(hours=4))
    remind_due()
    assert reminded() == [("anna", 4), ("cora", 4), ("bert", 4)]


def test_a_game_that_rests_reminds_nobody(at: Travel, game: Game, anna: User) -> None:
    game_pause(person=anna, game_id=game.id, why="Harvest")
    at(DUE - timedelta(hours=4))
    assert remind_due() == 0


def test_a_reminder_not_sent_yet_is_not_sent_once_the_game_rests(
    at: Travel, game: Game, anna: User
) -> None:
    at(DUE - timedelta(hours=4))
    assert remind_due() == 1
    game_pause(person=anna, game_id=game.id, why="Harvest")
    assert reminded() == []


def test_the_letter_tells_the_time_by_the_readers_clock(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    User.objects.filter(pk=bert.pk).update(time_zone="America/New_York")
    at(DUE - timedelta(hours=4))
    remind_due()
    deliver_due()
    letters = {m.to[0]: m.body for m in mail.outbox if m.subject.startswith("Time is running out")}
    assert "Answers are due Wed 3 Jun 2026, 14:00 (Europe/Berlin)." in letters["anna@example.org"]
    assert (
        "Answers are due Wed 3 Jun 2026, 08:00 (America/New_York)." in letters["bert@example.org"]
    )


def test_hours_before_a_deadline_are_hours_when_the_clocks_change(at: Travel, anna: User) -> None:
    at(datetime(2026, 10, 24, 6, tzinfo=UTC))
    daily = {"kind": "daily", "at": "20:00", "zone": "Europe/Berlin", "minimum_hours": 24}
    game = started(anna, schedule={**daily, "reminders": [24]})
    assert game.deadline == datetime(2026, 10, 25, 19, tzinfo=UTC)
    assert game.remind_at == datetime(2026, 10, 24, 19, tzinfo=UTC)


def test_a_broken_game_does_not_keep_others_from_being_reminded(
    at: Travel, game: Game, anna: User
) -> None:
    whole = started(anna, schedule=RHYTHM)
    Game.objects.filter(pk=game.pk).update(schedule={"kind": "odd"})
    at(DUE - timedelta(hours=4))
    with capture_logs() as records:
        assert remind_due() == 1
    assert [(r["event"], r["game"]) for r in records] == [("game_skipped", game.pk)]
    assert OutboxRow.objects.get(kind="reminder").game_id == whole.pk
    assert waiting(whole).id == OutboxRow.objects.get(kind="reminder").data["decision"]
    assert clock.written(DUE) == OutboxRow.objects.get(kind="reminder").data["deadline"]
