"""Attacks of docs/audit.md by a house that tells of another end than the tray, or the year, has."""

from __future__ import annotations

from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.copies import Copy
from tests.trust.lies_about_results import (
    cubes_left_in_the_tray,
    other_ends,
    other_fights,
    other_results,
)


def all_named(lies: list[Copy], least: int) -> None:
    """File and engine name the entry of every lie."""
    assert len(lies) >= least
    named = {
        lie.name: (entry_named_by_the_file(lie.data), entry_named_by_the_engine(lie.data))
        for lie in lies
    }
    assert named == {lie.name: (lie.at, lie.at) for lie in lies}


def test_a_battle_ends_as_the_tray_says() -> None:
    all_named(other_results(), 40)


def test_nobody_fights_for_a_county_of_somebody_else() -> None:
    all_named(other_fights(), 20)


def test_the_tray_is_empty_when_the_game_begins() -> None:
    all_named([cubes_left_in_the_tray()], 1)


def test_the_house_cannot_end_the_game_when_it_likes() -> None:
    all_named(other_ends(), 5)
