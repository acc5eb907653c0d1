"""Bad days: disks, databases and keys that fail are told in words, lose nothing, and pass."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from celery import Celery
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.test import Client
from django.test.utils import override_settings
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as RedisAway
from structlog.testing import capture_logs

from games import trouble
from games.api.problems import MEDIA_TYPE
from games.errors import ClockTrouble
from games.log import store
from games.log.seals import LostKey
from games.models import Game, LogEntry, User
from games.ops import due, health, tasks
from games.ops.broker import SCHEME, register
from games.services.people.tokens import token_create
from games.services.play.table import each_game
from tests.service.tables import again, answer, proof, some_answer, started, waiting

SORRY = "The service cannot do this right now. Nothing was changed."
Day = tuple[Callable[[], AbstractContextManager[None]], trouble.Trouble]


@contextmanager
def full_disk() -> Iterator[None]:
    """A database file that is full and cannot grow: as SQLite sees a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ballast (stone BLOB)")
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0]}")
        with suppress(OperationalError):
            while True:
                cursor.execute("INSERT INTO ballast VALUES (zeroblob(3000))")
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count=1073741823")
        cursor.execute("DROP TABLE ballast")


@contextmanager
def read_only() -> Iterator[None]:
    """A database that can be read and not written."""
    on, off = (
        ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
        if connection.vendor == "postgresql"
        else ("PRAGMA query_only=1", "PRAGMA query_only=0")
    )
    with connection.cursor() as cursor:
        cursor.execute(on)
    yield
    with connection.cursor() as cursor:
        cursor.execute(off)


@contextmanager
def lost_key() -> Iterator[None]:
    """Somebody has put a new key in the place of the old one."""
    store.forget()
    with override_settings(SEAL_KEYS=(Fernet.generate_key().decode(),)):
        yield
    store.forget()


@contextmanager
def away() -> Iterator[None]:
    """A database server that was stopped, as a new connection meets it."""
    known = dict(connection.settings_dict)
    connection.close()
    if connection.vendor == "postgresql":
        connection.settings_dict |= {"HOST": "127.0.0.1", "PORT": "1"}
    else:
        connection.settings_dict["NAME"] = "/nowhere/at/all.sqlite3"
    yield
    connection.close()
    connection.settings_dict |= known


DAYS: dict[str, Day] = {
    "read_only": (read_only, trouble.READ_ONLY),
    "lost_key": (lost_key, trouble.LOST_KEY),
    "away": (away, trouble.DATABASE_AWAY),
}
if connection.vendor == "sqlite":
    DAYS["full_disk"] = (full_disk, trouble.DISK_FULL)


@pytest.fixture(autouse=True)
def own_cache(settings, tmp_path: Path) -> Iterator[None]:
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def game(committed: None, anna: User, bert: User) -> Game:
    return started(anna, bert)


@pytest.mark.parametrize("day", DAYS)
def test_the_api_says_so_loses_nothing_and_recovers(
    day: str, game: Game, anna: User, bert: User
) -> None:
    answer(game, bert)
    before = list(LogEntry.objects.order_by("seq").values_list("hash", flat=True))
    token = token_create(user=anna, name="test", scopes=["read", "play"]).text
    asked = waiting(game)
    body = json.dumps({"answer": some_answer(game, asked)})
    client = Client(headers={"authorization": f"Bearer {token}"}, raise_request_exception=False)
    place = f"/api/games/{game.id}/decisions/{asked.id}/"
    happens, expected = DAYS[day]
    with happens(), capture_logs() as records:
        refused = client.put(place, body, "application/json")
        for _ in range(100):  # what is left of the last pages of a full disk
            if refused.status_code == 503:
                break
            refused = client.put(place, body, "application/json")
    assert refused.status_code == 503, refused.content
    assert refused["Content-Type"] == MEDIA_TYPE
    assert refused["Retry-After"] == str(expected.retry_after)
    assert refused.json()["detail"] == SORRY
    (line,) = [record for record in records if record["event"] == "api_unavailable"]
    assert (line["trouble"], line["what"], line["do"]) == (
        expected.code,
        expected.what,
        expected.do,
    )
    kept = list(LogEntry.objects.order_by("seq").values_list("hash", flat=True))
    assert kept[: len(before)] == before
    assert client.put(place, body, "application/json").status_code == 200
    tasks.advance_game(game.id)
    assert again(game).step == 2
    assert proof(game, anna).head == again(game).head


@pytest.mark.parametrize("day", DAYS)
def test_a_worker_tries_again_and_marks_nobody(
    day: str, game: Game, anna: User, bert: User
) -> None:
    answer(game, anna)
    answer(game, bert)
    happens, expected = DAYS[day]
    with happens(), pytest.raises((DatabaseError, LostKey)) as problem:
        tasks.advance_game(game.id)
    assert trouble.trouble_of(problem.value) == expected
    assert again(game).trouble == ""
    assert due.games_to_advance() == [game.id]
    tasks.advance_game(game.id)
    assert again(game).step == 2


def test_readiness_knows(game: Game) -> None:
    with read_only():
        assert health.database() == trouble.READ_ONLY.what
    with away():
        assert health.database() == "the database does not answer (OperationalError)"
    assert health.database() == "ok"


def test_a_page_says_so_too(game: Game, anna: User) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    with away():
        response = client.get("/accounts/email/")
    assert response.status_code == 503
    assert response["Retry-After"] == "10"
    text = response.content.decode()
    assert "The site cannot answer right now. Everything that was saved before is safe." in text
    assert "Wait a minute, then reload this page." in text
    assert client.get("/accounts/email/").status_code == 200


