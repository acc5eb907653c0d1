"""A recorded game of the service among people, and its fork: both hold, lies about them do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.trust.verify_wallenstein import TABLES, check
from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.copies import FORKED, PLAYED, Change, clumsy, log_of, rewritten
from tests.trust.lies import CHANGES, SHOWS_LATER
from tests.trust.lies_about_people import (
    CHANGES_BY_PEOPLE,
    CHANGES_OF_FORKS,
    fork_under_another_name,
    late_before_the_deadline,
)

PEOPLE = [PLAYED, FORKED]
LIES = [
    *((PLAYED, change) for change in CHANGES_BY_PEOPLE),
    *((FORKED, change) for change in CHANGES_OF_FORKS),
]


@pytest.mark.parametrize("game", PEOPLE, ids=lambda game: game.name)
def test_a_game_among_people_holds(game: Path) -> None:
    report = check(game.read_bytes())
    assert report.verdict == "OK"
    assert entry_named_by_the_engine(game.read_bytes()) is None
    assert {"seat", "default", "draft", "bot"} == set(report.by)


def test_these_games_tell_of_nearly_everything_that_people_do() -> None:
    told = {entry["kind"] for game in PEOPLE for entry in log_of(game)[1:]}
    assert set(TABLES["journal"]) - told == {"host_changed"}


@pytest.mark.parametrize("game", PEOPLE, ids=lambda game: game.name)
def test_a_byte_or_a_line_changed_is_named_by_both(game: Path) -> None:
    for copy in clumsy(game, 40):
        named = entry_named_by_the_file(copy.data)
        assert named in ((0, 1) if copy.at == 0 else (copy.at,)), copy.name
        assert entry_named_by_the_engine(copy.data) == named, copy.name


@pytest.mark.parametrize(("game", "change"), LIES, ids=lambda one: getattr(one, "__name__", None))
def test_a_lie_about_people_is_named_by_both(game: Path, change: Change) -> None:
    lie = rewritten(game, change, "people")
    named = entry_named_by_the_file(lie.data)
    if change is fork_under_another_name:
        assert named is not None
        assert named > lie.at
    else:
        assert named == lie.at
    # What the house does with time is no matter of the rules, and the engine knows only those.
    expected = None if change is late_before_the_deadline else named
    assert entry_named_by_the_engine(lie.data) == expected


@pytest.mark.parametrize("game", PEOPLE, ids=lambda game: game.name)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_lie_about_anything_else_is_found_out(game: Path, change: Change) -> None:
    lie = rewritten(game, change, "people")
    named = entry_named_by_the_file(lie.data)
    assert named is not None
    assert named >= lie.at if change in SHOWS_LATER else named == lie.at
