"""Choices of the moment in a browser: counties drafted live, a question in mid-season."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.boards import board_of
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from tests.browser.conftest import Visit
from tests.browser.hands import (
    led_on,
    make_game,
    moved_on,
    plan_season,
    served,
    sign_up,
    touch_county,
    until_asked,
)
from tests.service.tables import answer, some_answer, started, waiting


def opened_choice(page: Page) -> str:
    """Open the question that waits, and say of what kind it is."""
    page.locator("#now-heading ~ p a.button.primary").click()
    return kind_of(page)


def kind_of(page: Page) -> str:
    served(page)
    return page.locator("#turn [name=kind]").input_value()


def mine(page: Page) -> set[str]:
    """The counties that are mine, as the map shows them."""
    owned = page.locator('.county[data-owner="A"]')
    return set(owned.evaluate_all("all => all.map(county => county.dataset.county)"))


def outlined(page: Page) -> set[str]:
    """The counties the question is about."""
    shown = page.locator(".county.offered")
    return set(shown.evaluate_all("all => all.map(county => county.dataset.county)"))


def test_a_line_up_is_drafted_live_and_a_place_chosen_in_mid_season(
    visit: Visit, worker: None
) -> None:
    window = visit()
    page = sign_up(window, "dora")
    make_game(page, line_up="draft", choices="ask")
    until_asked(page)
    taken: set[str] = set()
    kind = opened_choice(page)
    while kind != "plan":
        assert mine(page) == taken
        if kind == "draft_pick":
            expect(page.locator('[name="take"]')).to_have_value("")
            offers = page.locator('[name="take"] option').evaluate_all(
                "all => all.map(o => o.value)"
            )
            assert outlined(page) == set(offers) - {"", "pile", "exchange"}
            county = next(offer for offer in offers if offer in outlined(page))
            touch_county(page, county, phone=False)
            expect(page.locator('[name="take"]')).to_have_value(county)
            expect(page.locator(f'.county.target[data-county="{county}"]')).to_be_visible()
            taken.add(county)
        # The largest group goes first, unless one says otherwise.
        expect(page.locator('[name="group"]')).not_to_have_value("")
        if len(taken) == 1:
            assert window.violations() == []
        led_on(page)
        kind = kind_of(page)
    assert len(taken) >= 8
    assert mine(page) == taken
    plan_season(page, by_map=1, phone=False)
    moved_on(page)
    assert opened_choice(page) == "position"
    assert window.violations() == []
    page.locator('[name="position"]').select_option(index=1)
    tile = page.locator('[name="position"] option:checked').inner_text().partition(": ")[2]
    led_on(page)
    game = Game.objects.get()
    # By chance nothing else may be asked until the next season, when the places are free again.
    same_season = kind_of(page) != "plan"
    page.get_by_role("link", name="Table", exact=True).click()
    place = page.locator(".places li", has_text=tile)
    expect(place).to_be_visible()
    expect(place.locator('.seat[data-seat="A"]')).to_have_count(int(same_season))
    taken_places = [entry for entry in store.entries_of(game) if entry.kind == "position_taken"]
    assert [entry.payload["seat"] for entry in taken_places].count("A") == 1


@pytest.fixture
def drafting(anna: User) -> Game:
    return started(anna, options={"line_up": "draft", "choices": "ask"})


def test_without_a_script_a_link_leads_to_the_next_question(
    visit: Visit, worker: None, anna: User, drafting: Game
) -> None:
    window = visit(javascript=False)
    page = window.sign_in(anna)
    while page.locator("#turn").count() == 0:
        window.open(f"/games/{drafting.pk}/turn/")
    first = page.url
    page.locator('[name="take"]').select_option(index=1)
    page.get_by_role("button", name="Ready").click()
    while page.locator("#turn").count() == 0:
        page.get_by_role("link", name="Check again").click()
    assert page.url != first
    assert waiting(drafting).id in page.url


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_without_a_script_ready_leads_on_to_the_next_plan(
    visit: Visit, anna: User, bert: User, phone: bool
) -> None:
    game = started(anna, bert)
    window = visit(javascript=False, phone=phone)
    page = window.sign_in(anna)
    window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    page.locator("summary", has_text="The same as text").click()
    orders = board_of(game.ruleset).turn.as_text("plan", some_answer(game, waiting(game)), "en")
    page.locator("#orders").fill(orders)
    page.get_by_role("button", name="Put into the form").click()
    page.get_by_role("button", name="Ready", exact=True).click()
    receipt = page.locator("#receipt")
    expect(receipt.get_by_role("link", name="My games")).to_be_visible()
    first = page.url
    # The others are ready meanwhile; the old page, asked again, leads to the next question.
    answer(game, bert)
    game_advance(game_id=game.pk)
    receipt.get_by_role("link", name="Go to the table").click()
    expect(page.locator("#now-heading")).to_have_text("It is your turn")
    page.goto(first)
    window.complaints.clear()  # the page that is over says so with its status
    page.get_by_role("link", name="Answer the next question").click()
    assert waiting(game).id in page.url
    expect(page.locator("#turn")).to_be_visible()
