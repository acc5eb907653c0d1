"""How much work a plan is: a hand lays all of it on the map, by whatever the page offers.

It counts taps, how often and how far it had to scroll, and boxes in sight at once. It knows only
what the page had before it was a mat, too, so that old and new pages can be compared. Another hand
follows the guide from the table to the first legal plan, without thinking: its seconds are those
of the pages and of a hand that taps three times a second.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
  let scrolled = 0;
  if (!free({ x, y })) {
    const before = scrollY;
    it.scrollIntoView({ block: "center", behavior: "instant" });
    ({ x, y } = spot());
    scrolled = Math.max(1, Math.abs(scrollY - before));
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
    scrolled: float = 0

    def tap(self, selector: str) -> None:
        """Touch something, after scrolling to it if need be."""
        it = self.page.locator(selector).first
        place = it.evaluate(TOUCHABLE)
        self.scrolls += bool(place["scrolled"])
        self.scrolled += place["scrolled"]
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
        blank = len(page.evaluate(BLANK))
        hand.tap('[value="coins"]')
        page.wait_for_function(f"before => ({BLANK})().length < before", arg=blank)
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
        "page height": page.evaluate("document.documentElement.scrollHeight"),
        "boxes": page.locator("[data-box]").count(),
        "seen at first": page.evaluate(SEEN),
    }
    # As far down as a player goes who wants both the map and the boxes.
    page.locator("[data-box]").first.evaluate("it => it.scrollIntoView({ block: 'start' })")
    figures["seen below the map"] = page.evaluate(SEEN)
    page.evaluate("scrollTo(0, 0)")
    hand = Hand(page, phone)
    whole_plan(hand)
    left = page.evaluate(BLANK)
    work = {"taps": hand.taps, "scrolls": hand.scrolls, "scrolled px": round(hand.scrolled)}
    return {**figures, **work, "left empty": len(left)}


def guided(page: Page, table: str, *, phone: bool) -> dict[str, Any]:
    """From the link to a table along the guide to a plan that is found legal."""
    begun = time.monotonic()
    page.goto(table)
    hand = Hand(page, phone)
    with page.expect_navigation():
        hand.tap("#primer [data-guide]")
    page.locator("form[data-serves]").wait_for(state="attached")
    while page.locator("#guide li.now").get_attribute("data-step"):
        hand.tap("#guide [data-take]")
    with page.expect_navigation():
        hand.tap("#guide [data-check]")
    page.locator("#legal").wait_for()
    seconds = round(time.monotonic() - begun, 1)
    return {"taps": hand.taps, "scrolls": hand.scrolls, "seconds": seconds}
