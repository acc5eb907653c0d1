"""Every mistake in a plan is told with its place, whatever somebody sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.canonical import canonical
from engine.wallenstein.plan import plan_problems
from engine.wallenstein.rules import RULES_2010
from tests.rules.planning import codes
from tests.rules.table import Table, lay

# A plan with many mistakes


def test_ten_mistakes_are_ten_problems() -> None:
    table = Table(3)
    decision = table.waiting[0]
    plan = {
        "boxes": {
            "build_palace": "baden",
            "build_church": "atlantis",
            "build_castle": "mark",
            "build_trading_post": "coin",
            "collect_grain": 7,
            "collect_taxes": "trier",
            "deploy_5": "mark",
            "deploy_3": "mark",
            "deploy_1_move": "koeln",
            "combat_a": "osnabrueck",
            "combat_b": "passau",
        },
        "bid": 9,
        "positions": [3, 6],
        "moves": {"combat_a": [{"to": "trier", "armies": 1}]},
        "favours": [],
    }
    problems = plan_problems(RULES_2010, decision, plan)
    assert {(p.where, p.code) for p in problems} == {
        ("favours", "unknown_key"),
        ("boxes.build_castle", "unknown_box"),
        ("boxes.build_palace", "not_your_county"),
        ("boxes.build_church", "no_such_county"),
        ("boxes.collect_grain", "not_a_card"),
        ("boxes.deploy_5", "card_twice"),
        ("boxes.deploy_3", "card_twice"),
        ("bid", "no_such_coin"),
        ("positions.1", "no_such_position"),
        ("moves.combat_a.0.to", "not_adjacent"),
    }
    assert len(problems) == 10
    for problem in problems:
        assert problem.data["accepted"], problem
        assert "given" in problem.data, problem


ORDER_MISTAKES: list[tuple[Any, str, str]] = [
    ("all", "moves.combat_a", "not_a_list"),
    ([{"to": "koeln", "armies": 1}] * 61, "moves.combat_a", "not_a_list"),
    (["koeln"], "moves.combat_a.0", "not_an_object"),
    ([{"armies": 1}], "moves.combat_a.0.to", "no_such_county"),
    ([{"to": 3, "armies": 1}], "moves.combat_a.0.to", "no_such_county"),
    ([{"to": "osnabrueck", "armies": 1}], "moves.combat_a.0.to", "not_adjacent"),
    ([{"to": "koeln"}], "moves.combat_a.0", "armies_or_leave"),
    ([{"to": "koeln", "armies": 1, "leave": 1}], "moves.combat_a.0", "armies_or_leave"),
    ([{"to": "koeln", "armies": 0}], "moves.combat_a.0.armies", "not_a_number_of_armies"),
    ([{"to": "koeln", "armies": "many"}], "moves.combat_a.0.armies", "not_a_number_of_armies"),
    ([{"to": "koeln", "armies": 2.0}], "moves.combat_a.0.armies", "not_a_number_of_armies"),
    ([{"to": "koeln", "leave": 0}], "moves.combat_a.0.leave", "not_a_number_of_armies"),
    ([{"to": "koeln", "leave": "all"}], "moves.combat_a.0.leave", "not_a_number_of_armies"),
    ([{"to": "koeln", "armies": 1, "if": {}}], "moves.combat_a.0.if", "unknown_key"),
    ([{"to": "koeln", "armies": 1, "when": []}], "moves.combat_a.0.when", "not_an_object"),
    (
        [{"to": "koeln", "armies": 1, "when": {"weak": 1}}],
        "moves.combat_a.0.when.weak",
        "unknown_key",
    ),
    (
        [{"to": "koeln", "armies": 1, "when": {"held_by": "D"}}],
        "moves.combat_a.0.when.held_by",
        "no_such_holder",
    ),
    (
        [{"to": "koeln", "armies": 1, "when": {"at_most": -1}}],
        "moves.combat_a.0.when.at_most",
        "not_a_number_of_armies",
    ),
    ([{"stay": True, "to": "koeln"}], "moves.combat_a.0", "stay_alone"),
    ([{"stay": 1}], "moves.combat_a.0", "stay_alone"),
    ([{"stay": False}], "moves.combat_a.0", "stay_alone"),
]


@pytest.mark.parametrize(("orders", "where", "code"), ORDER_MISTAKES)
def test_p_2_an_order_that_cannot_be(orders: Any, where: str, code: str) -> None:
    decision = Table(3).waiting[0]
    plan = lay(decision, combat_a="osnabrueck", standing={"moves": {"combat_a": orders}})
    assert codes(decision, plan) == [(where, code)]


@pytest.mark.parametrize(
    ("positions", "where", "code"),
    [
        (3, "positions", "not_a_list"),
        ([0], "positions.0", "no_such_position"),
        ([1, 6], "positions.1", "no_such_position"),
        ([1.0], "positions.0", "no_such_position"),
        ([True], "positions.0", "no_such_position"),
        (["1"], "positions.0", "no_such_position"),
        ([2, 2], "positions.1", "position_twice"),
    ],
)
def test_p_1_a_ranking_that_cannot_be(positions: Any, where: str, code: str) -> None:
    decision = Table(3).waiting[0]
    plan = lay(decision, standing={"positions": positions})
    assert codes(decision, plan) == [(where, code)]


@pytest.mark.parametrize(
    ("ranking", "where", "code"),
    [
        ("mark", "revolt_order", "not_a_list"),
        (["mark", "bremen"], "revolt_order.1", "no_such_county"),
        (["mark", 3], "revolt_order.1", "no_such_county"),
        (["mark", "mark"], "revolt_order.1", "ranked_twice"),
    ],
)
def test_p_3_a_ranking_that_cannot_be(ranking: Any, where: str, code: str) -> None:
    decision = Table(3).waiting[0]
    plan = lay(decision, standing={"revolt_order": ranking})
    assert codes(decision, plan) == [(where, code)]


def test_p_3_counties_of_others_may_be_ranked_for_they_may_be_won() -> None:
    decision = Table(3).waiting[0]
    assert codes(decision, lay(decision, standing={"revolt_order": ["baden", "mark"]})) == []


@pytest.mark.parametrize("plan", [None, [], "plan", 3, True, {}])
def test_a_plan_is_an_object_with_boxes(plan: Any) -> None:
    decision = Table(3).waiting[0]
    assert codes(decision, plan) == [("plan" if plan != {} else "boxes", "not_an_object")]


# Whatever somebody sends
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(),
    st.sampled_from(["coin", "mark", "koeln", "baden", "bremen", "all", "own", "A", "", "ß" * 50]),
)
KEYS = st.sampled_from(["to", "armies", "leave", "when", "stay", "held_by", "at_most", "combat_a"])
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=5,
)


def paths(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(part, dict | list):
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from paths(value, (*path, key))


def replaced(part: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(part) if isinstance(part, dict) else list(part)
    copy[path[0]] = replaced(part[path[0]], path[1:], value)
    return copy


@given(st.data())
@settings(max_examples=150)
def test_whatever_is_sent_is_refused_with_reasons_or_played(data: st.DataObject) -> None:
    table = Table(3, choices=data.draw(st.sampled_from(["orders", "ask"])))
    decision = table.waiting[0]
    orders = [{"to": "koeln", "armies": 2, "when": {"held_by": "own"}}, {"stay": True}]
    plan: Any = lay(decision, combat_a="osnabrueck", standing={"moves": {"combat_a": orders}})
    plan["positions"], plan["revolt_order"] = [3, 1], ["mark", "koeln"]
    for _ in range(data.draw(st.integers(1, 2))):
        spot = data.draw(st.sampled_from(list(paths(plan))))
        plan = replaced(plan, spot, data.draw(ANYTHING))
    problems = codes(decision, plan)
    if not problems:
        canonical(plan)
        table.go({"A": plan})
