"""A position is asked for only where no ranking settles it (P-1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Decision
from tests.rules.questions import codes, front, planned, replied, taken
from tests.rules.table import kinds, lay


def test_p_1_an_orders_game_never_asks() -> None:
    table = front("orders")
    happened = planned(table, {"A": {}, "B": {}, "C": {}})
    assert "choice_asked" not in kinds(happened)
    assert list(taken(table).values()) == [1, 2, 3]


def test_p_1_asked_in_the_order_of_choosing_with_what_is_free() -> None:
    table = front()
    bids = {"A": 0, "B": None, "C": "trier"}
    plans = {d.seat: lay(d, bid=bids[d.seat]) for d in table.waiting}
    happened = table.go(plans)
    assert kinds(happened)[-1] == "choice_asked"
    decision = table.decision()
    assert decision == Decision(
        "1.spring.position.C",
        "C",
        "position",
        {
            "positions": [1, 2, 3, 4, 5],
            "tiles": {
                "1": "six_armies",
                "2": "extra_grain",
                "3": "extra_thaler",
                "4": "extra_defender",
                "5": "extra_attacker",
            },
        },
    )
    shown = table.view("C")
    assert shown["bids"] == {"A": 0, "B": None, "C": "trier"}
    assert shown["event"] is not None
    replied(table, {"position": 4})
    assert table.decision().id == "1.spring.position.A"
    assert table.decision().options["positions"] == [1, 2, 3, 5]
    assert "4" not in table.decision().options["tiles"]
    assert table.view("A")["positions"] == {"C": 4}
    replied(table, {"position": 5})
    assert table.decision().id == "1.spring.position.B"
    replied(table, {"position": 1})
    assert taken(table) == {"B": 1, "C": 4, "A": 5}


def test_p_1_a_ranking_answers_before_the_question() -> None:
    table = front()
    happened = planned(table)
    assert "position" not in [f["choice"] for f in happened if f["kind"] == "choice_asked"]


def test_p_1_a_ranking_whose_positions_are_all_taken_leads_to_the_question() -> None:
    table = front()
    bids: dict[str, Any] = {"A": "lausitz", "B": 0, "C": None}
    rankings = {"A": [2], "B": [2], "C": [2, 3]}
    plans = {
        d.seat: lay(d, bid=bids[d.seat], standing={"positions": rankings[d.seat]})
        for d in table.waiting
    }
    table.go(plans)
    assert table.decision().id == "1.spring.position.B"
    assert table.decision().options["positions"] == [1, 3, 4, 5]
    replied(table, {"position": 1})
    assert taken(table) == {"A": 2, "B": 1, "C": 3}


def test_p_1_the_last_position_of_five_needs_no_question() -> None:
    seats = {"A": "lausitz", "B": "mark", "C": "trier", "D": "baden", "E": "koeln"}
    counties = {name: {"owner": seat, "armies": 1} for seat, name in seats.items()}
    table = front(players=5, counties=counties)
    table.go({d.seat: lay(d) for d in table.waiting})
    asked = []
    while table.waiting and table.waiting[0].kind == "position":
        asked.append(table.decision().seat)
        replied(table, {"position": max(table.decision().options["positions"])})
    assert len(asked) == 4
    (last,) = set(seats) - set(asked)
    assert table.facts("position_taken")[-1]["seat"] == last
    assert table.facts("position_taken")[-1]["position"] == 1


def test_p_1_a_silent_seat_gets_the_lowest_free_position() -> None:
    table = front()
    table.go({d.seat: lay(d) for d in table.waiting})
    for position in (1, 2, 3):
        decision = table.decision()
        assert table.ruleset.default(table.state, decision) == {"position": position}
        replied(table, {"position": position})


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, ("answer", "wrong_keys")),
        ({}, ("answer", "wrong_keys")),
        ({"position": 2, "tile": "extra_grain"}, ("answer", "wrong_keys")),
        ({"position": 1}, ("position", "no_such_position")),
        ({"position": 6}, ("position", "no_such_position")),
        ({"position": 2.0}, ("position", "no_such_position")),
        ({"position": True}, ("position", "no_such_position")),
        ({"position": "2"}, ("position", "no_such_position")),
        ({"position": [2]}, ("position", "no_such_position")),
    ],
)
def test_p_1_a_position_that_cannot_be_taken(answer: Any, problem: tuple[str, str]) -> None:
    table = front()
    table.go({d.seat: lay(d) for d in table.waiting})
    replied(table, {"position": 1})
    assert codes(table, answer) == [problem]
