"""The two face-up cards of a draft are exchanged only when W-S5 allows it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.chance import StepChance
from engine.kernel.core import Json, Turn
from engine.wallenstein.draft import draft_of, turn_up
from engine.wallenstein.state import State
from tests.rules.drafting import codes, draft, live, pick, pile_round
from tests.rules.table import kinds


def test_w_s5_no_exchange_on_the_first_turn() -> None:
    table = live()
    for _ in table.state.seats:
        assert "exchange" not in table.decision().options["take"]
        pick(table, "pile")


def test_w_s5_exchange_when_the_same_two_cards_lie_there_as_on_the_previous_turn() -> None:
    table = live()
    first = table.decision().seat
    pile_round(table)
    assert table.decision().seat == first
    assert "exchange" in table.decision().options["take"]


@pytest.mark.parametrize("who", [0, 1, 2])
def test_w_s5_no_exchange_when_one_of_the_two_was_taken(who: int) -> None:
    table = live()
    for turn in range(3):
        pick(table, None if turn == who else "pile")
    assert "exchange" not in table.decision().options["take"]
    assert codes(table, {"take": "exchange"}) == [("take", "not_on_offer")]


def test_w_s5_a_player_compares_with_their_own_previous_turn() -> None:
    table = live()
    pick(table)  # the first player changes the cards
    pick(table, "pile")
    pick(table, "pile")
    assert "exchange" not in table.decision().options["take"]
    pick(table, "pile")
    assert "exchange" in table.decision().options["take"]  # the second saw these two before


def test_w_s5_the_exchange_puts_both_under_the_pile_and_turns_up_two_new_ones() -> None:
    table = live()
    pile_round(table)
    before, seat = draft(table), table.decision().seat
    table.answer(table.decision(), {"take": "exchange"})
    happened = table.advance()
    assert kinds(happened) == ["draft_cards_exchanged", "draft_cards_turned_up", "choice_asked"]
    after = draft(table)
    assert not set(after.face_up) & set(before.face_up)
    assert set(after.face_up) <= set(before.pile)
    assert after.bottom == before.face_up
    assert len(after.pile) == len(before.pile) - 2
    assert table.state.owned(seat) == [
        name for name in table.state.counties if table.state.counties[name].owner == seat
    ]
    assert len(table.state.owned(seat)) == 1  # the pick itself is still to come


def test_w_s5_after_the_exchange_the_same_player_picks_and_exchanges_no_more() -> None:
    table = live()
    pile_round(table)
    seat = table.decision().seat
    pick(table, "exchange")
    decision = table.decision()
    assert decision.seat == seat
    assert decision.options["take"] == [*draft(table).face_up, "pile"]
    pick(table)
    assert table.decision().seat != seat


def test_w_s5_after_an_exchange_the_next_player_sees_new_cards() -> None:
    table = live()
    pile_round(table)
    pick(table, "exchange")
    pick(table, "pile")
    assert "exchange" not in table.decision().options["take"]


def test_w_s5_the_cards_turned_up_by_an_exchange_are_those_seen_on_that_turn() -> None:
    table = live()
    pile_round(table)
    seat = table.decision().seat
    pick(table, "exchange")
    turned_up = draft(table).face_up
    pile_round(table)
    assert table.decision().seat == seat
    assert draft(table).face_up == turned_up
    assert "exchange" in table.decision().options["take"]


def test_w_s5_cards_put_under_the_pile_come_last() -> None:
    table = live(3, 3)
    pile_round(table)
    under = draft(table).face_up
    pick(table, "exchange")
    turns = 0
    while table.waiting[0].kind == "draft_pick":
        assert not set(under) & set(draft(table).face_up) or not draft(table).pile
        pick(table, "pile")
        turns += 1
    assert turns == 27 - 3
    assert all(table.state.counties[name].owner is None for name in under)


class NoLuck(StepChance):
    """Chance for a draft, without a tower: always the first card of the pile."""

    def draw(self, label: str, items: Any, count: int) -> Json:
        return {"stream": label, "from": list(items), "drawn": list(items)[:count]}


@pytest.mark.parametrize(
    ("pile", "bottom", "lying", "expected"),
    [
        (("trier", "mark"), ("baden", "koeln"), (), ("trier", "mark")),
        (("trier",), ("baden", "koeln"), (), ("trier", "baden")),
        ((), ("baden", "koeln"), (), ("baden", "koeln")),
        ((), ("baden", "koeln"), ("mark",), ("mark", "baden")),
    ],
)
def test_w_s5_the_cards_under_the_pile_are_drawn_in_the_order_they_were_put_there(
    pile: tuple[str, ...],
    bottom: tuple[str, ...],
    lying: tuple[str, ...],
    expected: tuple[str, ...],
) -> None:
    table = live()
    small = draft(table).but(pile=pile, bottom=bottom, face_up=lying)
    turn: Turn[State] = Turn(table.state.with_part("draft", small), {}, NoLuck(bytes(32), {}))
    turn_up(turn)
    after = draft_of(turn.state)
    assert after.face_up == expected
    assert after.pile + after.bottom == tuple(
        card for card in (*pile, *bottom) if card not in expected
    )
