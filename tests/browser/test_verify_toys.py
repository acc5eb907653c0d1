"""The verifier in the browser proves the toys by their tables, and believes no lie about chance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page

from engine.kernel.core import Ruleset
from engine.kernel.log import write_log
from tests.browser.test_verify_page import by_the_page
from tests.contract.lies import LIES, forged_deals
from tests.contract.tables import file_of, halfway, played, seen
from tests.contract.test_verifiers import REFUSED
from tests.contract.toys.registered import TABLES, TOYS, toys_known
from tests.trust.agreement import by_the_file

TABLES_OF_TOYS = [json.loads(text) for text in TABLES.values()]
# So many logs go into the browser at once.
SHEAF = 100


@pytest.fixture(scope="module", autouse=True)
def _toys() -> Iterator[None]:
    """The page is handed out with the tables of the toys in it."""
    with toys_known():
        yield


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
def test_a_toy_is_proved_by_the_table_in_the_page(saved: Page, toy: Ruleset[Any]) -> None:
    over, running = played(toy, 3), halfway(toy, 3, 3)
    logs = [file_of(over.game, over.entries)]
    logs += [file_of(running.game, seen(running, seat)) for seat in ("A", "B", None)]
    reports = by_the_page(saved, logs)
    assert reports == [by_the_file(log, tables=TABLES_OF_TOYS) for log in logs]
    assert {report["verdict"] for report in reports} == {"OK"}
    assert reports[0]["over"]
    assert reports[0]["again"] == reports[0]["deals"]


@pytest.mark.parametrize("about", LIES)
def test_page_and_file_agree_on_every_lie_about_a_toy(saved: Page, about: str) -> None:
    refused, lies = 0, LIES[about]()
    while sheaf := list(islice(lies, SHEAF)):
        logs = [b"".join(write_log(header, entries)) for _name, header, entries in sheaf]
        reports = by_the_page(saved, logs)
        assert reports == [by_the_file(log, tables=TABLES_OF_TOYS) for log in logs]
        refused += sum("unusable" in one or one["verdict"] == "FAILED" for one in reports)
    assert refused >= REFUSED[about]


def test_the_page_believes_no_forged_deal(saved: Page) -> None:
    logs = [b"".join(write_log(header, entries)) for _name, header, entries in forged_deals()]
    assert {report["verdict"] for report in by_the_page(saved, logs)} == {"FAILED"}
