"""Whole games by services only, proved from the files anybody may download."""

from __future__ import annotations

import pytest

from engine.kernel.game import replay
from engine.registry import ruleset_of
from games import access
from games.log import projections, store
from games.models import Game, OpenDecision, User
from games.read import selectors
from games.services.play.advance import game_advance
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    exported,
    open_seats,
    play_out,
    proof,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db
PROJECTED = ("seq", "head", "step", "turn", "scores", "winners", "status")


@pytest.mark.parametrize(
    "options",
    [{}, {"line_up": "draft"}, {"choices": "ask"}],
    ids=["as printed", "draft", "choices asked"],
)
def test_a_person_and_bots_play_to_the_end_and_the_log_proves_it(
    anna: User, options: dict[str, str]
) -> None:
    game = play_out(started(anna, options=options), anna)
    assert game.status == Game.Status.FINISHED
    assert game.finished_at is not None
    assert game.deadline is None
    assert game.winners
    assert set(game.scores) == {"A", "B", "C"}
    for reader in (anna, NOBODY):  # everything is open now
        proved = proof(game, reader)
        assert proved.head == game.head
        assert proved.events == game.seq
        assert proved.resolved == proved.steps == game.step
    assert not OpenDecision.objects.filter(game=game).exists()
    assert game_advance(game_id=game.id) == 0


def test_two_people_and_a_bot_can_prove_what_they_may_see_at_every_step(
    anna: User, bert: User
) -> None:
    game = started(anna, bert)
    while again(game).status == Game.Status.RUNNING:
        for player in (anna, bert):
            if access.seat_for(game, player).key in open_seats(game):
                answer(game, player)
        if again(game).step % 3 == 1:
            for reader in (anna, bert, NOBODY):
                proved = proof(game, reader)
                assert (proved.head, proved.steps) == (again(game).head, again(game).step)
        game_advance(game_id=game.id)
    assert proof(game, bert).resolved == again(game).step


def test_projections_rebuilt_from_the_log_equal_the_stored_ones(anna: User, bert: User) -> None:
    game = started(anna, bert)
    for number in range(4):
        answer(game, anna, str(number))
        stored = again(game)
        before = {name: getattr(stored, name) for name in PROJECTED}
        asked = sorted(
            OpenDecision.objects.filter(game=game).values_list(
                "decision", "seat", "kind", "sealed_seq"
            )
        )
        assert any(row[3] for row in asked)
        header, entries = store.header_of(stored), store.entries_of(stored)
        position = replay(ruleset_of(game.ruleset, game.version), header, entries)
        stored.turn, stored.scores, stored.winners = "", {}, ["Z"]
        OpenDecision.objects.filter(game=game).delete()
        projections.tell_step(stored, position, entries)
        rebuilt = {name: getattr(stored, name) for name in PROJECTED}
        assert rebuilt == before | {
            "seq": position.seq,
            "head": position.head,
            "step": position.step,
        }
        assert asked == sorted(
            OpenDecision.objects.filter(game=game).values_list(
                "decision", "seat", "kind", "sealed_seq"
            )
        )
        answer(game, bert, str(number))
        game_advance(game_id=game.id)


def test_the_board_names_the_head_of_exactly_the_position_it_shows(anna: User, bert: User) -> None:
    game = started(anna, bert)
    read_before = access.viewer(again(game), NOBODY)
    answer(game, anna)
    store.forget()
    shown = selectors.board(read_before)
    assert "A" not in shown["answered"]
    assert shown["head"] == read_before.game.head
    assert "A" in selectors.board(access.viewer(again(game), NOBODY))["answered"]


def test_a_process_that_has_folded_a_game_folds_only_what_came_since(
    anna: User, django_assert_num_queries
) -> None:
    game = started(anna)
    first = store.load(again(game))
    same = again(game)
    with django_assert_num_queries(0):
        assert store.load(same) is first
    answer(game, anna)
    assert store.load(again(game)).seq == again(game).seq > first.seq
    store.forget([game.id])
    assert store.load(again(game)).head == again(game).head


def test_games_waiting_for_a_person_are_those_with_an_open_question(anna: User, bert: User) -> None:
    game = started(anna, bert)
    assert list(selectors.games_waiting_for(anna)) == [game]
    answer(game, anna)
    assert list(selectors.games_waiting_for(anna)) == []
    assert list(selectors.games_waiting_for(bert)) == [game]
    assert list(selectors.games_waiting_for(NOBODY)) == []


def test_the_exported_file_begins_with_what_the_game_is_pinned_to(anna: User) -> None:
    game = started(anna)
    header, entries = exported(game, anna)
    assert (header.game, header.ruleset, header.version) == (game.id, game.ruleset, game.version)
    assert header.anchor == game.anchor
    assert entries[-1].hash == game.head
    assert waiting(game).id == "1.spring.plan.A"
