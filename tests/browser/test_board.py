"""The board under fingers, mouse and keys."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.boards.wallenstein.map.lettering import Box, letterings
from games.models import KnownGame, User
from games.read.newcomers import rules_of
from games.services.play.advance import game_advance
from games.services.tables.lobby import game_join, game_start
from tests.browser.conftest import Visit
from tests.browser.hands import centre, double_click, on_map, until
from tests.service.tables import answer, lobby, person, started, waiting


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
    expect(page.locator('[data-county="holstein"]')).to_be_focused()
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
    until(lambda: seen(page)[2] < 930 / 2, page)
    left, top, *_ = seen(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    until(lambda: seen(page)[0] > left and seen(page)[1] > top, page)
    page.locator('[data-county="burgund"]').focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    x, y = (
        float(page.locator('[data-county="burgund"]').get_attribute(f"data-{axis}") or 0)
        for axis in "xy"
    )

    def revealed() -> bool:
        left, top, width, height = seen(page)
        return left < x < left + width and top < y < top + height

    until(revealed, page)
    page.keyboard.press("0")
    until(lambda: seen(page) == [0, 0, 930, 950], page)
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
    until(lambda: 930 / 6 <= seen(page)[2] < 930 / 2, page)
    left, top, *_ = seen(page)
    # Drag, which is no tap.
    hand.move((*centre(page, "boehmen"), 50, 50))
    until(lambda: seen(page)[0] < left and seen(page)[1] < top, page)
    assert page.evaluate("window.scrollY") == 0
    # Whole again, one finger belongs to the page.
    page.get_by_role("button", name="Show the whole map").click()
    until(lambda: seen(page) == [0, 0, 930, 950], page)
    hand.move((150, 400, 0, -240))
    page.wait_for_function("() => window.scrollY > 0")
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
    page.wait_for_function("() => document.querySelector('.map-sheet.zoomed')")
    zoomed = seen(page)
    assert zoomed[2] < 930
    double_click(page, "holstein")
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
    box = page.locator(f'[data-county="{county}"] > text').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_table_shows_what_happens_and_keeps_its_place(
    visit: Visit, anna: User, bert: User
) -> None:
    game = started(anna, bert)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    page.mouse.click(*centre(page, "boehmen"))
    expect(page.locator("#county")).to_contain_text("Böhmen")
    page.get_by_role("button", name="Zoom in").click()
    until(lambda: seen(page)[2] < 930, page)
    zoomed = seen(page)
    page.evaluate("window.untouched = true")
    # An add-on or a picture-taker leaves styles behind; what is drawn anew must not copy them.
    page.evaluate("document.getElementById('now-heading').style.color = 'inherit'")
    said_elsewhere(page, "Asia/Tokyo")
    answer(game, bert)
    expect(page.locator(".sitters li", has_text="bert")).to_contain_text("ready")
    expect(page.locator(".news")).to_contain_text("bert has sealed the plan")
    answer(game, anna)
    game_advance(game_id=game.pk)
    expect(page.locator(".chapter")).to_contain_text("Summer")
    expect(page.locator(".news")).to_contain_text("This page shows it as it is now")
    expect(page.locator("#now-heading")).to_have_text("It is your turn")
    expect(page.locator("#ways")).to_contain_text("Plan")
    # What another window did is told by the first renewal, and taken away by the reader only.
    message = page.locator("#messages .say")
    expect(message).to_have_count(1)
    expect(message).to_contain_text("Asia/Tokyo from now on")
    assert seen(page) == zoomed
    expect(page.locator("#chosen use")).to_have_attribute("href", "#land-boehmen")
    assert page.evaluate("window.untouched")
    assert window.violations() == []
    message.get_by_role("button", name="Close").click()
    expect(message).to_have_count(0)


def said_elsewhere(page: Page, zone: str) -> None:
    """Do something that is confirmed on whichever page comes next."""
    page.evaluate(
        """zone => {
          const form = document.querySelector("form[data-offer-zone]");
          form.elements.time_zone.value = zone;
          const sent = { method: "POST", body: new FormData(form), redirect: "manual" };
          return fetch(form.action, sent);
        }""",
        zone,
    )


def test_a_phone_shows_names_and_the_call_to_act_at_once(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    expect(page.get_by_role("link", name="Make your plan")).to_be_in_viewport()
    names = page.locator(".shorts text")
    boxes = names.evaluate_all("all => all.map((name) => name.getBoundingClientRect().toJSON())")
    assert min(box["height"] for box in boxes) > 8
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            apart = one["left"] >= other["right"] or other["left"] >= one["right"]
            # Letters fill no more than the middle of the box a line has.
            lower = abs(one["y"] - other["y"]) > min(one["height"], other["height"]) * 0.6
            assert apart or lower
    page.get_by_role("button", name="Zoom in").click()
    expect(names.first).to_be_hidden()
    expect(page.locator('[data-county="boehmen"] > text').first).to_be_visible()


@pytest.mark.parametrize("height", [844, 664])
def test_on_a_phone_what_is_told_of_a_county_is_in_sight_at_once(
    visit: Visit, anna: User, height: int
) -> None:
    game = started(anna, players=5)
    KnownGame.objects.create(user=anna, rules=rules_of(game.ruleset))
    window = visit(phone=True)
    window.page.set_viewport_size({"width": 390, "height": height})
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    panel = page.locator("#county")
    for county, city in (("tirol", "Innsbruck"), ("boehmen", "Reichenberg")):
        page.touchscreen.tap(*centre(page, county))
        expect(panel).to_contain_text(city)
        for part in (".facts >> nth=0", ".facts >> nth=1", ".sites", ".next"):
            expect(panel.locator(part)).to_be_in_viewport(ratio=1)
        called, told_of = page.locator("#call").bounding_box(), panel.bounding_box()
        assert called is not None
        assert told_of is not None
        assert told_of["y"] + told_of["height"] <= called["y"]
        on_map(page, county)
    assert window.violations() == []
    panel.get_by_role("button", name="Close").tap()
    expect(panel.locator(".next")).not_to_be_in_viewport()
    expect(page.locator('[data-county="boehmen"]')).to_be_focused()
    page.touchscreen.tap(*centre(page, "boehmen"))
    expect(panel.locator(".next")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(panel.locator(".next")).not_to_be_in_viewport()


def test_on_a_zoomed_map_a_county_brings_up_no_more_than_the_map(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    page = visit(phone=True).open(f"/games/{game.pk}/")
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    # As close as it gets: what does nothing is not shown.
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()
    # What is cut off at the lower edge reaches far below it.
    sheet = page.locator(".map-sheet")
    box = sheet.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
    panel = page.locator("#county.raised")
    expect(panel.locator(".facts").first).to_be_in_viewport()
    lower = sheet.evaluate("it => it.getBoundingClientRect().bottom")
    # Where there is room below the map nothing moves at all.
    is_still = lower >= box["y"] + box["height"] - 1
    assert is_still or lower >= panel.evaluate("it => it.getBoundingClientRect().top") - 2


def test_what_is_told_of_a_county_stands_above_a_call_with_two_questions(
    visit: Visit, anna: User
) -> None:
    game = started(anna, players=5)
    KnownGame.objects.create(user=anna, rules=rules_of(game.ruleset))
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    call = page.locator("#call")
    call.evaluate("it => it.append(it.querySelector('.button').cloneNode(true))")
    call.evaluate("it => it.querySelector('p').append(' and the next thing waits as well')")
    page.touchscreen.tap(*centre(page, "boehmen"))
    panel = page.locator("#county.raised")
    expect(panel.locator(".next")).to_be_in_viewport()
    lower = panel.evaluate("it => it.getBoundingClientRect().bottom")
    assert lower <= call.evaluate("it => it.getBoundingClientRect().top")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_has_the_ways_of_a_game_in_one_line(
    visit: Visit, anna: User, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = started(anna)
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/referee/")
    ways, more = page.locator("#ways"), page.locator("#ways summary")
    in_line = page.locator("#ways > a, #ways summary")
    expect(in_line).to_have_count(5)
    for way in in_line.all():
        expect(way).to_be_in_viewport(ratio=1)
    tops = in_line.evaluate_all("all => all.map((way) => way.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    others = ways.locator(".more-ways a")
    expect(others.first).to_be_hidden()
    more.tap()
    expect(others).to_have_count(7)
    for way in others.all():
        expect(way).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert window.violations() == []
    page.locator("h1").tap()
    expect(others.first).to_be_hidden()
    more.press("Enter")
    expect(others.first).to_be_visible()
    others.first.focus()
    page.keyboard.press("Escape")
    expect(others.first).to_be_hidden()
    expect(more).to_be_focused()


def test_without_a_script_more_unfolds_all_the_same(visit: Visit, anna: User) -> None:
    game = started(anna)
    page = visit(javascript=False, phone=True).open(f"/games/{game.pk}/")
    page.locator("#ways summary").tap()
    page.get_by_role("link", name="Replay").tap()
    page.wait_for_url("**/replay/")


def test_a_name_half_typed_in_a_lobby_is_not_swept_away(
    visit: Visit, anna: User, bert: User
) -> None:
    game = lobby(anna, bots=0)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    page.locator("#guest").fill("car")
    game_join(person=bert, game_id=game.pk)
    expect(page.locator(".news")).to_contain_text("Something has changed")
    expect(page.locator("#guest")).to_have_value("car")
    page.locator("#guest").fill("")
    page.locator("#guest").blur()
    game_join(person=person("carl"), game_id=game.pk)
    for name in ("bert", "carl"):
        expect(page.locator(".seats").first).to_contain_text(name)
    game_start(person=anna, game_id=game.pk)
    expect(page.locator("#now-heading")).to_have_text("It is your turn")


def test_a_table_that_fills_while_it_is_drawn_anew_is_drawn_once_more(
    visit: Visit, anna: User, bert: User
) -> None:
    game = lobby(anna, bots=0)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    held: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route(f"**/games/{game.pk}/", hold_the_first)
    game_join(person=bert, game_id=game.pk)
    until(lambda: bool(held), page)
    with page.expect_request("**/news/**"):
        game_join(person=person("carl"), game_id=game.pk)
    route, answered = held[0]
    route.fulfill(response=answered)
    for name in ("bert", "carl"):
        expect(page.locator(".seats").first).to_contain_text(name)


def test_two_neighbours_clicked_in_a_hurry_are_no_double_click(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    armies = {name: lettering.badge for name, lettering in letterings().items()}
    one, other = min(combinations(armies, 2), key=lambda two: far(*(armies[name] for name in two)))
    whole = seen(page)
    spots = [on_map(page, county) for county in (one, other)]
    for spot in spots:
        page.mouse.click(*spot)
    assert seen(page) == whole
    double_click(page, one)
    assert seen(page)[2] < whole[2]


def far(one: Box, other: Box) -> float:
    return hypot(one.x - other.x, one.y - other.y)
