"""Standing orders of Löwenherz in a browser: only what is chosen asks for places."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games.log import store
from games.models import User
from tests.browser.conftest import Visit
from tests.browser.hands import served
from tests.service.tables import again, person, started
from tests.web.test_left_wishes import RULESET, while_others_play, wish_of


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_orders_are_left_by_a_form_that_shows_what_is_chosen(
    visit: Visit, anna: User, phone: bool
) -> None:
    bert = person("bert")
    game = started(anna, bert, players=3, ruleset=RULESET)
    asked = while_others_play(game, anna, bert)
    card = asked.options["hand"][0]
    visitor = visit(phone=phone)
    visitor.sign_in(anna)
    page = visitor.open(f"/games/{game.pk}/turn/{asked.id}/")
    served(page)
    first = page.locator(".order").first
    expect(first.locator("[data-of]:visible")).to_have_count(0)
    page.locator("#f-order-0-card").select_option(card)
    first.locator('label:has(input[value="sell"])').click()
    expect(first.locator("[data-of]:visible")).to_have_count(0)
    first.locator('label:has(input[value="borders"])').click()
    expect(first.locator("[data-of]:visible")).to_have_count(1)
    first.locator('label:has(input[value="sell"])').click()
    than = page.locator("#f-order-0-if-0-than")
    expect(than).to_be_hidden()
    page.locator("#f-order-0-if-0-what").select_option("stronger")
    expect(than).to_be_visible()
    page.locator("#f-order-0-if-0-of").fill("C4")
    than.fill("h9")
    assert page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1280)
    assert visitor.violations() == []
    page.get_by_role("button", name="Ready").click()
    expect(page.locator(".wishes li").first).to_contain_text("if c4 has more knights than h9")
    assert store.load(again(game)).sealed[asked.id].answer == {
        "orders": [{"card": card, "do": "sell", "if": [{"stronger": ["c4", "h9"]}]}]
    }


def test_a_ranking_is_moved_by_its_arrows(visit: Visit, anna: User) -> None:
    bert = person("bert")
    game = started(anna, bert, players=3, ruleset=RULESET)
    while_others_play(game, anna, bert)
    asked = wish_of(game, "ranking")
    assert asked is not None
    one, other, *_rest = asked.options["knights"]
    visitor = visit()
    visitor.sign_in(anna)
    page = visitor.open(f"/games/{game.pk}/turn/{asked.id}/")
    served(page)
    page.locator("#f-rank-0").select_option(one)
    page.locator("#f-rank-1").select_option(other)
    page.get_by_role("button", name="Move choice 2 up").click()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator(".wishes li")).to_contain_text(f"{other}, {one}")