def caused(outer: type[Exception], cause: Exception) -> Exception:
    """An exception as Django passes it on."""
    problem = outer(str(cause))
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (caused(OperationalError, psycopg.errors.DiskFull("x")), trouble.DISK_FULL),
        (caused(InternalError, psycopg.errors.ReadOnlySqlTransaction("x")), trouble.READ_ONLY),
        (caused(OperationalError, psycopg.errors.AdminShutdown("x")), trouble.DATABASE_AWAY),
        (caused(OperationalError, psycopg.errors.TooManyConnections("x")), trouble.DATABASE_BUSY),
        (caused(OperationalError, psycopg.errors.DeadlockDetected("x")), trouble.DATABASE_BUSY),
        (caused(ProgrammingError, psycopg.errors.UndefinedTable("x")), trouble.NOT_MIGRATED),
        (caused(InternalError, psycopg.errors.DataCorrupted("x")), trouble.DATABASE_DAMAGED),
        (OperationalError("database or disk is full"), trouble.DISK_FULL),
        (OperationalError("database is locked"), trouble.DATABASE_BUSY),
        (OperationalError("no such table: games_game"), trouble.NOT_MIGRATED),
        (DatabaseError("file is not a database"), trouble.DATABASE_DAMAGED),
        (InterfaceError("connection already closed"), trouble.DATABASE_AWAY),
        (OSError(errno.ENOSPC, "full"), trouble.DISK_FULL),
        (OSError(errno.EROFS, "read-only"), trouble.FILES),
        (PermissionError(errno.EACCES, "no"), trouble.FILES),
        (BrokerAway("refused"), trouble.BROKER_AWAY),
        (RedisAway("refused"), trouble.BROKER_AWAY),
        (ClockTrouble("slow"), trouble.CLOCK),
        (IntegrityError("twice"), None),
        (DataError("too long"), None),
        (FileNotFoundError(errno.ENOENT, "gone"), None),
        (KeyError("a county"), None),
    ],
    ids=repr,
)
def test_every_bad_day_has_words(problem: Exception, expected: trouble.Trouble | None) -> None:
    assert trouble.trouble_of(problem) == expected


def test_only_what_we_wrote_ourselves_is_quoted() -> None:
    clock = trouble.told(ClockTrouble("The clock says noon."))
    assert (clock["what"], clock["do"]) == ("The clock says noon.", trouble.CLOCK.do)
    assert "hunter2" not in repr(trouble.told(OperationalError("password=hunter2")))
    assert trouble.told(ImproperlyConfigured("Set X."))["what"] == "Set X."


@pytest.mark.django_db
def test_the_numbers_count_and_survive_a_database_that_is_away(client: Client, anna: User) -> None:
    game = started(anna)
    Game.objects.filter(pk=game.pk).update(trouble="KeyError at noon")
    text = client.get("/metrics").content.decode()
    assert "wallenstein_games_running 1.0" in text
    assert "wallenstein_games_marked 1.0" in text
    assert "wallenstein_games_overdue 0.0" in text
    assert "wallenstein_outbox_waiting 1.0" in text
    assert "wallenstein_database_up 1.0" in text
    assert "wallenstein_tick_age_seconds -1.0" in text
    assert game.id not in text
    assert game.invite not in text
    assert anna.username not in text
    due.note_alive()
    assert "wallenstein_tick_age_seconds -1.0" not in client.get("/metrics").content.decode()


def test_without_a_database_the_numbers_say_so(game: Game) -> None:
    with away():
        text = Client().get("/metrics").content.decode()
    assert "wallenstein_database_up 0.0" in text
    assert "wallenstein_games_running" not in text


def test_a_folder_of_messages_that_cannot_be_used_stops_no_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Celery("test", set_as_current=False, broker=f"{SCHEME}://")
    app.conf.broker_transport_options = register(tmp_path)
    app.send_task("x", ["kept"])

    def refuse(*_: Any) -> None:
        raise OSError(errno.EROFS, "read-only file system")

    with app.connection_for_read() as line, line.SimpleQueue("celery") as queue:
        with monkeypatch.context() as disk, capture_logs() as records:
            disk.setattr(Path, "rename", refuse)
            for _ in range(3):
                with pytest.raises(queue.Empty):
                    queue.get(block=False)
        assert [record["event"] for record in records] == ["broker_folder_unusable"]
        assert queue.get(block=False).decode()[0] == ["kept"]


@pytest.mark.parametrize("problem", [DataError(), IntegrityError(), LostKey(), KeyError("B")])
def test_one_broken_game_does_not_hold_up_the_others(problem: Exception) -> None:
    seen: list[str] = []

    def act(game_id: str) -> bool:
        seen.append(game_id)
        if game_id == "broken":
            raise problem
        return True

    with capture_logs() as records:
        assert each_game(["first", "broken", "last"], act) == 2
    assert seen == ["first", "broken", "last"]
    assert [(r["event"], r["game"]) for r in records] == [("game_skipped", "broken")]


@pytest.mark.parametrize(
    "problem", [OperationalError("database is locked"), ClockTrouble("1970"), RedisAway()]
)
def test_a_bad_day_of_the_machine_is_not_taken_for_one_of_a_game(problem: Exception) -> None:
    def act(_game_id: str) -> bool:
        raise problem

    with pytest.raises(type(problem)):
        each_game(["first", "last"], act)
