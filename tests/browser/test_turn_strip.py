"""The strip above the turn form, and narrow cards: everything in reach, nothing over the edge."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.conftest import Visit
from tests.browser.hands import put_on_map
from tests.service.tables import started, waiting

BOTH = {"emperors_court": "on", "landsknechte": "on"}


def nothing_over_the_edge(page: Page) -> None:
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_the_strip_unfolds_with_court_and_landsknechte(
    visit: Visit, anna: User, phone: bool
) -> None:
    # The long words are German.
    anna.language = "de"
    anna.save(update_fields=["language"])
    game = started(anna, options=BOTH)
    window = visit(phone=phone, locale="de-DE")
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    expect(page.locator("#court-heading")).to_have_text("Der Kaiserhof")
    nothing_over_the_edge(page)
    page = window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    strip = page.locator("#strip")
    expect(strip.locator("summary")).to_contain_text("Turm:")
    expect(strip.locator(".strip-more")).to_be_hidden()
    strip.locator("summary").click()
    expect(strip.get_by_role("heading", name="Landsknechte")).to_be_visible()
    nothing_over_the_edge(page)
    assert window.violations() == []


def test_a_card_tells_its_box_inside_of_itself(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    page.locator("form[data-serves]").wait_for(state="attached")
    card = page.locator(".county-card:not(.coin)").first
    county = card.get_attribute("data-card") or ""
    put_on_map(page, county, "boxes.combat_a", phone=False)
    expect(card.locator(".used-in")).to_contain_text("Movement A")
    page.wait_for_function(
        """() => {
          const hand = document.querySelector(".hand");
          const right = (part) => part.getBoundingClientRect().right;
          return [...hand.querySelectorAll("*")].every((part) => right(part) <= right(hand) + 1);
        }"""
    )
