"""The log's table: append-only by the database itself, whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from games.log import store
from games.models import Game, LogEntry, User
from tests.service.tables import again, answer, proof, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User) -> Game:
    table = started(anna)
    answer(table, anna)
    return again(table)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "game_paused"},
        {"payload": {}},
        {"at": "2020-01-01T00:00:00Z"},
        {"seq": 4_000},
        {"version": 9},
        {"secret_digest": "0" * 64},
        {"prev": "0" * 64},
        {"hash": "0" * 64},
        {"id": 987_654},
        {"secret_sealed": None},
    ],
    ids=lambda change: next(iter(change)),
)
def test_no_column_of_a_line_can_be_changed(game: Game, change: dict) -> None:
    rows = LogEntry.objects.filter(game=game, kind="answer_sealed")
    before = list(rows.values())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        rows.update(**change)
    assert list(rows.values()) == before


def test_a_line_without_a_secret_is_given_none(game: Game) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(game=game, kind="step_began").update(secret_sealed=b"forged")


def test_a_line_goes_to_no_other_game(game: Game, bert: User) -> None:
    other = started(bert)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(game=game, seq=3).update(game=other, seq=9_999)


def test_no_line_is_deleted_not_even_in_sql(game: Game) -> None:
    count = LogEntry.objects.count()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LogEntry.objects.filter(game=game, seq=1).delete()
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM games_logentry")
    assert LogEntry.objects.count() == count


def test_a_game_with_a_log_is_not_deleted(game: Game) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        game.delete()
    assert again(game) == game


def test_a_number_is_given_once_a_game(game: Game) -> None:
    last = LogEntry.objects.get(game=game, seq=game.seq)
    last.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        last.save(force_insert=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL knows no REPLACE")
@pytest.mark.parametrize("place", ["id", "seq"])
def test_no_line_is_replaced(game: Game, place: str) -> None:
    before = list(LogEntry.objects.filter(game=game).values())
    line = before[1]
    forged: dict[str, Any] = {**line, "kind": "forged", "payload": "{}"}
    forged |= {"id": None} if place == "seq" else {"seq": 4_000}
    columns, values = ", ".join(forged), ", ".join(["%s"] * len(forged))
    for verb in ("INSERT OR REPLACE", "REPLACE"):
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(
                f"{verb} INTO games_logentry ({columns}) VALUES ({values})", [*forged.values()]
            )
    assert list(LogEntry.objects.filter(game=game).values()) == before


def test_sealing_anew_is_allowed_and_changes_nothing_anybody_reads(game: Game, anna: User) -> None:
    before = store.entries_of(game)
    rows = LogEntry.objects.exclude(secret_sealed=None)
    sealed = {row.pk: bytes(row.secret_sealed or b"") for row in rows}
    assert store.reseal(game) == len(sealed) > 0
    assert store.entries_of(game) == before
    for pk, old in sealed.items():
        assert bytes(LogEntry.objects.get(pk=pk).secret_sealed or b"") != old
    assert proof(game, anna).head == game.head
