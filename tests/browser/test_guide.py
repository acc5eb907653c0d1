"""The first five minutes: from the panel along the guide to a legal plan, and a plan suggested."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.access import viewer
from games.models import Game, KnownGame, User
from games.read import selectors
from games.services.play.advance import game_advance
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import served, touch_county, until
from tests.service.tables import again, answer, started, waiting

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])


@pytest.fixture
def game(anna: User) -> Game:
    return started(anna, players=5)


def table(visit: Visit, game: Game, anna: User, **choices: Any) -> Visitor:
    window = visit(**choices)
    window.sign_in(anna)
    window.open(f"/games/{game.pk}/")
    return window


def laid(page: Page) -> dict[str, str]:
    """What lies in every box."""
    cards = page.locator("[data-box] .face > select").evaluate_all(
        "all => all.map((list) => [list.name, list.value])"
    )
    return dict(cards)


def suggested(page: Page) -> dict[str, str]:
    """What the guide suggests for every box."""
    steps: dict[str, dict[str, str]] = dict(
        page.locator("#guide [data-fields]").evaluate_all(
            "all => all.map((step) => [step.dataset.step, JSON.parse(step.dataset.fields)])"
        )
    )
    return {name: fields[name] for name, fields in steps.items() if name in fields}


def now(page: Page) -> str:
    """The box the guide is at."""
    return str(page.locator("#guide li.now").get_attribute("data-step"))


@WIDTHS
def test_from_the_panel_along_the_guide_to_a_legal_plan(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    window = table(visit, game, anna, phone=phone)
    page = window.page
    expect(page.locator("#primer li")).to_have_count(3)
    assert window.violations() == []
    page.get_by_role("link", name="Guide me through this plan").click()
    served(page)
    guide, take = page.locator("#guide"), page.locator("#guide [data-take]")
    expect(guide).to_be_focused()
    expect(page.locator("#guide [data-back]")).to_be_disabled()
    plan = suggested(page)
    # Two boxes without marches, so that one tap lays a card.
    still = ("boxes.build", "boxes.collect", "boxes.deploy_5", "boxes.deploy_3")
    first, taken, *_more = [
        name for name, card in plan.items() if name.startswith(still) and card != "coin"
    ]
    while now(page) != first:
        take.click()
    box = page.locator(f'[data-box="{first}"]')
    expect(box).to_have_class("box guided waits")
    expect(box).to_be_in_viewport(ratio=0.95)
    expect(page.locator(f'.county.guided[data-county="{plan[first]}"]')).to_be_in_viewport()
    assert window.violations() == []
    # Something else than is suggested, laid by hand: the guide goes on to the next box.
    touch_county(page, plan[taken], phone)
    expect(page.locator(f'[name="{first}"]')).to_have_value(plan[taken])
    until(lambda: now(page) != first, page)
    page.locator("#guide [data-back]").click()
    assert now(page) == first
    page.locator("#guide [data-next]").click()
    while now(page):
        if now(page) == taken:
            # That card is gone, and nobody is robbed of it.
            expect(take).to_be_disabled()
            expect(page.locator("#guide li.now .elsewhere")).to_contain_text("lies in")
            page.locator("#guide [data-next]").click()
        else:
            take.click()
    expect(page.locator("#guide li.now .elsewhere")).to_contain_text("No card yet: ")
    page.locator("#guide [data-coins]").click()
    expect(page.locator(f'[name="{taken}"]')).to_have_value("coin")
    expect(page.locator("#guide li.now .elsewhere")).to_be_hidden()
    rest = {name: card for name, card in plan.items() if name not in (first, taken)}
    assert rest.items() <= laid(page).items()
    with page.expect_navigation():
        page.locator("#guide [data-check]").click()
    expect(page.locator("#legal")).to_contain_text("legal and saved.")
    expect(guide).to_have_count(0)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#primer")).to_have_count(0)
    until(lambda: KnownGame.objects.filter(user=anna).exists(), page)


def test_a_plan_laid_along_the_guide_and_checked_is_no_news_to_the_server(
    visit: Visit, game: Game, anna: User
) -> None:
    page = table(visit, game, anna, phone=True).page
    page.get_by_role("link", name="Guide me through this plan").click()
    served(page)
    # As it is where a card is laid to stay at home: no march goes with it.
    page.locator('#guide [data-step="boxes.combat_a"]').evaluate(
        """step => {
          const { "boxes.combat_a": card } = JSON.parse(step.dataset.fields);
          step.dataset.fields = JSON.stringify({ "boxes.combat_a": card });
        }"""
    )
    while now(page):
        page.locator("#guide [data-take]").click()
    expect(page.locator('[name="moves.combat_a.0.amount"]')).to_have_value("all")
    expect(page.locator("#saved")).to_contain_text("Saved")
    with page.expect_navigation():
        page.locator("#guide [data-check]").click()
    served(page)
    expect(page.locator("#legal")).to_contain_text("legal and saved.")
    expect(page.locator("#restored")).to_be_hidden()
    page.reload()
    served(page)
    expect(page.locator("#restored")).to_be_hidden()


def test_the_keyboard_walks_the_guide_and_escape_stops_it(
    visit: Visit, game: Game, anna: User
) -> None:
    window = table(visit, game, anna)
    window.expected = ["ERR_INTERNET_DISCONNECTED"]
    page = window.page
    page.goto(f"{page.url}turn/{waiting(game).id}/")
    served(page)
    link = page.locator(".tools [data-guide]")
    # Without a net this page stays, with what lies on it, and says why there is no guide.
    page.context.set_offline(True)
    link.click()
    expect(page.locator("#picked")).to_contain_text("the guide cannot be fetched now")
    expect(page.locator("#mat")).to_be_visible()
    page.context.set_offline(False)
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#guide")).to_be_focused()
    take = page.locator("#guide [data-take]")
    take.focus()
    plan = suggested(page)
    names = list(plan)
    for step in range(3):
        page.keyboard.press("Enter")
        expect(page.locator("#guide li.now")).to_have_attribute("data-step", names[step + 1])
    expect(take).to_be_focused()
    # Two more in one breath, as a busy browser may hear them.
    take.evaluate("button => { button.click(); button.click(); }")
    expect(page.locator("#guide li.now")).to_have_attribute("data-step", names[5])
    page.keyboard.press("Escape")
    expect(page.locator("#guide")).to_have_count(0)
    expect(link).to_be_focused()
    expect(page.locator(".guided")).to_have_count(0)
    # What was laid stays, and each step of it is taken back by itself.
    assert {name: card for name, card in laid(page).items() if card} == {
        name: plan[name] for name in names[:5]
    }
    page.locator("[data-step-back]").click()
    expect(page.locator(f'[name="{names[4]}"]')).to_have_value("")
    expect(page.locator(f'[name="{names[3]}"]')).to_have_value(plan[names[3]])


@WIDTHS
def test_a_plan_is_suggested_explained_and_taken_back(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    window = table(visit, game, anna, phone=phone)
    page = window.page
    page.goto(f"{page.url}turn/{waiting(game).id}/")
    served(page)
    county = next(iter(waiting(game).options["counties"]))
    page.locator('[name="boxes.combat_b"]').select_option(county)
    mine = laid(page)
    # Before it is saved: undo brings it back all the same.
    page.get_by_role("button", name="Suggest a plan").click()
    expect(page.locator("#picked")).to_contain_text(
        "This is the advice of the Marshal bot, and your rivals know how it thinks."
    )
    lines = page.locator("#reasons li:visible")
    expect(lines).to_have_count(12)
    assert "" not in laid(page).values()
    assert window.violations() == []
    turn = selectors.turn_of(viewer(again(game), anna), waiting(game).id)
    assert turn is not None
    assert turn.problems(turn.draft) == []
    assert turn.sealed is None
    # A reason is about the card that was suggested, and about no other.
    page.locator('[name="bid"]').select_option("4")
    expect(lines).to_have_count(11)
    page.locator("[data-step-back]").click()
    expect(lines).to_have_count(12)
    page.locator("[data-step-back]").click()
    expect(page.locator('[name="boxes.combat_b"]')).to_have_value(county)
    assert laid(page) == mine


def test_the_panel_lays_a_plan_at_once(visit: Visit, game: Game, anna: User) -> None:
    page = table(visit, game, anna).page
    link = page.get_by_role("link", name="Suggest a plan")
    first = waiting(game).id
    expect(link).to_have_attribute("href", re.compile(re.escape(first)))
    # The game goes on while the table lies open, and the ways lead to what is asked now.
    answer(game, anna)
    game_advance(game_id=game.pk)
    assert waiting(again(game)).id != first
    page.evaluate("document.body.dispatchEvent(new Event('live:fresh'))")
    expect(link).to_have_attribute("href", re.compile(re.escape(waiting(again(game)).id)))
    link.click()
    served(page)
    expect(page.locator("#reasons li:visible")).to_have_count(12)
    expect(page.locator("#guide")).to_have_count(0)
    assert "guide" not in page.url


def test_without_a_script_the_guide_is_a_list(visit: Visit, game: Game, anna: User) -> None:
    window = table(visit, game, anna, javascript=False, phone=True)
    page = window.page
    page.get_by_role("link", name="Guide me through this plan").click()
    expect(page.locator("#guide li")).to_have_count(13)
    expect(page.locator("#guide [data-take]")).to_be_hidden()
    page.get_by_role("button", name="Lay all of this").click()
    expect(page.locator("#reasons li")).to_have_count(12)
    assert "" not in laid(page).values()
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#primer")).to_have_count(0)
