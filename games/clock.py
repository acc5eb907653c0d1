"""Time: asked in one place, written in one way, and doubted before anything irreversible."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from django.db import connection
from django.utils import timezone

from games.errors import ClockTrouble

FURTHEST_APART: Final = timedelta(minutes=2)
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@cache
def zones() -> frozenset[str]:
    """Every time zone this machine knows; asking reads six hundred files."""
    return frozenset(available_timezones())


def now() -> datetime:
    """The time, in UTC."""
    return timezone.now()


def written(moment: datetime) -> str:
    """A moment as it stands in a log."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read(text: str) -> datetime:
    """A moment from a log."""
    if not _WRITTEN.fullmatch(text):
        raise ValueError(f"{text!r} is not a moment as logs write it")
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def trusted_now(last_event: str | None) -> datetime:
    """The time, if it lies behind the last event and near the database's; raises ClockTrouble."""
    moment = now()
    if last_event is not None and read(last_event) - moment > FURTHEST_APART:
        raise ClockTrouble(
            f"The clock says {written(moment)}, but the last event was at {last_event}."
        )
    database = _database_now()
    if database is not None and abs(database - moment) > FURTHEST_APART:
        raise ClockTrouble(
            f"The clock says {written(moment)}, the database's says {written(database)}."
        )
    return moment


def _database_now() -> datetime | None:
    """The database server's own clock; an embedded database has none of its own."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment
