"""Pages that keep still: what comes by script has its room before it comes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, User
from games.services.play.turns import draft_save
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import on_map, served
from tests.service.tables import some_answer, waiting
from tests.web.told import line_of, played

# What the browser itself counts, from the first picture on.
WATCH = """() => {
  window.shifts = [];
  const note = (entries) => {
    for (const { value, sources } of entries) {
      const moved = sources.map(({ node, previousRect: was, currentRect: now }) =>
        `${node?.className ?? node?.nodeName}: ${was.x},${was.y} to ${now.x},${now.y}`);
      window.shifts.push({ value, moved });
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.settled = () => note(observer.takeRecords());
}"""
# Two pictures after the last script has run everything is drawn, and what was seen is noted.
SETTLED = """() => new Promise((done) => requestIdleCallback(() =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(window.settled())))))"""
# Below this nobody sees it; web.dev calls a tenth good.
STILL = 0.001


def watching(visit: Visit, user: User, phone: bool) -> Visitor:
    """Somebody whose browser is in another zone than their account, so that it is offered."""
    window = visit(phone=phone, timezone_id="America/Argentina/ComodRivadavia")
    window.sign_in(user)
    window.page.add_init_script(f"({WATCH})()")
    return window


def moved(page: Page) -> list[str]:
    """What has moved so far, if it was enough to be seen."""
    page.evaluate(SETTLED)
    shifts = page.evaluate("window.shifts")
    if sum(shift["value"] for shift in shifts) < STILL:
        return []
    return [f"{shift['value']:.4f} {shift['moved']}" for shift in shifts]


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_pages_keep_still_while_they_come(visit: Visit, anna: User, phone: bool) -> None:
    game = played(anna, seasons=1)
    thrown = next(m.seq for m in line_of(game).moments if m.entry.kind == "tower_thrown")
    here = f"/games/{game.pk}/"
    window = watching(visit, anna, phone)
    by_page = {}
    for path in (
        "/",
        "/tables/",
        here,
        f"{here}turn/{waiting(game).id}/",
        f"{here}turn/{waiting(game).id}/?guide",
        f"{here}report/1/",
        f"{here}replay/?at={thrown}",
        f"{here}chat/",
    ):
        page = window.open(path)
        expect(page.locator("form[data-offer-zone]")).to_be_visible()
        by_page[path] = moved(page)
    assert {path: shifts for path, shifts in by_page.items() if shifts} == {}


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_a_plan_that_was_checked_comes_as_it_stays(visit: Visit, anna: User, phone: bool) -> None:
    game: Game = played(anna, seasons=0)
    draft_save(
        person=anna,
        game_id=game.pk,
        decision=waiting(game).id,
        answer=some_answer(game, waiting(game)),
    )
    page = watching(visit, anna, phone).open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    served(page)
    assert page.locator(".county-card.used").count() > 1
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#legal")).to_be_visible()
    served(page)
    assert moved(page) == []


def test_the_map_keeps_still_whatever_is_picked_on_a_phone(visit: Visit, anna: User) -> None:
    game: Game = played(anna, seasons=0)
    anna.language = "de"
    anna.save()
    page = watching(visit, anna, phone=True).open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    served(page)
    cards = waiting(game).options["counties"]
    sheet = page.locator(".map-sheet")
    on_map(page, next(iter(cards)))
    before = sheet.bounding_box()
    for county in cards:
        page.evaluate(
            'id => document.querySelector(`.county[data-county="${id}"]`)'
            ".dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            county,
        )
        expect(page.locator(f'.county-card[data-card="{county}"]')).to_have_attribute(
            "aria-pressed", "true"
        )
        assert sheet.bounding_box() == before, county
