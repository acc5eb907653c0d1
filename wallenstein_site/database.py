"""The database as the settings want it: SQLite in a file of ours, or PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from wallenstein_site import environment as env

SQLITE: Final = "django.db.backends.sqlite3"
POSTGRESQL: Final = "django.db.backends.postgresql"


def database(home: Path) -> dict[str, Any]:
    """Django's description of the database; raises ImproperlyConfigured with what to put."""
    address = env.text("DATABASE_URL", f"sqlite:///{home / 'db.sqlite3'}")
    try:
        description: dict[str, Any] = dict(dj_database_url.parse(address))
    except (ValueError, KeyError):
        description = {}
    if description.get("ENGINE") not in (SQLITE, POSTGRESQL):
        # Without the address: there is a password in it.
        raise ImproperlyConfigured(
            "DATABASE_URL must look like postgresql://user:password@host:5432/name."
        )
    options = description.setdefault("OPTIONS", {})
    if description["ENGINE"] == SQLITE:
        # Writers wait for each other instead of failing half-way: the write lock is taken at BEGIN.
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        description["CONN_MAX_AGE"] = 60
        return description
    largest = env.number("WALLENSTEIN_DB_POOL", 10)
    # A pool replaces lasting connections; asking one before its use survives a restarted server.
    description["CONN_HEALTH_CHECKS"] = True
    options.setdefault("connect_timeout", 5)
    if largest:
        options["pool"] = {"min_size": 1, "max_size": largest, "timeout": 5, "max_idle": 300}
    return description
