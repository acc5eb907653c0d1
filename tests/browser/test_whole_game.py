"""Somebody comes, signs up, and plays a game to its end in a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, User
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import moved_on, plan_season, press
from tests.service.tables import some_answer, started, waiting

SEASONS = 6


def sign_up(window: Visitor, name: str) -> Page:
    """From the first page to an account."""
    page = window.open("/")
    page.get_by_role("link", name="Start playing").click()
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=password1]", "a horse and a tower")
    page.fill("[name=password2]", "a horse and a tower")
    page.press("[name=password2]", "Enter")
    page.wait_for_url(f"{window.base}/")
    return page


def make_game(page: Page, **answers: str) -> None:
    """By the wizard, against two bots, and start it."""
    page.get_by_role("link", name=re.compile("New game|Make a game")).first.click()
    page.fill("[name=name]", "The long war")
    page.select_option("[name=players]", "3")
    page.select_option("[name=bots]", "2")
    page.check("[name=bot][value=random]")
    page.check("[name=pace][value=none]")
    for name, value in answers.items():
        page.check(f'[name="wallenstein-2010:{name}"][value="{value}"]')
    page.get_by_role("button", name="Make the game").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=2, name="It is your turn")).to_be_visible()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("phone", [False, True], ids=["1280 by mouse", "390 by thumb"])
def test_from_sign_up_to_the_final_table(visit: Visit, worker: None, phone: bool) -> None:
    window = visit(phone=phone)
    page = sign_up(window, "dora")
    make_game(page)
    for season in range(SEASONS):
        page.get_by_role("link", name="Make your plan").click()
        plan_season(page, by_map=10 if season == 0 else 2, phone=phone)
        moved_on(page)
        if season == 0:
            read_and_watch(page, phone)
    expect(page.locator("#now-heading")).to_have_text("The game is over")
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED
    winners = page.locator(".now .seat.big").evaluate_all("all => all.map(s => s.dataset.letter)")
    assert winners == game.winners
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate(
        "document.documentElement.clientWidth"
    )


def read_and_watch(page: Page, phone: bool) -> None:
    """Open the report of the season, step through the replay, and come back to the table."""
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The long war")
    expect(page.get_by_role("heading", name="What it brought")).to_be_visible()
    page.get_by_role("link", name="Watch this season").click()
    told = page.locator("[data-where]")
    before = told.inner_text()
    press(page, "[data-go=next]", phone)
    expect(told).not_to_have_text(before)
    press(page, "[data-go=previous]", phone)
    expect(told).to_have_text(before)
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.locator("#now-heading")).to_have_text("It is your turn")


def test_a_season_is_played_without_a_script(visit: Visit, worker: None, anna: User) -> None:
    game = started(anna)
    window = visit(javascript=False)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    page.get_by_role("link", name="Make your plan").click()
    said = some_answer(game, waiting(game))
    for action, card in said["boxes"].items():
        page.locator(f'[name="boxes.{action}"]').select_option(card or "")
    page.locator('[name="bid"]').select_option("" if said["bid"] is None else str(said["bid"]))
    page.get_by_role("button", name="Ready").click()
    page.wait_for_url(f"**/games/{game.pk}/")
    expect(page.locator("#messages")).to_contain_text("Everybody is ready")
    while page.locator("#now-heading").inner_text() != "It is your turn":
        page.reload()
    expect(page.locator(".season")).to_contain_text("Summer")
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spring")
    expect(page.get_by_role("heading", name="What it brought")).to_be_visible()


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
    assert page.locator("[name^='boxes.']").evaluate_all("all => all.map(s => s.value)") == laid
    page.locator("[name=act][value=ready]").click()
    expect(page.locator("#receipt")).to_be_visible()
    assert window.violations() == []
    page.get_by_role("button", name="English").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
