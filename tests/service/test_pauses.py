"""A pause stops the clock: what was left is left when the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.models import Game, User
from games.ops import tasks
from games.services.people.absences import absence_enter
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.table import rebuild
from tests.service.tables import again, payloads, proof, started

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOURS = {"kind": "hours", "hours": 48}
# In Berlin, which is two hours ahead of UTC in June.
DAILY = {"kind": "daily", "at": "20:00", "zone": "Europe/Berlin", "minimum_hours": 12}
ROW = ("deadline", "asked_at", "asked_until", "credited_until", "remind_at", "status")


def utc(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=UTC)


def begun(at: Travel, anna: User, bert: User, schedule: dict[str, Any]) -> Game:
    at(START)
    return started(anna, bert, schedule=schedule, lateness="default")


def rest(at: Travel, game: Game, host: User, since: datetime, until: datetime) -> datetime | None:
    """Pause and go on; the log alone and a verifier must come to the same."""
    at(since)
    game_pause(person=host, game_id=game.id, why="Harvest")
    at(until)
    game_resume(person=host, game_id=game.id, why="On we go")
    true = again(game)
    Game.objects.filter(pk=game.pk).update(deadline=None, asked_at=None, asked_until=None)
    rebuild(game.pk)
    rebuilt = again(game)
    assert [getattr(rebuilt, name) for name in ROW] == [getattr(true, name) for name in ROW]
    assert proof(game, host).head == true.head
    return true.deadline


def test_an_extension_outlives_a_pause(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, HOURS)
    deadline_extend(person=anna, game_id=game.id, hours=36, why="A feast")
    seconds = timedelta(seconds=20)
    assert rest(at, game, anna, START, START + seconds) == START + timedelta(hours=84) + seconds
    assert payloads(game, "deadline_set")[-1]["reason"] == "resumed"


def test_what_was_left_is_left_however_long_it_rests(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, HOURS)
    assert rest(at, game, anna, utc(3, 7), utc(9, 3)) == utc(9, 8)
    # A second pause counts from the first.
    assert rest(at, game, anna, utc(9, 4), utc(9, 20)) == utc(10, 0)


def test_whoever_reads_that_it_goes_on_has_an_hour(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, HOURS)
    assert rest(at, game, anna, utc(3, 11, 59), utc(9, 3)) == utc(9, 4)


def test_where_time_was_up_a_fresh_deadline_begins(at: Travel, anna: User, bert: User) -> None:
    at(START)
    game = started(anna, bert, schedule=HOURS, lateness="wait")
    assert rest(at, game, anna, utc(3, 13), utc(5, 12)) == utc(7, 12)


def test_without_a_deadline_there_is_none_after_it(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, {"kind": "none"})
    assert rest(at, game, anna, utc(3, 13), utc(5, 12)) is None


def test_time_given_back_before_it_is_kept(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, HOURS)
    tasks.tick()
    at(utc(3, 6))
    tasks.tick()
    given = again(game).deadline
    assert given is not None
    assert given > utc(3, 12)
    assert rest(at, game, anna, utc(3, 7), utc(5, 7)) == given + timedelta(days=2)


def test_days_away_that_are_over_stay_counted(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, HOURS)
    absence_enter(person=bert, first_day=date(2026, 6, 2), last_day=date(2026, 6, 3))
    assert again(game).deadline == utc(5, 12)
    assert rest(at, game, anna, utc(4, 12), utc(8, 12)) == utc(9, 12)


def test_days_away_to_come_are_not_added_at_every_pause(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, HOURS)
    absence_enter(person=bert, first_day=date(2026, 6, 2), last_day=date(2026, 6, 11))
    assert again(game).deadline == utc(13, 12)
    for minute in (10, 20, 30):
        part = timedelta(microseconds=500_000)
        since, until = utc(1, 13, minute) + part, utc(1, 13, minute + 5) + part
        due = rest(at, game, anna, since, until)
        assert due == utc(13, 12) + timedelta(minutes=minute / 2)
    reasons = [payload["reason"] for payload in payloads(game, "deadline_set")]
    assert reasons == ["step", "absence", *["resumed", "absence"] * 3]
    deadline_extend(person=anna, game_id=game.id, hours=1, why="A feast")
    assert again(game).deadline == utc(13, 13, 15)


def test_a_time_of_day_comes_no_earlier_than_what_was_left(
    at: Travel, anna: User, bert: User
) -> None:
    game = begun(at, anna, bert, DAILY)
    assert again(game).deadline == utc(2, 18)
    deadline_extend(person=anna, game_id=game.id, hours=36, why="A feast")
    assert rest(at, game, anna, utc(1, 13), utc(2, 13)) == utc(5, 18)


def test_a_pause_by_mistake_costs_no_day(at: Travel, anna: User, bert: User) -> None:
    game = begun(at, anna, bert, DAILY)
    assert rest(at, game, anna, utc(1, 13), utc(1, 13, 5)) == utc(2, 18)
    # Unless hardly any time would be left.
    assert rest(at, game, anna, utc(2, 16, 50), utc(2, 17, 10)) == utc(3, 18)
