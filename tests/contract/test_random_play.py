"""Random legal play of every ruleset: what must hold after every step, for every reader."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.core import Ruleset
from engine.kernel.game import replay, view
from engine.kernel.log import read_log
from engine.kernel.verify import verify
from engine.registry import RULESETS
from engine.simulate import play, table
from tests.contract.tables import file_of, seen, table_of
from tests.contract.toys.high_card import CARDS, HAND
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.play.tables import Table, random_answer

toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
players = st.integers(2, 6)
lucks = st.integers(0, 2**32).map(Random)


def somebody_acts(at: Table, luck: Random) -> None:
    """An answer, another answer, an answer taken back, a silent seat, or the step."""
    game = at.game
    sealed = [decision for decision in game.decisions if decision.id in game.sealed]
    if sealed and luck.random() < 0.15:
        at.withdraw(luck.choice(sealed))
    elif not game.waiting and luck.random() < 0.6:
        step_of(at)
    elif game.waiting and luck.random() < 0.2:
        at.seal_default(luck.choice(game.waiting).id)
    elif game.decisions:
        decision = luck.choice(game.decisions)
        at.seal(decision.id, random_answer(at.game, decision, str(luck.randrange(100))))


def step_of(at: Table) -> None:
    """A step rests on the required answers and on the optional ones that are sealed."""
    game = at.game
    expected = [d.id for d in game.decisions if not d.optional or d.id in game.sealed]
    began, *_ = at.advance()
    sealed = {sealed.seq: decision for decision, sealed in game.sealed.items()}
    taking_part = [sealed[seq] for seq in began.payload["answers"]]
    assert sorted(taking_part) == sorted(expected)
    assert [name[-1] for name in taking_part] == sorted(name[-1] for name in taking_part)
    # What a step has rested on is never asked again.
    assert not {d.id for d in at.game.decisions} & set(game.sealed)


def laws(at: Table) -> None:
    """What holds of every game at every moment."""
    game, ruleset = at.game, at.game.ruleset
    assert game.over == ruleset.view(game.state, None)["finished"]
    for seat in (*game.header.seats, None):
        mine = game.seen_by(seat)
        shown = view(mine, seat)
        assert shown["finished"] == game.finished
        assert set(shown["points"]) == set(game.header.seats)
        assert bool(shown["winners"]) == game.finished
        folded = replay(ruleset, game.header, seen(at, seat))
        assert (folded.state, folded.head) == (game.state, game.head)
        assert folded.known == mine.known
        assert view(folded, seat) == shown
        assert folded.decisions == mine.decisions
    if not game.finished and game.step:
        assert any(not decision.optional for decision in game.decisions)
    for decision in game.decisions:
        assert ruleset.problems(game.state, decision, None)
        if not decision.optional:
            default = ruleset.default(game.state, decision)
            assert ruleset.problems(game.state, decision, default) == []


@toys
@settings(max_examples=12, deadline=None)
@given(number=players, luck=lucks)
def test_random_legal_play_keeps_the_laws(toy: Ruleset[Any], number: int, luck: Random) -> None:
    at = table_of(toy, number)
    while not at.game.finished:
        somebody_acts(at, luck)
        laws(at)
    proof = verify(*read_log(file_of(at.game, at.entries).splitlines(keepends=True)))
    assert (proof.over, proof.head, proof.resolved) == (True, at.game.head, proof.steps)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda one: f"{one.key}-{one.version}")
def test_whole_games_of_every_version_keep_the_laws(ruleset: Ruleset[Any]) -> None:
    """Once each, looked at after every step: a season has as many facts as a whole toy."""
    at, luck = table_of(ruleset, min(ruleset.seats)), Random(7)
    while not at.game.finished:
        step = at.game.step
        while at.game.step == step:
            somebody_acts(at, luck)
        laws(at)
    proof = verify(*read_log(file_of(at.game, at.entries).splitlines(keepends=True)))
    assert (proof.over, proof.head, proof.resolved) == (True, at.game.head, proof.steps)


@toys
@settings(max_examples=4, deadline=None)
@given(number=st.integers(2, 3), luck=lucks)
def test_a_log_holds_for_every_reader_while_the_game_runs(
    toy: Ruleset[Any], number: int, luck: Random
) -> None:
    at = table_of(toy, number)
    while not at.game.finished:
        somebody_acts(at, luck)
        for seat in (*at.game.header.seats, None):
            proof = verify(at.game.header, seen(at, seat))
            assert (proof.over, proof.head) == (at.game.finished, at.game.head)


@settings(max_examples=12, deadline=None)
@given(number=players, luck=lucks)
def test_every_card_is_in_one_place(number: int, luck: Random) -> None:
    at = table_of(HIGH_CARD, number)
    while not at.game.finished:
        somebody_acts(at, luck)
        held = [handle for hand in at.game.state.hands.values() for handle in hand]
        shown = [handle for handle, card in at.game.dealt.items() if card.shown]
        assert sorted([*held, *shown]) == sorted(at.game.dealt)
        assert not Counter(at.game.known.values()) - Counter(CARDS)
    assert len(at.game.dealt) == number * HAND + 1
    assert all(card.shown for card in at.game.dealt.values())


@settings(max_examples=12, deadline=None)
@given(number=players, luck=lucks)
def test_points_are_what_was_rolled_and_kept(number: int, luck: Random) -> None:
    at = table_of(PRESS, number)
    while not at.game.finished:
        somebody_acts(at, luck)
    kept = Counter[str]()
    for entry in at.entries:
        if entry.kind == "pot_kept":
            kept[entry.payload["seat"]] += entry.payload["points"]
    assert at.game.state.points == {seat: kept[seat] for seat in at.game.header.seats}


@toys
def test_bots_play_whole_games_and_always_the_same(toy: Ruleset[Any]) -> None:
    heads = {play(table(toy.key, 4, seed=7), 0).game.head for _ in range(2)}
    assert len(heads) == 1
    game = play(table(toy.key, 4, seed=7), 1)
    assert verify(game.game.header, game.entries).over
    kinds = {
        entry.payload["decision"].split(".")[1]
        for entry in game.entries
        if entry.secret_digest and entry.kind == "answer_sealed"
    }
    assert ("next" in kinds) == (toy is HIGH_CARD), "a bot volunteers where it may"
