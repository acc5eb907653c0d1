"""That axe is not silenced by looking once at what looks the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import CONTRAST, violations

PLAIN = "<p>Plain words</p>" * 20
HEAD = "<!doctype html><html lang=en><title>Words</title><main><h1>Words</h1>"
Show = Callable[[str], Page]


@pytest.fixture
def show(chrome: Browser) -> Iterator[Show]:
    """Open a page with this in it."""
    context = chrome.new_context()
    page = context.new_page()

    def shown(body: str) -> Page:
        page.set_content(HEAD + body)
        return page

    yield shown
    context.close()


def test_a_good_page_has_no_faults(show: Show) -> None:
    assert violations(show(PLAIN)) == []


@pytest.mark.parametrize(
    "pale",
    [
        "<p style='color: #ccc'>Pale words</p>",
        "<div style='background: #333'><p>Pale words</p></div>",
        "<div style='opacity: 0.2'><p>Pale words</p></div>",
        "<input aria-label=Name style='color: #ccc' value='Pale words'>",
        "<style>p:nth-child(7) { color: #ccc }</style>",
    ],
    ids=["own", "ground", "faded", "typed", "by rule"],
)
def test_pale_words_are_found_among_many(show: Show, pale: str) -> None:
    page = show(PLAIN + pale + PLAIN)
    assert [fault.partition(":")[0] for fault in violations(page)] == [CONTRAST]
    assert [fault.partition(":")[0] for fault in violations(page, CONTRAST)] == [CONTRAST]


def test_a_page_looked_at_again_is_measured_again(show: Show) -> None:
    page = show(PLAIN)
    assert violations(page) == []
    page.evaluate("document.body.style.background = '#333'")
    assert len(violations(page, CONTRAST)) > 0


def test_the_other_rules_see_every_element(show: Show) -> None:
    faults = violations(show(PLAIN + "<input><input>"))
    assert [fault.partition(":")[0] for fault in faults] == ["label", "label"]
    assert violations(show("<input>"), "label", CONTRAST) != []
