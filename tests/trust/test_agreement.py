"""The engine and the verifier of one file, written apart, name the same entry."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from engine.kernel.log import write_log
from tests.play.tables import new_table, random_answer
from tests.trust.agreement import entry_named_by_the_engine, entry_named_by_the_file
from tests.trust.copies import (
    GAMES,
    SMALL,
    SMALL_2002,
    Change,
    clumsy,
    log_in,
    places,
    rewritten,
    written,
)
from tests.trust.lies import CHANGES, CHANGES_OF_EXPANSIONS, time_out_before_its_time
from tests.trust.lies_about_questions import CHANGES_OF_QUESTIONS

LINES = SMALL.read_bytes().splitlines(keepends=True)
UP_TO_THE_PLANS = LINES[:15]
LIES = [
    *itertools.product((SMALL, SMALL_2002), CHANGES),
    *CHANGES_OF_EXPANSIONS,
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_both_name_the_entry_in_which_a_byte_was_changed(game: Path) -> None:
    for copy in clumsy(game, 10):
        named = entry_named_by_the_file(copy.data)
        assert named is not None
        assert entry_named_by_the_engine(copy.data) == named, copy.name


@pytest.mark.parametrize(("game", "change"), LIES, ids=lambda one: getattr(one, "__name__", None))
def test_both_find_out_a_lie_in_a_log_hashed_anew(game: Path, change: Change) -> None:
    copy = rewritten(game, change, "both")
    by_file, by_engine = (
        entry_named_by_the_file(copy.data),
        entry_named_by_the_engine(copy.data),
    )
    assert by_file is not None
    if change is time_out_before_its_time:
        # What the server does with time is no matter of the rules, and the engine knows only those.
        assert by_engine is None
    else:
        # The rules may see a lie before its first consequence, never after.
        assert by_engine is not None
        assert copy.at <= by_engine <= by_file


@pytest.mark.parametrize(
    ("game", "change"), CHANGES_OF_QUESTIONS, ids=lambda one: getattr(one, "__name__", None)
)
def test_both_find_out_a_lie_about_questions_at_its_entry(game: Path, change: Change) -> None:
    copy = rewritten(game, change, "questions")
    assert entry_named_by_the_file(copy.data) == copy.at
    assert entry_named_by_the_engine(copy.data) == copy.at
    # Before the last step, where nobody can read what the others have sealed.
    log = log_in(copy.data)
    dark = log[: next(seq for seq in places(log, "step_began") if seq > copy.at)]
    for entry in dark[1:]:
        entry.pop("secret", None)
    assert entry_named_by_the_file(written(dark)) == copy.at
    assert entry_named_by_the_engine(written(dark)) == copy.at


@pytest.mark.parametrize(
    ("data", "entry"),
    [
        pytest.param(LINES[0], None, id="a header alone"),
        pytest.param(b"".join(UP_TO_THE_PLANS).replace(b"\n", b"\r\n"), None, id="CR LF"),
        pytest.param(b"".join(UP_TO_THE_PLANS).replace(b",", b",\r", 20), None, id="CR within"),
        pytest.param(b"\xef\xbb\xbf" + LINES[0], 0, id="byte order mark"),
        pytest.param(LINES[0] + b"\n" + LINES[1], 1, id="empty line"),
        pytest.param(LINES[0] + LINES[1][:-1], 1, id="no line feed"),
    ],
)
def test_both_read_lines_alike(data: bytes, entry: int | None) -> None:
    assert entry_named_by_the_file(data) == entry
    assert entry_named_by_the_engine(data) == entry


def test_both_miss_an_answer_that_was_replaced_and_never_opened() -> None:
    table = new_table(3, "default", "orders", name="replaced")
    table.advance()
    decision = table.game.waiting[0]
    replaced = table.seal(decision.id, random_answer(table.game, decision, "first thought"))
    table.seal(decision.id, random_answer(table.game, decision, "second thought"))
    table.play_out("replaced")
    open_log = b"".join(write_log(table.game.header, table.entries))
    assert entry_named_by_the_file(open_log) is None
    assert entry_named_by_the_engine(open_log) is None
    hidden = [e.but(secret=None) if e.seq == replaced.seq else e for e in table.entries]
    closed_log = b"".join(write_log(table.game.header, hidden))
    assert entry_named_by_the_file(closed_log) == replaced.seq
    assert entry_named_by_the_engine(closed_log) == replaced.seq
