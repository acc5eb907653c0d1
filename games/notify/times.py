"""When somebody is told: not in their quiet hours, and what can wait once a day."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from games.absences import zone_of
from games.models import NoticeTimes, OutboxRow
from games.notice_kinds import KINDS

# A question that is due this soon after the quiet hours cannot wait for their end.
TO_ANSWER: Final = timedelta(hours=2)


def after_quiet(row: OutboxRow, times: NoticeTimes | None, moment: datetime) -> datetime:
    """When to send: now, or when the quiet hours end, unless that would be too late to answer."""
    if times is None or times.quiet_from is None or times.quiet_until is None:
        return moment
    zone = zone_of(row.user.time_zone)
    end = _quiet_end(times.quiet_from, times.quiet_until, zone, moment)
    if end is None or _cannot_wait(row, end):
        return moment
    return end


def _quiet_end(start: time, end: time, zone: ZoneInfo, moment: datetime) -> datetime | None:
    """When the quiet hours are over that a moment lies in, if it does; they may span midnight."""
    local = moment.astimezone(zone)
    now, day = local.time(), local.date()
    quiet = start <= now < end if start < end else now >= start or now < end
    if not quiet:
        return None
    if now >= end:
        day += timedelta(days=1)
    return datetime.combine(day, end, tzinfo=zone).astimezone(UTC)


def _cannot_wait(row: OutboxRow, end: datetime) -> bool:
    kind, game = KINDS.get(row.kind), row.game
    if kind is None or not kind.urgent or game is None or game.deadline is None:
        return False
    return game.deadline < end + TO_ANSWER


def next_digest(row: OutboxRow, at: time, moment: datetime) -> datetime:
    """When the next daily letter goes."""
    zone = zone_of(row.user.time_zone)
    day = moment.astimezone(zone).date()
    today = datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
    if today > moment:
        return today
    return datetime.combine(day + timedelta(days=1), at, tzinfo=zone).astimezone(UTC)
