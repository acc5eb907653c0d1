"""How much work a plan is: `python -m tests.browser.measure_turn`.

A hand lays a whole plan on the map, at a desk and on a phone, by whatever the page offers, and
counts: taps, how often it had to scroll, boxes in sight at once, heights and weight. It knows only
what the page had before it was a mat, too, so that old and new pages can be compared.
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.browser.screenshots import seeded, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = {1280: 900, 390: 844}
EXPANSIONS = {"emperors_court": "on", "landsknechte": "on"}
GAMES: dict[str, dict[str, Any]] = {
    "2010": {},
    "both expansions": {"options": EXPANSIONS},
    "2002": {"ruleset": "wallenstein-2002"},
}
# Boxes that can be seen and touched: whole, and with nothing on them.
SEEN = """() => [...document.querySelectorAll("[data-box]")].filter((box) => {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const middle = [(left + right) / 2, (top + bottom) / 2];
  const spots = [[left + 6, top + 6], [right - 6, bottom - 6], middle];
  return spots.every(([x, y]) => box.contains(document.elementFromPoint(x, y)));
}).length"""
# Whether something can be touched where it is; if not, it is brought to the middle.
TOUCHABLE = """(it) => {
  const spot = () => {
    const { dataset } = it;
    if (dataset.x && it.ownerSVGElement) {
      const at = new DOMPoint(Number(dataset.x), Number(dataset.y));
      return at.matrixTransform(it.ownerSVGElement.getScreenCTM());
    }
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  const free = ({ x, y }) => {
    const on = document.elementFromPoint(x, y);
    return Boolean(on && (it.contains(on) || on.closest("[data-county]") === it));
  };
  let { x, y } = spot();
  let scrolled = false;
  if (!free({ x, y })) {
    scrolled = true;
    it.scrollIntoView({ block: "center", behavior: "instant" });
    ({ x, y } = spot());
  }
  return { x, y, scrolled };
}"""
BLANK = """() => [...document.querySelectorAll("[data-put]")].map((button) => button.dataset.put)
  .filter((name) => name !== "bid" && !document.querySelector(`[name="${name}"]`).value)"""
CARDS = """() => [...document.querySelectorAll(".county-card:not(.coin, .used)")]
  .map((card) => card.dataset.card)"""


@dataclass
class Hand:
    """A finger or a mouse, and what it did."""

    page: Page
    phone: bool
    taps: int = 0
    scrolls: int = 0

    def tap(self, selector: str) -> None:
        """Touch something, after scrolling to it if need be."""
        it = self.page.locator(selector).first
        place = it.evaluate(TOUCHABLE)
        self.scrolls += place["scrolled"]
        # Two taps in a third of a second zoom the map.
        self.page.wait_for_timeout(320)
        if self.phone:
            self.page.touchscreen.tap(place["x"], place["y"])
        else:
            self.page.mouse.click(place["x"], place["y"])
        self.taps += 1

    def has(self, selector: str) -> bool:
        """Whether the page offers something."""
        return self.page.locator(selector).count() > 0


def whole_plan(hand: Hand) -> None:
    """Lay a card in every box, send armies where the page asks, and bid."""
    page = hand.page
    for card in page.evaluate(CARDS):
        blank = page.evaluate(BLANK)
        if not blank:
            break
        waits = page.locator("[data-box].waits").evaluate_all("all => all.map(b => b.dataset.box)")
        box = waits[0] if waits and waits[0] in blank else blank[0]
        hand.tap(f'.county[data-county="{card}"]')
        if page.locator(f'[name="{box}"]').input_value() != card:
            hand.tap(f'[data-put="{box}"]')
        assert page.locator(f'[name="{box}"]').input_value() == card, box
        if hand.has(".county.reachable"):
            hand.tap(".county.reachable")
    if hand.has('[value="coins"]'):
        with page.expect_response("**/check/"):
            hand.tap('[value="coins"]')
        page.wait_for_function("() => document.getElementById('picked').textContent.trim()")
    coins_one_by_one(hand)
    bid_once(hand)


def coins_one_by_one(hand: Hand) -> None:
    """A coin card on each box that is left, and the other cards where coins run out."""
    for box in hand.page.evaluate(BLANK):
        card = next(
            (c for c in ("coin", "tower") if hand.has(f'[data-card="{c}"]:not(.used)')), None
        )
        if card is None:
            return
        hand.tap(f'[data-card="{card}"]')
        hand.tap(f'[data-put="{box}"]')


def bid_once(hand: Hand) -> None:
    """A coin of any value: by a button, or by a list, which takes two taps."""
    if not hand.has('[name="bid"]') or hand.page.locator('[name="bid"]').input_value():
        return
    if hand.has('[data-bid="0"]'):
        hand.tap('[data-bid="0"]')
        return
    hand.page.locator('[name="bid"]').select_option("0")
    hand.taps += 2


def measured(page: Page, *, phone: bool) -> dict[str, Any]:
    """What a page is before and after a plan is laid on it."""
    page.locator("form[data-serves]").wait_for(state="attached")
    figures: dict[str, Any] = {
        "page_height": page.evaluate("document.documentElement.scrollHeight"),
        "mat_from_top": round(page.locator(".plan").bounding_box()["y"]),  # type: ignore[index] # it is shown
        "boxes": page.locator("[data-box]").count(),
        "boxes_seen_at_first": page.evaluate(SEEN),
    }
    # As far down as a player goes who wants both the map and the boxes.
    page.locator("[data-box]").first.evaluate("it => it.scrollIntoView({ block: 'start' })")
    figures["boxes_seen_below_the_map"] = page.evaluate(SEEN)
    page.evaluate("scrollTo(0, 0)")
    hand = Hand(page, phone)
    whole_plan(hand)
    left = page.evaluate(BLANK)
    return {**figures, "taps": hand.taps, "scrolls": hand.scrolls, "left_empty": len(left)}


def all_measured(
    browser: Browser, base: str, cookies: list[Any], addresses: dict[tuple[str, int], str]
) -> None:
    """Every game at every size."""
    for (name, width), address in addresses.items():
        phone, height = width < 600, SIZES[width]
        context = browser.new_context(
            viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone
        )
        context.add_cookies(cookies)
        page = context.new_page()
        answer = page.goto(base + address)
        assert answer is not None
        html = answer.body()
        figures = measured(page, phone=phone)
        figures |= {"html": len(html), "packed": len(gzip.compress(html))}
        print(f"{name} {width}x{height}", *(f"{k}={v}" for k, v in figures.items()))
        context.close()


def main() -> int:
    """Three games in their first spring; the figures go to the terminal."""
    with tempfile.TemporaryDirectory(prefix="wallenstein-measure-") as home, ExitStack() as held:
        os.environ["WALLENSTEIN_HOME"] = home
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        # Playwright runs a loop in this thread; Django would refuse its database beside one.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        import django  # noqa: PLC0415 the settings need the folder above

        django.setup()
        from django.conf import settings  # noqa: PLC0415
        from django.core.management import call_command  # noqa: PLC0415
        from django.test import Client  # noqa: PLC0415

        from tests.browser import chromium  # noqa: PLC0415
        from tests.service.tables import person, started, waiting  # noqa: PLC0415

        held.enter_context(seeded())
        call_command("migrate", verbosity=0)
        anna, addresses = person("anna"), {}
        # A game for each size: what the first hand has laid is saved.
        for name, width in product(GAMES, SIZES):
            game = started(anna, players=5, name=name, **GAMES[name])
            addresses[name, width] = f"/games/{game.pk}/turn/{waiting(game).id}/"
        client = Client()
        client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
        base = held.enter_context(served())
        key = settings.SESSION_COOKIE_NAME
        cookies = [{"name": key, "value": client.cookies[key].value, "url": base}]
        playwright = held.enter_context(chromium.driver())
        browser = playwright.chromium.launch(
            executable_path=chromium.found(), args=chromium.arguments()
        )
        all_measured(browser, base, cookies, addresses)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
