"""The draft of county cards (W-S5), by ranking beforehand or picked live (P-6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import IllegalAnswer, Json, Turn
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.draft import Draft, draft_of, turn_up
from engine.wallenstein.state import State
from tests.rules.table import Table, kinds

GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}


def live(players: int = 3, seed: int = 0) -> Table:
    return Table(players, seed, line_up="draft", choices="ask")


def draft(table: Table) -> Draft:
    return draft_of(table.state)


def pick(table: Table, take: str | None = None, group: int | None = None) -> list[Json]:
    """One live pick: a card (the first face-up one unless named) and a group (the largest)."""
    decision = table.asked()
    answer: Json = {"take": take or decision.options["take"][0]}
    if answer["take"] != "exchange":
        answer["group"] = group or decision.options["groups"][0]
    table.answer(decision, answer)
    return table.advance()


def pile_round(table: Table) -> None:
    """Everybody takes the top of the pile, so that the face-up cards stay."""
    for _ in table.state.seats:
        pick(table, "pile")


def codes(table: Table, answer: Any) -> list[tuple[str, str]]:
    decision = table.waiting[0]
    found = table.ruleset.problems(table.state, decision, answer)
    assert all("accepted" in problem.data for problem in found)
    return [(problem.where, problem.code) for problem in found]


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
        asked.append(table.asked().seat)
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
    decision = table.asked()
    assert decision.kind == "draft_pick"
    assert decision.options["take"] == [*draft(table).face_up, "pile"]
    assert decision.options["groups"] == [5, 4, 3, 2]


def test_w_s5_a_face_up_card_taken_is_replaced() -> None:
    table = live()
    taken, other = draft(table).face_up
    before, seat = draft(table), table.asked().seat
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
    face_up, seat = draft(table).face_up, table.asked().seat
    pick(table, "pile", 5)
    (county,) = table.state.owned(seat)
    assert county not in face_up
    assert draft(table).face_up == face_up
    assert county not in draft(table).pile
    assert table.facts("county_drafted")[0]["source"] == "pile"


def test_w_s5_a_group_is_used_once() -> None:
    table = live()
    first = table.asked().seat
    for _ in range(3):
        pick(table, group=5)
    decision = table.asked()
    assert decision.seat == first
    assert decision.options["groups"] == [4, 3, 2]
    take = decision.options["take"][0]
    assert codes(table, {"take": take, "group": 5}) == [("group", "no_such_group")]
    pick(table, group=4)
    assert draft(table).groups[first] == (4, 3, 3, 2, 2, 2, 2)


def test_w_s5_the_card_from_the_pile_may_be_seen_before_the_group_is_chosen() -> None:
    table = live()
    decision = table.asked()
    table.answer(decision, {"take": "pile"})
    happened = table.advance()
    assert kinds(happened) == ["draft_cards_turned_up", "choice_asked"]
    question = table.asked()
    assert (question.kind, question.seat) == ("draft_group", decision.seat)
    county = happened[0]["draw"]["drawn"][0]
    assert question.options == {"groups": [5, 4, 3, 2], "county": county}
    table.reopen()
    table.answer(table.asked(), {"group": 3})
    table.advance()
    assert table.state.counties[county].owner == decision.seat
    assert table.state.counties[county].armies == 3


# W-S5: the exchange


def test_w_s5_no_exchange_on_the_first_turn() -> None:
    table = live()
    for _ in table.state.seats:
        assert "exchange" not in table.asked().options["take"]
        pick(table, "pile")


def test_w_s5_exchange_when_the_same_two_cards_lie_there_as_on_the_previous_turn() -> None:
    table = live()
    first = table.asked().seat
    pile_round(table)
    assert table.asked().seat == first
    assert "exchange" in table.asked().options["take"]


@pytest.mark.parametrize("who", [0, 1, 2])
def test_w_s5_no_exchange_when_one_of_the_two_was_taken(who: int) -> None:
    table = live()
    for turn in range(3):
        pick(table, None if turn == who else "pile")
    assert "exchange" not in table.asked().options["take"]
    assert codes(table, {"take": "exchange"}) == [("take", "not_on_offer")]


def test_w_s5_a_player_compares_with_their_own_previous_turn() -> None:
    table = live()
    pick(table)  # the first player changes the cards
    pick(table, "pile")
    pick(table, "pile")
    assert "exchange" not in table.asked().options["take"]
    pick(table, "pile")
    assert "exchange" in table.asked().options["take"]  # the second saw these two before


def test_w_s5_the_exchange_puts_both_under_the_pile_and_turns_up_two_new_ones() -> None:
    table = live()
    pile_round(table)
    before, seat = draft(table), table.asked().seat
    table.answer(table.asked(), {"take": "exchange"})
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
    seat = table.asked().seat
    pick(table, "exchange")
    decision = table.asked()
    assert decision.seat == seat
    assert decision.options["take"] == [*draft(table).face_up, "pile"]
    pick(table)
    assert table.asked().seat != seat


def test_w_s5_after_an_exchange_the_next_player_sees_new_cards() -> None:
    table = live()
    pile_round(table)
    pick(table, "exchange")
    pick(table, "pile")
    assert "exchange" not in table.asked().options["take"]


def test_w_s5_the_cards_turned_up_by_an_exchange_are_those_seen_on_that_turn() -> None:
    table = live()
    pile_round(table)
    seat = table.asked().seat
    pick(table, "exchange")
    turned_up = draft(table).face_up
    pile_round(table)
    assert table.asked().seat == seat
    assert draft(table).face_up == turned_up
    assert "exchange" in table.asked().options["take"]


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


class NoLuck:
    """Chance for a draft: always the first card of the pile."""

    def draw(self, label: str, items: Any, count: int) -> Json:
        return {"stream": label, "from": list(items), "drawn": list(items)[:count]}

    def throw(self, thrown: Any, lodged: Any) -> Json:
        raise AssertionError("nothing is thrown in a draft")


@pytest.mark.parametrize(
    ("pile", "bottom", "count", "expected"),
    [
        (("trier", "mark"), ("baden", "koeln"), 2, ("trier", "mark")),
        (("trier",), ("baden", "koeln"), 2, ("trier", "baden")),
        ((), ("baden", "koeln"), 2, ("baden", "koeln")),
        ((), ("baden", "koeln"), 1, ("baden",)),
    ],
)
def test_w_s5_the_cards_under_the_pile_are_drawn_in_the_order_they_were_put_there(
    pile: tuple[str, ...], bottom: tuple[str, ...], count: int, expected: tuple[str, ...]
) -> None:
    table = live()
    small = draft(table).but(pile=pile, bottom=bottom, face_up=())
    turn: Turn[State] = Turn(table.state.with_part("draft", small), {}, NoLuck())
    turn_up(turn, count)
    after = draft_of(turn.state)
    assert after.face_up == expected
    assert after.pile + after.bottom == tuple(
        card for card in (*pile, *bottom) if card not in expected
    )


# P-6


def worth(county: str) -> int:
    card = COUNTIES[county]
    return card.tax + card.grain + len(card.cities)


def by_orders(players: int = 3, seed: int = 0) -> Table:
    return Table(players, seed, line_up="draft")


def drafted(table: Table, seat: str) -> list[Json]:
    return [fact for fact in table.facts("county_drafted") if fact["seat"] == seat]


def offers(table: Table) -> list[tuple[Json, list[str]]]:
    """Every pick of an `orders` draft with the two cards that lay face up."""
    face_up: list[str] = []
    found = []
    for fact in table.entries:
        if fact.kind == "draft_cards_turned_up":
            draw = fact.payload["draw"]
            face_up += [*(draw["drawn"] if draw else []), *fact.payload["from_bottom"]]
        elif fact.kind == "county_drafted":
            found.append((dict(fact.payload), list(face_up)))
            face_up.remove(fact.payload["county"])
    return found


def test_p_6_in_an_orders_game_everybody_ranks_beforehand_at_the_same_time() -> None:
    table = by_orders()
    assert [(d.kind, d.seat) for d in table.waiting] == [
        ("draft", "A"),
        ("draft", "B"),
        ("draft", "C"),
    ]
    options = table.waiting[0].options
    assert options["counties"] == list(table.state.counties)
    assert options["groups"] == GROUPS[3]
    assert options["face_up"] == list(draft(table).face_up)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_p_6_the_draft_then_runs_to_its_end_in_one_go(players: int) -> None:
    table = by_orders(players)
    happened = table.go()
    assert kinds(happened).count("county_drafted") == players * len(GROUPS[players])
    assert "choice_asked" not in kinds(happened)
    assert table.waiting[0].kind == "plan"


def test_p_6_the_face_up_county_that_ranks_higher_is_taken() -> None:
    for seed in range(5):
        table = by_orders(3, seed)
        ranking = sorted(table.state.counties, reverse=True)
        table.go({"B": {"counties": ranking, "groups": []}})
        for fact, face_up in offers(table):
            if fact["seat"] == "B":
                assert fact["county"] == min(face_up, key=ranking.index)


def test_p_6_by_default_tax_plus_grain_plus_cities() -> None:
    for seed in range(5):
        table = by_orders(4, seed)
        table.go()
        for fact, face_up in offers(table):
            assert worth(fact["county"]) == max(map(worth, face_up))


def test_p_6_a_county_that_is_not_ranked_comes_after_those_that_are() -> None:
    seen = set()
    for seed in range(12):
        table = by_orders(3, seed)
        wanted = ["mittelmark", "baden", "mark", "koeln", "augsburg", "oberpfalz"]
        table.go({"A": {"counties": wanted}})
        for fact, face_up in offers(table):
            ranked = [county for county in wanted if county in face_up]
            if fact["seat"] == "A" and ranked:
                assert fact["county"] == ranked[0]
                seen.add(fact["county"])
    assert len(seen) > 2


def test_p_6_the_groups_are_used_in_the_order_given() -> None:
    table = by_orders()
    order = [2, 3, 2, 4, 5, 2, 3, 4, 2]
    table.go({"C": {"groups": order}})
    assert [fact["group"] for fact in drafted(table, "C")] == order
    assert [fact["group"] for fact in drafted(table, "A")] == GROUPS[3]  # the largest first


def test_p_6_an_order_of_groups_may_stop_short() -> None:
    table = by_orders()
    table.go({"C": {"groups": [2, 4]}})
    assert [fact["group"] for fact in drafted(table, "C")] == [2, 4, 5, 4, 3, 3, 2, 2, 2]


def test_p_6_an_ask_game_asks_for_each_pick_and_for_no_ranking() -> None:
    table = live()
    assert [d.kind for d in table.waiting] == ["draft_pick"]
    assert table.waiting[0].id == f"0.setup.pick1.{draft(table).order[0]}"


def test_p_6_only_the_seat_asked_sees_what_it_may_take() -> None:
    table = live()
    decision = table.asked()
    assert [d["id"] for d in table.view(decision.seat)["decisions"]] == [decision.id]
    for other in {"A", "B", "C", None} - {decision.seat}:
        shown = table.view(other)
        assert shown["decisions"] == []
        assert shown["waiting"] == [
            {"id": decision.id, "seat": decision.seat, "kind": "draft_pick"}
        ]


def test_p_6_a_silent_seat_takes_the_richer_card_with_the_largest_group() -> None:
    table = live()
    decision = table.asked()
    answer = table.ruleset.default(table.state, decision)
    assert worth(answer["take"]) == max(map(worth, draft(table).face_up))
    assert answer["group"] == 5


def test_p_6_a_draft_goes_on_from_its_log_after_every_pick() -> None:
    straight, broken = live(3, 11), live(3, 11)
    takes = ["pile", "pile", "pile", "exchange", None, "pile", None, "pile"]
    for take in takes:
        pick(straight, take)
        pick(broken, take)
        broken.reopen()
    while straight.waiting[0].kind != "plan":
        pick(straight)
        pick(broken)
        broken.reopen()
    assert broken.game.head == straight.game.head
    assert broken.state == straight.state


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


@pytest.mark.parametrize(
    ("answer", "problems"),
    [
        ([], [("answer", "wrong_keys")]),
        ({"county": []}, [("answer", "wrong_keys")]),
        ({"counties": "mark"}, [("counties", "not_a_list")]),
        ({"counties": ["mark", "bremen"]}, [("counties.1", "no_such_county")]),
        (
            {"counties": ["mark", 3, "mark"]},
            [
                ("counties.1", "no_such_county"),
                ("counties.2", "ranked_twice"),
            ],
        ),
        ({"groups": 5}, [("groups", "not_a_list")]),
        ({"groups": [5, 5]}, [("groups.1", "no_such_group")]),
        (
            {"groups": [5, 6, 4.0, True]},
            [
                ("groups.1", "no_such_group"),
                ("groups.2", "no_such_group"),
                ("groups.3", "no_such_group"),
            ],
        ),
        ({"groups": [5, 4, 4, 3, 3, 2, 2, 2, 2, 2]}, [("groups", "not_a_list")]),
    ],
)
def test_p_6_a_ranking_that_cannot_be(answer: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(by_orders(), answer) == problems


def test_w_s5_an_illegal_pick_is_not_sealed() -> None:
    table = live()
    before = table.game
    with pytest.raises(IllegalAnswer):
        table.answer(table.asked(), {"take": "pile", "group": 5.0})
    assert table.game == before
