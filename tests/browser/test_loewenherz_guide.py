"""The first five minutes of Löwenherz in a browser: the guide, a suggestion, the tutorial."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.access import viewer
from games.models import Game, User
from games.read import selectors
from tests.browser.conftest import Visit
from tests.browser.hands import served
from tests.browser.test_loewenherz_turn import BOTH, THUMB, asked_for
from tests.browser.test_ways import fits
from tests.service.tables import again


def now(page: Page) -> str:
    """The step the guide is at."""
    return str(page.locator("#guide li.now").get_attribute("data-step"))


def tap(page: Page, place: str, *, phone: bool) -> tuple[float, float]:
    """Tap the middle of a place, and say how large it is."""
    box = page.locator(f'[data-tap="{place}"]').bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    (page.touchscreen.tap if phone else page.mouse.click)(*at)
    return box["width"], box["height"]


def problems(game: Game, anna: User, decision: str) -> object:
    turn = selectors.turn_of(viewer(again(game), anna), decision)
    assert turn is not None
    return turn.problems(turn.draft)


@BOTH
def test_along_the_guide_to_a_legal_turn(visit: Visit, anna: User, phone: bool) -> None:
    game, asked = asked_for(anna, lambda one: one.kind == "turn")
    window = visit(phone=phone)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{asked.id}/")
    served(page)
    page.locator(".tools [data-guide]").click()
    expect(page.locator("#guide")).to_be_focused()
    assert now(page) == "card"
    expect(page.locator("fieldset.guided legend")).to_have_text("Your hand")
    take = page.locator("#guide [data-take]")
    seen = []
    while now(page):
        seen.append(now(page))
        expect(page.locator("#guide li.now strong").first).to_contain_text("Suggestion: ")
        take.click()
    assert seen[:2] == ["card", "deed"]
    assert window.violations() == []
    assert fits(page)
    with page.expect_navigation():
        page.locator("#guide [data-check]").click()
    expect(page.locator("#legal")).to_contain_text("legal and saved.")
    expect(page.locator("#guide")).to_have_count(0)
    assert problems(game, anna, asked.id) == []


def test_a_turn_is_suggested_explained_and_changed(visit: Visit, anna: User) -> None:
    game, asked = asked_for(anna, lambda one: one.kind == "turn")
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{asked.id}/")
    served(page)
    page.get_by_role("button", name="Suggest a turn").click()
    lines = page.locator("#reasons li:visible")
    expect(lines.first).to_contain_text("Card: ")
    expect(page.locator("[data-prompt]")).to_contain_text("Baron")
    expect(page.locator("#saved")).to_contain_text("Saved")
    assert problems(game, anna, asked.id) == []
    assert window.violations() == []
    # A reason is about the card that was suggested, and about no other.
    page.locator(".card-choice:not(:has(:checked))").first.click()
    expect(lines.filter(has_text=re.compile("^Card: "))).to_have_count(0)


@BOTH
def test_borders_and_squares_of_the_tutorial_are_tapped_on_the_board(
    visit: Visit, phone: bool
) -> None:
    window = visit(phone=phone)
    page = window.open("/learn/loewenherz-2003/border/?do=A:borders-1.borders")
    for part in (".tutorial-task", ".map-sheet"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert min(tap(page, "c2|d2", phone=phone)) >= THUMB
    expect(page.locator(".tutorial-why")).to_contain_text("6 points at once")
    page = window.open("/learn/loewenherz-2003/knight/?do=A:knights-1.knights")
    expect(page.locator(".taps a.lit")).to_have_count(2)
    # A square that is not lit is answered, and the keyboard reaches those that are.
    tap(page, "b2", phone=phone)
    expect(page.locator(".tutorial-remark")).to_contain_text("No knight stands on a village")
    page.locator('[data-tap="c2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tutorial-why")).to_contain_text("Two knights to one")
    assert fits(page)
