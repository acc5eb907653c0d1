"""The verifier in the browser and games of the second format: of one mind with the file."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.test_verify_page import by_the_page
from tests.contract.tables import file_of, played
from tests.contract.toys.registered import PRESS
from tests.trust.agreement import by_the_file
from tests.trust.copies import FIVE, rehashed, rewritten, written
from tests.trust.lies_about_cards import AT_ONCE, IN_THE_END, odd_payloads
from tests.trust.lies_about_questions import question_of_another_edition
from tests.trust.pedlars import TABLE, half_a_fair, the_fair
from tests.trust.test_cards import NO_PILES, OPEN_AND_HIDDEN


def test_page_and_file_agree_on_a_fair(saved: Page) -> None:
    logs = [written(half_a_fair(the_fair(), seat)) for seat in ("A", "B", None)]
    logs += [written(the_fair()), written(the_fair(fork="fair again"))]
    reports = by_the_page(saved, logs, tables=[TABLE])
    assert reports == [by_the_file(data, tables=[TABLE]) for data in logs]
    assert {one["verdict"] for one in reports} == {"OK"}
    assert [one["again"] for one in reports] == [0, 0, 0, 5, 5]
    reports = by_the_page(saved, logs)
    assert reports == [by_the_file(data) for data in logs]
    assert {one["verdict"] for one in reports} == {"NOT FULLY CHECKED"}


def test_page_and_file_agree_on_every_lie_about_cards(saved: Page) -> None:
    forged, named = [], []
    for lie in [*AT_ONCE, *IN_THE_END]:
        log = the_fair()
        named.append(lie(log))
        forged.append(rehashed(log))
    reports = by_the_page(saved, forged, tables=[TABLE])
    assert reports == [by_the_file(data, tables=[TABLE]) for data in forged]
    assert [one["seq"] for one in reports] == named
    without = by_the_page(saved, forged)
    assert without == [by_the_file(data) for data in forged]


def test_page_and_file_agree_on_formats_and_tables_they_cannot_read(saved: Page) -> None:
    strange = []
    for name in ("wallenstein-log/3", "wallenstein-log/two", "chess", None, 2):
        log = the_fair()
        log[0]["format"] = name
        strange.append(rehashed(log))
    reports = by_the_page(saved, strange)
    assert reports == [by_the_file(data) for data in strange]
    assert all("unusable" in one for one in reports)
    drawn_and_dealt = deepcopy(TABLE)
    drawn_and_dealt["rulesets"]["pedlars"].update(OPEN_AND_HIDDEN)
    tables: list[Any] = [{}, [], {"alike": {}, "rulesets": {"pedlars": {}}}, drawn_and_dealt]
    for part in [*NO_PILES, {"course": "loewenherz"}]:
        tables.append(deepcopy(TABLE))
        tables[-1]["rulesets"]["pedlars"].update(part)
    for table in tables:
        (one,) = by_the_page(saved, [written(the_fair())], tables=[table])
        assert one == by_the_file(written(the_fair()), tables=[table])
        assert one == {"unusable": "the table of the game is not written as it should be"}


def test_page_and_file_agree_on_payloads_of_any_shape(saved: Page) -> None:
    forged = list(odd_payloads())
    reports = by_the_page(saved, forged, tables=[TABLE])
    assert reports == [by_the_file(data, tables=[TABLE]) for data in forged]


def test_the_page_refuses_a_question_of_another_edition(saved: Page) -> None:
    lie = rewritten(FIVE, question_of_another_edition, "defence")
    (report,) = by_the_page(saved, [lie.data])
    assert report == by_the_file(lie.data)
    assert (report["seq"], report["reason"]) == (lie.at, "this is no question of this game")


def test_the_page_cannot_tell_without_a_table_whether_a_game_is_over(saved: Page) -> None:
    table = played(PRESS, 2)
    log = file_of(table.game, table.entries)
    (report,) = by_the_page(saved, [log])
    assert report == by_the_file(log)
    assert "without a table of the game nobody can tell" in "\n".join(report["unchecked"])


def test_somebody_brings_the_table_of_a_game(saved: Page, tmp_path: Path) -> None:
    log, table = tmp_path / "fair.wlog.jsonl", tmp_path / "pedlars.json"
    log.write_bytes(written(the_fair()))
    table.write_text(json.dumps(TABLE), "utf-8")
    saved.get_by_label("The log of the game").set_input_files(log)
    saved.get_by_role("button", name="Check").click()
    saved.locator("[data-verdict='NOT FULLY CHECKED']").wait_for()
    report = saved.locator("#report").inner_text()
    assert "no table for the game pedlars version 1" in report
    assert "its deals are proved by digest and salt alone" in report
    saved.get_by_label("The table of the game").set_input_files(table)
    saved.get_by_role("button", name="Check").click()
    saved.locator("[data-verdict=OK]").wait_for()
    report = saved.locator("#report").inner_text()
    assert "fair: pedlars version 1, seats A B, " in report
    assert "deals: 5, each made again under the veil" in report
    assert "rolls: 5, each made again die by die from its stream" in report
