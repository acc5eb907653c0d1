"""Somebody comes, signs up, and plays a game to its end in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.models import Game, User
from tests.browser.conftest import Visit
from tests.browser.hands import (
    COINS_BESIDE_THE_BID,
    make_game,
    moved_on,
    plan_season,
    press,
    served,
    sign_up,
    until_asked,
)
from tests.service.tables import started, waiting

SEASONS = 6


def test_from_sign_up_to_the_second_season_by_mouse(visit: Visit, worker: None) -> None:
    page = sign_up(visit(), "dora")
    make_game(page)
    until_asked(page)
    play_season(page, phone=False)
    read_and_watch(page, phone=False)
    expect(page.locator(".chapter")).to_contain_text("Summer")


def test_from_sign_up_to_the_final_table_by_thumb(visit: Visit, worker: None) -> None:
    page = sign_up(visit(phone=True), "dora")
    make_game(page)
    until_asked(page)
    for season in range(SEASONS):
        play_season(page, phone=True)
        if season == 0:
            read_and_watch(page, phone=True)
    expect(page.locator("#now-heading")).to_have_text("The game is over")
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED
    winners = page.locator(".now .seat.big")
    expect(winners).to_have_count(len(game.winners))
    assert winners.evaluate_all("all => all.map(s => s.dataset.seat)") == game.winners
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate(
        "document.documentElement.clientWidth"
    )


def play_season(page: Page, *, phone: bool) -> None:
    """Make a plan, and wait until the season is over."""
    # Each is hidden where the other is shown; while the styles load both are, so `first` may miss.
    place = page.locator("#call" if phone else "#now")
    place.get_by_role("link", name="Make your plan").click()
    plan_season(page, phone=phone)
    moved_on(page)


def read_and_watch(page: Page, phone: bool) -> None:
    """Open the report of the season, step through the replay, and come back to the table."""
    page.get_by_role("link", name="Story", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The long war")
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    page.get_by_role("link", name="Watch this season").click()
    place = page.locator("[data-where]")
    before = place.inner_text()
    press(page, "[data-go=next]", phone)
    expect(place).not_to_have_text(before)
    press(page, "[data-go=previous]", phone)
    expect(place).to_have_text(before)
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.locator("#now-heading")).to_have_text("It is your turn")


def test_a_season_is_played_without_a_script(visit: Visit, worker: None) -> None:
    window = visit(javascript=False)
    page = sign_up(window, "dora")
    make_game(page)
    page.get_by_role("link", name="Make your plan").first.click()
    fill_lists(page)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#legal")).to_contain_text("legal and saved")
    near = page.locator('[name="moves.combat_a.0.to"] optgroup').first.locator("option").first
    page.locator('[data-orders="moves.combat_a"] > summary').click()
    page.locator('[name="moves.combat_a.0.to"]').select_option(near.get_attribute("value"))
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#messages")).to_contain_text("Everybody is ready")
    while page.locator("#now-heading").inner_text() != "It is your turn":
        page.reload()
    expect(page.locator(".chapter")).to_contain_text("Summer")
    page.get_by_role("link", name="Story", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spring")
    expect(page.get_by_role("heading", name="In short")).to_be_visible()


def fill_lists(page: Page) -> None:
    """A whole plan by the lists of a plain form, whatever cards it offers."""
    page.wait_for_url(re.compile("/turn/"))
    boxes = page.locator("select[name^='boxes.']")
    names = boxes.evaluate_all("all => all.map(list => list.name)")
    offered = boxes.first.locator("option").evaluate_all("all => all.map(one => one.value)")
    cards = [card for card in offered if card not in ("", "coin")]
    names.sort(key=lambda name: name != "boxes.combat_a")
    coins = ["coin"] * COINS_BESIDE_THE_BID
    for name, card in zip(names, [*cards, *coins], strict=False):
        page.locator(f'[name="{name}"]').select_option(card)
    page.locator('[name="bid"]').select_option("0")


def test_the_language_changes_in_the_middle_of_a_plan(visit: Visit, anna: User, bert: User) -> None:
    game = started(anna, bert)
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    plan_season(page, by_map=1, phone=True)
    laid = page.locator("[name^='boxes.']").evaluate_all("all => all.map(s => s.value)")
    expect(page.locator("#saved")).to_have_text(re.compile("^Saved [0-9]"))
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    served(page)
    assert page.locator("[name^='boxes.']").evaluate_all("all => all.map(s => s.value)") == laid
    page.locator("[name=act][value=ready]").click()
    expect(page.locator("#receipt")).to_be_visible()
    assert window.violations() == []
    page.get_by_role("button", name="English").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
