"""Absences: within a quota, and deadlines wait for whoever is away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.kernel.reasons import AWAY
from games.absences import Span, clear_of, due_despite, span_of, zone_of
from games.errors import NotFound, Refused
from games.models import Absence, Game, OutboxRow, User
from games.schedule import schedule_of
from games.services.people.absences import absence_cancel, absence_enter
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.table import rebuild
from tests.service.tables import again, answer, payloads, proof, started

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
# In Berlin this is 14:00, and days begin at 22:00 UTC of the day before.
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = {"kind": "hours", "hours": 24}
DUE = START + timedelta(hours=24)
BERLIN = ZoneInfo("Europe/Berlin")


def june(day: int, last: int | None = None) -> dict[str, date]:
    return {"first_day": date(2026, 6, day), "last_day": date(2026, 6, last or day)}


def utc(day: int, hour: int, month: int = 6) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


@pytest.fixture
def game(at: Travel, anna: User, bert: User) -> Game:
    at(START)
    return started(anna, bert, schedule=DAY, lateness="default")


def test_a_deadline_in_an_absence_moves_by_as_much_as_somebody_is_away(
    at: Travel, game: Game, bert: User, anna: User
) -> None:
    absence_enter(person=bert, **june(2, 4))
    # Bert has ten hours before and the other fourteen after.
    assert again(game).deadline == DUE + timedelta(days=3)
    assert payloads(game, "deadline_set")[-1] == {
        "deadline": "2026-06-05T12:00:00Z",
        "reason": "absence",
        "by": bert.player_uid,
        "why": AWAY,
    }
    readers = OutboxRow.objects.filter(kind="deadline_moved").values_list(
        "user__username", flat=True
    )
    assert sorted(readers) == ["anna", "bert"]
    at(DUE + timedelta(days=3) - timedelta(seconds=1))
    assert game_advance(game_id=game.id) == 0
    at(DUE + timedelta(days=3))
    assert game_advance(game_id=game.id) == 1
    assert proof(game, anna).head == again(game).head


def test_a_step_in_an_absence_gives_the_whole_time_after_it(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    answer(game, anna)
    answer(game, bert)
    absence_enter(person=bert, **june(1, 4))
    assert again(game).deadline == DUE  # he has answered already
    at(utc(2, 9))
    game_advance(game_id=game.id)
    assert again(game).deadline == utc(5, 22)
    assert [payload["reason"] for payload in payloads(game, "deadline_set")] == [
        "step",
        "step",
        "absence",
    ]


def test_an_extension_and_a_resumption_heed_absences_too(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    absence_enter(person=bert, **june(4))
    assert again(game).deadline == DUE
    deadline_extend(person=anna, game_id=game.id, hours=48, why="Harvest")
    assert again(game).deadline == DUE + timedelta(hours=72)
    game_pause(person=anna, game_id=game.id, why="Harvest")
    at(utc(4, 10))
    game_resume(person=anna, game_id=game.id, why="On we go")
    # Four days were left, Bert's one away among them; half of it is still to come.
    assert again(game).deadline == utc(8, 10)
    assert again(game).asked_until == utc(7, 22)


def test_of_several_who_are_away_the_last_to_be_back_counts(
    game: Game, anna: User, bert: User
) -> None:
    absence_enter(person=bert, **june(2, 3))
    absence_enter(person=anna, **june(2, 5))
    assert again(game).deadline == DUE + timedelta(days=4)
    assert payloads(game, "deadline_set")[-1]["by"] == anna.player_uid


def test_who_leaves_when_another_comes_back_is_waited_for_as_well(
    game: Game, anna: User, bert: User
) -> None:
    absence_enter(person=bert, **june(2, 3))
    assert again(game).deadline == utc(4, 12)
    absence_enter(person=anna, **june(4, 6))
    assert again(game).deadline == utc(7, 12)


def test_a_table_is_not_held_up_for_longer_than_one_quota(
    game: Game, anna: User, bert: User, settings
) -> None:
    settings.ABSENCE_DAYS = 5
    absence_enter(person=bert, **june(2, 5))
    absence_enter(person=anna, **june(6, 10))
    assert again(game).deadline == DUE + timedelta(days=5)


def test_a_deadline_that_has_passed_is_not_moved_by_an_absence_entered_after_it(
    at: Travel, anna: User, bert: User
) -> None:
    at(START)
    game = started(anna, bert, schedule={**DAY, "grace_minutes": 120}, lateness="default")
    at(DUE + timedelta(minutes=30))
    absence_enter(person=bert, **june(2, 4))
    assert again(game).deadline == DUE
    at(DUE + timedelta(hours=2))
    assert game_advance(game_id=game.id) == 1


def test_an_extension_after_the_deadline_counts_from_now(
    at: Travel, anna: User, bert: User
) -> None:
    at(START)
    game = started(anna, bert, schedule=DAY, lateness="wait")
    at(DUE + timedelta(minutes=30))
    absence_enter(person=bert, **june(2, 4))
    at(utc(10, 12))
    deadline_extend(person=anna, game_id=game.id, hours=24, why="Where are you?")
    assert again(game).deadline == utc(11, 12)  # he has been back for days


def test_who_is_back_early_gives_days_back_and_the_deadline_comes_nearer(
    at: Travel, game: Game, bert: User
) -> None:
    made = absence_enter(person=bert, **june(2, 9))
    assert again(game).deadline == DUE + timedelta(days=8)
    at(utc(3, 9))
    absence_cancel(person=bert, absence_id=made.pk)
    kept = Absence.objects.get()
    assert (kept.first_day, kept.last_day) == (date(2026, 6, 2), date(2026, 6, 3))
    assert again(game).deadline == DUE + timedelta(days=2)
    assert payloads(game, "deadline_set")[-1]["by"] == bert.player_uid
    with pytest.raises(Refused) as refusal:
        absence_cancel(person=bert, absence_id=made.pk)
    assert refusal.value.code == "absence_over"


def test_an_absence_that_has_not_begun_is_gone_and_nobody_is_surprised(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    made = absence_enter(person=bert, **june(2, 4))
    with pytest.raises(NotFound):
        absence_cancel(person=anna, absence_id=made.pk)
    at(utc(1, 21))
    absence_cancel(person=bert, absence_id=made.pk)
    assert not Absence.objects.exists()
    # Not at once the old deadline: a day of notice at least.
    assert again(game).deadline == utc(2, 21)


def test_the_quota_counts_days_of_each_calendar_year(at: Travel, bert: User, settings) -> None:
    settings.ABSENCE_DAYS = 10
    at(datetime(2026, 12, 1, 12, tzinfo=UTC))
    absence_enter(person=bert, first_day=date(2026, 12, 22), last_day=date(2027, 1, 5))
    assert Absence.objects.count() == 1
    with pytest.raises(Refused, match="11 days in 2026; 10 are allowed") as refusal:
        absence_enter(person=bert, first_day=date(2026, 12, 5), last_day=date(2026, 12, 5))
    assert refusal.value.code == "quota_used_up"
    absence_enter(person=bert, first_day=date(2027, 3, 1), last_day=date(2027, 3, 5))
    with pytest.raises(Refused, match="11 days in 2027"):
        absence_enter(person=bert, first_day=date(2027, 4, 1), last_day=date(2027, 4, 1))


def test_days_that_are_past_overlap_or_make_no_sense_are_refused(at: Travel, bert: User) -> None:
    at(datetime(2026, 6, 9, 23, tzinfo=UTC))  # the 10th in Berlin
    for first, last in ((9, 12), (14, 13)):
        with pytest.raises(Refused) as refusal:
            absence_enter(person=bert, **june(first, last))
        assert refusal.value.code == "bad_dates"
    with pytest.raises(Refused):
        absence_enter(person=bert, first_day=date.max, last_day=date.max)
    absence_enter(person=bert, **june(10, 12))
    for first, last in ((12, 14), (11, 11), (10, 20)):
        with pytest.raises(Refused) as refusal:
            absence_enter(person=bert, **june(first, last))
        assert refusal.value.code == "overlapping_absence"
    absence_enter(person=bert, **june(13))
    assert Absence.objects.count() == 2


def test_what_was_moved_is_found_again_in_the_log(game: Game, bert: User) -> None:
    absence_enter(person=bert, **june(2, 4))
    true = again(game)
    Game.objects.filter(pk=game.pk).update(deadline=None, asked_at=None, asked_until=None)
    rebuild(game.pk)
    rebuilt = again(game)
    assert rebuilt.deadline == true.deadline == DUE + timedelta(days=3)
    assert (rebuilt.asked_at, rebuilt.asked_until) == (START, DUE)


def test_days_are_days_of_the_wall_clock_when_the_clocks_change() -> None:
    spring = span_of(date(2026, 3, 28), date(2026, 3, 29), BERLIN)
    assert spring == Span(utc(27, 23, 3), utc(29, 22, 3))
    autumn = span_of(date(2026, 10, 25), date(2026, 10, 25), BERLIN)
    assert autumn.end - autumn.start == timedelta(hours=25)
    assert autumn.start in autumn
    assert autumn.end not in autumn
    assert zone_of("Atlantis/Capital").key == zone_of("../../etc/passwd").key == "UTC"


def daily(**more: object):
    return schedule_of({"kind": "daily", "at": "20:00", "zone": "Europe/Berlin", **more})


def test_with_a_time_of_day_the_next_such_time_after_the_absence_counts() -> None:
    rhythm = daily(minimum_hours=12)
    asked, due = utc(1, 8), utc(1, 18) + timedelta(days=1)
    away = [span_of(date(2026, 6, 2), date(2026, 6, 4), BERLIN)]
    assert due_despite(rhythm, asked, due, away) == utc(5, 18)
    # Back with less than the least time: one day more.
    assert due_despite(daily(minimum_hours=24), utc(1, 21), utc(3, 18), away) == utc(6, 18)
    # Away and back in good time: nothing moves.
    early = [span_of(date(2026, 6, 1), date(2026, 6, 1), BERLIN)]
    assert due_despite(rhythm, asked, due, early) == due


def test_a_time_of_day_stays_one_across_the_change_of_the_clocks() -> None:
    rhythm = daily(minimum_hours=12)
    asked, due = utc(23, 8, 10), utc(24, 18, 10)
    away = [span_of(date(2026, 10, 24), date(2026, 10, 25), BERLIN)]
    assert due_despite(rhythm, asked, due, away) == utc(26, 19, 10)


def test_two_absences_that_follow_each_other_both_count() -> None:
    rhythm = schedule_of(DAY)
    away = [span_of(date(2026, 6, day), date(2026, 6, day), BERLIN) for day in (5, 2)]
    assert due_despite(rhythm, START, START + timedelta(hours=72), away) == utc(6, 12)
    assert due_despite(rhythm, START, DUE, away) == utc(3, 12)
    assert clear_of(daily(), utc(2, 18), away) == utc(3, 18)


def test_so_many_deadlines_a_day_move_for_one_player(
    game: Game, anna: User, bert: User, settings: Any
) -> None:
    settings.MOST_LETTERS_BY_ONE = 2
    made = absence_enter(person=bert, **june(2, 4))
    absence_cancel(person=bert, absence_id=made.pk)
    with pytest.raises(Refused) as refusal:
        absence_enter(person=bert, **june(2, 4))
    assert refusal.value.code == "too_many_letters"
    assert not Absence.objects.exists()
    absence_enter(person=anna, **june(2, 4))
    assert again(game).deadline == DUE + timedelta(days=3)
