"""A plan may be laid as W-R3 and W-R4 say, stays secret, and may be laid anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots.wallenstein.uniform import Uniform
from engine.kernel.chance import stream
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.plan import default_plan, plan_problems
from engine.wallenstein.rules import RULES_2010
from tests.rules.planning import A_3, B_3, COUNTIES, codes, owning, with_boxes
from tests.rules.table import Table, lay

# W-R3


@pytest.mark.parametrize("counties", range(1, 20))
def test_w_r3_a_box_may_stay_empty_only_when_no_card_is_left(counties: int) -> None:
    decision = owning(counties).decision()
    empty = max(0, 10 + 1 - counties - 5)
    assert decision.options["empty"] == empty
    plan = lay(decision)
    laid = [*plan["boxes"].values(), plan["bid"]]
    assert laid.count(None) == empty
    assert codes(decision, plan) == []
    for box, card in plan["boxes"].items():
        if card is not None:
            problems = codes(decision, with_boxes(plan, **{box: None}))
            assert (f"boxes.{box}", "empty_box") in problems
    if empty:
        spare = next(box for box, card in plan["boxes"].items() if card is None)
        problems = codes(decision, with_boxes(plan, **{spare: "coin"}))
        assert problems == [("boxes", "too_many_coins")]


def test_w_r3_the_empty_box_names_the_cards_that_are_left() -> None:
    decision = owning(6).decision()
    plan = with_boxes(lay(decision), build_palace=None)
    (problem,) = plan_problems(RULES_2010, decision, plan)
    assert (problem.where, problem.code) == ("boxes.build_palace", "empty_box")
    assert problem.data["accepted"] == [COUNTIES[0]]


def test_w_r3_a_box_left_out_is_an_empty_box() -> None:
    decision = owning(6).decision()
    plan = lay(decision)
    del plan["boxes"]["build_palace"]
    assert codes(decision, plan) == [("boxes.build_palace", "empty_box")]


def test_w_r3_the_bid_box_needs_a_card_too() -> None:
    decision = owning(12).decision()
    plan = lay(decision)
    assert codes(decision, {**plan, "bid": None}) == [("bid", "empty_box")]
    del plan["bid"]
    assert codes(decision, plan) == [("bid", "empty_box")]


def test_w_r3_with_few_cards_the_bid_box_may_be_the_empty_one() -> None:
    decision = owning(5).decision()
    assert codes(decision, lay(decision, bid=None)) == []


@pytest.mark.parametrize(("bid", "coins"), [(2, 4), ("lausitz", 5)])
def test_w_r3_there_are_five_coin_cards_with_the_one_in_the_bid(bid: Any, coins: int) -> None:
    owned = {name: {"owner": "A", "armies": 1} for name in (*COUNTIES[:11], "lausitz")}
    decision = Table(3, scenario={"counties": owned}).decision()
    plan = lay(decision, bid=bid)
    in_boxes = dict.fromkeys(ACTIONS[:coins], "coin")
    assert codes(decision, with_boxes(plan, **in_boxes)) == []
    too_many = dict.fromkeys(ACTIONS[: coins + 1], "coin")
    assert codes(decision, with_boxes(plan, **too_many)) == [("boxes", "too_many_coins")]


def test_w_r3_no_card_twice() -> None:
    decision = owning(12).decision()
    plan = with_boxes(lay(decision), build_palace="altmark", deploy_5="altmark")
    problems = plan_problems(RULES_2010, decision, plan)
    twice = [(p.where, p.code) for p in problems]
    assert twice == [("boxes.build_palace", "card_twice"), ("boxes.deploy_5", "card_twice")]
    assert "altmark" not in problems[0].data["accepted"]
    unused = set(decision.options["counties"]) - set(plan["boxes"].values())
    assert set(problems[0].data["accepted"]) == unused


def test_w_r3_not_twice_in_a_box_and_as_the_bid() -> None:
    decision = owning(12).decision()
    plan = with_boxes(lay(decision), build_palace="altmark") | {"bid": "altmark"}
    assert codes(decision, plan) == [("boxes.build_palace", "card_twice"), ("bid", "card_twice")]


def test_w_r3_only_counties_the_player_owns() -> None:
    owned = {"lausitz": A_3, "trier": B_3}
    decision = Table(3, scenario={"counties": owned}).waiting[0]
    plan = lay(decision, bid=None)
    for card, code in (("trier", "not_your_county"), ("mark", "not_your_county")):
        problems = codes(decision, with_boxes(plan, collect_taxes=card))
        assert ("boxes.collect_taxes", code) in problems
    for card in ("bremen", "atlantis", "Lausitz", ""):
        problems = codes(decision, with_boxes(plan, collect_taxes=card))
        assert ("boxes.collect_taxes", "no_such_county") in problems


@pytest.mark.parametrize("card", [3, True, 0.5, ["coin"], {"county": "lausitz"}])
def test_w_r3_a_card_is_a_word(card: Any) -> None:
    decision = owning(12).decision()
    plan = with_boxes(lay(decision), deploy_5=card)
    assert ("boxes.deploy_5", "not_a_card") in codes(decision, plan)


def test_w_r3_plans_are_asked_of_all_at_once_and_stay_secret() -> None:
    table = Table(3)
    assert [d.seat for d in table.waiting] == ["A", "B", "C"]
    decision = table.waiting[1]
    plan = lay(decision, bid=4)
    table.answer(decision, plan)
    assert table.view("B")["answers"] == {decision.id: plan}
    for other in ("A", "C", None):
        shown = table.view(other)
        assert shown["answered"] == ["B"]
        assert not shown.get("answers")
        asked = [{**d, "options": {**d["options"], "keys": []}} for d in shown["decisions"]]
        assert "bid" not in json.dumps(asked).replace('"bids"', "")
    public = table.entries[-1].but(secret=None)
    assert "boxes" not in json.dumps(public.to_json())


def test_w_r3_a_plan_can_be_replaced_while_the_game_waits() -> None:
    table = Table(3)
    decision = table.waiting[0]
    table.answer(decision, lay(decision, bid=4))
    table.answer(decision, lay(decision, bid=1))
    happened = table.go()
    (revealed,) = [fact for fact in happened if fact["kind"] == "bids_revealed"]
    assert revealed["bids"]["A"] == 1


@pytest.mark.parametrize("counties", [1, 2, 5, 6, 7, 11, 20])
def test_w_r3_the_plan_of_a_silent_seat_is_legal(counties: int) -> None:
    table = owning(counties)
    decision = table.decision()
    assert codes(decision, default_plan(table.state, decision)) == []


# W-R4


@pytest.mark.parametrize(("money", "bids"), [(0, [0]), (2, [0, 1, 2]), (9, [0, 1, 2, 3, 4])])
def test_w_r4_nobody_bids_more_than_they_have_when_planning(money: int, bids: list[int]) -> None:
    decision = owning(12, money).decision()
    assert decision.options["bids"] == bids
    plan = lay(decision)
    for bid in range(5):
        expected = [] if bid in bids else [("bid", "bid_too_high")]
        assert codes(decision, {**plan, "bid": bid}) == expected


@pytest.mark.parametrize("bid", [5, -1])
def test_w_r4_there_is_no_such_coin_card(bid: int) -> None:
    decision = owning(12).decision()
    assert codes(decision, {**lay(decision), "bid": bid}) == [("bid", "no_such_coin")]


@pytest.mark.parametrize("bid", [2.0, True, "coin", "2", [2]])
def test_w_r4_a_bid_is_a_number_or_a_county(bid: Any) -> None:
    decision = owning(12).decision()
    problems = codes(decision, {**lay(decision, bid="altmark"), "bid": bid})
    assert [where for where, _ in problems] == ["bid"]


def test_w_r4_a_county_may_be_bid() -> None:
    decision = owning(12).decision()
    plan = lay(decision, bid="altmark")
    assert "altmark" not in plan["boxes"].values()
    assert codes(decision, plan) == []
    assert codes(decision, {**plan, "bid": "trier"}) == [("bid", "not_your_county")]


@given(st.integers(1, 20), st.integers(0, 5), st.integers(0, 1 << 32))
@settings(max_examples=60)
def test_w_r3_cards_laid_at_random_within_the_rules_are_accepted(
    counties: int, money: int, seed: int
) -> None:
    table = owning(counties, money)
    decision = table.decision()
    source = stream(seed.to_bytes(32, "big"), "plan")
    assert codes(decision, Uniform().answer(table.state, decision, source)) == []
