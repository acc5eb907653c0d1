"""A turn by the link of a letter, in a browser that has never been here before."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from games import clock
from games.log import store
from games.mail.links import turn_link
from games.models import Game, User
from tests.browser.conftest import Visit
from tests.browser.hands import touch_county
from tests.service.tables import again, some_answer, started, waiting

PLAN = "1.spring.plan.A"


def link_to(game: Game, player: User) -> str:
    link = turn_link(game=game, decision=PLAN, user=player, seat="A", written=clock.now())
    return "/" + link.split("/", 3)[3]


def test_a_plan_is_made_on_a_phone_with_nothing_but_the_link(
    visit: Visit, anna: User, bert: User
) -> None:
    game = started(anna, bert, visibility="invited")
    decision = waiting(game)
    plan = some_answer(game, decision)
    window = visit(phone=True)
    page = window.open(link_to(game, anna))
    assert window.violations() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # The panel beside the map and the saving of drafts work by the same key.
    county = next(iter(decision.options["counties"]))
    touch_county(page, county, phone=True)
    expect(page.locator("#county .place-in")).to_be_visible()
    page.locator("summary", has_text="The same as text").click()
    page.fill("#orders", store.load(again(game)).ruleset.text().format("plan", plan, "en"))
    with page.expect_navigation():
        page.get_by_role("button", name="Put into the form").click()
    expect(page.locator("#saved")).to_have_text(re.compile("^Saved [0-9]"))
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    sealed = store.load(again(game)).sealed[PLAN].answer
    assert sealed is not None
    assert sealed["boxes"] == plan["boxes"]
    # Elsewhere on the site this browser is a stranger.
    window.expected = ["status of 404"]
    window.open(f"/games/{game.pk}/")
    expect(page.locator("h1")).to_have_text("Nothing here")
    assert [cookie["name"] for cookie in page.context.cookies()] == ["csrftoken"]


def test_a_link_that_has_died_leads_to_signing_in(visit: Visit, anna: User, bert: User) -> None:
    game = started(anna, bert)
    window = visit()
    window.expected = ["status of 410"]
    page = window.open(link_to(game, anna))
    # Another password ends the links of all letters.
    anna.set_password("another")
    anna.save()
    page.locator('[name="boxes.deploy_3"]').select_option("coin")
    expect(page.locator("#saved")).to_contain_text("This link is too old")
    expect(page.locator("#saved").get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.get_by_role("button", name="See what happened")).to_have_count(0)
