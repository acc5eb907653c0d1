"""Attacks of docs/audit.md by a house that hands out armies until the next throw pleases it."""

from __future__ import annotations

from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.hall import CONVERT
from engine.wallenstein.gains import GAINS
from engine.wallenstein.landsknechte.banners import PILE, REGIONS_NEEDED
from games.trust.verifier import TABLES
from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.copies import Copy
from tests.trust.lies_about_gifts import other_cubes, told_again

EXPANSIONS = TABLES["rulesets"]["wallenstein-2010"]["expansions"]


def named(lie: Copy) -> tuple[int | None, int | None]:
    """The entries at which file and engine find fault."""
    return entry_named_by_the_file(lie.data), entry_named_by_the_engine(lie.data)


def test_a_gift_lays_into_the_tray_what_it_says() -> None:
    lies = other_cubes()
    assert {lie.name: named(lie) for lie in lies} == {lie.name: (lie.at, lie.at) for lie in lies}


def test_the_house_cannot_invent_a_gift() -> None:
    lies = told_again()
    assert {lie.name: named(lie) for lie in lies} == {lie.name: (lie.at, lie.at) for lie in lies}


def test_the_tables_know_the_cards_of_the_rules() -> None:
    court, banners = EXPANSIONS["emperors_court"], EXPANSIONS["landsknechte"]
    gains = {str(f.number): {f.kind: f.amount} for f in FAVORS.values() if f.kind in GAINS}
    assert court["gifts"]["favor_gained"]["amounts"] == gains
    assert court["gifts"]["courtiers_sent"]["amounts"] == CONVERT
    pile = {str(place): card for place, card in enumerate(PILE) if card}
    assert banners["gifts"]["bonus_taken"]["amounts"] == pile
    assert banners["spread"] == {"bonus_taken": REGIONS_NEEDED}
