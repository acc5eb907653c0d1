"""The tutorial under eyes and fingers: walked to its end at a desk and on a phone, into a game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Game
from tests.browser.conftest import Visit
from tests.browser.test_ways import WIDTHS, fits, sign_up_here

# What is tapped on the map, and what beside it.
ON_THE_MAP = {
    "map": ["anhalt"],
    "taxes": ["wolfenbuettel"],
    "battle": ["kursachsen", "lausitz"],
    "revolt": ["anhalt"],
    "majority": ["saechsische_lande"],
    "winter": ["mittelmark"],
}
BESIDE = {"taxes": "Collect taxes", "battle": "Combat/Movement A"}


def scene(page: Page) -> str:
    return page.url.partition("?")[0].rstrip("/").rpartition("/")[2]


def tap_county(page: Page, county: str, *, phone: bool) -> None:
    """Where its armies are drawn: a finger, or a mouse."""
    badge = page.locator(f'[data-county="{county}"] .badge')
    if phone:
        badge.tap()
    else:
        badge.click()
    page.wait_for_url(re.compile(rf"do=[a-z_.]*{county}"))


def together(page: Page, *parts: Locator) -> None:
    """All of these are seen at once."""
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)


@WIDTHS
def test_from_the_first_page_through_all_scenes_into_a_game(
    visit: Visit, worker: None, phone: bool
) -> None:
    window = visit(phone=phone)
    page = window.open("/")
    page.locator(".ways").get_by_role("link", name="Learn by playing").click()
    page.wait_for_url(re.compile("/learn/wallenstein-2010/map/"))
    for name, counties in ON_THE_MAP.items():
        assert scene(page) == name
        together(page, page.locator(".tutorial-task"), page.locator(".map-sheet"))
        for place, county in enumerate(counties):
            tap_county(page, county, phone=phone)
            if name in BESIDE and not place:
                # In view without scrolling: the card is in the hand, the boxes wait.
                box = page.get_by_role("link", name=BESIDE[name])
                together(page, page.locator(".tutorial-task"), page.locator(".map-sheet"), box)
                box.click()
        done = page.locator(".tutorial-why")
        expect(done).to_be_in_viewport(ratio=1)
        assert fits(page)
        assert window.violations() == []
        done.get_by_role("link", name=re.compile("^Next")).click()
        page.wait_for_url(re.compile(rf"/learn/wallenstein-2010/(?!{name}/)"))
    assert scene(page) == "play"
    page.locator(".tutorial").get_by_role("link", name="Play now against bots").click()
    page.wait_for_url(re.compile(r"/accounts/signup/\?next=/play/"))
    sign_up_here(page, "dora")
    page.wait_for_url(re.compile("/play/$"))
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/$"))
    assert Game.objects.get().status == Game.Status.RUNNING


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_wrong_tap_the_way_back_and_the_keyboard(visit: Visit, scheme: str) -> None:
    window = visit(color_scheme=scheme)
    page = window.open("/learn/wallenstein-2010/battle/?do=kursachsen.combat_a")
    # Both may be attacked; the odds of the real engine stand beside their names.
    expect(page.locator(".tutorial-offer .odds-text")).to_have_count(2)
    tap_county(page, "boehmen", phone=False)
    expect(page.locator(".tutorial-remark")).to_contain_text("fight for Yellow")
    assert window.violations() == []
    page.go_back()
    expect(page.locator(".tutorial-remark")).to_have_count(0)
    county = page.locator('[data-county="lausitz"]')
    county.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tutorial-why")).to_contain_text("Lausitz is yours")
    expect(page.locator(".throw use").first).to_be_visible()
    expect(page.locator(".map-sheet .changed-mark")).to_have_count(2)
    page.go_back()
    expect(page.locator(".tutorial-task")).to_be_visible()
    page.go_forward()
    expect(page.locator(".tutorial-why")).to_be_visible()


def test_the_map_is_a_part_of_the_sheet_close_enough_for_a_thumb(visit: Visit) -> None:
    page = visit(phone=True).open("/learn/wallenstein-2010/taxes/")
    sheet = page.locator(".map-sheet")
    expect(sheet).to_have_attribute("viewBox", re.compile("^270 190 "))
    expect(page.locator(".map-tools")).to_be_hidden()
    # Names are written out, and a county is large enough for a thumb.
    expect(page.locator('[data-county="anhalt"] > text').first).to_be_visible()
    land = page.locator("#land-vogtland").bounding_box()
    assert land is not None
    assert min(land["width"], land["height"]) > 44


def test_without_a_script_the_map_can_be_tapped_too(visit: Visit) -> None:
    page = visit(javascript=False).open("/learn/wallenstein-2010/revolt/")
    page.locator('[data-county="kursachsen"] .badge').click()
    expect(page.locator(".tutorial-remark")).to_contain_text("Five stand in Anhalt")
    page.locator('[data-county="anhalt"] .badge').click()
    expect(page.locator(".tutorial-why")).to_contain_text("Put down")
