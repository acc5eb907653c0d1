"""Running it: health in words, keys that are there or explained, settings that tell."""

from __future__ import annotations

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from celery import current_app
from cryptography.fernet import Fernet
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.cache.backends.filebased import FileBasedCache
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.test import Client

from games import clock
from games.log.seals import LostKey
from games.models import Game, User
from games.ops import due, tasks
from tests.service.tables import started
from wallenstein_site import environment as env
from wallenstein_site.keys import site_keys


@pytest.fixture(autouse=True)
def fresh_cache(settings, tmp_path: Path) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": tmp_path / "cache",
        }
    }


def readiness(client: Client) -> tuple[int, dict[str, str]]:
    answer = client.get("/health/ready")
    return answer.status_code, answer.json()["checks"]


def test_a_process_that_answers_is_alive_without_a_database(client: Client) -> None:
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_it_is_ready_when_a_worker_was_seen(client: Client) -> None:
    status, checks = readiness(client)
    assert status == 503
    assert checks["worker"] == "no worker was seen yet"
    tasks.tick()
    assert readiness(client) == (
        200,
        {"database": "ok", "broker": "ok", "worker": "ok", "games": "ok"},
    )
    with time_machine.travel(clock.now() + timedelta(minutes=4)):
        status, checks = readiness(client)
    assert status == 503
    assert checks["worker"].startswith("no worker was seen since 20")


def test_what_beat_sends_does_not_pile_up_while_no_worker_is_there() -> None:
    sent: dict[str, Any] = django_settings.CELERY_BEAT_SCHEDULE
    lasts = {name: entry["options"]["expires"] for name, entry in sent.items()}
    assert lasts == {"tick": 60, "reckon": 60, "tidy": 3600}


@pytest.mark.django_db
def test_games_that_stand_still_are_counted(client: Client, anna: User) -> None:
    game = started(anna)
    due.note_alive()
    Game.objects.filter(pk=game.pk).update(trouble="KeyError at noon")
    late = started(anna, schedule={"kind": "hours"}, lateness="default")
    Game.objects.filter(pk=late.pk).update(deadline=clock.now() - timedelta(minutes=6))
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    check = answer.json()["checks"]["games"]
    assert check == "1 games are marked after a failed resolution, 1 are overdue"


@pytest.mark.django_db
def test_a_game_in_its_grace_period_is_neither_overdue_nor_due(client: Client, anna: User) -> None:
    due.note_alive()
    rhythm = {"kind": "hours", "grace_minutes": 30}
    game = started(anna, schedule=rhythm, lateness="default")
    for minutes, is_due, check in (
        (29, [], "ok"),
        (31, [game.pk], "ok"),
        (36, [game.pk], "0 games are marked after a failed resolution, 1 are overdue"),
    ):
        Game.objects.update(deadline=clock.now() - timedelta(minutes=minutes))
        assert due.games_to_advance() == is_due
        assert readiness(client)[1]["games"] == check


@pytest.mark.django_db
def test_a_schedule_nobody_can_read_holds_up_no_other_game(anna: User) -> None:
    odd, even = (started(anna, schedule={"kind": "hours"}, lateness="default") for _ in range(2))
    Game.objects.update(deadline=clock.now() - timedelta(minutes=1))
    Game.objects.filter(pk=odd.pk).update(schedule={"grace_minutes": "many"})
    assert sorted(due.games_to_advance()) == sorted([odd.pk, even.pk])


