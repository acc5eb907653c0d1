"""The bots from the simplest to the strongest: each beats the one before it.

Simulated games hang on their seed alone, so these series come out the same every time.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine.bots import BOTS, bot_named, stand_in
from engine.kernel.canonical import canonical
from engine.kernel.core import Json
from engine.simulate import table
from engine.versus import Tournament, reckoned
from engine.wallenstein.plan import plan_decision
from tests.bots.positions import MARSHAL, planning_positions, stream

KEY = "wallenstein-2010"


def result(bot: str, others: str, games: int, **options: str) -> Json:
    tournament = Tournament(table(KEY, 5, 1, options, [bot, *[others] * 4]))
    return reckoned(map(tournament.outcome, range(games)))


@pytest.mark.parametrize("key", [KEY, "wallenstein-2002"])
def test_they_are_listed_from_the_simplest_to_the_strongest(key: str) -> None:
    assert list(BOTS[key]) == ["random", "recruit", "marshal", "generalissimo"]
    assert stand_in(key) == "marshal"


def test_a_recruit_beats_dice_and_is_beaten_by_marshals() -> None:
    among_dice = result("recruit", "random", 10)
    assert among_dice["share"] == 1
    among_marshals = result("recruit", "marshal", 10)
    assert among_marshals["wins"] <= 1
    assert among_marshals["points"] + 5 < among_marshals["others_points"]


@pytest.mark.parametrize("line_up", ["default", "draft"])
def test_a_generalissimo_among_marshals_has_more_than_its_share(line_up: str) -> None:
    series = result("generalissimo", "marshal", 5, line_up=line_up)
    assert series["share"] > 1 / 5
    assert series["points"] > series["others_points"] + 5


def test_the_marshal_answers_as_it_always_did() -> None:
    # Games that run have it by name, and those that are over were played by it.
    answers = [
        MARSHAL.answer(state, plan_decision(state, seat), stream(number))
        for number, state in enumerate(planning_positions(table(KEY, 5, 6, {}, ("random",)), 0))
        for seat in state.seats
        if state.owned(seat)
    ]
    digest = sha256(canonical(answers)).hexdigest()
    assert digest == "a61bf4e1cb1535cfab17b5b090af466b51db592a3aae8ec9b7083034990a5a7d"


def test_a_recruit_is_the_same_every_time() -> None:
    recruit = bot_named(KEY, "recruit")
    for state in planning_positions(table(KEY, 3, 6, {}, ("random",)), 0):
        decision = plan_decision(state, "A")
        assert recruit.answer(state, decision, stream()) == recruit.answer(
            state, decision, stream()
        )
