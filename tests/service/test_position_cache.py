"""Kept positions spare time and change nothing."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command

from engine.kernel.game import Position
from engine.kernel.log import Entry
from games.log import position_cache, store
from games.log.seals import seal_bytes
from games.models import FoldedGame, Game, User
from games.services.play.advance import game_advance
from tests.service.tables import again, answer, play_out, started


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """A game some steps old, with an answer that waits."""
    made = started(anna, bert)
    answer(made, anna)
    answer(made, bert)
    game_advance(game_id=made.id)
    answer(made, bert)
    return again(made)


def from_the_log(game: Game) -> Position:
    FoldedGame.objects.all().delete()
    store.forget()
    return store.load(game)


def test_a_game_opened_from_a_kept_position_is_the_game_its_log_tells_of(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.forget()
    asked_from: list[int] = []
    entries_of = store.entries_of

    def counted(of: Game, after: int = 0, until: int | None = None) -> list[Entry]:
        asked_from.append(after)
        return entries_of(of, after, until)

    monkeypatch.setattr(store, "entries_of", counted)
    quick = store.load(game)
    assert asked_from == [game.seq - 1]  # the answer sealed since, and nothing before it
    assert quick == from_the_log(game)


def test_a_position_of_another_log_is_not_used(game: Game, anna: User) -> None:
    other = started(anna)
    row = FoldedGame.objects.get(game=other)
    FoldedGame.objects.filter(game=game).update(position_sealed=row.position_sealed)
    store.forget()
    assert store.load(game).head == game.head
    assert store.load(game) == from_the_log(game)


def test_a_position_of_other_code_is_not_read(game: Game) -> None:
    FoldedGame.objects.update(code="an older engine", position_sealed=b"nobody can read this")
    store.forget()
    assert position_cache.kept(game) is None
    assert store.load(game).head == game.head


def test_a_position_under_a_lost_key_is_not_missed(game: Game, settings: Any) -> None:
    old = settings.SEAL_KEYS
    settings.SEAL_KEYS = (Fernet.generate_key().decode(),)
    assert position_cache.kept(game) is None
    settings.SEAL_KEYS = old
    assert position_cache.kept(game) is not None


def test_what_others_sealed_under_our_keys_is_not_read(game: Game) -> None:
    FoldedGame.objects.update(position_sealed=seal_bytes(pickle.dumps({"head": game.head})))
    assert position_cache.kept(game) is None


def test_the_position_of_a_game_that_is_over_is_dropped(anna: User) -> None:
    over = started(anna)
    assert FoldedGame.objects.filter(game=over).exists()
    over = play_out(over, anna)
    assert not FoldedGame.objects.exists()
    store.forget()
    assert store.load(over).finished


def test_new_keys_leave_no_position_under_old_ones(game: Game) -> None:
    call_command("rotate_keys")
    assert not FoldedGame.objects.exists()
    store.forget()
    assert store.load(game).head == game.head
