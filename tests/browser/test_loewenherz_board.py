"""Löwenherz in a browser: the board, what lies around it, and how it is walked and replayed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.browser.conftest import Visit
from tests.play.tables import random_answer
from tests.service.tables import again, started

KEY = "loewenherz-2003"
STEPS = 40
# So much of a window at a desk is for the page.
DESK = 900


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Two people in the middle of a game, Anna to play."""
    game = started(anna, bert, players=2, ruleset=KEY)
    people = {"A": anna, "B": bert}
    for _step in range(STEPS):
        position = store.load(again(game))
        for asked in position.waiting:
            answer = random_answer(position, asked, "browser")
            answer_submit(
                person=people[asked.seat], game_id=game.pk, decision=asked.id, answer=answer
            )
        game_advance(game_id=game.pk)
    return again(game)


def box(part: Locator) -> Any:
    """Where something is, since it is somewhere."""
    place = part.bounding_box()
    assert place is not None
    return place


def is_narrow(page: Page) -> bool:
    """Whether nothing reaches over the edge."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_table_shows_board_hand_market_and_players(
    visit: Visit, game: Game, anna: User, phone: bool, scheme: str
) -> None:
    visitor = visit(phone=phone, color_scheme=scheme)
    visitor.sign_in(anna)
    page = visitor.open(f"/games/{game.pk}/")
    expect(page.locator(".square")).to_have_count(144)
    expect(page.locator("#hand-heading")).to_be_visible()
    expect(page.locator(".lion-hand .power-card")).to_have_count(3)
    assert is_narrow(page)
    assert visitor.violations() == []
    board = box(page.locator(".map-sheet"))
    assert board["width"] == pytest.approx(board["height"], abs=2)
    if phone:
        assert box(page.locator(".lion-hand"))["y"] > board["y"] + board["height"]
    assert visitor.complaints == []


def test_at_a_desk_everything_is_seen_at_once(visit: Visit, game: Game, anna: User) -> None:
    page = visit().sign_in(anna)
    page.goto(f"{page.url}games/{game.pk}/")
    if page.get_by_role("button", name="Dismiss").count():
        page.get_by_role("button", name="Dismiss").click()
        expect(page.locator(".unread")).to_have_count(0)
    for part in (".map-sheet", "#now", ".lion-hand", ".lion-market", "#players"):
        place = box(page.locator(part))
        assert place["y"] + place["height"] <= DESK, part


def test_arrows_walk_over_the_squares_and_a_tap_reads_one(
    visit: Visit, game: Game, anna: User
) -> None:
    visitor = visit()
    visitor.sign_in(anna)
    page = visitor.open(f"/games/{game.pk}/")
    page.locator("#sq-a1").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "End"):
        page.keyboard.press(key)
    focused = page.locator(".square:focus")
    expect(focused).to_have_attribute("data-square", "l2")
    expect(page.locator('.square[tabindex="0"]')).to_have_count(1)
    words = page.locator("#sq-c4").get_attribute("aria-label") or ""
    page.locator("#sq-c4").click()
    expect(page.locator("[data-place-words]")).to_have_text(words)
    assert words.startswith("c4, ")
    assert visitor.complaints == []


def test_a_replay_draws_the_board_of_each_moment(visit: Visit, game: Game, anna: User) -> None:
    """Back and forth it is the same as the server draws."""
    visitor = visit()
    visitor.sign_in(anna)
    last = store.load(again(game)).seq
    labels = """() => JSON.stringify([
      [...document.querySelectorAll('.square')].map(one => one.getAttribute('aria-label')),
      [...document.querySelectorAll('#bars [data-side]')].map(one => one.dataset.side).sort(),
      document.querySelectorAll('.figure').length,
    ])"""
    page = visitor.open(f"/games/{game.pk}/replay/?at={last}")
    drawn = page.evaluate(labels)
    page.locator('[data-go="first"]').click()
    expect(page.locator(".square .figure")).to_have_count(0)
    page.locator('[data-go="last"]').click()
    expect(page.locator("[data-where]")).to_contain_text(f"{last}")
    page.wait_for_function(f"was => ({labels})() === was", arg=drawn)
    assert visitor.violations() == []
    assert visitor.complaints == []


def test_without_a_script_the_board_is_there_with_its_words(
    visit: Visit, game: Game, anna: User
) -> None:
    page = visit(javascript=False).open(f"/games/{game.pk}/")
    expect(page.locator(".square")).to_have_count(144)
    expect(page.get_by_role("gridcell", name="c4")).to_have_count(1)
    expect(page.locator(".lion-hand .power-card")).to_have_count(0)
