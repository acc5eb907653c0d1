"""Bad days: what is wrong with the machine around us, and what its operator can do about it.

These are faults of disks, networks, keys and clocks. Nothing accepted is lost by them; what could
not be done is done again when the cause is gone. Everything else that raises is a fault of ours.
"""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from django.db import DataError, IntegrityError
from django.db import Error as AnyDatabaseError
from kombu.exceptions import OperationalError as BrokerAway

from games.errors import ClockTrouble
from games.log.seals import LostKey

FRAMES: Final = 12


@dataclass(frozen=True)
class Trouble:
    """One kind of bad day, in the operator's words."""

    code: str
    what: str
    do: str
    retry_after: int = 10


DISK_FULL: Final = Trouble(
    "disk_full",
    "The disk is full: nothing new can be written.",
    "Free space on the disk of the database and of WALLENSTEIN_HOME, then wait.",
    60,
)
READ_ONLY: Final = Trouble(
    "read_only",
    "The database can be read but not written.",
    "Look who owns the database file and its folder and whether the disk is mounted read-only. "
    "On PostgreSQL: is this a replica, or is default_transaction_read_only set?",
    60,
)
DATABASE_AWAY: Final = Trouble(
    "database_away",
    "The database does not answer.",
    "See that it runs and that DATABASE_URL is right. When it is back, all goes on by itself.",
)
DATABASE_BUSY: Final = Trouble(
    "database_busy",
    "The database was kept busy by somebody else for too long.",
    "If it lasts: look for a backup or a shell that holds a lock or all connections.",
)
DATABASE_DAMAGED: Final = Trouble(
    "database_damaged",
    "The database file is damaged.",
    "Stop the service, keep a copy of the file, and restore the last backup (docs/running.md).",
    600,
)
NOT_MIGRATED: Final = Trouble(
    "not_migrated",
    "The database lacks a table or a column.",
    "Run `manage.py migrate`, then start the service again.",
    60,
)
BROKER_AWAY: Final = Trouble(
    "broker_away",
    "The broker or the cache does not answer.",
    "See that Redis runs and that REDIS_URL is right. Nothing is lost: what is due is found again.",
)
LOST_KEY: Final = Trouble(
    "lost_key",
    "A sealed secret cannot be opened with the keys in use.",
    "Put the old key back into WALLENSTEIN_SEAL_KEYS (or keys.json), behind the new one.",
    600,
)
CLOCK: Final = Trouble(
    "clock",
    "The clock of this machine cannot be trusted: nothing that counts on it is done.",
    "Set the clock, and see that time synchronisation runs here and on the database's machine.",
    60,
)
FILES: Final = Trouble(
    "files",
    "A file or folder of the service cannot be used.",
    "Look who owns WALLENSTEIN_HOME and everything in it: the service's user must write there.",
    60,
)

# What PostgreSQL calls it: the first letters of an SQLSTATE decide, the longest match first.
_BY_STATE: Final = (
    ("53100", DISK_FULL),
    ("25006", READ_ONLY),
    ("42P01", NOT_MIGRATED),
    ("42703", NOT_MIGRATED),
    ("XX00", DATABASE_DAMAGED),
    ("55P03", DATABASE_BUSY),
    ("40", DATABASE_BUSY),
    ("53", DATABASE_BUSY),
    ("57014", DATABASE_BUSY),
)
# What SQLite says; it has no codes of its own on the way through Django.
_BY_WORDS: Final = (
    ("disk is full", DISK_FULL),
    ("readonly database", READ_ONLY),
    ("database is locked", DATABASE_BUSY),
    ("malformed", DATABASE_DAMAGED),
    ("not a database", DATABASE_DAMAGED),
    ("no such table", NOT_MIGRATED),
    ("no such column", NOT_MIGRATED),
)
_BY_ERRNO: Final = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: FILES,
    errno.EACCES: FILES,
    errno.EPERM: FILES,
}


def trouble_of(problem: BaseException) -> Trouble | None:
    """The bad day behind an exception; none if it is a fault of ours."""
    if isinstance(problem, LostKey):
        return LOST_KEY
    if isinstance(problem, ClockTrouble):
        return CLOCK
    if isinstance(problem, BrokerAway) or _is_of_redis(problem):
        return BROKER_AWAY
    if isinstance(problem, IntegrityError | DataError):
        return None
    if isinstance(problem, AnyDatabaseError):
        return _of_database(problem)
    if isinstance(problem, OSError):
        return _BY_ERRNO.get(problem.errno or 0)
    return None


def _is_of_redis(problem: BaseException) -> bool:
    # Not imported for this: it takes 20 MB, and who does not use it never meets its errors.
    redis = sys.modules.get("redis.exceptions")
    return redis is not None and isinstance(problem, redis.RedisError)


def _of_database(problem: AnyDatabaseError) -> Trouble:
    state = str(getattr(problem.__cause__, "sqlstate", None) or "")
    for begin, trouble in _BY_STATE:
        if state.startswith(begin):
            return trouble
    text = str(problem)
    for words, trouble in _BY_WORDS:
        if words in text:
            return trouble
    return DATABASE_AWAY


def told(problem: BaseException) -> dict[str, Any]:
    """An exception for a log: what and where; never its message, which may quote a plan."""
    chain = list(_chain(problem))
    fields: dict[str, Any] = {"problem": type(problem).__name__, "where": where(problem)}
    if len(chain) > 1:
        fields["because"] = [type(cause).__name__ for cause in chain[1:]]
    trouble = trouble_of(problem)
    if trouble is not None:
        fields |= {"trouble": trouble.code, "what": trouble.what, "do": trouble.do}
    # The messages of these are written by us, for operators, and hold no value of any game.
    if isinstance(problem, ClockTrouble | ImproperlyConfigured):
        fields["what"] = str(problem)
    return fields


def where(problem: BaseException) -> list[str]:
    """The last places an exception went through: file, line and function, no values."""
    frames = traceback.extract_tb(problem.__traceback__)[-FRAMES:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        seen.add(id(problem))
        yield problem
        hidden = problem.__suppress_context__
        problem = problem.__cause__ or (None if hidden else problem.__context__)


def words_of(problem: BaseException) -> set[str]:
    """Everything an exception and its causes say: what must be nowhere in a log."""
    texts = {form(cause) for cause in _chain(problem) for form in (str, repr)}
    return {text for text in texts if len(text) > 2}
