"""The head of a report: two screens of a phone at most, and everything else at hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, User
from tests.browser.conftest import Visit
from tests.service.tables import again
from tests.web.told import line_of, played, played_by_marshals

# Of a phone as it is held.
SCREEN = 844


def opened(page: Page) -> None:
    """Wait until a report is there as a whole, its fonts and its map included."""
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_report_is_two_screens_of_a_phone_before_one_unfolds(
    visit: Visit, anna: User, language: str
) -> None:
    anna.language = language
    anna.save()
    game = played_by_marshals(anna, players=5)
    window = visit(phone=True)
    window.sign_in(anna)
    heights = {}
    for chapter in line_of(game).chapters:
        page = window.open(f"/games/{game.pk}/report/{chapter.number}/")
        expect(page.locator(".headline")).to_be_visible()
        heights[chapter.title] = page.locator("main").evaluate(
            "one => one.getBoundingClientRect().bottom"
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert {title: height for title, height in heights.items() if height > 2 * SCREEN} == {}


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_what_is_folded_is_one_tap_away(
    visit: Visit, anna: User, phone: bool, javascript: bool
) -> None:
    game = played(anna)
    window = visit(phone=phone, javascript=javascript)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/report/1/")
    expect(page.locator(".short-group[data-group=lead]")).to_be_visible()
    story = page.locator(".part").first
    expect(story).to_be_hidden()
    page.get_by_text("What happened, line by line").click()
    expect(story).to_be_visible()
    sheet = page.locator("#map-box .map-sheet")
    if phone:
        expect(sheet).to_be_hidden()
        page.locator(".map-switch").click()
    expect(sheet).to_be_visible()
    # Without a script the page comes anew, and the map is not folded away again.
    page.get_by_role("link", name="Before", exact=True).click()
    expect(page.get_by_role("heading", name="The map before")).to_be_visible()
    expect(sheet).to_be_visible()
    if javascript:
        assert window.violations() == []


def test_a_line_of_the_head_leads_to_what_tells_more(visit: Visit, anna: User) -> None:
    game: Game = again(played(anna))
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/report/1/")
    line = page.locator(".short-group[data-group=boxes] a").first
    target = (line.get_attribute("href") or "").removeprefix("#")
    line.click()
    expect(page.locator(f"#{target}")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(f"#{target}$"))


def test_only_what_was_taken_is_outlined(visit: Visit, anna: User) -> None:
    game = played_by_marshals(anna, players=5, steps=3)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/report/3/")
    taken = (page.locator("#map-box").get_attribute("data-taken") or "").split()
    expect(page.locator("#map-box .mark")).to_have_count(len(taken))
    expect(page.locator("#map-box .mark-taken")).to_have_count(len(taken))
    expect(page.locator("[data-group=hands] .short-line")).to_have_count(len(taken))
