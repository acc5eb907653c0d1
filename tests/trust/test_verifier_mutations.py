"""More than two hundred copies of recorded games, one thing changed in each: all are found out."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from games.trust.verifier import Unusable, check
from tests.trust.copies import (
    GAMES,
    ODD,
    ONE_OF_EACH,
    Change,
    Copy,
    clumsy,
    log_of,
    places,
    rehashed,
    rewritten,
)
from tests.trust.lies import CHANGES, CHANGES_OF_EXPANSIONS, SHOWS_LATER

BYTES = 12


def found_at(copy: Copy) -> int | None:
    """The entry the verifier names."""
    try:
        report = check(copy.data)
    except Unusable:
        return 0
    assert report.wrong is not None, f"{copy.name} was not found out"
    return report.wrong.seq


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_clumsy_change_is_found_out_at_its_entry(game: Path) -> None:
    copies = list(clumsy(game, BYTES))
    assert len(copies) == BYTES + 5
    for copy in copies:
        # The chain starts from the header: a changed one shows in the first entry at the latest.
        expected = (0, 1) if copy.at == 0 else (copy.at,)
        assert found_at(copy) in expected, copy.name


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_lie_is_found_out_though_every_hash_is_made_anew(change: Change) -> None:
    # Other games for each lie, of both editions, so that all of them have their turn.
    first = CHANGES.index(change)
    for game in (GAMES[(first + step) % len(GAMES)] for step in (0, 6, 12, 18)):
        assert_found_out(game, change)


@pytest.mark.parametrize(
    ("game", "change"), CHANGES_OF_EXPANSIONS, ids=lambda one: getattr(one, "__name__", None)
)
def test_a_lie_about_an_expansion_is_found_out(game: Path, change: Change) -> None:
    assert_found_out(game, change)


def assert_found_out(game: Path, change: Change) -> None:
    """The verifier names the entry that was changed, or one that cannot follow from it."""
    lie = rewritten(game, change, game.name)
    seq = found_at(lie)
    assert seq is not None
    if change in SHOWS_LATER:
        assert seq >= lie.at, lie.name
    else:
        assert seq == lie.at, lie.name


@pytest.mark.parametrize("game", ONE_OF_EACH, ids=lambda game: game.name)
def test_a_payload_of_any_shape_is_judged_and_never_trips_the_verifier(game: Path) -> None:
    log = log_of(game)
    judged: Counter[str] = Counter()
    for kind in sorted({entry["kind"] for entry in log[1:]}):
        at = places(log, kind)[0]
        for number, member in enumerate(log[at]["payload"]):
            forged = deepcopy(log[: at + 1])
            forged[at]["payload"][member] = ODD[(at + number) % len(ODD)]
            report = check(rehashed(forged))
            assert report.wrong is None or report.wrong.seq == at, (kind, member)
            is_cut = report.wrong is not None and report.wrong.reason.startswith("the log ends")
            judged["held so far" if is_cut else report.verdict] += 1
    assert judged["FAILED"] > 10
    # What no chance rests on is a matter of the rules; there the copy ends, within a step.
    assert judged["held so far"] > 10
    assert set(judged) <= {"FAILED", "held so far", "OK"}


def test_these_are_more_than_two_hundred_copies() -> None:
    assert len(GAMES) * (BYTES + 5) >= 200
    assert len(CHANGES) * 4 >= 100
