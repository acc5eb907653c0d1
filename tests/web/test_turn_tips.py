"""What a plan says about itself while it is made: tips on the cards, expected cubes, limits."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.plan import plan_decision, plan_problems
from engine.wallenstein.rules import RULES_2010 as RULES
from engine.wallenstein.state import State, TowerCubes
from games.boards.wallenstein.board import BOARD_2010
from games.boards.wallenstein.turn.advice_text import _SENTENCES, expected_words
from games.boards.wallenstein.turn.battles import USUAL, odds_of
from games.boards.wallenstein.turn.expansion_advice import PlansAtCourt
from games.boards.wallenstein.turn.tips import _BRIEFLY
from tests.web.test_turn_advice import at_court, boxes, codes, own, state

__all__ = ["state"]


def test_w_a7_a_move_to_a_county_that_is_not_ones_own_is_named(state: State) -> None:
    home = next(
        name for name in state.owned("A") if set(COUNTIES[name].neighbours) & {*state.owned("A")}
    )
    own_near = next(name for name in COUNTIES[home].neighbours if name in state.owned("A"))
    rival = next(
        name
        for name in COUNTIES[home].neighbours
        if name in state.counties and name not in state.owned("A")
    )
    orders = [{"to": own_near, "armies": 1}, {"to": rival, "armies": 1}]
    plan = boxes(deploy_1_move=home) | {"moves": {"deploy_1_move": orders}}
    assert codes(state, plan) == {"moves.deploy_1_move.1": "not_yours"}


def test_an_order_that_cannot_be_read_is_an_order(state: State) -> None:
    county = own(state)
    strong = state.with_county(county, armies=4)
    target = COUNTIES[county].neighbours[0]
    plan = boxes(combat_a=county) | {"moves": {"combat_a": [{"to": target, "armies": "-4"}]}}
    assert codes(strong, plan) == {}
    decision = plan_decision(strong, "A")
    problems = plan_problems(RULES, decision, plan)
    remarks = BOARD_2010.turn.remarks(strong, decision, plan, problems, "en", USUAL)
    (text,) = remarks.problems["moves.combat_a.0.number"]
    assert text.endswith(f"{COUNTIES[county].name} can send 3.")


def test_courtiers_who_wait_for_nothing_are_told_of() -> None:
    state = at_court()

    def told(plan: Json) -> list[str]:
        return [one.code for one in PlansAtCourt(state, state.rules, "A", plan).of_edition()]

    assert told({}) == ["no_wish"]
    assert told({"favors": []}) == []
    assert told({"favors": [{"favor": 16}]}) == []


def test_odds_tell_what_is_to_be_expected_and_of_whom(state: State) -> None:
    rival = state.owned("B")[0]
    calm = state.with_county(rival, revolt=0, armies=3).but(tower=TowerCubes({"peasants": 6}, {}))
    expected = odds_of(calm, RULES, "A", "", rival, 4).expected
    # Seven cubes are thrown: of each three fifths fall, and lodged ones come loose.
    loose = 1 - 0.93**7
    assert expected.attack == pytest.approx(4 * 0.6)
    assert expected.peasants == pytest.approx(6 * loose)
    assert expected.defence == pytest.approx(3 * 0.6 + 6 * loose)
    assert expected_words(expected) == "cubes expected: you 2.4, they 4.2, of these 2.4 peasants"
    with translation.override("de"):
        assert "du 2,4, sie 4,2, davon 2,4 Bauern" in expected_words(expected)
    restless = odds_of(calm.with_county(rival, revolt=1), RULES, "A", "", rival, 4).expected
    assert expected_words(restless) == "cubes expected: you 2.4, they 1.8"
    neutral = next(name for name, county in state.counties.items() if county.owner is None)
    nobody = odds_of(state, RULES, "A", "", neutral, 4).expected
    assert nobody.defence == nobody.peasants > 0
    assert "they" not in expected_words(nobody)


def test_each_card_says_what_it_comes_to(state: State) -> None:
    taxed, built, marching = own(state), own(state, 1), own(state, 2)
    target = next(
        name
        for name in COUNTIES[marching].neighbours
        if name in state.counties and name not in state.owned("A")
    )
    ready = state.with_county(marching, armies=4).with_county(built, buildings=("palace",))
    plan = boxes(collect_taxes=taxed, build_palace=built, combat_a=marching)
    plan["moves"] = {"combat_a": [{"to": target, "armies": "all"}]}
    decision = plan_decision(ready, "A")
    tips = BOARD_2010.turn.remarks(ready, decision, plan, [], "en", USUAL).tips
    assert tips["boxes.collect_taxes"] == {"text": f"+{COUNTIES[taxed].tax}", "kind": "good"}
    assert tips["boxes.build_palace"] == {"text": "already built", "kind": "warn"}
    assert re.fullmatch(rf"→ {COUNTIES[target].name}, win \d+\s%", tips["boxes.combat_a"]["text"])


def test_every_piece_of_advice_on_a_box_has_a_short_form() -> None:
    beside = {"idle", "no_wish", "favor_without_county"}
    assert _BRIEFLY.keys() == _SENTENCES.keys() - beside
