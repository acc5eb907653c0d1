"""Standing orders and rankings of Löwenherz: the forms, both ways, and the orders in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from engine.kernel.core import Decision, Json
from engine.loewenherz.board import SIDES
from engine.loewenherz.view import view
from games.boards import board_of
from games.boards.remarks import Remarks, field_id
from tests.boards.loewenherz.test_turn_form import asked
from tests.rules.loewenherz.tables import RULES, RichTable

BOARD = board_of(RULES.key)
TURN = BOARD.turn
NAMES = {"A": "anna", "B": "bert", "C": "cora"}
CONDITIONS = [
    {"free": "c4|d4"},
    {"border": "c4|c5"},
    {"empty": "c5"},
    {"unclaimed": "d5"},
    {"domain": "c4"},
    {"stronger": ["c4", "h9"]},
    {"ducats": 5},
    {"market": "A:borders-2"},
]


def question(kind: str, name: str = "wishes") -> tuple[RichTable, Decision]:
    return next((t, d) for t, d in asked("ABC", name, 9) if d.kind == kind)


def remarked(table: RichTable, decision: Decision, answer: Any, posted: Any = None) -> Remarks:
    problems = RULES.problems(table.state, decision, answer)
    return TURN.remarks(table.state, decision, answer, problems, "en", None, posted)


def form_of(table: RichTable, decision: Decision, answer: Any, remarks: Remarks) -> Json:
    return TURN.form(view(table.state), decision, answer, remarks, "en", NAMES, {})


def test_an_order_is_a_turn_with_conditions_from_a_list() -> None:
    _table, decision = question("orders")
    first, second, *_ = decision.options["hand"]
    posted = {
        "order.0.card": first,
        "order.0.deed": "knights",
        "order.0.knights.1": " C5 ",
        "order.0.if.0.what": "free",
        "order.0.if.0.of": "D4-C4",
        "order.0.if.3.what": "stronger",
        "order.0.if.3.of": "c4",
        "order.0.if.3.than": "H9",
        "order.4.card": second,
        "order.4.deed": "sell",
        "order.4.refill.1": "deck",
    }
    with override("en"):
        answer = TURN.answer("orders", posted)
    assert answer == {
        "orders": [
            {
                "card": first,
                "do": "play",
                "action": "knights",
                "knights": ["c5"],
                "if": [{"free": "c4|d4"}, {"stronger": ["c4", "h9"]}],
            },
            {"card": second, "do": "sell", "refill": ["deck"]},
        ]
    }
    assert TURN.answer("orders", TURN.fields("orders", answer)) == answer


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda one: next(iter(one)))
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_condition_goes_through_the_fields_and_is_told(
    condition: Json, language: str
) -> None:
    order = {"card": "card 1", "do": "sell", "if": [condition]}
    answer = {"orders": [order]}
    assert TURN.answer("orders", TURN.fields("orders", answer)) == answer
    assert BOARD.wishes is not None
    shown: Json = {"open": {}, "known": {"card 1": "A:borders-2"}}
    with override(language):
        (line, last) = BOARD.wishes.in_words("orders", answer, shown, language, NAMES)
    assert (", wenn " if language == "de" else ", if ") in line
    ((_name, value),) = condition.items()
    for place in value if isinstance(value, list) else [value]:
        assert str(place) in line or condition.keys() == {"market"}
    assert last == {"de": "Sonst wird deine älteste Karte verkauft"}.get(
        language, "Otherwise your oldest card is sold"
    )


def test_what_is_wrong_with_a_fallback_is_said_beside_it() -> None:
    table, decision = question("orders")
    hand = decision.options["hand"]
    posted = {
        "order.0.card": hand[0],
        "order.0.deed": "sell",
        "order.2.card": hand[1],
        "order.2.deed": "sell",
        "order.2.refill.2": "castle of dreams",
        "order.2.if.1.what": "free",
        "order.2.if.1.of": "nowhere",
    }
    with override("en"):
        answer = TURN.answer("orders", posted)
        remarks = remarked(table, decision, answer, posted)
    assert set(remarks.problems) == {"order.2.refill.2", "order.2.if.1.of"}
    assert [line["field"] for line in remarks.summary] == [
        field_id("order.2.refill.2"),
        field_id("order.2.if.1.of"),
    ]


def test_an_order_without_a_card_or_a_place_waits_for_it() -> None:
    table, decision = question("orders")
    posted = {"order.1.deed": "borders"}
    with override("en"):
        answer = TURN.answer("orders", posted)
        remarks = remarked(table, decision, answer, posted)
        form = form_of(table, decision, answer, remarks)
    assert list(remarks.empty) == ["order.1.card", "order.1.borders.0"]
    assert "Card, Border" in remarks.summary[0]["text"]
    assert form["orders"][0].is_open


def test_the_form_offers_the_hand_free_sides_and_own_castles() -> None:
    table, decision = question("orders")
    with override("en"):
        form = form_of(table, decision, None, Remarks())
    first, *fallbacks = form["orders"]
    assert [choice.value for choice in first.card.choices] == ["", *decision.options["hand"]]
    assert len(fallbacks) == 2
    assert not any(order.is_open for order in fallbacks)
    assert form["lists"]["sides"] == [
        side for side in SIDES if side not in table.state.land.borders
    ]
    own = {c for c, colour in table.state.land.castles.items() if colour == decision.seat}
    expand = next(part for part in first.parts if part.action == "expand")
    assert {choice.value for choice in expand.fields[0].choices} == {"", *own}
    names = [field.id for order in form["orders"] for field in (order.card, order.deed)]
    assert len(names) == len(set(names))


def test_there_is_always_room_for_one_more_order_and_condition() -> None:
    table, decision = question("orders")
    card = decision.options["hand"][0]
    order = {"card": card, "do": "sell", "if": [{"ducats": 3}] * 4}
    with override("en"):
        form = form_of(table, decision, {"orders": [order] * 7}, Remarks())
        full = form_of(table, decision, {"orders": [order] * 20}, Remarks())
    assert len(form["orders"]) == 8
    assert len(form["orders"][0].conditions) == 5
    assert len(full["orders"]) == 20


def test_a_ranking_is_a_list_of_own_knights() -> None:
    table, decision = question("ranking")
    knights = decision.options["knights"]
    with override("en"):
        answer = TURN.answer("ranking", {"rank.1": knights[0].upper(), "rank.3": "z99"})
        assert answer == {"give_up": [knights[0], "z99"]}
        remarks = remarked(table, decision, answer, {"rank.1": knights[0], "rank.3": "z99"})
        form = form_of(table, decision, answer, remarks)
    assert set(remarks.problems) == {"rank.3"}
    assert form["rows"][0].value == knights[0]
    # What is not offered stays in the form.
    assert "z99" in [choice.value for choice in form["rows"][1].choices]


def test_the_examples_can_be_read_as_they_are() -> None:
    for kind in ("orders", "ranking"):
        table, decision = question(kind)
        for language in ("de", "en"):
            with override(language):
                form = TURN.form(view(table.state), decision, None, Remarks(), language, NAMES, {})
                answer, unread = RULES.text().parse(
                    kind, form["examples"], language, decision.options
                )
            assert not unread
            assert answer


def test_orders_in_words_are_told_first_choice_first() -> None:
    assert BOARD.wishes is not None
    orders: list[Json] = [
        {
            "card": "card 1",
            "do": "play",
            "action": "borders",
            "borders": ["c4|d4"],
            "if": [{"free": "c4|d4"}],
        },
        {"card": "card 1", "do": "sell", "refill": ["A:borders-2", "deck"]},
    ]
    shown: Json = {"open": {}, "known": {"card 1": "A:borders-2"}}
    with override("en"):
        lines = BOARD.wishes.in_words("orders", {"orders": orders}, shown, "en", NAMES)
    assert lines == [
        "Play “2 borders (pile A)”: borders c4|d4, if c4|d4 is still free",
        "Sell “2 borders (pile A)”; new card: 2 borders (pile A), else from the deck",
        "Otherwise your oldest card is sold",
    ]
    assert BOARD.wishes.in_words("orders", {"orders": []}, shown, "en", NAMES) == []
