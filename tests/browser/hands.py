"""What hands do on the pages of a game: touch the map, lay cards, press Ready."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS, Visitor
from tests.play.tables import RULESET

# A bid lies on the mat beside the ten boxes; five coin cards are in every hand.
COINS_BESIDE_THE_BID = 4
# Taps on the map in milliseconds, so that two of them are two.
APART = 310
# A busy machine needs a while for bots and a season.
MOVES_ON = 180_000


def until(happened: Callable[[], bool], page: Page) -> None:
    """Let the page go on until something has happened."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not happened():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(50)


def served(page: Page) -> None:
    """Wait for a turn form whose script has begun; by then all of it is there."""
    page.locator("form[data-serves]").wait_for(state="attached")


# Where a county's armies stand on the screen, once they stand there for two pictures in a row;
# if it is to be touched, once nothing else lies there: a finger might press anything. A bar below
# or news may lie over a map that is in sight; whoever wants the county moves it to the middle.
STANDS = """([id, free, look]) => {
  const county = document.querySelector(`.county[data-county="${id}"]`);
  if (!county) return false;
  const spot = new DOMPoint(Number(county.dataset.x), Number(county.dataset.y));
  const { x, y } = spot.matrixTransform(county.ownerSVGElement.getScreenCTM());
  const [before, now] = [window.stood, `${look} ${x} ${y}`];
  window.stood = now;
  const on = document.elementFromPoint(x, y)?.closest(".county")?.dataset.county;
  const hidden = free && on !== id;
  if (hidden) county.scrollIntoView({ behavior: "instant", block: "center" });
  return before === now && !hidden && { x, y };
}"""
looks = count()


def centre(page: Page, county: str, *, free: bool = False) -> tuple[float, float]:
    """Where a county's armies stand, on the screen, when it has come to rest."""
    place = page.wait_for_function(STANDS, arg=[county, free, next(looks)]).json_value()
    return place["x"], place["y"]


def on_map(page: Page, county: str) -> tuple[float, float]:
    """The same, after looking for the map, and when nothing lies over it."""
    page.locator(".map-sheet").scroll_into_view_if_needed()
    return centre(page, county, free=True)


def touch_county(page: Page, county: str, phone: bool) -> None:
    """Tap or click a county on the map, as soon as the page serves it."""
    served(page)
    # First the wait: meanwhile the page may still glide, and the county with it.
    _after_the_last_touch(page, "" if phone else county)
    if phone:
        page.touchscreen.tap(*on_map(page, county))
    else:
        page.mouse.click(*on_map(page, county))


def _after_the_last_touch(page: Page, county: str) -> None:
    """Two in a third of a second zoom; no hand gets to a box and back that fast.

    A mouse need not wait between two counties, only between two clicks on the same.
    """
    page.evaluate(
        """() => {
          if (window.touched) return;
          window.touched = { at: -Infinity };
          addEventListener("pointerup", ({ target, timeStamp: at }) => {
            const on = target.closest?.(".county")?.dataset.county ?? window.touched.on;
            window.touched = { at, on };
          }, true);
        }"""
    )
    page.wait_for_function(
        """([county, quiet]) => (county && window.touched.on !== county)
          || performance.now() - window.touched.at > quiet""",
        arg=[county, APART],
    )


def double_click(page: Page, county: str) -> None:
    """Click a county twice, until that was fast enough: on a busy machine it need not be."""
    sheet = page.locator(".map-sheet")
    before = sheet.get_attribute("viewBox")

    def zoomed() -> bool:
        page.mouse.dblclick(*centre(page, county))
        return sheet.get_attribute("viewBox") != before

    until(zoomed, page)


def press(page: Page, button: str, phone: bool) -> None:
    """Tap or click something on the page."""
    target = page.locator(button)
    if phone:
        target.tap()
    else:
        target.click()


def put_on_map(page: Page, county: str, box: str, phone: bool) -> None:
    """Lay a county card: the box, then the county on the map."""
    press(page, f'[data-put="{box}"]', phone)
    touch_county(page, county, phone)
    expect(page.locator(f'[name="{box}"]')).to_have_value(county)


def unfold(page: Page, title: str) -> None:
    """Open a card of the mat that ranks something, by its title."""
    card = page.locator("details.rank", has=page.locator("strong", has_text=title))
    if card.get_attribute("open") is None:
        card.locator("> summary").click()


