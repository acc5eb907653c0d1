"""The tools of the planning mat: coins on the rest, as last season, clear; for every edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from engine.kernel.core import Decision, Json, Problem
from engine.wallenstein.plan import COIN
from games.boards import board_of
from tests.play.tables import Of, random_answer, set_table

GAMES = [Of(3, "default", "orders"), Of(5, "default", "ask", "wallenstein-2002")]


def asked(of: Of) -> tuple[Any, Decision]:
    table = set_table(of, "tools")
    table.advance()
    return table, next(one for one in table.game.decisions if one.seat == "A")


def check_in(table: Any, decision: Decision) -> Any:
    def check(plan: Json) -> Sequence[Problem]:
        faults: Sequence[Problem] = table.game.ruleset.problems(table.game.state, decision, plan)
        return faults

    return check


@pytest.mark.parametrize("of", GAMES, ids=["2010", "2002"])
def test_coins_go_where_nothing_lies_as_far_as_they_reach(of: Of) -> None:
    table, decision = asked(of)
    turn = board_of(table.game.ruleset.key).turn
    counties = list(decision.options["counties"])
    boxes = dict.fromkeys(decision.options["boxes"])
    first = next(iter(boxes))
    plan: Json = {"boxes": {**boxes, first: counties[0]}}
    made = turn.tooled("coins", decision, plan, None, check_in(table, decision), "en")
    assert made is not None
    laid = made.answer["boxes"]
    bids = "bid" in decision.options["keys"]
    assert laid[first] == counties[0]
    assert list(laid.values()).count(COIN) == decision.options["coins"] - bids
    assert ("bid" in made.answer) is bids
    card, still = "coin" if bids else "blank card", list(laid.values()).count(None)
    assert made.remark == f"No {card} left: {still} boxes still need a county."
    with override("de"):
        again = turn.tooled("coins", decision, plan, None, check_in(table, decision), "de")
    assert again is not None
    assert again.remark.endswith(f"für {still} Felder fehlt noch ein Land.")
    # Where they reach there is nothing to say.
    few = dict.fromkeys(list(boxes)[3:], counties[0])
    covered: Json = {"boxes": {**boxes, **few}}
    reached = turn.tooled("coins", decision, covered, None, check_in(table, decision), "en")
    assert reached is not None
    assert reached.remark == ""
    bare = turn.tooled("clear", decision, made.answer, None, check_in(table, decision), "en")
    assert bare is not None
    assert set(bare.answer["boxes"].values()) == {None}
    assert bare.answer.get("bid") is None


@pytest.mark.parametrize("of", GAMES, ids=["2010", "2002"])
def test_a_plan_that_is_still_possible_is_laid_whole(of: Of) -> None:
    table, decision = asked(of)
    turn = board_of(table.game.ruleset.key).turn
    last = random_answer(table.game, decision, "last")
    made = turn.tooled("last", decision, {}, last, check_in(table, decision), "en")
    assert made is not None
    assert made.remark == "As last season."
    assert made.answer["boxes"] == last["boxes"]


def test_what_is_not_possible_now_stays_empty_and_is_named() -> None:
    table, decision = asked(GAMES[0])
    turn = board_of(table.game.ruleset.key).turn
    counties = decision.options["counties"]
    lost, home = list(counties)[:2]
    near = [name for name in counties[home] if name != lost]
    last: Json = {
        "boxes": {
            **dict.fromkeys(decision.options["boxes"]),
            "collect_taxes": lost,
            "combat_a": home,
            "combat_b": COIN,
        },
        "bid": 4,
        "positions": [1, 9, 2],
        "moves": {
            "combat_a": [{"to": "atlantis", "armies": 1}, {"to": near[0], "armies": "all"}],
            "combat_b": [{"to": near[0], "armies": 2}],
        },
        "revolt_order": [home, "atlantis"],
    }
    fewer = {name: value for name, value in counties.items() if name != lost}
    now = replace(decision, options={**decision.options, "counties": fewer, "bids": [0, 1]})
    made = turn.tooled("last", now, {}, last, check_in(table, now), "en")
    assert made is not None
    plan = made.answer
    assert plan["boxes"]["collect_taxes"] is None
    assert plan["boxes"]["combat_a"] == home
    assert plan["bid"] is None
    assert plan["positions"] == [1, 2]
    assert plan["moves"] == {"combat_a": [{"to": near[0], "armies": "all"}]}
    assert plan["revolt_order"] == [home]
    assert made.remark == "As last season, but for: Collect taxes, Bid, Combat/Movement A."
    # What was remembered is not touched.
    assert last["moves"]["combat_a"][0]["to"] == "atlantis"


def test_other_questions_have_no_tools() -> None:
    table, decision = asked(GAMES[0])
    turn = board_of(table.game.ruleset.key).turn
    other = replace(decision, kind="position")
    for tool in ("coins", "last", "clear"):
        assert turn.tooled(tool, other, {}, {}, check_in(table, other), "en") is None
    for tool in ("dance", "last"):
        assert turn.tooled(tool, decision, {}, None, check_in(table, decision), "en") is None
