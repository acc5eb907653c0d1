"""A recorded game of the service among people, and its fork: both hold, lies about them do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.trust.verifier import TABLES, check
from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.copies import (
    FORKED,
    PLAYED,
    REASONS,
    REASONS_FORKED,
    Change,
    clumsy,
    log_of,
    rewritten,
)
from tests.trust.lies import CHANGES, SHOWS_LATER
from tests.trust.lies_about_people import (
    CHANGES_BY_PEOPLE,
    CHANGES_OF_FORKS,
    CHANGES_OF_REASONS,
    fork_under_another_name,
    late_before_the_deadline,
)

PEOPLE = [PLAYED, FORKED, REASONS, REASONS_FORKED]
LIES = [
    *((PLAYED, change) for change in CHANGES_BY_PEOPLE),
    *((FORKED, change) for change in CHANGES_OF_FORKS),
    *((REASONS, change) for change in CHANGES_OF_REASONS),
]


@pytest.mark.parametrize("game", PEOPLE, ids=lambda game: game.name)
def test_a_game_among_people_holds(game: Path) -> None:
    report = check(game.read_bytes())
    assert report.verdict == "OK"
    assert entry_named_by_the_engine(game.read_bytes()) is None
    # The older games are from before answers could come without a salt of the player's own.
    newer = {"relay"} if game in (REASONS, REASONS_FORKED) else set()
    assert {"seat", "default", "draft", "bot"} | newer == set(report.by)


def test_these_games_tell_of_nearly_everything_that_people_do() -> None:
    kinds = {entry["kind"] for game in PEOPLE for entry in log_of(game)[1:]}
    # A veil is lifted where cards are hidden, and Wallenstein hides none.
    assert set(TABLES["journal"]) - kinds == {"host_changed", "veil_lifted"}


def test_old_games_tell_in_version_1_what_newer_ones_give_a_reason_for() -> None:
    for games, version in (((PLAYED, FORKED), 1), ((REASONS, REASONS_FORKED), 2)):
        entries = [entry for game in games for entry in log_of(game)[1:]]
        newer = {entry["kind"]: entry["version"] for entry in entries if entry["version"] != 1}
        assert newer == dict.fromkeys(TABLES["newer"] if version == 2 else (), 2)
        acts = [e["payload"] for e in entries if "why" in e["payload"]]
        assert all(act["why"] for act in acts) is (version == 2)


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
    # What the server does with time is no matter of the rules, and the engine knows only those.
    expected = None if change is late_before_the_deadline else named
    assert entry_named_by_the_engine(lie.data) == expected


@pytest.mark.parametrize("game", PEOPLE, ids=lambda game: game.name)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_lie_about_anything_else_is_found_out(game: Path, change: Change) -> None:
    lie = rewritten(game, change, "people")
    named = entry_named_by_the_file(lie.data)
    assert named is not None
    assert named >= lie.at if change in SHOWS_LATER else named == lie.at
