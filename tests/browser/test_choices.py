"""Choices of the moment in a browser: counties drafted live, a question in mid-season."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import (
    make_game,
    moved_on,
    plan_season,
    served,
    sign_up,
    touch_county,
    until,
    until_asked,
)


def my_choice(page: Page) -> str:
    """Open the question that waits, and say of what kind it is."""
    page.locator("#now-heading ~ p a.button.primary").click()
    served(page)
    return page.locator("#turn [name=kind]").input_value()


def mine(page: Page) -> set[str]:
    """The counties that are mine, as the map shows them."""
    owned = page.locator('.county[data-owner="A"]')
    return set(owned.evaluate_all("all => all.map(county => county.dataset.county)"))


def test_a_line_up_is_drafted_live_and_a_place_chosen_in_mid_season(
    visit: Visit, worker: None
) -> None:
    window = visit()
    page = sign_up(window, "dora")
    make_game(page, line_up="draft", choices="ask")
    until_asked(page)
    taken: set[str] = set()
    while (kind := my_choice(page)) != "plan":
        if kind == "draft_pick":
            offers = page.locator('[name="take"] option').evaluate_all(
                "all => all.map(o => o.value)"
            )
            county = next(
                offer for offer in offers if page.locator(f'[data-county="{offer}"]').count()
            )
            touch_county(page, county, phone=False)
            expect(page.locator('[name="take"]')).to_have_value(county)
            taken.add(county)
        group = page.locator('[name="group"]')
        group.select_option(group.locator("option:not([value=''])").first.get_attribute("value"))
        if len(taken) == 1:
            assert window.violations() == []
        moved_on(page)
        until(lambda: mine(page) >= taken, page)
    assert len(taken) >= 8
    assert mine(page) == taken
    plan_season(page, by_map=1, phone=False)
    moved_on(page)
    assert my_choice(page) == "position"
    assert window.violations() == []
    page.locator('[name="position"]').select_option(index=1)
    tile = page.locator('[name="position"] option:checked').inner_text().partition(": ")[2]
    moved_on(page)
    place = page.locator(".places li", has_text=tile)
    expect(place.locator('.seat[data-letter="A"]')).to_be_visible()
