"""Deadlines on the wall clock: summer, winter, weekdays, and schedules nobody could play by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.schedule import BadSchedule, Schedule, schedule_of

BERLIN = ZoneInfo("Europe/Berlin")


def berlin(*moment: int) -> datetime:
    return datetime(*moment, tzinfo=BERLIN)  # type: ignore[misc,arg-type]


def daily(**parts: Any) -> Schedule:
    return schedule_of({"kind": "daily", "minimum_hours": 0, **parts})


def test_without_a_schedule_there_is_no_deadline() -> None:
    assert schedule_of({}).deadline_after(berlin(2026, 3, 1)) is None


def test_hours_are_hours_whatever_the_clocks_do() -> None:
    asked = berlin(2026, 3, 28, 20)  # the night in which an hour is skipped
    due = schedule_of({"kind": "hours", "hours": 24}).deadline_after(asked)
    assert due == berlin(2026, 3, 29, 21)
    assert due - asked.astimezone(UTC) == timedelta(hours=24)


@pytest.mark.parametrize(
    ("asked", "due", "in_utc"),
    [
        (berlin(2026, 3, 27, 20, 1), berlin(2026, 3, 28, 20), 19),  # winter time
        (berlin(2026, 3, 28, 20, 1), berlin(2026, 3, 29, 20), 18),  # an hour is skipped
        (berlin(2026, 10, 23, 20, 1), berlin(2026, 10, 24, 20), 18),  # summer time
        (berlin(2026, 10, 24, 20, 1), berlin(2026, 10, 25, 20), 19),  # an hour comes twice
    ],
)
def test_eight_in_the_evening_stays_eight_in_the_evening(
    asked: datetime, due: datetime, in_utc: int
) -> None:
    deadline = daily(at="20:00").deadline_after(asked)
    assert deadline is not None
    assert deadline == due.astimezone(UTC)
    assert deadline.hour == in_utc


def test_a_time_the_clocks_skip_is_moved_on_and_one_that_comes_twice_is_the_first() -> None:
    spring = daily(at="02:30").deadline_after(berlin(2026, 3, 28, 12))
    assert spring == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 03:30 on the wall
    autumn = daily(at="02:30").deadline_after(berlin(2026, 10, 24, 12))
    assert autumn == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_exactly_at_the_time_of_day_is_in_time() -> None:
    assert daily(at="20:00").deadline_after(berlin(2026, 6, 1, 20)) == berlin(2026, 6, 1, 20)


def test_only_the_days_that_were_chosen() -> None:
    weekends = daily(at="20:00", weekdays=[5, 6])
    assert weekends.deadline_after(berlin(2026, 6, 1, 9)) == berlin(2026, 6, 6, 20)  # a Monday
    sundays = daily(at="20:00", weekdays=[6])
    assert sundays.deadline_after(berlin(2026, 6, 7, 20, 1)) == berlin(2026, 6, 14, 20)


def test_the_minimum_delay_skips_a_day_that_comes_too_soon() -> None:
    patient = daily(at="20:00", minimum_hours=12)
    assert patient.deadline_after(berlin(2026, 6, 1, 8)) == berlin(2026, 6, 1, 20)
    assert patient.deadline_after(berlin(2026, 6, 1, 8, 1)) == berlin(2026, 6, 2, 20)


def test_the_zone_of_the_game_counts() -> None:
    deadline = daily(at="20:00", zone="America/New_York").deadline_after(berlin(2026, 6, 1, 8))
    assert deadline == datetime(2026, 6, 2, 0, tzinfo=UTC)


def test_grace_is_added_and_reminders_come_before() -> None:
    rhythm = schedule_of({"kind": "hours", "grace_minutes": 30, "reminders": [24, 4]})
    due = berlin(2026, 6, 1, 20)
    assert not rhythm.is_late(due, berlin(2026, 6, 1, 20, 29))
    assert rhythm.is_late(due, berlin(2026, 6, 1, 20, 30))
    assert rhythm.reminder_after(due, None) == berlin(2026, 5, 31, 20)
    assert rhythm.reminder_after(due, berlin(2026, 5, 31, 20)) == berlin(2026, 6, 1, 16)
    assert rhythm.reminder_after(due, berlin(2026, 6, 1, 16)) is None


def test_a_schedule_survives_being_kept() -> None:
    kept = daily(at="07:15", weekdays=[0, 2], reminders=[]).to_json()
    assert schedule_of(kept).to_json() == kept


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"speed": 3}, "speed: not known; known are kind, hours, at"),
        ({"kind": "weekly"}, "kind: one of none, hours, daily"),
        ({"kind": []}, "kind: one of"),
        ({"hours": 0}, "hours: a whole number from 1 to 1440"),
        ({"hours": 1441}, "hours: a whole number"),
        ({"hours": 1.5}, "hours: a whole number"),
        ({"hours": True}, "hours: a whole number"),
        ({"hours": "48"}, "hours: a whole number"),
        ({"minimum_hours": -1}, "minimum_hours: a whole number from 0"),
        ({"grace_minutes": 10_081}, "grace_minutes: a whole number from 0 to 10080"),
        ({"at": "24:00"}, "at: a time of day such as 20:00"),
        ({"at": "8:00"}, "at: a time of day"),
        ({"at": "٢٠:00"}, "at: a time of day"),
        ({"at": "20:00\n"}, "at: a time of day"),
        ({"at": 20}, "at: a time of day"),
        ({"zone": "Middle/Earth"}, "zone: a time zone such as Europe/Berlin"),
        ({"zone": "../../etc/passwd"}, "zone: a time zone"),
        ({"zone": None}, "zone: a time zone"),
        ({"weekdays": []}, "weekdays: at least one day"),
        ({"weekdays": 3}, "weekdays: at least one day"),
        ({"weekdays": [7]}, "weekdays: a whole number from 0 to 6"),
        ({"reminders": [1] * 6}, "reminders: up to five"),
        ({"reminders": ["soon"]}, "reminders: a whole number from 1"),
    ],
)
def test_a_bad_schedule_says_which_part_is_wrong(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSchedule) as refusal:
        schedule_of(raw)
    assert str(refusal.value).startswith(words)
