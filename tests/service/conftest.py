"""What the service tests share: people, time travel, and a database that may be committed to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from structlog.contextvars import clear_contextvars

from games import clock
from games.log import store
from games.models import LogEntry, User
from tests.service.tables import person

append_only = import_module("games.migrations.0002_append_only_log")


@pytest.fixture(autouse=True)
def nothing_folded() -> Iterator[None]:
    """Every test loads its games from the database, and has tried nothing before."""
    store.forget()
    cache.clear()
    yield
    store.forget()


@pytest.fixture
def anna(db: None) -> User:
    """The host of most tables."""
    return person("anna")


@pytest.fixture
def bert(db: None) -> User:
    """Her rival."""
    return person("bert")


@pytest.fixture
def cora(db: None) -> User:
    """Somebody else."""
    return person("cora")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[datetime], None]]:
    """Travel to a moment; the database server's clock, which is not ours, comes along."""
    monkeypatch.setattr(clock, "_database_now", lambda: None)
    travels: list[time_machine.travel] = []

    def travel(moment: datetime) -> None:
        for over in travels:
            over.stop()
        travels[:] = [time_machine.travel(moment, tick=False)]
        travels[0].start()

    yield travel
    for over in travels:
        over.stop()


@pytest.fixture
def log_guarded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """After the flush of a committing test the log is protected again."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_logentry ENABLE TRIGGER USER")


@pytest.fixture
def committed(log_guarded: None, transactional_db: None) -> Iterator[None]:
    """A database to which tests commit; emptying it afterwards is what the log refuses."""
    yield
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_logentry DISABLE TRIGGER USER")
        return
    with connection.schema_editor() as editor:
        append_only.unprotect(None, editor)
    LogEntry.objects.all().delete()
    with connection.schema_editor() as editor:
        append_only.protect(None, editor)


@pytest.fixture(autouse=True)
def nothing_bound() -> Iterator[None]:
    """Test clients keep their responses open, and with them what is bound for the logs."""
    yield
    clear_contextvars()
