"""Cards, tiles and plans of a season: what is public, what is secret, what may be laid."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots.uniform import Uniform
from engine.canonical import canonical
from engine.chance import stream
from engine.core import Decision, Json
from engine.wallenstein.board import ACTIONS, EVENTS, TILES, counties_in_play
from engine.wallenstein.plan import default_plan, plan_problems
from tests.rules.table import Table, lay

COUNTIES = counties_in_play(3)
A_3: Json = {"owner": "A", "armies": 3}
B_3: Json = {"owner": "B", "armies": 3}


def owning(counties: int, money: int = 18) -> Table:
    """A table at planning time where only A has something to plan."""
    owned = {name: {"owner": "A", "armies": 1} for name in COUNTIES[:counties]}
    return Table(3, scenario={"counties": owned, "money": {"A": money}})


def found(decision: Decision, plan: Any) -> list[tuple[str, str]]:
    problems = plan_problems(decision, plan)
    assert all("accepted" in problem.data for problem in problems)
    return [(problem.where, problem.code) for problem in problems]


def with_boxes(plan: Json, **boxes: Any) -> Json:
    return {**plan, "boxes": {**plan["boxes"], **boxes}}


# W-R1, W-R2


def test_w_r1_the_first_five_action_cards_are_public_at_once() -> None:
    orders = set()
    for seed in range(10):
        table = Table(3, seed)
        (revealed,) = table.facts("actions_revealed")
        for seat in ("A", "B", "C", None):
            shown = table.view(seat)["actions"]
            assert shown == revealed["draw"]["drawn"]
            assert len(set(shown)) == 5
            assert set(shown) < set(ACTIONS)
        orders.add(tuple(revealed["draw"]["drawn"]))
    assert len(orders) == 10


def test_w_r1_the_others_are_not_known_before_their_time() -> None:
    table = Table(3)
    hidden = set(ACTIONS) - set(table.view(None)["actions"])
    for entry in table.entries:
        if entry.kind == "actions_revealed":
            assert not hidden & set(entry.payload["draw"]["drawn"])


def test_w_r1_one_more_card_is_turned_up_after_each_of_the_first_five_actions() -> None:
    table = Table(4)
    shown = list(table.state.season.actions)
    ended = [fact for fact in table.go() if fact["kind"] == "action_ended"]
    for number, fact in enumerate(ended):
        assert fact["action"] == shown[number]
        if number < 5:
            (card,) = fact["draw"]["drawn"]
            assert set(fact["draw"]["from"]) == set(ACTIONS) - set(shown)
            shown.append(card)
        else:
            assert fact["draw"] is None
    assert sorted(shown) == sorted(ACTIONS)


def test_w_r1_while_the_season_waits_only_the_cards_turned_up_are_known() -> None:
    for before in (0, 1, 4):
        actions = others("combat_a")
        actions.insert(before, "combat_a")
        scenario = {"counties": {"lausitz": A_3}, "actions": actions}
        table = Table(3, scenario=scenario, choices="ask")
        plan = lay(table.asked(), combat_a="lausitz", standing={"positions": [1]})
        table.go({"A": plan})
        assert table.asked().kind == "move"
        assert len(table.view(None)["actions"]) == 5 + before
        assert table.view(None)["actions_done"] == before


def others(*actions: str) -> list[str]:
    return [action for action in ACTIONS if action not in actions]


def test_w_r2_five_tiles_are_shuffled_onto_the_positions_and_public() -> None:
    orders = set()
    for seed in range(10):
        table = Table(5, seed)
        for seat in ("A", "E", None):
            assert sorted(table.view(seat)["tiles"]) == sorted(TILES)
        orders.add(tuple(table.state.season.tiles))
    assert len(orders) > 5


# W-R3


@pytest.mark.parametrize("counties", range(1, 20))
def test_w_r3_a_box_may_stay_empty_only_when_no_card_is_left(counties: int) -> None:
    decision = owning(counties).asked()
    empty = max(0, 10 + 1 - counties - 5)
    assert decision.options["empty"] == empty
    plan = lay(decision)
    laid = [*plan["boxes"].values(), plan["bid"]]
    assert laid.count(None) == empty
    assert found(decision, plan) == []
    for box, card in plan["boxes"].items():
        if card is not None:
            problems = found(decision, with_boxes(plan, **{box: None}))
            assert (f"boxes.{box}", "empty_box") in problems
    if empty:
        spare = next(box for box, card in plan["boxes"].items() if card is None)
        problems = found(decision, with_boxes(plan, **{spare: "coin"}))
        assert problems == [("boxes", "too_many_coins")]


def test_w_r3_the_empty_box_names_the_cards_that_are_left() -> None:
    decision = owning(6).asked()
    plan = with_boxes(lay(decision), build_palace=None)
    (problem,) = plan_problems(decision, plan)
    assert (problem.where, problem.code) == ("boxes.build_palace", "empty_box")
    assert problem.data["accepted"] == [COUNTIES[0]]


def test_w_r3_a_box_left_out_is_an_empty_box() -> None:
    decision = owning(6).asked()
    plan = lay(decision)
    del plan["boxes"]["build_palace"]
    assert found(decision, plan) == [("boxes.build_palace", "empty_box")]


def test_w_r3_the_bid_box_needs_a_card_too() -> None:
    decision = owning(12).asked()
    plan = lay(decision)
    assert found(decision, {**plan, "bid": None}) == [("bid", "empty_box")]
    del plan["bid"]
    assert found(decision, plan) == [("bid", "empty_box")]


def test_w_r3_with_few_cards_the_bid_box_may_be_the_empty_one() -> None:
    decision = owning(5).asked()
    assert found(decision, lay(decision, bid=None)) == []


@pytest.mark.parametrize(("bid", "coins"), [(2, 4), ("lausitz", 5)])
def test_w_r3_there_are_five_coin_cards_with_the_one_in_the_bid(bid: Any, coins: int) -> None:
    owned = {name: {"owner": "A", "armies": 1} for name in (*COUNTIES[:11], "lausitz")}
    decision = Table(3, scenario={"counties": owned}).asked()
    plan = lay(decision, bid=bid)
    in_boxes = dict.fromkeys(ACTIONS[:coins], "coin")
    assert found(decision, with_boxes(plan, **in_boxes)) == []
    too_many = dict.fromkeys(ACTIONS[: coins + 1], "coin")
    assert found(decision, with_boxes(plan, **too_many)) == [("boxes", "too_many_coins")]


def test_w_r3_no_card_twice() -> None:
    decision = owning(12).asked()
    plan = with_boxes(lay(decision), build_palace="altmark", deploy_5="altmark")
    problems = plan_problems(decision, plan)
    twice = [(p.where, p.code) for p in problems]
    assert twice == [("boxes.build_palace", "card_twice"), ("boxes.deploy_5", "card_twice")]
    assert "altmark" not in problems[0].data["accepted"]
    unused = set(decision.options["counties"]) - set(plan["boxes"].values())
    assert set(problems[0].data["accepted"]) == unused


def test_w_r3_not_twice_in_a_box_and_as_the_bid() -> None:
    decision = owning(12).asked()
    plan = with_boxes(lay(decision), build_palace="altmark") | {"bid": "altmark"}
    codes = [(p.where, p.code) for p in plan_problems(decision, plan)]
    assert codes == [("boxes.build_palace", "card_twice"), ("bid", "card_twice")]


def test_w_r3_only_counties_the_player_owns() -> None:
    owned = {"lausitz": A_3, "trier": B_3}
    decision = Table(3, scenario={"counties": owned}).waiting[0]
    plan = lay(decision, bid=None)
    for card, code in (("trier", "not_your_county"), ("mark", "not_your_county")):
        problems = found(decision, with_boxes(plan, collect_taxes=card))
        assert ("boxes.collect_taxes", code) in problems
    for card in ("bremen", "atlantis", "Lausitz", ""):
        problems = found(decision, with_boxes(plan, collect_taxes=card))
        assert ("boxes.collect_taxes", "no_such_county") in problems


@pytest.mark.parametrize("card", [3, True, 0.5, ["coin"], {"county": "lausitz"}])
def test_w_r3_a_card_is_a_word(card: Any) -> None:
    decision = owning(12).asked()
    plan = with_boxes(lay(decision), deploy_5=card)
    assert ("boxes.deploy_5", "not_a_card") in found(decision, plan)


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
        assert "bid" not in json.dumps(shown["decisions"]).replace('"bids"', "")
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
    decision = table.asked()
    assert found(decision, default_plan(table.state, decision)) == []


# W-R4


@pytest.mark.parametrize(("money", "bids"), [(0, [0]), (2, [0, 1, 2]), (9, [0, 1, 2, 3, 4])])
def test_w_r4_nobody_bids_more_than_they_have_when_planning(money: int, bids: list[int]) -> None:
    decision = owning(12, money).asked()
    assert decision.options["bids"] == bids
    plan = lay(decision)
    for bid in range(5):
        expected = [] if bid in bids else [("bid", "bid_too_high")]
        assert found(decision, {**plan, "bid": bid}) == expected


@pytest.mark.parametrize("bid", [5, -1])
def test_w_r4_there_is_no_such_coin_card(bid: int) -> None:
    decision = owning(12).asked()
    assert found(decision, {**lay(decision), "bid": bid}) == [("bid", "no_such_coin")]


@pytest.mark.parametrize("bid", [2.0, True, "coin", "2", [2]])
def test_w_r4_a_bid_is_a_number_or_a_county(bid: Any) -> None:
    decision = owning(12).asked()
    problems = found(decision, {**lay(decision, bid="altmark"), "bid": bid})
    assert [where for where, _ in problems] == ["bid"]


def test_w_r4_a_county_may_be_bid() -> None:
    decision = owning(12).asked()
    plan = lay(decision, bid="altmark")
    assert "altmark" not in plan["boxes"].values()
    assert found(decision, plan) == []
    assert found(decision, {**plan, "bid": "trier"}) == [("bid", "not_your_county")]


# W-R5, W-R6


def test_w_r5_one_of_the_open_events_is_drawn_after_the_plans() -> None:
    drawn = set()
    for seed in range(30):
        table = Table(3, seed)
        opened = table.state.events.open
        assert table.state.season.event is None
        happened = table.go()
        kinds = [fact["kind"] for fact in happened]
        assert kinds.index("event_drawn") < kinds.index("bids_revealed")
        (fact,) = [fact for fact in happened if fact["kind"] == "event_drawn"]
        assert fact["draw"]["from"] == list(opened)
        (card,) = fact["draw"]["drawn"]
        drawn.add(opened.index(card))
    assert drawn == {0, 1, 2, 3}


def test_w_r5_four_three_two_events_and_the_last_is_for_winter() -> None:
    table = Table(3)
    first = list(table.state.events.open)
    for left in (4, 3, 2):
        assert len(table.state.events.open) == left
        table.go()
    drawn = [fact["draw"]["drawn"][0] for fact in table.facts("event_drawn")[:3]]
    (lost,) = table.facts("grain_lost")
    assert sorted([*drawn, lost["card"]]) == sorted(first)


def test_w_r6_equal_bids_are_drawn_at_random() -> None:
    orders = set()
    for seed in range(60):
        table = Table(3, seed)
        plans = {d.seat: lay(d, bid=2, standing={"positions": [1, 2, 3]}) for d in table.waiting}
        (revealed,) = [f for f in table.go(plans) if f["kind"] == "bids_revealed"]
        (draw,) = revealed["draws"]
        assert draw["from"] == ["A", "B", "C"]
        assert revealed["choosing"] == draw["drawn"]
        orders.add(tuple(draw["drawn"]))
    assert len(orders) == 6


def test_w_r6_a_draw_among_equals_leaves_the_others_where_they_are() -> None:
    firsts = set()
    for seed in range(30):
        table = Table(4, seed)
        bids = {"A": 1, "B": 3, "C": 1, "D": 0}
        plans = {d.seat: lay(d, bid=bids[d.seat]) for d in table.waiting}
        (revealed,) = [f for f in table.go(plans) if f["kind"] == "bids_revealed"]
        assert revealed["choosing"][0] == "B"
        assert revealed["choosing"][3] == "D"
        firsts.add(revealed["choosing"][1])
    assert firsts == {"A", "C"}


# W-R7


def test_w_r7_a_card_is_revealed_when_it_is_played_and_not_before() -> None:
    scenario = {
        "counties": {"lausitz": A_3, "mark": A_3, "trier": B_3},
        "actions": ["collect_taxes", "combat_a", *others("collect_taxes", "combat_a")],
    }
    table = Table(3, scenario=scenario, choices="ask")
    a, b = table.waiting
    plans = {
        "A": lay(a, collect_taxes="lausitz", combat_b="mark", standing={"positions": [1]}),
        "B": lay(b, bid=1, combat_a="trier", standing={"positions": [2]}),
    }
    table.go(plans)
    assert table.asked().id == "1.spring.combat_a.B"
    told = json.dumps([entry.payload for entry in table.entries if entry.secret is None])
    assert "lausitz" in told  # taxes are collected
    assert '"mark"' not in told  # combat B is still to come
    for seat in ("B", "C", None):
        shown = table.view(seat)
        assert shown["bids"] == {"A": 0, "B": 1, "C": None}
        assert "plans" not in shown
        assert not any("boxes" in answer for answer in shown.get("answers", {}).values())


# W-R9, W-R10


def conquest(seed: int) -> Table:
    """B attacks Lausitz, where A stands alone, with overwhelming force."""
    scenario = {
        "counties": {
            "lausitz": {"owner": "A", "armies": 1},
            "mark": {"owner": "A", "armies": 1},
            "kursachsen": {"owner": "B", "armies": 40},
        },
        "actions": ["combat_a", *others("combat_a")],
    }
    table = Table(3, seed, scenario=scenario)
    a, b = table.waiting
    orders = {"combat_a": [{"to": "lausitz", "armies": 39}]}
    plans = {
        "A": lay(a, collect_taxes="lausitz", combat_b="mark"),
        "B": lay(b, combat_a="kursachsen", standing={"moves": orders}),
    }
    table.go(plans)
    return table


def test_w_r9_the_new_owner_plans_with_the_card_from_the_next_season_on() -> None:
    table = conquest(1)
    assert table.state.counties["lausitz"].owner == "B"
    (skipped,) = [f for f in table.facts("action_skipped") if f["county"] == "lausitz"]
    assert (skipped["seat"], skipped["reason"]) == ("A", "county_lost")
    assert table.state.season.changed == frozenset()
    a, b = table.waiting
    assert "lausitz" not in a.options["counties"]
    assert "lausitz" in b.options["counties"]
    happened = table.go({"B": lay(b, collect_taxes="lausitz")})
    taxed = [(f["seat"], f["county"]) for f in happened if f["kind"] == "taxes_collected"]
    assert ("B", "lausitz") in taxed


def test_w_r9_the_new_owner_cannot_have_planned_with_it_this_season() -> None:
    scenario = {"counties": {"lausitz": A_3, "kursachsen": B_3}}
    decision = Table(3, scenario=scenario).waiting[1]
    plan = with_boxes(lay(decision), collect_taxes="lausitz")
    assert ("boxes.collect_taxes", "not_your_county") in found(decision, plan)


def test_w_r10_the_event_leaves_the_game_and_cards_and_tiles_come_back() -> None:
    table = Table(3, 5)
    for season in ("summer", "autumn"):
        used = [fact["draw"]["drawn"][0] for fact in table.facts("event_drawn")]
        happened = table.go()
        (card,) = [f["draw"]["drawn"][0] for f in happened if f["kind"] == "event_drawn"]
        assert card not in used
        assert table.state.season.name == season
        assert table.state.season.event is None
        assert card not in table.state.events.open + table.state.events.unseen
        assert sorted(table.state.season.tiles) == sorted(TILES)
        assert len(table.state.season.actions) == 5
        for decision in table.waiting:
            assert list(decision.options["counties"]) == table.state.owned(decision.seat)
            assert decision.options["coins"] == 5
    assert len(EVENTS) == 12


def test_w_r10_the_order_is_drawn_up_anew_each_season() -> None:
    table = Table(3)
    table.go()
    assert table.state.season.order == ()
    assert table.state.season.positions == {}
    assert table.view(None)["bids"] == {}


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
    problems = plan_problems(decision, plan)
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
    assert found(decision, plan) == [(where, code)]


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
    assert found(decision, plan) == [(where, code)]


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
    assert found(decision, plan) == [(where, code)]


def test_p_3_counties_of_others_may_be_ranked_for_they_may_be_won() -> None:
    decision = Table(3).waiting[0]
    assert found(decision, lay(decision, standing={"revolt_order": ["baden", "mark"]})) == []


@pytest.mark.parametrize("plan", [None, [], "plan", 3, True, {}])
def test_a_plan_is_an_object_with_boxes(plan: Any) -> None:
    decision = Table(3).waiting[0]
    assert found(decision, plan) == [("plan" if plan != {} else "boxes", "not_an_object")]


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
    problems = found(decision, plan)
    if not problems:
        canonical(plan)
        table.go({"A": plan})


@given(st.integers(1, 20), st.integers(0, 5), st.integers(0, 1 << 32))
@settings(max_examples=60)
def test_w_r3_cards_laid_at_random_within_the_rules_are_accepted(
    counties: int, money: int, seed: int
) -> None:
    table = owning(counties, money)
    decision = table.asked()
    source = stream(seed.to_bytes(32, "big"), "plan")
    assert found(decision, Uniform().answer(table.state, decision, source)) == []
