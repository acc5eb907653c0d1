"""When the time to answer is up: so many hours, or a time of day, whatever the clocks do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from games.clock import zones

KINDS: Final = ("none", "hours", "daily")
LONGEST_HOURS: Final = 24 * 60
# Whoever reads that a game goes on has this long at least, and a shorter rest moves no time of day.
SHORT: Final = timedelta(hours=1)
_TIME_OF_DAY: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)


class BadSchedule(ValueError):
    """A schedule nobody could play by; says which part is wrong."""


@dataclass(frozen=True)
class Schedule:
    """A game's rhythm."""

    kind: str = "none"
    hours: int = 48
    at: str = "20:00"
    zone: str = "Europe/Berlin"
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    minimum_hours: int = 12
    grace_minutes: int = 0
    reminders: tuple[int, ...] = (24, 4)

    def to_json(self) -> dict[str, Any]:
        """The schedule as a game keeps it."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }

    def deadline_after(self, moment: datetime) -> datetime | None:
        """When answers asked for at this moment are due; none: whenever they come."""
        if self.kind == "none":
            return None
        # In UTC: hours added to a wall clock are not hours when the clocks change.
        moment = moment.astimezone(UTC)
        if self.kind == "hours":
            return moment + timedelta(hours=self.hours)
        return self.next_time_of_day(moment + timedelta(hours=self.minimum_hours))

    def deadline_again(
        self, due: datetime | None, rested: datetime, moment: datetime
    ) -> datetime | None:
        """When answers are due after a rest: with what was left, or afresh where time was up."""
        if due is None or due <= rested:
            return self.deadline_after(moment)
        again = moment.astimezone(UTC) + max(due - rested, SHORT)
        if self.kind == "hours":
            return again
        if moment - rested < SHORT and due - moment >= SHORT:
            return due
        return self.next_time_of_day(again)

    def next_time_of_day(self, earliest: datetime) -> datetime:
        """The first time this schedule names that is not before a moment."""
        zone, wall = ZoneInfo(self.zone), time.fromisoformat(self.at)
        day = earliest.astimezone(zone).date()
        for _ in range(9):
            if day.weekday() in self.weekdays:
                # The wall clock decides, not the hours passed: 20:00 stays 20:00 in summer and
                # winter. A time the clocks skip is moved on by the hour they skip.
                due = datetime.combine(day, wall, tzinfo=zone).astimezone(UTC)
                if due >= earliest:
                    return due
            day += timedelta(days=1)
        raise BadSchedule("weekdays: no day left")

    def is_late(self, deadline: datetime, moment: datetime) -> bool:
        """Whether a deadline has passed, the grace period included."""
        return moment >= deadline + timedelta(minutes=self.grace_minutes)

    def reminder_after(self, deadline: datetime, moment: datetime | None) -> datetime | None:
        """The next time after a moment to remind who has not answered, or the first one."""
        times = [deadline - timedelta(hours=hours) for hours in self.reminders]
        return min((at for at in times if moment is None or at > moment), default=None)


def schedule_of(raw: Mapping[str, Any]) -> Schedule:
    """A schedule from JSON; raises BadSchedule naming the part that is wrong."""
    known = Schedule().to_json()
    for key in raw:
        if key not in known:
            raise BadSchedule(f"{key}: not known; known are {', '.join(known)}")
    given: dict[str, Any] = {**known, **raw}
    _one_of("kind", given["kind"], KINDS)
    _whole("hours", given["hours"], 1, LONGEST_HOURS)
    _whole("minimum_hours", given["minimum_hours"], 0, LONGEST_HOURS)
    _whole("grace_minutes", given["grace_minutes"], 0, 7 * 24 * 60)
    _check_clock(given["at"], given["zone"])
    weekdays, reminders = given["weekdays"], given["reminders"]
    if not isinstance(weekdays, list) or not weekdays:
        raise BadSchedule("weekdays: at least one day, 0 (Monday) to 6 (Sunday)")
    if not isinstance(reminders, list) or len(reminders) > 5:
        raise BadSchedule("reminders: up to five numbers of hours")
    for day in weekdays:
        _whole("weekdays", day, 0, 6)
    for hours in reminders:
        _whole("reminders", hours, 1, LONGEST_HOURS)
    return Schedule(**{**given, "weekdays": tuple(weekdays), "reminders": tuple(reminders)})


def _check_clock(at: Any, zone: Any) -> None:
    if not isinstance(at, str) or not _TIME_OF_DAY.fullmatch(at):
        raise BadSchedule("at: a time of day such as 20:00")
    if not isinstance(zone, str) or zone not in zones():
        raise BadSchedule("zone: a time zone such as Europe/Berlin")


def _whole(where: str, value: Any, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadSchedule(f"{where}: a whole number from {least} to {most}")


def _one_of(where: str, value: Any, accepted: tuple[str, ...]) -> None:
    if value not in accepted:
        raise BadSchedule(f"{where}: one of {', '.join(accepted)}")
