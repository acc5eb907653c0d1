"""Time that does not count: while somebody is away, their clock stands still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.schedule import Schedule


@dataclass(frozen=True)
class Span:
    """A time from its first moment up to, and without, its last."""

    start: datetime
    end: datetime

    def __contains__(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


def zone_of(name: str) -> ZoneInfo:
    """A time zone; one that nobody knows any more must not hold up a game."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def span_of(first_day: date, last_day: date, zone: ZoneInfo) -> Span:
    """Whole days by the wall clock, the last one included; in UTC, where hours are hours."""
    after = last_day + timedelta(days=1)
    start, end = (datetime.combine(day, time(), tzinfo=zone) for day in (first_day, after))
    return Span(start.astimezone(UTC), end.astimezone(UTC))


def due_despite(
    rhythm: Schedule, asked_at: datetime, due: datetime, spans: Sequence[Span]
) -> datetime:
    """When an answer is due from somebody who is away at these times, which do not overlap.

    With hours the clock stands still while they are away. With a time of day they get the least
    time the schedule promises, and the next such time on which they are there.
    """
    daily = rhythm.kind == "daily"
    promised = timedelta(hours=rhythm.minimum_hours) if daily else due - asked_at
    earliest = asked_at + min(promised, due - asked_at)
    for span in sorted(spans, key=lambda span: span.start):
        if span.end > asked_at and span.start < earliest:
            earliest += span.end - max(span.start, asked_at)
    if not daily:
        return earliest
    moved = due if due >= earliest else rhythm.next_time_of_day(earliest)
    return clear_of(rhythm, moved, spans)


def clear_of(rhythm: Schedule, due: datetime, spans: Sequence[Span]) -> datetime:
    """A deadline moved out of every time somebody is away."""
    for span in sorted(spans, key=lambda span: span.start):
        if due not in span:
            continue
        if rhythm.kind == "daily":
            due = rhythm.next_time_of_day(span.end)
        else:
            due += span.end - span.start
    return due


def time_away(spans: Sequence[Span], since: datetime, until: datetime) -> timedelta:
    """How much of a time somebody is away who is away at these times, which do not overlap."""
    shared = (min(span.end, until) - max(span.start, since) for span in spans)
    return sum((part for part in shared if part > timedelta()), timedelta())
