"""The draft of county cards runs as W-S5 says and takes only what is on offer."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import IllegalAnswer
from tests.rules.drafting import GROUPS, codes, draft, live, pick
from tests.rules.table import kinds

# W-S5: the course of the draft


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w_s5_the_groups_by_number_of_players(players: int) -> None:
    (opened,) = live(players).facts("draft_opened")
    assert opened["groups"] == GROUPS[players]


def test_w_s5_the_seat_order_is_drawn() -> None:
    orders = {draft(live(3, seed)).order for seed in range(40)}
    assert len(orders) == 6
    assert all(sorted(order) == ["A", "B", "C"] for order in orders)


def test_w_s5_two_cards_lie_face_up_and_are_shuffled() -> None:
    seen = set()
    for seed in range(12):
        table = live(3, seed)
        face_up = draft(table).face_up
        assert len(face_up) == len(set(face_up)) == 2
        assert not set(face_up) & set(draft(table).pile)
        assert table.view(None)["draft"]["face_up"] == list(face_up)
        seen.add(face_up)
    assert len(seen) > 6


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w_s5_in_seat_order_round_after_round_until_every_group_is_placed(players: int) -> None:
    table = live(players, 7)
    order, asked = list(draft(table).order), []
    while table.waiting[0].kind == "draft_pick":
        asked.append(table.decision().seat)
        pick(table)
    assert asked == order * len(GROUPS[players])
    assert kinds(table.facts("draft_ended")) == ["draft_ended"]
    assert "draft" not in table.state.parts
    assert table.state.phase == "plan"
    for seat in table.state.seats:
        owned = table.state.owned(seat)
        armies = sorted((table.state.counties[name].armies for name in owned), reverse=True)
        assert armies == GROUPS[players]
    free = [name for name, county in table.state.counties.items() if county.owner is None]
    assert len(free) == len(table.state.counties) - players * len(GROUPS[players])


def test_w_s5_a_pick_is_one_of_two_face_up_cards_or_the_top_of_the_pile() -> None:
    table = live()
    decision = table.decision()
    assert decision.kind == "draft_pick"
    assert decision.options["take"] == [*draft(table).face_up, "pile"]
    assert decision.options["groups"] == [5, 4, 3, 2]


def test_w_s5_a_face_up_card_taken_is_replaced() -> None:
    table = live()
    taken, other = draft(table).face_up
    before, seat = draft(table), table.decision().seat
    happened = pick(table, taken, 4)
    assert kinds(happened)[:2] == ["county_drafted", "draft_cards_turned_up"]
    after = draft(table)
    assert taken not in after.face_up
    assert other in after.face_up
    assert len(after.face_up) == 2
    assert len(after.pile) == len(before.pile) - 1
    county = table.state.counties[taken]
    assert (county.owner, county.armies) == (seat, 4)
    assert table.state.players[seat].supply == 62 - 4


def test_w_s5_the_second_face_up_card_can_be_taken_as_well() -> None:
    table = live()
    other, taken = draft(table).face_up
    pick(table, taken)
    assert other in draft(table).face_up
    assert taken not in draft(table).face_up


def test_w_s5_a_card_from_the_pile_leaves_the_face_up_cards_alone() -> None:
    table = live()
    face_up, seat = draft(table).face_up, table.decision().seat
    pick(table, "pile", 5)
    (county,) = table.state.owned(seat)
    assert county not in face_up
    assert draft(table).face_up == face_up
    assert county not in draft(table).pile
    assert table.facts("county_drafted")[0]["source"] == "pile"


def test_w_s5_a_group_is_used_once() -> None:
    table = live()
    first = table.decision().seat
    for _ in range(3):
        pick(table, group=5)
    decision = table.decision()
    assert decision.seat == first
    assert decision.options["groups"] == [4, 3, 2]
    take = decision.options["take"][0]
    assert codes(table, {"take": take, "group": 5}) == [("group", "no_such_group")]
    pick(table, group=4)
    assert draft(table).groups[first] == (4, 3, 3, 2, 2, 2, 2)


def test_w_s5_the_card_from_the_pile_may_be_seen_before_the_group_is_chosen() -> None:
    table = live()
    decision = table.decision()
    table.answer(decision, {"take": "pile"})
    happened = table.advance()
    assert kinds(happened) == ["draft_cards_turned_up", "choice_asked"]
    question = table.decision()
    assert (question.kind, question.seat) == ("draft_group", decision.seat)
    county = happened[0]["draw"]["drawn"][0]
    assert question.options == {"groups": [5, 4, 3, 2], "county": county}
    table.reopen()
    table.answer(table.decision(), {"group": 3})
    table.advance()
    assert table.state.counties[county].owner == decision.seat
    assert table.state.counties[county].armies == 3


# What a draft does not accept


@pytest.mark.parametrize(
    ("answer", "problems"),
    [
        (None, [("answer", "wrong_keys")]),
        ({"take": "pile", "groups": [5]}, [("answer", "wrong_keys")]),
        ({}, [("take", "not_on_offer"), ("group", "no_such_group")]),
        ({"take": "pile", "group": 6}, [("group", "no_such_group")]),
        ({"take": "pile", "group": True}, [("group", "no_such_group")]),
        ({"take": "pile", "group": 5.0}, [("group", "no_such_group")]),
        ({"take": "atlantis", "group": 5}, [("take", "not_on_offer")]),
        ({"take": ["pile"], "group": 5}, [("take", "not_on_offer")]),
        ({"take": "exchange"}, [("take", "not_on_offer")]),
    ],
)
def test_w_s5_a_pick_that_is_not_on_offer(answer: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(live(), answer) == problems


def test_w_s5_a_face_up_card_needs_a_group() -> None:
    table = live()
    assert codes(table, {"take": draft(table).face_up[0]}) == [("group", "no_such_group")]


def test_w_s5_an_illegal_pick_is_not_sealed() -> None:
    table = live()
    before = table.game
    with pytest.raises(IllegalAnswer):
        table.answer(table.decision(), {"take": "pile", "group": 5.0})
    assert table.game == before
