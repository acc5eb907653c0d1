"""What hands do on the pages of a game: touch the map, lay cards, press Ready."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

# A bid lies on the mat beside the ten boxes; five coin cards are in every hand.
COINS_BESIDE_THE_BID = 4


def centre(page: Page, county: str) -> tuple[float, float]:
    """Where a county's armies stand, on the screen."""
    found: dict[str, float] = page.evaluate(
        """id => {
          const county = document.querySelector(`.county[data-county="${id}"]`);
          const spot = new DOMPoint(Number(county.dataset.x), Number(county.dataset.y));
          const { x, y } = spot.matrixTransform(county.ownerSVGElement.getScreenCTM());
          return { x, y };
        }""",
        county,
    )
    return found["x"], found["y"]


def on_map(page: Page, county: str) -> tuple[float, float]:
    """The same, after looking for the map."""
    page.locator(".map-sheet").scroll_into_view_if_needed()
    return centre(page, county)


def touch_county(page: Page, county: str, phone: bool) -> None:
    """Tap or click a county on the map."""
    if phone:
        # Two taps in a third of a second zoom; no thumb gets to a box and back that fast.
        page.wait_for_timeout(350)
        page.touchscreen.tap(*on_map(page, county))
    else:
        page.mouse.click(*on_map(page, county))


def press(page: Page, button: str, phone: bool) -> None:
    """Tap or click something on the page."""
    found = page.locator(button)
    if phone:
        found.tap()
    else:
        found.click()


def put_on_map(page: Page, county: str, box: str, phone: bool) -> None:
    """Lay a county card: the county on the map, then the box."""
    touch_county(page, county, phone)
    press(page, f'[data-put="{box}"]', phone)
    expect(page.locator(f'[name="{box}"]')).to_have_value(county)


def march_on_map(page: Page, phone: bool) -> str | None:
    """After a card lies in a box of marches: send armies to the first neighbour shown."""
    near = page.locator(".county.reachable")
    if not near.count():
        return None
    away = near.first.get_attribute("data-county") or ""
    touch_county(page, away, phone)
    return away


def plan_season(page: Page, *, by_map: int, phone: bool) -> None:
    """Fill a whole plan by what the page offers: so many cards by the map, the rest by lists."""
    boxes = page.locator('[data-put]:not([data-put="bid"])').evaluate_all(
        "found => found.map((button) => button.dataset.put)"
    )
    boxes.sort(key=lambda box: not box.startswith("boxes.combat"))
    cards = page.locator('[data-card]:not([data-card="coin"])').evaluate_all(
        "found => found.map((card) => card.dataset.card)"
    )
    for number, (box, county) in enumerate(zip(boxes, cards, strict=False)):
        if number < by_map:
            put_on_map(page, county, box, phone)
            march_on_map(page, phone)
        else:
            page.locator(f'[name="{box}"]').select_option(county)
    for box in boxes[len(cards) :][:COINS_BESIDE_THE_BID]:
        press(page, '[data-card="coin"]', phone)
        press(page, f'[data-put="{box}"]', phone)
    page.locator('[name="bid"]').select_option("0")


def moved_on(page: Page) -> None:
    """Press Ready, and be led to the table until something is asked again."""
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#summary li")).to_have_count(0)
    page.wait_for_url(re.compile("/games/[a-z0-9]+/$"))
    until_asked(page)


def until_asked(page: Page) -> None:
    """Follow what the table says of itself, without a reload, until it is the reader's turn."""
    now = page.locator("#now-heading")
    # Bots are quick: the table may have been drawn after or amid their answers.
    while not re.search("your turn|is over", now.inner_text()):
        with page.expect_navigation():
            page.get_by_role("link", name="Show the table as it is now").click()
