"""A draft goes by rankings made beforehand or is picked live (P-6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES
from tests.rules.drafting import GROUPS, codes, draft, live, pick
from tests.rules.table import Table, kinds


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
    picks = []
    for fact in table.entries:
        if fact.kind == "draft_cards_turned_up":
            draw = fact.payload["draw"]
            face_up += [*(draw["drawn"] if draw else []), *fact.payload["from_bottom"]]
        elif fact.kind == "county_drafted":
            picks.append((dict(fact.payload), list(face_up)))
            face_up.remove(fact.payload["county"])
    return picks


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
    decision = table.decision()
    assert [d["id"] for d in table.view(decision.seat)["decisions"]] == [decision.id]
    for other in {"A", "B", "C", None} - {decision.seat}:
        shown = table.view(other)
        assert shown["decisions"] == []
        assert shown["waiting"] == [
            {"id": decision.id, "seat": decision.seat, "kind": "draft_pick"}
        ]


def test_p_6_a_silent_seat_takes_the_richer_card_with_the_largest_group() -> None:
    table = live()
    decision = table.decision()
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
