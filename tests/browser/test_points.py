"""What brings points, under eyes and fingers: on the table at both widths, beside a plan."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import KnownGame, User
from games.read.newcomers import rules_of
from tests.browser.conftest import Visit
from tests.browser.hands import centre, served, until
from tests.service.tables import answer, play_out, started, waiting
from tests.web.told import played


def overflowing(page: Page) -> bool:
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


def lower_edge(part: Locator) -> float:
    return float(part.evaluate("it => it.getBoundingClientRect().bottom"))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_desk_has_map_players_and_points_on_one_screen(
    visit: Visit, anna: User, bert: User, scheme: str, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = played(anna, bert, players=5, seasons=1, schedule={"kind": "hours", "hours": 48})
    # Whoever knows the game has put the introduction away.
    KnownGame.objects.create(user=anna, rules=rules_of(game.ruleset))
    window = visit(color_scheme=scheme)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    page.locator(".unread form button").click()
    expect(page.locator(".unread")).to_have_count(0)
    expect(page.locator(".map-sheet")).to_be_in_viewport(ratio=1)
    # Names are written out: the map is not so small that it needs short ones.
    expect(page.locator('[data-county="boehmen"] > text').first).to_be_visible()
    rows = page.locator("#players tbody tr")
    expect(rows).to_have_count(5)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
        expect(row.locator("td")).to_have_count(6)
    expect(page.locator("#players thead svg title")).to_have_count(5)
    page.locator("#points").scroll_into_view_if_needed()
    expect(page.locator("#points .majorities tbody tr")).to_have_count(5)
    assert not overflowing(page)
    assert window.violations() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_newcomers_desk_has_map_players_and_points_on_one_screen(
    visit: Visit, anna: User, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = started(anna, players=5, schedule={"kind": "hours", "hours": 48})
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    panel = page.locator("#primer")
    expect(panel.locator("li")).to_have_count(3)
    for part in (panel, page.locator(".map-sheet"), *page.locator("#players tbody tr").all()):
        expect(part).to_be_in_viewport(ratio=1)
    for button in panel.locator("a, button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert not overflowing(page)
    assert window.violations() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_newcomers_phone_shows_the_whole_map_above_the_call_to_act(
    visit: Visit, anna: User, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = started(anna, players=5, name="My first war")
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    expect(page.locator("#primer")).to_be_in_viewport(ratio=1)
    sheet, call = page.locator(".map-sheet"), page.locator("#call")
    expect(sheet).to_be_in_viewport(ratio=1)
    assert lower_edge(sheet) <= call.evaluate("it => it.getBoundingClientRect().top")
    assert not overflowing(page)
    assert window.violations() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_has_them_one_under_the_other(
    visit: Visit, anna: User, bert: User, scheme: str, language: str
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = played(anna, bert, players=5, seasons=2)
    window = visit(phone=True, color_scheme=scheme)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    parts = [".map-sheet", "#now", "#players", "#points", "#cards"]
    tops = [page.locator(part).evaluate("it => it.getBoundingClientRect().top") for part in parts]
    assert tops == sorted(tops)
    assert not overflowing(page)
    card = page.locator("#points")
    for table in card.locator("table").all():
        inside = "it => it.scrollWidth <= it.closest('.card').clientWidth"
        assert table.evaluate(inside)
    assert window.violations() == []


def test_a_county_is_told_on_the_map_and_takes_no_room_before(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    window = visit()
    page = window.open(f"/games/{game.pk}/")
    panel, sheet = page.locator("#county"), page.locator(".map-sheet")
    expect(panel).to_have_text("Tap a county to read about it.", use_inner_text=True)
    players = page.locator("#players").bounding_box()
    for county in ("koeln", "steiermark", "vorpommern"):
        page.mouse.click(*centre(page, county))
        expect(panel.locator(f'[data-panel="{county}"]')).to_be_in_viewport(ratio=1)
        assert lower_edge(panel) < lower_edge(sheet)
        # It lies beside the county it tells of.
        x, y = centre(page, county)
        there = f"document.elementFromPoint({x}, {y}).closest('.county')?.dataset.county"
        assert page.evaluate(there) == county
    assert page.locator("#players").bounding_box() == players
    assert window.violations() == []
    panel.get_by_role("button", name="Close").click()
    # Under the panel lies another county, which nobody has pointed at.
    expect(panel.locator(".place-in")).to_have_count(0)
    expect(page.locator("#chosen use")).to_have_count(0)
    expect(panel).to_have_text("Tap a county to read about it.", use_inner_text=True)


def test_by_keyboard_a_county_is_told_and_put_away(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    page = visit().open(f"/games/{game.pk}/")
    page.locator('[data-county="altmark"]').focus()
    page.keyboard.press("Tab")
    panel = page.locator("#county .place-in")
    expect(panel).to_contain_text("Verden")
    page.locator("#county").get_by_role("link", name="Holstein").focus()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator('[data-county="bremen"]')).to_be_focused()


def test_a_pointer_that_leaves_the_map_takes_the_county_along(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    page = visit().open(f"/games/{game.pk}/")
    panel = page.locator("#county .place-in")
    page.mouse.move(*centre(page, "boehmen"))
    expect(panel).to_contain_text("Tax 6")
    page.mouse.move(1270, 890)
    expect(panel).to_have_count(0)


def test_without_a_script_the_panel_of_a_county_can_be_used(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    page = visit(javascript=False).open(f"/games/{game.pk}/?county=boehmen")
    page.locator("#county").get_by_role("link", name="Passau").click()
    page.wait_for_url("**/?county=passau#county")
    expect(page.locator("#county")).to_contain_text("Passau")


def test_what_is_shown_follows_the_game(visit: Visit, anna: User, worker: None) -> None:
    game = started(anna, players=5)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    cells = page.locator("#points .majorities td")
    expect(cells.filter(has_text="+")).to_have_count(0)
    answer(game, anna)
    expect(page.locator(".chapter")).to_contain_text("Summer")
    until(lambda: cells.filter(has_text="+").count() > 0, page)


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_beside_a_plan_and_after_the_end(visit: Visit, anna: User, phone: bool) -> None:
    game, done = played(anna, seasons=1), play_out(started(anna), anna)
    window = visit(phone=phone)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    served(page)
    expect(page.locator("#points .majorities tbody tr")).to_have_count(5)
    assert not overflowing(page)
    assert window.violations() == []
    page = window.open(f"/games/{done.pk}/")
    expect(page.locator("#points")).to_contain_text("The points of the last winter")
    assert not overflowing(page)
    assert window.violations() == []
