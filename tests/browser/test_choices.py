"""Choices of the moment in a browser: counties drafted live, a question in mid-season."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games import store
from games.models import Game, User
from tests.browser.conftest import Visit
from tests.browser.hands import moved_on, plan_season, touch_county, until_asked
from tests.service.tables import again, started


def my_choice(page: Page) -> str:
    """Open the question that waits, and say of what kind it is."""
    page.locator("#now-heading ~ p a.button.primary").click()
    return page.locator("#turn [name=kind]").input_value()


def owned(game: Game) -> set[str]:
    counties = store.load(again(game)).state.counties
    return {name for name, county in counties.items() if county.owner == "A"}


def test_a_line_up_is_drafted_live_and_a_place_chosen_in_mid_season(
    visit: Visit, worker: None, anna: User
) -> None:
    game = started(anna, options={"line_up": "draft", "choices": "ask"})
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
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
    assert len(taken) >= 8
    assert owned(game) == taken
    plan_season(page, by_map=1, phone=False)
    moved_on(page)
    assert my_choice(page) == "position"
    assert window.violations() == []
    page.locator('[name="position"]').select_option(index=1)
    chosen = int(page.locator('[name="position"]').input_value())
    moved_on(page)
    assert store.load(again(game)).state.season.positions["A"] == chosen
