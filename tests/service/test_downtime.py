"""If the service was down, nobody is late for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from structlog.testing import capture_logs

from engine.kernel.reasons import SERVICE_DOWN
from games import access, clock
from games.models import Game, Heartbeat, Outage, OutboxRow, User
from games.ops import tasks
from games.read.referee_log import acts_of
from games.services.house.downtime import MOST_CREDIT, SILENCE, credit_due, note_tick
from games.services.people.absences import absence_enter
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause
from games.services.play.table import rebuild
from games.services.post.reminders import remind_due
from tests.service.tables import again, answer, payloads, proof, started

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = {"kind": "hours", "hours": 24, "reminders": [4]}
DUE = START + timedelta(hours=24)
DOWN = START + timedelta(hours=20)


@pytest.fixture
def game(at: Travel, anna: User, bert: User) -> Game:
    """A game whose deadline will fall into an outage that begins after twenty hours."""
    at(START)
    made = started(anna, bert, schedule=DAY, lateness="default")
    at(DOWN)
    tasks.tick()
    OutboxRow.objects.all().delete()
    return made


def test_the_time_of_the_gap_is_given_back_before_anybody_is_late(
    at: Travel, game: Game, anna: User
) -> None:
    at(DUE + timedelta(hours=3))
    tasks.tick()
    assert again(game).deadline == DUE + timedelta(hours=7)
    assert payloads(game, "deadline_set")[-1] == {
        "deadline": "2026-06-02T19:00:00Z",
        "reason": "downtime",
        "by": "house",
        "why": SERVICE_DOWN,
    }
    act = acts_of(access.viewer(again(game), anna), "en")[0]
    assert (act.by, act.sentence.partition(" (UTC)")[2]) == (
        "the server",
        " (the service was down).",
    )
    readers = OutboxRow.objects.filter(kind="deadline_moved").values_list(
        "user__username", flat=True
    )
    assert sorted(readers) == ["anna", "bert"]
    tasks.tick()
    assert game_advance(game_id=game.id) == 0
    assert len(payloads(game, "deadline_set")) == 2
    for minutes in range(0, 4 * 60 + 1, 10):
        at(DUE + timedelta(hours=3, minutes=minutes))
        assert note_tick()
    assert game_advance(game_id=game.id) == 1
    assert Outage.objects.count() == 1
    assert proof(game, anna).head == again(game).head


def test_an_old_message_in_the_broker_cannot_make_anybody_late(at: Travel, game: Game) -> None:
    at(DUE + timedelta(hours=3))
    tasks.advance_game(game.id)  # the worker starts with it, before its first tick
    assert again(game).step == 1
    assert payloads(game, "time_ran_out") == []
    note_tick()
    tasks.advance_game(game.id)  # and again between the tick and the credit of this game
    assert payloads(game, "time_ran_out") == []
    assert again(game).deadline == DUE + timedelta(hours=7)
    assert credit_due() == 0


def test_a_complete_game_goes_on_without_waiting_for_a_tick(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    at(DUE + timedelta(hours=3))
    answer(game, anna)
    answer(game, bert)
    assert game_advance(game_id=game.id) == 1
    # The new deadline was set in the gap: only what comes after it is given back.
    at(DUE + timedelta(hours=5))
    tasks.tick()
    assert again(game).deadline == DUE + timedelta(hours=3 + 24 + 2)


def test_a_deadline_soon_after_the_gap_is_credited_and_a_far_one_is_not(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    at(START)
    far = started(anna, bert, schedule={"kind": "hours", "hours": 24 * 7}, lateness="default")
    at(DOWN + timedelta(hours=2))
    tasks.tick()
    assert again(game).deadline == DUE + timedelta(hours=2)
    assert again(far).deadline == START + timedelta(days=7)


def test_short_pauses_of_the_worker_are_no_outage(at: Travel, game: Game) -> None:
    at(DOWN + SILENCE)
    tasks.tick()
    assert not Outage.objects.exists()
    assert Heartbeat.objects.get().at == DOWN + SILENCE


def test_who_was_late_before_the_gap_stays_late(at: Travel, anna: User, bert: User) -> None:
    at(START)
    game = started(anna, bert, schedule=DAY, lateness="wait")
    at(DUE + timedelta(hours=1))
    tasks.tick()
    at(DUE + timedelta(hours=5))
    tasks.tick()
    assert again(game).deadline == DUE
    assert Outage.objects.count() == 1


def test_what_others_do_to_the_deadline_in_the_gap_does_not_cost_the_credit(
    at: Travel, game: Game, anna: User
) -> None:
    at(DUE - timedelta(hours=1))
    deadline_extend(person=anna, game_id=game.id, hours=2, why="Harvest")
    at(DUE)
    tasks.tick()
    assert again(game).deadline == DUE + timedelta(hours=2 + 4)


def test_more_time_given_after_a_gap_is_not_lengthened_by_it(
    at: Travel, anna: User, bert: User
) -> None:
    at(START)
    game = started(anna, bert, schedule=DAY, lateness="wait")
    for hours in (1, 6):  # after the deadline, and nobody ticks in between
        at(DUE + timedelta(hours=hours))
        tasks.tick()
    assert again(game).deadline == DUE
    at(DUE + timedelta(hours=6, minutes=1))
    deadline_extend(person=anna, game_id=game.id, hours=10, why="The server was dark")
    given = again(game)
    assert given.deadline == DUE + timedelta(hours=16, minutes=1)
    tasks.tick()
    assert again(game).deadline == given.deadline
    rebuild(game.id)
    assert again(game).credited_until == given.credited_until
    # A gap after it counts as ever.
    at(DUE + timedelta(hours=8, minutes=1))
    tasks.tick()
    assert again(game).deadline == given.deadline + timedelta(hours=2)


def test_a_credited_deadline_waits_for_who_is_away(at: Travel, game: Game, bert: User) -> None:
    absence_enter(person=bert, first_day=date(2026, 6, 3), last_day=date(2026, 6, 4))
    assert again(game).deadline == DUE
    at(DUE + timedelta(hours=8))  # twelve hours after the last tick: due at 2 in Berlin
    tasks.tick()
    assert again(game).deadline == DUE + timedelta(hours=12) + timedelta(days=2)
    reasons = [payload["reason"] for payload in payloads(game, "deadline_set")]
    assert reasons == ["step", "downtime", "absence"]


def test_games_that_rest_are_left_alone(at: Travel, game: Game, anna: User) -> None:
    game_pause(person=anna, game_id=game.id, why="Harvest")
    at(DUE + timedelta(hours=3))
    tasks.tick()
    assert again(game).deadline == DUE


def test_two_outages_are_both_given_back_and_the_log_remembers(at: Travel, game: Game) -> None:
    for hours in (3, 5):
        at(DUE + timedelta(hours=hours))
        tasks.tick()
    assert again(game).deadline == DUE + timedelta(hours=9)
    true = again(game)
    Game.objects.filter(pk=game.pk).update(deadline=None, credited_until=None, asked_until=None)
    rebuild(game.pk)
    rebuilt = again(game)
    for name in ("deadline", "credited_until", "asked_until", "asked_at"):
        assert getattr(rebuilt, name) == getattr(true, name), name
    assert credit_due() == 0
    before = OutboxRow.objects.filter(kind="reminder").count()
    remind_due()
    assert OutboxRow.objects.filter(kind="reminder").count() == before > 0


def test_a_very_long_silence_gives_a_fresh_deadline_and_no_more(at: Travel, game: Game) -> None:
    late = DOWN + MOST_CREDIT + timedelta(days=400)
    at(late)
    tasks.tick()
    assert again(game).deadline == late + timedelta(hours=24)


def test_a_clock_that_goes_back_is_no_outage_and_holds_up_lateness_only(
    at: Travel, game: Game
) -> None:
    at(DOWN - timedelta(hours=1))
    with capture_logs() as records:
        tasks.tick()
    assert "clock_went_back" in [record["event"] for record in records]
    assert not Outage.objects.exists()
    assert again(game).deadline == DUE


def test_a_clock_far_from_the_databases_gives_nothing_back(anna: User) -> None:
    game = started(anna, schedule=DAY, lateness="default")
    tasks.tick()
    with time_machine.travel(clock.now() + timedelta(days=2)), capture_logs() as records:
        assert note_tick() is (connection.vendor != "postgresql")
    if connection.vendor == "postgresql":  # SQLite has no other clock to ask
        assert [record["event"] for record in records] == ["clock_not_trusted"]
        assert not Outage.objects.exists()
    else:
        assert Outage.objects.count() == 1
    assert again(game).deadline == game.deadline


def test_reminders_go_by_the_credited_deadline(at: Travel, game: Game) -> None:
    at(DUE - timedelta(minutes=30))
    tasks.tick()
    row = OutboxRow.objects.filter(kind="reminder").first()
    assert row is not None
    assert row.data["deadline"] == clock.written(DUE + timedelta(hours=3, minutes=30))
