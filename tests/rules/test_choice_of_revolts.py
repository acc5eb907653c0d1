"""The order of winter revolts is asked for only where no ranking settles it (P-3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Decision
from tests.rules.questions import HUNGRY, codes, hungry, replied, starved, taken
from tests.rules.table import Table, kinds


def test_p_3_an_orders_game_never_asks() -> None:
    happened = starved(hungry(choices="orders"))
    assert "choice_asked" not in kinds(happened)
    ordered = [fact["counties"] for fact in happened if fact["kind"] == "revolts_ordered"]
    armies = [[HUNGRY[name]["armies"] for name in counties] for counties in ordered]
    assert len(armies) == 2
    assert all(row == sorted(row, reverse=True) for row in armies)  # type: ignore[type-var]


def test_p_3_asked_with_the_counties_drawn_and_the_peasants_on_top() -> None:
    table = hungry()
    happened = starved(table)
    assert kinds(happened)[-2:] == ["revolts_drawn", "choice_asked"]
    drawn = happened[-2]
    assert (drawn["seat"], drawn["unfed"]) == ("A", 3)
    assert table.decision() == Decision(
        "1.winter.revolt_order.A",
        "A",
        "revolt_order",
        {"counties": drawn["draw"]["drawn"], "extra_peasants": 2},
    )


def test_p_3_the_answer_is_the_order() -> None:
    table = hungry()
    starved(table)
    drawn = table.decision().options["counties"]
    wanted = drawn[::-1]
    happened = replied(table, {"revolt_order": wanted})
    assert happened[0] == {"kind": "revolts_ordered", "seat": "A", "counties": wanted}
    fought = [fact["county"] for fact in happened if fact["kind"] == "revolt_broke_out"]
    assert fought[:2] == wanted
    assert table.decision().seat == "B"  # and is drawn only once for everybody
    table.go()
    assert [fact["seat"] for fact in table.facts("revolts_drawn")] == ["A", "B"]
    autumn_order = sorted(taken(table), key=taken(table).__getitem__)
    assert [fact["seat"] for fact in table.facts("player_wintered")] == autumn_order


@pytest.mark.parametrize("seed", range(4))
def test_p_3_a_ranking_that_names_all_but_one_settles_it(seed: int) -> None:
    table = hungry(seed)
    happened = starved(table, A=["lausitz", "altmark"], B=["mark", "koeln", "trier"])
    assert "choice_asked" not in kinds(happened)
    for fact in happened:
        if fact["kind"] == "revolts_ordered" and fact["seat"] == "A":
            ranking = ["lausitz", "altmark", "neumark"]
            assert fact["counties"] == sorted(fact["counties"], key=ranking.index)


def test_p_3_a_ranking_that_names_none_of_them_leads_to_the_question() -> None:
    table = hungry()
    starved(table, A=["trier"])
    assert table.decision().id == "1.winter.revolt_order.A"


def test_p_3_a_single_revolt_is_not_asked_about() -> None:
    scenario = {"season": "autumn", "counties": {"lausitz": HUNGRY["lausitz"]}}
    table = Table(3, scenario=scenario, choices="ask")
    happened = starved(table)
    assert "revolts_drawn" in kinds(happened)
    assert "choice_asked" not in kinds(happened)


def test_p_3_a_silent_seat_takes_most_armies_first() -> None:
    table = hungry()
    starved(table)
    default = table.ruleset.default(table.state, table.decision())["revolt_order"]
    armies = [HUNGRY[name]["armies"] for name in default]
    assert armies == sorted(armies, reverse=True)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (None, "wrong_keys"),
        ({"counties": []}, "wrong_keys"),
        ({"revolt_order": "lausitz"}, "not_a_list"),
        ({"revolt_order": ["trier"]}, "no_such_county"),
    ],
)
def test_p_3_an_order_that_cannot_be(answer: Any, code: str) -> None:
    table = hungry()
    starved(table)
    assert [problem for _, problem in codes(table, answer)] == [code]


def test_p_3_a_county_named_twice() -> None:
    table = hungry()
    starved(table)
    twice = [table.decision().options["counties"][0]] * 2
    assert codes(table, {"revolt_order": twice}) == [("revolt_order.1", "ranked_twice")]