@pytest.mark.django_db
def test_a_storm_of_deadlines_is_no_flood_of_hints(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [started(anna, schedule={"kind": "hours"}, lateness="default").pk for _ in range(3)]
    Game.objects.update(deadline=clock.now() - timedelta(hours=1))
    monkeypatch.setattr(due, "MOST_ASKED", 2)
    first = due.games_to_ask_for()
    assert len(first) == 2
    assert due.games_to_ask_for() == []
    tasks.advance_game(first[0])
    assert due.games_to_ask_for() == [game for game in games if game not in first]


@pytest.mark.django_db
def test_a_trouble_that_passes_costs_a_game_neither_its_place_nor_others_theirs(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [started(anna, schedule={"kind": "hours"}, lateness="default").pk for _ in range(4)]
    for hours, game in zip(range(10, 0, -1), games, strict=False):
        Game.objects.filter(pk=game).update(deadline=clock.now() - timedelta(hours=hours))
    monkeypatch.setattr(due, "MOST_ASKED", 2)
    assert due.games_to_ask_for() == games[:2]

    def busy(**_: Any) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(tasks, "game_advance", busy)
        with pytest.raises(OperationalError):
            tasks.advance_game(games[0])
    # One place is free, and it is for the game that is the latest still.
    assert due.games_to_ask_for() == games[:1]
    tasks.advance_game(games[0])
    assert Game.objects.get(pk=games[0]).step == 2
    assert due.games_to_ask_for() == [games[2]]


@pytest.mark.django_db
def test_games_that_cannot_be_advanced_do_not_keep_the_others_from_it(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [started(anna, schedule={"kind": "hours"}, lateness="default").pk for _ in range(5)]
    for hours, game in zip(range(10, 0, -1), games, strict=False):
        Game.objects.filter(pk=game).update(deadline=clock.now() - timedelta(hours=hours))
    lost, sound = games[:3], games[3:]
    sealed = dict(Game.objects.filter(pk__in=lost).values_list("pk", "chain_sealed"))
    Game.objects.filter(pk__in=lost).update(chain_sealed=b"under a lost key")
    monkeypatch.setattr(due, "MOST_ASKED", 2)

    def tick() -> list[str]:
        asked = due.games_to_ask_for()
        for game in asked:
            with suppress(LostKey):
                tasks.advance_game(game)
        return asked

    assert [tick(), tick(), tick()] == [lost[:2], [lost[2], sound[0]], sound[1:]]
    assert set(Game.objects.filter(pk__in=sound).values_list("step", flat=True)) == {2}
    assert tick() == []
    # However often they are tried: whoever becomes due comes before them.
    cache.delete_many([f"asked-{game}" for game in lost])
    Game.objects.filter(pk=sound[0]).update(deadline=clock.now() - timedelta(minutes=1))
    assert tick() == [sound[0], lost[0]]
    for game, chain in sealed.items():
        Game.objects.filter(pk=game).update(chain_sealed=chain)
    cache.delete_many([f"asked-{game}" for game in lost])
    assert tick() + tick() == lost
    assert due.games_to_advance() == []


@pytest.mark.parametrize("problem", [DatabaseError, InterfaceError])
def test_a_database_that_does_not_answer_is_told_in_words(
    client: Client, monkeypatch: pytest.MonkeyPatch, problem: type[Exception]
) -> None:
    def away(*_: Any) -> None:
        raise problem("host=10.1.2.3 password=hunter2")

    monkeypatch.setattr(connection, "cursor", away)
    status, checks = readiness(client)
    assert status == 503
    assert checks["database"] == f"the database does not answer ({problem.__name__})"
    assert "games" not in checks


@pytest.mark.django_db
def test_a_broker_and_a_cache_that_do_not_answer_are_told_in_words(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(current_app._get_current_object(), "connection_for_write", away)
    monkeypatch.setattr(FileBasedCache, "get", away)
    status, checks = readiness(client)
    assert status == 503
    assert checks["broker"] == "the broker does not answer (ConnectionRefusedError)"
    assert checks["worker"] == "the cache does not answer (ConnectionRefusedError)"


def test_missing_and_wrong_seal_keys_are_explained(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DJANGO_SECRET_KEY", "x" * 60)
    monkeypatch.delenv("WALLENSTEIN_SEAL_KEYS", raising=False)
    with pytest.raises(ImproperlyConfigured, match="Set WALLENSTEIN_SEAL_KEYS: one or more keys"):
        site_keys(tmp_path, from_environment=True)
    good = [Fernet.generate_key().decode() for _ in range(2)]
    monkeypatch.setenv("WALLENSTEIN_SEAL_KEYS", f"{good[0]},hunter2")
    with pytest.raises(ImproperlyConfigured, match="Seal key number 2") as problem:
        site_keys(tmp_path, from_environment=True)
    assert "hunter2" not in str(problem.value)
    monkeypatch.setenv("WALLENSTEIN_SEAL_KEYS", f"{good[0]}, {good[1]}")
    keys = site_keys(tmp_path, from_environment=True)
    assert keys.seals == tuple(good)
    assert repr(keys) == "SiteKeys(with 2 seal keys)"


def test_secrets_of_before_are_known_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DJANGO_SECRET_KEY", "x" * 60)
    monkeypatch.setenv("WALLENSTEIN_SEAL_KEYS", Fernet.generate_key().decode())
    monkeypatch.delenv("DJANGO_SECRET_KEY_FALLBACKS", raising=False)
    assert site_keys(tmp_path, from_environment=True).old_django == ()
    old = ("hunter2" * 8, "swordfish" * 6)
    monkeypatch.setenv("DJANGO_SECRET_KEY_FALLBACKS", f"{old[0]}, {old[1]}")
    keys = site_keys(tmp_path, from_environment=True)
    assert keys.old_django == old
    assert "hunter2" not in repr(keys)
    monkeypatch.setenv("DJANGO_SECRET_KEY_FALLBACKS", f"{old[0]} hunter2")
    with pytest.raises(ImproperlyConfigured, match="Key number 2 in DJANGO_SECRET_KEY_F") as bad:
        site_keys(tmp_path, from_environment=True)
    assert "hunter2" not in str(bad.value)


def test_embedded_keys_are_made_once_and_are_nobody_elses(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    with ThreadPoolExecutor(8) as pool:  # web, worker and beat start in the same moment
        made = list(pool.map(lambda _: site_keys(home, from_environment=False), range(8)))
    assert len(set(made)) == 1
    assert stat.S_IMODE((home / "keys.json").stat().st_mode) == 0o600
    assert [file.name for file in home.iterdir()] == ["keys.json"]


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"django": "x", "seals": 5}'])
def test_a_damaged_key_file_is_never_replaced(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(damage)
    with pytest.raises(ImproperlyConfigured, match=r"keys\.json is damaged .* backup"):
        site_keys(tmp_path, from_environment=False)
    assert file.read_text() == damage


def test_a_key_that_is_none_in_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text(json.dumps({"django": "x", "seals": ["short"]}))
    with pytest.raises(ImproperlyConfigured, match="Seal key number 1 is not a Fernet key"):
        site_keys(tmp_path, from_environment=False)


def test_settings_from_the_environment_say_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("W_TEST", "maybe")
    with pytest.raises(ImproperlyConfigured, match="W_TEST must be yes or no, not 'maybe'"):
        env.flag("W_TEST", default=True)
    with pytest.raises(ImproperlyConfigured, match="W_TEST must be a whole number, not 'maybe'"):
        env.number("W_TEST", 5)
    monkeypatch.setenv("W_TEST", "")
    assert env.flag("W_TEST", default=True)
    assert env.number("W_TEST", 5) == 5
    assert env.listing("W_TEST", "a, b c") == ["a", "b", "c"]


def test_the_tests_run_on_the_database_that_was_asked_for(db: None) -> None:
    assert connection.vendor == os.environ.get("WALLENSTEIN_TEST_DB", "sqlite")
    assert django_settings.BROKER_FOLDER.is_relative_to(os.environ["WALLENSTEIN_HOME"])
    # Several at once empty nobody's cache but their own.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    assert str(django_settings.BROKER_FOLDER.parent).endswith(worker)
