"""Landsknechte as far as scenarios cannot show it: questions, plans, seats without counties."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Json
from engine.wallenstein.gains import GAINS
from engine.wallenstein.landsknechte.banners import PILE
from tests.rules.table import From, Table, kinds, lay

FOUR_REGIONS: Json = {
    name: {"owner": "A", "armies": 2} for name in ("altmark", "anhalt", "boehmen", "augsburg")
}
REALM: Json = {
    "counties": {**FOUR_REGIONS, "koeln": {"owner": "B", "armies": 3}},
    "money": {"A": 9, "B": 9},
}


def table(scenario: Json | None = None, **options: str) -> Table:
    return Table(3, 0, scenario or REALM, From, landsknechte="on", **options)


def planned(at: Table, **parts: Any) -> list[Json]:
    """The season after everybody has planned nothing much; A says something besides."""
    plans = {d.seat: lay(d, standing={"positions": [1, 2, 3, 4, 5]}) for d in at.waiting}
    plans["A"] |= parts
    return at.go(plans)


def test_l_1_four_cards_the_first_of_them_blank() -> None:
    assert len(PILE) == 4
    assert PILE[0] == {}
    assert {bonus for card in PILE for bonus in card} == set(GAINS)
    at = Table(5, 0, landsknechte="on")
    for viewer in ("A", "E", None):
        shown = at.view(viewer)["landsknechte"]
        assert shown == {"pile": [dict(card) for card in PILE], "top": dict.fromkeys("ABCDE", 0)}


def test_l_1_without_the_option_nothing_of_it_is_there() -> None:
    at = Table(3, 0)
    assert "landsknechte" not in at.view("A")
    decision = at.waiting[0]
    assert "bonus" not in decision.options["keys"]
    plan = at.ruleset.default(at.state, decision)
    (wrong,) = at.ruleset.problems(at.state, decision, {**plan, "bonus": ["grain"]})
    assert (wrong.where, wrong.code) == ("bonus", "unknown_key")


def test_l_2_the_plan_is_told_what_is_due() -> None:
    due = {d.seat: d.options["bonus_due"] for d in table().waiting}
    assert due == {"A": {"thalers": 2, "armies_to_tray": 1}, "B": {}}


def test_p_5_where_the_plan_is_silent_the_player_is_asked() -> None:
    at = table(choices="ask")
    happened = planned(at)
    assert kinds(happened)[-1] == "choice_asked"
    decision = at.decision()
    assert (decision.seat, decision.kind) == ("A", "bonus")
    assert decision.options == {"card": 1, "bonuses": {"thalers": 2, "armies_to_tray": 1}}
    at.reopen()
    (wrong,) = at.ruleset.problems(at.state, decision, {"bonus": "grain"})
    assert (wrong.where, wrong.code) == ("bonus", "no_such_bonus")
    assert at.ruleset.default(at.state, decision) == {"bonus": "armies_to_tray"}
    at.answer(decision, {"bonus": "thalers"})
    happened = at.advance()
    taken = {"seat": "A", "card": 1, "bonus": "thalers", "amount": 2, "tray": {}}
    assert happened[0] == {"kind": "bonus_taken", **taken}
    assert kinds(happened).count("bonus_taken") == 1
    assert at.view("B")["landsknechte"]["top"] == {"A": 1, "B": 0, "C": 0}


def test_p_5_who_has_ranked_is_not_asked() -> None:
    at = table(choices="ask")
    happened = planned(at, bonus=["grain", "thalers"])
    assert [fact["bonus"] for fact in happened if fact["kind"] == "bonus_taken"] == ["thalers"]
    assert "bonus" not in [fact.get("choice") for fact in happened]


def test_p_5_who_has_ranked_only_what_is_not_there_is_asked() -> None:
    at = table(choices="ask")
    planned(at, bonus=["grain"])
    assert at.decision().kind == "bonus"


def test_p_5_who_is_asked_is_offered_no_armies_from_an_empty_supply() -> None:
    counties = {**REALM["counties"], "lausitz": {"owner": "A", "armies": 54}}
    at = table({**REALM, "counties": counties}, choices="ask")
    assert at.waiting[0].options["bonus_due"] == {"thalers": 2}
    planned(at, bonus=["armies_to_tray"])
    decision = at.decision()
    assert decision.options == {"card": 1, "bonuses": {"thalers": 2}}
    (wrong,) = at.ruleset.problems(at.state, decision, {"bonus": "armies_to_tray"})
    assert wrong.code == "no_such_bonus"
    assert at.ruleset.default(at.state, decision) == {"bonus": "thalers"}


def test_l_2_and_l_3_three_cards_a_year_and_then_from_the_beginning() -> None:
    counties = {**REALM["counties"], **{name: {"owner": "A", "armies": 9} for name in FOUR_REGIONS}}
    at = table({**REALM, "counties": counties})
    while not at.game.finished:
        at.go()
    cards = [fact["card"] for fact in at.facts("bonus_taken") if fact["seat"] == "A"]
    assert cards == [1, 2, 3, 1, 2, 3]
    assert len(at.facts("piles_restored")) == 2


@pytest.mark.parametrize(
    ("ranking", "where", "code"),
    [
        ("thalers", "bonus", "not_a_list"),
        (["thalers"] * 61, "bonus", "not_a_list"),
        (["beer"], "bonus.0", "no_such_bonus"),
        (["grain", 3], "bonus.1", "no_such_bonus"),
        ([["grain"]], "bonus.0", "no_such_bonus"),
        (["grain", "thalers", "grain"], "bonus.2", "bonus_twice"),
    ],
)
def test_p_5_a_ranking_that_makes_no_sense_is_refused(ranking: Any, where: str, code: str) -> None:
    at = table()
    decision = at.waiting[0]
    plan = lay(decision, standing={"bonus": ranking})
    (wrong,) = at.ruleset.problems(at.state, decision, plan)
    assert (wrong.where, wrong.code) == (where, code)
    for language in ("de", "en"):
        sentence = at.ruleset.text().problem(wrong, language)
        assert sentence.startswith("Bonus")
        assert "_" not in sentence
