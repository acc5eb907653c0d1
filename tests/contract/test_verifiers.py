"""The verifier of one file proves the toys by their tables, and believes no lie about chance."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.kernel.core import Ruleset
from engine.kernel.log import write_log
from games.trust.verifier import Unusable, check, told
from tests.contract.lies import LIES, forged_deals
from tests.contract.tables import file_of, halfway, played, seen
from tests.contract.toys.high_card import HAND
from tests.contract.toys.registered import PRESS, TABLES, TOYS

TABLES_OF_TOYS = [json.loads(text) for text in TABLES.values()]
# So many of the lies a table without the rules finds out.
REFUSED = {"hands": 690, "dice": 180, "hands in the dark": 350, "dice in the dark": 160}
# What only the rules know: who has which turn, what was boasted, who wins.
OF_THE_RULES = ("'seat'", "'boasts'", "'winners'", "'points'", "'round'", "'decision'")
# A table that does not say whom the game asks takes a log without its end for an earlier moment.
OF_THE_TABLE = ("over: no game_ended", "header: one seat more")


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_toy_is_proved_by_its_table(toy: Ruleset[Any], players: int) -> None:
    table = played(toy, players)
    report = check(file_of(table.game, table.entries), tables=TABLES_OF_TOYS)
    assert (report.verdict, report.over, report.dealt_again) == ("OK", True, report.deals)
    table = halfway(toy, players, 3)
    for seat in ("A", None):
        report = check(file_of(table.game, seen(table, seat)), tables=TABLES_OF_TOYS)
        assert (report.verdict, report.over) == ("OK", False)


def test_without_a_table_nobody_is_told_whether_the_game_is_over() -> None:
    for table, over in ((played(PRESS, 2), True), (halfway(PRESS, 2, 3), False)):
        log = file_of(table.game, table.entries)
        alone, known = check(log), check(log, tables=TABLES_OF_TOYS)
        assert (alone.verdict, known.verdict, known.over) == ("NOT FULLY CHECKED", "OK", over)
        unknown = "without a table of the game nobody can tell whether it is over"
        assert unknown in "\n".join(told(alone, "press"))
        assert "is not over" not in "\n".join(told(alone, "press"))
        assert ("the game is not over in this log" in "\n".join(told(known, "press"))) != over


@pytest.mark.parametrize("about", LIES)
def test_lies_about_chance_and_cards_are_refused(about: str) -> None:
    refused, believed = 0, []
    for name, header, entries in LIES[about]():
        try:
            report = check(b"".join(write_log(header, entries)), tables=TABLES_OF_TOYS)
        except Unusable:
            refused += 1
            continue
        if report.verdict == "FAILED":
            refused += 1
        elif report.verdict == "OK" and not any(
            part in name for part in (*OF_THE_RULES, *OF_THE_TABLE)
        ):
            believed.append(name)
    assert believed == []
    assert refused >= REFUSED[about]


def test_no_forged_deal_is_believed() -> None:
    forged = {
        name: check(b"".join(write_log(header, entries)), tables=TABLES_OF_TOYS)
        for name, header, entries in forged_deals()
    }
    assert {name for name, report in forged.items() if report.verdict != "FAILED"} == set()
    # Each card of each hand and the trump: another card, another salt, or never opened.
    assert len(forged) == 3 * (3 * HAND + 1) + 3
