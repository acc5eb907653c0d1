"""Answers before they are sealed, orders left beforehand, and turns that a question stops."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.core import Decision, Json
from engine.loewenherz.board import SIDE_BITS, mask_of
from engine.loewenherz.land import Landscape
from engine.loewenherz.preview import preview
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.scenario import ScriptedDeck
from engine.loewenherz.standing import holds, orders_in_force, ranking_in_force
from engine.loewenherz.state import CHOOSE, Realm, castle_places, starting

RULES = Loewenherz()
CARDS = {
    "card 1": "A:borders-2",
    "card 2": "B:deserter",
    "card 3": "B:expand-1",
    "card 4": "A:borders-1",
    "card 5": "A:knights-1",
    "card 6": "A:borders-3",
}
LEFT = mask_of(["a1", "b1", "a2", "b2"])
RIGHT = mask_of(["c1", "c2", "d1", "d2", "d3"])


def around(*masks: int) -> frozenset[str]:
    return frozenset(
        side for side, both in SIDE_BITS.items() for mask in masks if (mask & both).bit_count() == 1
    )


def table(**changes: Any) -> Realm:
    """A turn of A, whose domain lies beside one of B."""
    land = Landscape(
        "..FV" + "." * 140,
        {"b2": "A", "d3": "B", "l12": "C", "l1": "C"},
        {"b1": "A", "a1": "A", "d2": "B", "c2": "B", "d1": "B"},
        around(LEFT, RIGHT),
        {"b2": LEFT, "d3": RIGHT},
    )
    hands = {"A": ("card 1", "card 2", "card 3"), "B": ("card 4", "card 5"), "C": ("card 6",)}
    begun = starting("ABC").but(
        land=land, hands=hands, seat="A", first="A", round=1, turn=7, stage=CHOOSE
    )
    return begun.but(**{"moved": {"A": 7, "B": 5, "C": 6}, **changes})


def decision(state: Realm, kind: str, seat: str) -> Decision:
    one = next(d for d in RULES.decisions(state) if (d.kind, d.seat) == (kind, seat))
    known = {handle: CARDS[handle] for handle in one.options.get("hand", ())}
    return Decision(one.id, seat, kind, {**one.options, "known": known}, one.optional)


def chance() -> ScriptedDeck:
    return ScriptedDeck(RULES, CARDS, ["A:borders-1"] * 9)


def deserter(**changes: Any) -> Json:
    return {
        "card": "card 2",
        "do": "play",
        "action": "deserter",
        "domain": "b2",
        "against": "d3",
        "knight": "a2",
        "refill": ["deck"],
        **changes,
    }


def test_options_list_what_is_legal() -> None:
    options = decision(table(), "turn", "A").options
    assert options["hand"] == ["card 1", "card 2", "card 3"]
    assert "a2|a3" not in options["borders"]["sides"]
    assert "h8|h9" in options["borders"]["sides"]
    assert options["borders"]["left"] == 100 - len(table().land.borders)
    assert options["knights"] == {"left": 13, "squares": {"a2": 0}}
    # Two knights are fewer than three: only unclaimed land is left.
    assert {s: o["from"] for s, o in options["expand"]["b2"].items()} == {"a3": None, "b3": None}
    assert options["deserter"]["b2"]["d3"]["places"] == {"a2": 0}
    assert options["alliance"] == {"b2": ["d3"]}


def test_h_32_orders_may_be_left_by_everybody_else() -> None:
    asked = {(one.kind, one.seat, one.optional) for one in RULES.decisions(table())}
    assert asked == {
        ("turn", "A", False),
        ("orders", "B", True),
        ("ranking", "B", True),
        ("orders", "C", True),
    }


def test_a_preview_tells_every_part() -> None:
    state = table(land=table().land.but(knights={"b1": "A", "a1": "A"}))
    answer = {"card": "card 3", "do": "play", "action": "expand", "domain": "b2", "squares": ["c1"]}
    shown = preview(state, "A", answer, CARDS)
    assert shown["problems"] == []
    card, step = shown["steps"]
    assert (card["part"], step["part"]) == ("card", "squares.0")
    assert step["points"] == {"A": 1, "B": -1}
    assert step["knights"] == {"before": {"b2": 2, "d3": 0}, "after": {"b2": 2, "d3": 0}}
    assert {one["castle"]: one["points"] for one in step["domains"]} == {"b2": 1, "d3": 3}
    assert (shown["money"], shown["left"], shown["goal"]) == (3, 0, False)
    assert [fact.kind for fact in step["facts"]] == ["domain_grew"]


def test_a_preview_of_an_unfinished_answer_says_what_may_come_next() -> None:
    answer: Json = {"card": "card 1", "do": "play", "action": "borders", "borders": []}
    shown = preview(table(), "A", answer, CARDS)
    assert [problem.code for problem in shown["problems"]] == ["none_named"]
    assert shown["left"] == 2
    assert "h8|h9" in shown["next"]["sides"]
    first = preview(table(), "A", {**answer, "borders": ["h8|h9"]}, CARDS)
    assert (first["left"], first["problems"]) == (1, [])
    assert "h8|h9" not in first["next"]["sides"]


def test_a_preview_is_what_the_rules_do() -> None:
    answer = deserter()
    shown = preview(table(), "A", answer, CARDS)
    assert shown["problems"] == []
    assert shown["steps"][1]["may_leave"] == ["d1", "c2"]
    turn = RULES.resolve(table(), {"7.turn.A": answer}, chance())
    assert [fact.kind for fact in turn.events] == ["card_played", "deserter_asked"]
    assert turn.state.asking
    assert turn.state.money["A"] == shown["money"] == 1


def test_h_15_the_turn_goes_on_when_the_victim_has_chosen() -> None:
    answers: dict[str, Json] = {"7.turn.A": deserter(refill=["deck"])}
    stopped = RULES.resolve(table(), answers, chance()).state
    asked = decision(stopped, "give_up", "B")
    assert asked.options["knights"] == ["d1", "c2"]
    assert [one.id for one in RULES.decisions(stopped) if one.seat == "C"] == ["7.orders2.C"]
    assert RULES.default(stopped, asked) == {"knight": "d1"}
    assert RULES.problems(stopped, asked, {"knight": "d2"})[0].code == "not_removable"
    answers[asked.id] = {"knight": "d1"}
    after = RULES.resolve(stopped, answers, chance())
    kinds = [fact.kind for fact in after.events]
    assert kinds[:4] == ["knight_deserted", "knight_placed", "card_dealt", "turn_began"]
    assert "d1" not in after.state.land.knights
    assert after.state.land.knights["a2"] == "A"
    assert after.state.seat == "B"


def test_h_32_orders_that_a_question_stops_go_on_with_their_own_refill() -> None:
    """Two orders that differ in their refill alone: the one that was played counts."""
    market = {"card 7": "B:alliance", "card 8": "C:alliance"}
    first = {**deserter(refill=["B:alliance"]), "if": [{"ducats": 50}]}
    second = deserter(refill=["C:alliance"])
    before = table(turn=6, seat="C", moved={"A": 4, "B": 5, "C": 6}, market=market)
    answers: dict[str, Json] = {
        "5.orders.A": {"orders": [first, second]},
        "6.turn.C": {"card": "card 6", "do": "sell"},
    }
    cards = ScriptedDeck(RULES, {**CARDS, **market}, ["A:borders-1"] * 9)
    turn = RULES.resolve(before, answers, cards)
    assert [fact.kind for fact in turn.events][-4:] == [
        *("round_began", "turn_began", "card_played", "deserter_asked")
    ]
    answers["7.give_up.B"] = {"knight": "d1"}
    after = RULES.resolve(turn.state, answers, cards)
    taken = [fact.payload()["card"] for fact in after.events if fact.kind == "market_card_taken"]
    assert taken == ["C:alliance"]


def test_h_20_the_latest_wishes_are_in_force() -> None:
    state, sale = table(), {"card": "card 4", "do": "sell"}
    answers: dict[str, Json] = {
        "4.orders.B": {"orders": [sale]},
        "3.ranking.B": {"give_up": ["c2"]},
    }
    # Left before its last turn.
    assert orders_in_force(state, answers, "B") == []
    assert ranking_in_force(state, answers, "B") == ["c2"]
    answers |= {"6.orders.B": {"orders": [sale]}, "7.ranking.B": {"give_up": ["d1"]}}
    assert orders_in_force(state, answers, "B") == [sale]
    assert ranking_in_force(state, answers, "B") == ["d1"]
    answers["7.orders.B"] = {"orders": []}
    assert orders_in_force(state, answers, "B") == []


def test_h_30_nobody_orders_to_take_back_the_card_they_sell() -> None:
    """It would be skipped when the turn comes, and another card sold."""
    order = {"card": "card 4", "do": "sell", "refill": ["B:alliance", "A:borders-1"]}
    answer = {"orders": [{"card": "card 5", "do": "sell", "refill": ["A:borders-1"]}, order]}

    def problems(state: Realm) -> list[tuple[str, str]]:
        asked = decision(state, "orders", "B")
        return [(one.where, one.code) for one in RULES.problems(state, asked, answer)]

    assert problems(table()) == [("orders.1.refill.1", "just_sold")]
    assert problems(table(market={"card 7": "A:borders-1"})) == []
    # Without a deck nobody refills, so nothing is skipped.
    assert problems(table(deck="", last=True)) == []


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"free": "h9|h8"}, True),
        ({"free": "b1|c1"}, False),
        ({"border": "c1|b1"}, True),
        ({"stronger": ["d3", "b2"]}, True),
        ({"stronger": ["b2", "d3"]}, False),
        ({"stronger": ["b2", "l1"]}, False),
        ({"domain": "d3"}, True),
        ({"domain": "l1"}, False),
        ({"unclaimed": "h8"}, True),
        ({"unclaimed": "a1"}, False),
        ({"empty": "a2"}, True),
        ({"empty": "a1"}, False),
        ({"ducats": 7}, True),
        ({"ducats": 8}, False),
        ({"market": "B:alliance"}, False),
    ],
)
def test_h_32_conditions_are_asked_of_the_board(condition: Json, expected: bool) -> None:
    assert holds(table(), "A", [condition]) is expected
    assert holds(table(), "A", [{"ducats": 0}, condition]) is expected


def test_h_29_where_no_square_is_far_enough_nearer_ones_do() -> None:
    # Only the upper left corner is meadow.
    board = "".join("...." + "V" * 8 if row < 4 else "V" * 12 for row in range(12))
    least, places = castle_places(Landscape(board, {"a1": "A"}, {"a2": "A"}), "A")
    assert (least, list(places)) == (6, ["d4"])
    least, places = castle_places(Landscape(board, {"b2": "A"}, {"b1": "A"}), "A")
    assert (least, list(places)) == (4, ["d4"])


def test_h_29_a_castle_needs_room_for_its_knight() -> None:
    board = "." + "V" * 11 + "V" * 12 + "." * 120
    _, places = castle_places(Landscape(board), "A")
    assert "a1" not in places
    assert places["a3"] == ["b3", "a4"]


TEXTS = st.sampled_from(["a1", "c4|d4", "deck", "", "x"])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        *("card", "do", "action", "borders", "knights", "domain", "squares", "against", "knight"),
        *("give_up", "refill", "orders", "if", "castle"),
    ]
)
SENSIBLE = st.sampled_from(
    [
        *(
            "card 1",
            "card 2",
            "card 4",
            "sell",
            "play",
            "borders",
            "expand",
            "deserter",
            "alliance",
        ),
        *("knights", "b2", "d3", ["a2"], ["h8|h9"], ["a3"], ["deck"]),
    ]
)
ORDER = st.dictionaries(KEYS, SENSIBLE | ANYTHING, max_size=7)
ANSWER = ORDER | ANYTHING | st.lists(ORDER, max_size=2).map(lambda orders: {"orders": orders})


@settings(max_examples=300, deadline=None)
@given(answer=ANSWER)
def test_any_answer_is_judged_and_said(answer: Any) -> None:
    """Whatever is sent, it is legal or there are sentences about it in both languages."""
    state, text = table(), RULES.text()
    for kind, seat in (("turn", "A"), ("orders", "B"), ("ranking", "B")):
        question = decision(state, kind, seat)
        problems = RULES.problems(state, question, answer)
        for problem in problems:
            assert text.problem(problem, "en")
            assert text.problem(problem, "de")
        if kind == "turn" and not problems:
            assert RULES.resolve(state, {question.id: answer}, chance()).events
