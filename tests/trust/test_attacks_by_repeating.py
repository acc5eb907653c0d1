"""Attacks of docs/audit.md by a house that asks chance again until it likes the answer."""

from __future__ import annotations

import pytest

from engine.kernel.game import decode, new_game
from engine.kernel.log import write_log
from games.boards import board_of
from tests.play.forgery import disproved
from tests.play.repeats import REPEATS, played_by_a_cheat, repeated
from tests.trust.agreement import by_the_file


@pytest.mark.parametrize("name", REPEATS)
def test_the_house_cannot_ask_chance_twice(name: str) -> None:
    # While the plans are sealed, which is when it would pay.
    header, entries, at = repeated(name, dark=True)
    summary = by_the_file(b"".join(write_log(header, entries)))
    assert (summary["verdict"], summary["seq"]) == ("FAILED", at), summary["reason"]
    # And when they are open the rules say the same.
    header, entries, at = repeated(name, dark=False)
    disproved((header, entries, at))
    assert by_the_file(b"".join(write_log(header, entries)))["verdict"] == "FAILED"


def test_the_audit_page_hides_no_throw() -> None:
    table, at = played_by_a_cheat("throw")
    entries, ruleset = table.entries, table.game.ruleset
    events = [decode(ruleset, entry) for entry in entries]
    start = new_game(ruleset, table.game.header).state
    tower = board_of(ruleset.key).tower
    assert tower is not None
    shown = list(tower.stories(start, events, "en", {seat: seat for seat in "ABC"}))
    thrown = [place for place, entry in enumerate(entries) if entry.kind == "tower_thrown"]
    assert [story.place for story in shown] == thrown
    hidden, repeat = shown[thrown.index(at - 1) - 1 : thrown.index(at - 1) + 1]
    assert (hidden.result, bool(repeat.result)) == ("", True)
    assert repeat.tray_before == entries[at - 2].payload["throw"]["fell"]