def march_on_map(page: Page, phone: bool) -> str | None:
    """After a card lies in a box of marches: send armies to the first neighbour shown."""
    near = page.locator(".county.reachable")
    if not near.count():
        return None
    away = near.first.get_attribute("data-county") or ""
    touch_county(page, away, phone)
    expect(near).to_have_count(0)
    return away


def lay_card(page: Page, card: str, box: str, phone: bool = False) -> None:
    """Lay a card of the hand into a box: the box, then the card."""
    press(page, f'[data-put="{box}"]', phone)
    press(page, f'[data-card="{card}"]', phone)
    expect(page.locator(f'[name="{box}"]')).to_have_value(card)


def plan_season(page: Page, *, phone: bool, by_map: int | None = None) -> None:
    """Fill what is blank by what the page offers: all cards by the map, or some and then lists."""
    # The page before it has no boxes, and one that is still being read has fewer.
    page.wait_for_url(re.compile("/turn/"))
    served(page)
    boxes = page.locator('[data-put]:not([data-put="bid"])').evaluate_all(
        """found => found.map((button) => button.dataset.put)
          .filter((name) => !document.querySelector(`[name="${name}"]`).value)"""
    )
    boxes.sort(key=lambda box: not box.startswith("boxes.combat"))
    cards = page.locator(".county-card:not(.coin, .used)").evaluate_all(
        "found => found.map((card) => card.dataset.card)"
    )
    for number, (box, county) in enumerate(zip(boxes, cards, strict=False)):
        if by_map is None or number < by_map:
            put_on_map(page, county, box, phone)
            march_on_map(page, phone)
        else:
            page.locator(f'[name="{box}"]').select_option(county)
    for box in boxes[len(cards) :][:COINS_BESIDE_THE_BID]:
        lay_card(page, "coin", box, phone)
    if page.locator('[name="bid"]').count():
        page.locator('[name="bid"]').select_option("0")


def moved_on(page: Page) -> None:
    """Press Ready, and be at the table when something is asked again."""
    _ready(page)
    if "/turn/" in page.url:
        page.get_by_role("link", name="Table", exact=True).click()
    until_asked(page)


def led_on(page: Page) -> None:
    """Press Ready after a choice on the way, and be led to what is asked next."""
    _ready(page)
    assert "/turn/" in page.url
    served(page)


def _ready(page: Page) -> None:
    """Press Ready, and be led to the table, or past the page between two questions to the next."""
    asked = page.url.partition("?")[0]
    page.get_by_role("button", name="Ready").click()
    page.wait_for_url(lambda url: not url.startswith(asked) and not url.endswith("/turn/"))


def until_asked(page: Page) -> None:
    """Watch the table, which changes without a reload, until it is the reader's turn."""
    now = page.locator("#now-heading")
    expect(now).to_have_text(re.compile("your turn|is over"), timeout=MOVES_ON)


def sign_up(window: Visitor, name: str) -> Page:
    """From the first page to an account."""
    page = window.open("/")
    page.get_by_role("link", name="Sign up").click()
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=password1]", "a horse and a tower")
    page.fill("[name=password2]", "a horse and a tower")
    page.press("[name=password2]", "Enter")
    page.wait_for_url(f"{window.base}/")
    return page


def unfold_part(page: Page, part: str) -> None:
    """Open a part of the wizard, the rules or the pace, which most people leave as it is."""
    fold = page.locator(f"[data-fold={part}]")
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()


def make_game(page: Page, ruleset: str = RULESET, **answers: str) -> None:
    """By the wizard, against two bots, and start it."""
    page.get_by_role("link", name=re.compile("New game|Create a game")).first.click()
    page.fill("[name=name]", "The long war")
    page.select_option("[name=ruleset]", ruleset)
    page.select_option("[name=players]", "3")
    page.select_option("[name=bots]", "2")
    page.check("[name=bot][value=random]")
    unfold_part(page, "pace")
    page.check("[name=pace][value=none]")
    if answers:
        unfold_part(page, "rules")
    for name, value in answers.items():
        page.check(f'[name="{ruleset}:{name}"][value="{value}"]')
    page.get_by_role("button", name="Create the game").click()
    page.get_by_role("button", name="Start the game").click()
    # A table that still fills has no such heading.
    expect(page.locator("#now-heading")).to_be_visible()


def go_by_more(page: Page, name: str) -> None:
    """Go to a page of the game that unfolds beside the ways in line."""
    page.locator("#ways summary").click()
    page.locator("#ways .more-ways").get_by_role("link", name=name, exact=True).click()
