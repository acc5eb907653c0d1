"""The edition of 2002 as far as scenarios cannot show it: questions, empty boxes, plans."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Decision, Json
from engine.registry import newest
from engine.wallenstein.board import ACTIONS, LINE_UPS
from engine.wallenstein.edition_2002.phases import USEFUL
from tests.rules.table import From2002, Table, kinds

RULESET = newest("wallenstein-2002")
FRONT: Json = {
    "counties": {
        "anhalt": {"owner": "A", "armies": 5},
        "kursachsen": {"owner": "B", "armies": 4},
        "altmark": {"owner": "A", "armies": 2},
    },
    "money": {"A": 9, "B": 9},
}


def table(scenario: Json | None = None, **options: str) -> Table:
    return Table(3, 0, scenario or FRONT, From2002, **options)


def laid(decision: Decision, **parts: Any) -> Json:
    """A plan with these cards, blank ones in all other boxes that were not said to stay empty."""
    empty = decision.options["left_empty"]
    boxes = {box: None if box in empty else "coin" for box in ACTIONS}
    cards = parts.pop("boxes", {})
    spare = [county for county in decision.options["counties"] if county not in cards.values()]
    boxes |= cards
    for box in USEFUL:
        if list(boxes.values()).count("coin") > decision.options["coins"] and boxes[box] == "coin":
            boxes[box] = spare.pop()
    return {"boxes": boxes, **parts}


def name_boxes(at: Table, *empty: str) -> None:
    """Everybody who has too few cards leaves these boxes, and then others, empty."""
    while at.waiting and at.waiting[0].kind == "empty_boxes":
        decision = at.decision()
        others = [box for box in reversed(USEFUL) if box not in empty]
        named = [*empty, *others][: decision.options["count"]]
        at.answer(decision, {"empty": named})
        at.advance()


def planned(at: Table, plans: dict[str, Json]) -> list[Json]:
    """The season after these plans; who has none says nothing."""
    keep = {box for plan in plans.values() for box in plan.get("boxes", {})}
    name_boxes(at, *(box for box in ACTIONS if box.startswith("build") and box not in keep))
    answers = {d.seat: laid(d, **plans.get(d.seat, {})) for d in at.waiting}
    return at.go(answers)


ATTACK: Json = {
    "boxes": {"combat_a": "anhalt"},
    "moves": {"combat_a": [{"to": "kursachsen", "armies": 4}]},
}


# E-1, E-10


@pytest.mark.parametrize("players", [3, 4, 5])
def test_e_10_money_and_line_up_as_in_2010(players: int) -> None:
    seats = tuple("ABCDE"[:players])
    state = RULESET.start(seats, {"line_up": "default", "choices": "orders"})
    assert {p.money for p in state.players.values()} == {{3: 18, 4: 15, 5: 12}[players]}
    assert len(state.rules.events) == 25
    assert set(LINE_UPS[players]) == set(seats)


@pytest.mark.slow
def test_e_1_every_order_is_drawn_sooner_or_later() -> None:
    orders = set()
    for seed in range(40):
        at = Table(3, seed=seed, scenario=FRONT, begun=From2002)
        planned(at, {})
        (drawn,) = at.facts("order_drawn")
        orders.add(tuple(drawn["draw"]["drawn"]))
        assert at.state.season.tiles == ()
    assert len(orders) == 6


def test_e_1_the_order_comes_before_the_event() -> None:
    happened = kinds(planned(table(), {}))
    assert happened.index("order_drawn") < happened.index("event_drawn")


# E-2


def test_e_2_who_has_too_few_cards_is_asked_in_the_order_of_the_season_before() -> None:
    at = table({**FRONT, "last_order": ["C", "B", "A"]})
    first = at.decision()
    assert (first.seat, first.kind, first.options["count"]) == ("B", "empty_boxes", 4)
    at.answer(first, {"empty": list(ACTIONS[:4])})
    happened = at.advance()
    assert happened[0] == {"kind": "boxes_left_empty", "seat": "B", "boxes": list(ACTIONS[:4])}
    second = at.decision()
    assert (second.seat, second.options["count"]) == ("A", 3)
    assert second.options["named"] == {"B": list(ACTIONS[:4])}
    at.reopen()
    for viewer in ("A", "B", "C", None):
        assert at.view(viewer)["edition_2002"]["empty"] == {"B": list(ACTIONS[:4])}
    at.answer(second, {"empty": list(ACTIONS[:3])})
    at.advance()
    assert [d.kind for d in at.waiting] == ["plan", "plan"]
    assert at.waiting[0].options["left_empty"] == list(ACTIONS[:3])


def test_e_2_with_enough_cards_nobody_is_asked() -> None:
    names = list(
        RULESET.start(("A", "B", "C"), {"line_up": "default", "choices": "orders"}).counties
    )
    owned = {name: {"owner": "A", "armies": 1} for name in names[:5]}
    at = table({"counties": owned})
    assert [d.kind for d in at.waiting] == ["plan"]
    assert at.waiting[0].options["left_empty"] == []


@pytest.mark.parametrize(
    ("empty", "problem"),
    [
        (["combat_a"], ("empty", "other_number_of_boxes")),
        (["combat_a", "combat_a", "deploy_5", "deploy_3"], ("empty.1", "box_twice")),
        (["bid", "combat_a", "deploy_5", "deploy_3"], ("empty.0", "unknown_box")),
        ([[], "combat_a", "deploy_5", "deploy_3"], ("empty.0", "unknown_box")),
        ("combat_a", ("empty", "not_a_list")),
    ],
)
def test_e_2_what_is_wrong_with_the_boxes_named(empty: Any, problem: tuple[str, str]) -> None:
    at = table({**FRONT, "last_order": ["B", "A", "C"]})
    problems = at.ruleset.problems(at.state, at.decision(), {"empty": empty})
    assert problem in [(p.where, p.code) for p in problems]
    assert (
        at.ruleset.problems(at.state, at.decision(), at.ruleset.default(at.state, at.decision()))
        == []
    )


def test_e_2_a_plan_keeps_to_the_boxes_named() -> None:
    at = table({**FRONT, "last_order": ["B", "A", "C"]})
    name_boxes(at, "combat_a", "combat_b")
    decision = next(d for d in at.waiting if d.seat == "A")
    good = laid(decision, boxes={"collect_taxes": "anhalt"})
    assert at.ruleset.problems(at.state, decision, good) == []
    swapped = {**good["boxes"], "combat_a": "altmark", "deploy_5": None}
    problems = at.ruleset.problems(at.state, decision, {"boxes": swapped})
    codes = {(p.where, p.code) for p in problems}
    assert ("boxes.combat_a", "said_empty") in codes
    assert ("boxes.deploy_5", "not_said_empty") in codes


def test_e_2_the_next_season_starts_afresh() -> None:
    at = table()
    planned(at, {})
    assert at.view(None)["edition_2002"]["empty"] == {}
    assert at.decision().kind == "empty_boxes"
    assert at.decision().seat == next(
        s for s in at.state.parts["edition_2002"].view()["order"] if s != "C"
    )


def test_blank_cards_are_counted() -> None:
    at = table()
    name_boxes(at)
    decision = at.waiting[0]
    plan = laid(decision)
    assert list(plan["boxes"].values()).count("coin") == 5
    used = next(box for box, card in plan["boxes"].items() if card not in (None, "coin"))
    six = {**plan, "boxes": {**plan["boxes"], used: "coin"}}
    (problem,) = at.ruleset.problems(at.state, decision, six)
    assert problem.code == "too_many_coins"
    words = at.ruleset.text().problem(problem, "en")
    assert "6 boxes hold a blank card, but you have only 5" in words
    assert "Blankokarten" in at.ruleset.text().problem(problem, "de")


@pytest.mark.parametrize("key", ["bid", "positions"])
def test_e_1_there_is_nothing_to_bid_for(key: str) -> None:
    at = table()
    name_boxes(at)
    plan = {**laid(at.waiting[0]), key: 0}
    problems = at.ruleset.problems(at.state, at.waiting[0], plan)
    assert (key, "unknown_key") in [(p.where, p.code) for p in problems]


# E-3, P-4 where the game asks


def test_p_4_the_attack_waits_for_the_defender() -> None:
    at = table(choices="ask")
    planned(at, {"A": ATTACK})
    decision = at.decision()
    assert (decision.seat, decision.kind, decision.options["most"]) == ("B", "defence", 4)
    assert decision.options["by"] == "A"
    assert decision.options["armies"] == 4
    at.reopen()
    at.answer(decision, {"armies": 1})
    happened = at.advance()
    chosen = next(fact for fact in happened if fact["kind"] == "defence_chosen")
    assert (chosen["armies"], chosen["held_back"]) == (1, 3)
    attack = next(fact for fact in happened if fact["kind"] == "attack_made")
    assert (attack["armies"], attack["defenders"]) == (4, 1)
    assert "reserve_returned" in kinds(happened)
    assert kinds(at.facts("attack_made")) == ["attack_made"]


def test_p_4_who_has_ordered_is_not_asked() -> None:
    at = table(choices="ask")
    happened = planned(at, {"A": ATTACK, "B": {"defend": {"kursachsen": 3}}})
    chosen = next(fact for fact in happened if fact["kind"] == "defence_chosen")
    assert (chosen["seat"], chosen["armies"], chosen["held_back"]) == ("B", 3, 1)
    assert "choice_asked" not in kinds(happened)[: kinds(happened).index("attack_made")]


def test_p_4_who_has_ordered_all_or_nothing_at_all_is_not_asked() -> None:
    for plan in ({"defend": {"kursachsen": "all"}}, None):
        at = table(choices="ask")
        name_boxes(at, *ACTIONS[:4])
        answers = {d.seat: laid(d, **ATTACK) for d in at.waiting if d.seat == "A"}
        if plan:
            answers |= {d.seat: laid(d, **plan) for d in at.waiting if d.seat == "B"}
        happened = at.go(answers)
        attack = next(fact for fact in happened if fact["kind"] == "attack_made")
        assert attack["defenders"] == 4
        assert "defence" not in [fact.get("choice") for fact in happened]


def test_p_4_a_silent_defender_sends_everybody() -> None:
    at = table(choices="ask")
    planned(at, {"A": ATTACK})
    happened = at.go()
    chosen = next(fact for fact in happened if fact["kind"] == "defence_chosen")
    assert (chosen["armies"], chosen["held_back"]) == (4, 0)
    assert "reserve_returned" not in kinds(happened)


@pytest.mark.parametrize("armies", [-1, 5, True, "all", None, 1.0])
def test_p_4_only_so_many_can_fight(armies: Any) -> None:
    at = table(choices="ask")
    planned(at, {"A": ATTACK})
    problems = at.ruleset.problems(at.state, at.decision(), {"armies": armies})
    assert [(p.where, p.code) for p in problems] == [("armies", "not_a_number_of_armies")]


def test_p_4_a_revolt_waits_too_and_the_income_is_taken_once() -> None:
    restless = {**FRONT["counties"], "anhalt": {"owner": "A", "armies": 5, "revolt": 2}}
    at = table({**FRONT, "counties": restless}, choices="ask")
    planned(at, {"A": {"boxes": {"collect_taxes": "anhalt"}}})
    decision = at.decision()
    assert (decision.seat, decision.kind, decision.options["peasants"]) == ("A", "defence", 2)
    at.answer(decision, {"armies": 5})
    happened = at.advance()
    assert "revolt_decided" in kinds(happened)
    collected = [fact["amount"] for fact in at.facts("taxes_collected") if fact["seat"] == "A"]
    assert collected == [5]
    held = next(fact for fact in happened if fact["kind"] == "revolt_decided")["held"]
    assert ("revolt_marker_added" in kinds(happened)) == held


def test_p_4_who_is_asked_knows_how_many_rise() -> None:
    restless = {**FRONT["counties"], "anhalt": {"owner": "A", "armies": 5, "revolt": 2}}
    militant = {"event": "militant_peasants_3", "winter_event": "militant_peasants_5"}
    at = table({**FRONT, "counties": restless, "season": "autumn", **militant}, choices="ask")
    planned(at, {"A": {"boxes": {"collect_taxes": "anhalt"}}})
    assert at.decision().options["peasants"] == 3
    at.go()
    assert at.facts("revolt_broke_out")[0]["peasants"] == 3


def test_p_4_every_revolt_of_winter_is_asked_about_in_its_turn() -> None:
    names = ["anhalt", "altmark", "lueneburg", "mecklenburg", "mittelmark"]
    owned = {name: {"owner": "A", "armies": 3} for name in names}
    at = table({"counties": owned, "season": "autumn"}, choices="ask")
    planned(at, {"A": {"boxes": {"build_palace": "anhalt"}}})
    seen = []
    while at.state.season.year == 1 and at.waiting:
        decision = at.decision()
        if decision.kind == "defence" and decision.options["action"] == "winter":
            seen.append(decision.options["county"])
        at.reopen()
        at.go()
    broke_out = [fact["county"] for fact in at.facts("revolt_broke_out")]
    assert seen == broke_out
    assert len(at.facts("revolts_drawn")) == 1
    assert len(at.facts("revolts_ordered")) == 1
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("defend", "problem"),
    [
        ([], ("defend", "not_an_object")),
        ({"anhalt": -1}, ("defend.anhalt", "not_a_number_of_armies")),
        ({"anhalt": "most"}, ("defend.anhalt", "not_a_number_of_armies")),
        ({"anhalt": True}, ("defend.anhalt", "not_a_number_of_armies")),
        ({"Atlantis": 1}, ("defend.Atlantis", "no_such_county")),
        ({"bremen": 1}, ("defend.bremen", "no_such_county")),
    ],
)
def test_p_4_what_is_wrong_with_a_defence(defend: Any, problem: tuple[str, str]) -> None:
    at = table()
    name_boxes(at)
    plan = {**laid(at.waiting[0]), "defend": defend}
    problems = at.ruleset.problems(at.state, at.waiting[0], plan)
    assert [(p.where, p.code) for p in problems] == [problem]
    for language in ("de", "en"):
        assert at.ruleset.text().problem(problems[0], language).endswith(".")


# E-6, E-7


@pytest.mark.parametrize("action", ["combat_a", "combat_b"])
def test_e_6_an_order_to_stay_is_refused(action: str) -> None:
    at = table()
    name_boxes(at, *ACTIONS[:4])
    plan = laid(at.waiting[0], boxes={action: "anhalt"})
    plan["moves"] = {action: [{"to": "altmark", "armies": 1}, {"stay": True}]}
    (problem,) = at.ruleset.problems(at.state, at.waiting[0], plan)
    assert (problem.where, problem.code) == (f"moves.{action}.1", "must_march")


def test_e_6_no_order_at_all_is_no_order_to_stay() -> None:
    at = table()
    name_boxes(at, *ACTIONS[:4])
    plan = laid(at.waiting[0], boxes={"combat_a": "anhalt", "combat_b": "coin"})
    plan["moves"] = {"combat_a": [], "combat_b": []}
    (problem,) = at.ruleset.problems(at.state, at.waiting[0], plan)
    assert (problem.where, problem.code) == ("moves.combat_a", "must_march")


def test_e_7_the_move_after_a_deployment_may_be_declined() -> None:
    at = table()
    name_boxes(at)
    plan = laid(at.waiting[0], boxes={"deploy_1_move": "anhalt"})
    plan["moves"] = {"deploy_1_move": [{"stay": True}]}
    assert at.ruleset.problems(at.state, at.waiting[0], plan) == []


def test_e_6_who_is_asked_must_march() -> None:
    at = table(choices="ask")
    planned(at, {"A": {"boxes": {"combat_a": "anhalt"}}})
    decision = at.decision()
    assert (decision.kind, decision.options["must_march"]) == ("move", ["combat_a"])
    for orders in ([], [{"stay": True}]):
        problems = at.ruleset.problems(at.state, decision, {"orders": orders})
        assert [p.code for p in problems] == ["must_march"]
    default = at.ruleset.default(at.state, decision)
    assert default == {"orders": [{"to": "altmark", "armies": 1}]}
    assert at.ruleset.problems(at.state, decision, default) == []


@pytest.mark.parametrize("place", [0, 1, "yes", None])
def test_e_7_an_army_is_placed_or_not(place: Any) -> None:
    at = table()
    name_boxes(at)
    plan = {**laid(at.waiting[0]), "place": place}
    problems = at.ruleset.problems(at.state, at.waiting[0], plan)
    assert [(p.where, p.code) for p in problems] == [("place", "not_yes_or_no")]


@pytest.mark.parametrize("owned", range(1, 13))
def test_the_plan_of_a_silent_seat_is_legal_whatever_it_owns(owned: int) -> None:
    names = list(
        RULESET.start(("A", "B", "C"), {"line_up": "default", "choices": "orders"}).counties
    )
    at = table({"counties": {name: {"owner": "A", "armies": 2} for name in names[:owned]}})
    for _ in range(3):
        decision = at.decision()
        default = at.ruleset.default(at.state, decision)
        assert at.ruleset.problems(at.state, decision, default) == []
        if decision.kind == "plan":
            break
        at.go()
    assert decision.kind == "plan"
    assert default["boxes"]["combat_a"] in ("coin", None)
