"""Attacks of docs/audit.md by a house that plays a ruling otherwise than the version it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.copies import RULINGS
from tests.trust.lies_about_rulings import (
    favors_lost_though_some_county_is_legal,
    lies_about_rulings,
)


@pytest.mark.parametrize("game", RULINGS, ids=lambda game: game.name)
def test_a_game_of_rulings_is_proved(game: Path) -> None:
    assert entry_named_by_the_file(game.read_bytes()) is None
    assert entry_named_by_the_engine(game.read_bytes()) is None


def test_the_house_cannot_play_a_ruling_otherwise() -> None:
    lies = lies_about_rulings()
    named = {
        lie.name: (entry_named_by_the_file(lie.data), entry_named_by_the_engine(lie.data))
        for lie in lies
    }
    assert named == {lie.name: (lie.at, lie.at) for lie in lies}


def test_who_has_the_rules_sees_that_a_favor_need_not_be_lost() -> None:
    lies = favors_lost_though_some_county_is_legal()
    assert len(lies) >= 3
    for lie in lies:
        assert entry_named_by_the_engine(lie.data) == lie.at
        # Which county is legal follows from sites and supplies, which no table counts.
        assert entry_named_by_the_file(lie.data) != lie.at
