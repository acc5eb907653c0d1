"""The board under fingers, mouse and keys."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from games.models import User
from tests.browser.conftest import Visit
from tests.browser.hands import centre
from tests.service.tables import started


def seen(page: Page) -> list[float]:
    """The part of the map that is shown: left, top, width, height."""
    box = page.locator(".map-sheet").get_attribute("viewBox") or ""
    return [float(number) for number in box.split()]


class Hand:
    """Fingers on the screen, as the browser itself would feel them."""

    def __init__(self, page: Page) -> None:
        self.session: Any = page.context.new_cdp_session(page)

    def move(self, *tracks: tuple[float, float, float, float]) -> None:
        """Put fingers down, move each along its track in small steps, and lift them."""
        for step in range(9):
            points = [
                {"x": x + dx * step / 8, "y": y + dy * step / 8, "id": number}
                for number, (x, y, dx, dy) in enumerate(tracks)
            ]
            self._send("touchMove" if step else "touchStart", points)
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_pointing_and_clicking_tells_of_a_county(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    panel = page.locator("#county")
    page.mouse.move(*centre(page, "boehmen"))
    expect(panel).to_contain_text("Böhmen")
    expect(panel).to_contain_text("Tax 6")
    page.mouse.click(*centre(page, "mecklenburg"))
    page.mouse.move(*centre(page, "boehmen"))
    expect(panel).to_contain_text("Böhmen")
    page.mouse.move(5, 5)
    expect(panel).to_contain_text("Rostock")
    panel.get_by_role("link", name="Holstein").click()
    expect(panel).to_contain_text("Kiel")
    assert page.evaluate("document.activeElement.dataset.county") == "holstein"
    assert page.url.endswith(f"/games/{game.pk}/")
    assert window.violations() == []


def test_the_map_by_keyboard(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    window = visit()
    page = window.open(f"/games/{game.pk}/")
    page.locator('[data-county="altmark"]').focus()
    page.keyboard.press("Tab")
    expect(page.locator("#county")).to_contain_text("Verden")
    page.keyboard.press("+")
    page.keyboard.press("+")
    left, top, width, _ = seen(page)
    assert width < 930 / 2
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert seen(page)[0] > left
    assert seen(page)[1] > top
    page.locator('[data-county="burgund"]').focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    left, top, width, height = seen(page)
    x, y = (
        float(page.locator('[data-county="burgund"]').get_attribute(f"data-{axis}") or 0)
        for axis in "xy"
    )
    assert left < x < left + width
    assert top < y < top + height
    page.keyboard.press("0")
    assert seen(page) == [0, 0, 930, 950]
    expect(page.get_by_role("button", name="Zoom out")).to_be_hidden()


def test_fingers_zoom_and_move_the_map_and_one_finger_scrolls_the_page(
    visit: Visit, anna: User
) -> None:
    game = started(anna, players=5)
    window = visit(phone=True)
    page = window.open(f"/games/{game.pk}/")
    page.touchscreen.tap(*centre(page, "boehmen"))
    expect(page.locator("#county")).to_contain_text("Reichenberg")
    hand = Hand(page)
    # Pinch.
    x, y = centre(page, "boehmen")
    hand.move((x - 20, y, -60, 0), (x + 20, y, 60, 0))
    left, top, width, _ = seen(page)
    assert 930 / 6 <= width < 930 / 2
    # Drag, which is no tap.
    hand.move((*centre(page, "boehmen"), 50, 50))
    assert seen(page)[0] < left
    assert seen(page)[1] < top
    assert page.evaluate("window.scrollY") == 0
    # Whole again, one finger belongs to the page.
    page.get_by_role("button", name="Show the whole map").click()
    assert seen(page) == [0, 0, 930, 950]
    hand.move((150, 400, 0, -240))
    page.wait_for_function("window.scrollY > 0")
    assert seen(page) == [0, 0, 930, 950]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert window.violations() == []


def test_a_double_tap_and_the_wheel_zoom_where_they_point(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    page = visit().open(f"/games/{game.pk}/")
    before = centre(page, "holstein")
    page.mouse.move(*before)
    page.mouse.wheel(0, -300)
    assert seen(page) == [0, 0, 930, 950]
    page.evaluate("window.scrollTo(0, 0)")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function("document.querySelector('.map-sheet.zoomed')")
    zoomed = seen(page)
    assert zoomed[2] < 930
    page.mouse.dblclick(*centre(page, "holstein"))
    assert seen(page)[2] < zoomed[2]


def test_without_a_script_every_county_is_a_link(visit: Visit, anna: User) -> None:
    game = started(anna)
    window = visit(javascript=False, phone=True)
    page = window.open(f"/games/{game.pk}/")
    page.touchscreen.tap(*_middle(page, "boehmen"))
    page.wait_for_url("**/?county=boehmen#county")
    expect(page.locator("#county")).to_contain_text("Reichenberg")
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()


def _middle(page: Page, county: str) -> tuple[float, float]:
    box = page.locator(f'[data-county="{county}"] .name').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
