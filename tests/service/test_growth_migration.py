"""A database of before, with games that run and games that are over, learns not to grow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import Error as AnyDatabaseError
from django.db import connection, transaction

from games.log import store
from games.models import FoldedGame, Game, LogEntry, OutboxRow
from games.services.house.tower_stats import throws_count
from games.services.play.advance import game_advance
from tests.service.tables import answer, person, play_out, proof, started

BEFORE = "0015"


@pytest.fixture
def migrated_again(committed: None) -> Iterator[None]:
    """Whatever a test leaves behind, the next finds all tables as they are now."""
    yield
    call_command("migrate", "games", verbosity=0)


def indexes_of(table: str) -> list[list[str]]:
    """The columns of each index of a table, those of its key left out."""
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, table).values()
    return sorted(
        constraint["columns"]
        for constraint in constraints
        if (constraint["index"] or constraint["unique"]) and not constraint["primary_key"]
    )


def test_games_of_before_go_on(migrated_again: None) -> None:
    anna, bert = person("anna"), person("bert")
    running, over = started(anna, bert), play_out(started(anna), anna)
    throws_count()
    answer(running, anna)
    answer(running, bert)
    game_advance(game_id=running.pk)
    FoldedGame.objects.create(game=over, code="that of before", position_sealed=b"sealed")
    letters = sorted(OutboxRow.objects.values_list("dedup", "game", "notice", "state"))
    heads = dict(Game.objects.values_list("pk", "head"))

    call_command("migrate", "games", BEFORE, verbosity=0)
    doubled = 2 if connection.vendor == "postgresql" else 1
    assert indexes_of("games_logentry").count(["game_id"]) == doubled
    for column in ("game_id", "notice", "dedup"):
        assert indexes_of("games_outboxrow").count([column]) == doubled
    call_command("migrate", "games", verbosity=0)

    assert ["game_id"] not in indexes_of("games_logentry")
    assert ["game_id", "seq"] in indexes_of("games_logentry")
    for column in ("game_id", "notice", "dedup", "claimed_by", "created_at"):
        assert indexes_of("games_outboxrow").count([column]) == 1
    assert sorted(OutboxRow.objects.values_list("dedup", "game", "notice", "state")) == letters
    assert dict(Game.objects.values_list("pk", "head")) == heads
    assert [row.game_id for row in FoldedGame.objects.all()] == [running.pk]
    # What was counted before is not counted again, what was not is.
    assert [game.pk for game in Game.objects.filter(throws_due=True)] == [running.pk]
    assert throws_count() == 1
    store.forget()
    play_out(running, anna, bert)
    assert proof(running, anna).over


def test_the_log_is_append_only_still(migrated_again: None) -> None:
    game = started(person("anna"))
    call_command("migrate", "games", BEFORE, verbosity=0)
    call_command("migrate", "games", verbosity=0)
    first = LogEntry.objects.filter(game=game, seq=1)
    with pytest.raises(AnyDatabaseError, match="append-only"), transaction.atomic():
        first.update(kind="never")
    with pytest.raises(AnyDatabaseError, match="append-only"), transaction.atomic():
        first.delete()
    assert first.get().kind != "never"
