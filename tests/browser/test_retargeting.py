"""A march that is told to go elsewhere: its condition goes, and no second choice is made of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.wallenstein.board import COUNTIES
from games.models import Game, User
from games.services.play.turns import draft_save
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import put_on_map, served, touch_county
from tests.service.tables import some_answer, started, waiting

PLAN = "1.spring.plan.A"
BOX, MARCH = "boxes.combat_a", "moves.combat_a"
WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])


@pytest.fixture
def game(anna: User) -> Game:
    return started(anna, players=5)


def crossroads(game: Game) -> tuple[str, list[str]]:
    """An own county with two neighbours of others at least, and these."""
    options = waiting(game).options["counties"]
    for county, near in options.items():
        abroad = [name for name in near if name not in options]
        if len(abroad) > 1:
            return county, abroad
    raise AssertionError("every county lies among friends")


def planning(visit: Visit, game: Game, anna: User, *, phone: bool = False) -> Visitor:
    window = visit(phone=phone)
    window.sign_in(anna)
    window.open(f"/games/{game.pk}/turn/{PLAN}/")
    served(window.page)
    return window


def orders(page: Page) -> list[str]:
    """Where the armies of the first combat are told to go, in this order."""
    return page.locator(f'select[name^="{MARCH}."][name$=".to"]').evaluate_all(
        "all => all.map((list) => list.value).filter(Boolean)"
    )


@WIDTHS
def test_a_county_tapped_after_the_card_lies_again_replaces_the_first_order(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    window = planning(visit, game, anna, phone=phone)
    page = window.page
    home, (first, second, *_) = crossroads(game)
    put_on_map(page, home, BOX, phone)
    touch_county(page, first, phone)
    assert orders(page) == [first]
    put_on_map(page, home, BOX, phone)
    touch_county(page, second, phone)
    assert orders(page) == [second]
    other = page.get_by_role("button", name="Or else to …")
    expect(other).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    other.click()
    expect(page.locator("#picked")).to_contain_text("if that is not possible")
    touch_county(page, first, phone)
    assert orders(page) == [second, first]
    assert window.violations() == []


def test_a_condition_does_not_go_along_to_another_county(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    home, (first, second, *_) = crossroads(game)
    page.locator(f'[name="{BOX}"]').select_option(home)
    holder = page.locator(f'[name="{MARCH}.0.held_by"]')
    target = page.locator(f'[name="{MARCH}.0.to"]')
    page.locator(f'[data-orders="{MARCH}"] > summary').click()
    target.select_option(first)
    page.locator(f'[data-order="{MARCH}.0.to"] .when > summary').click()
    holder.select_option("own")
    tip = page.locator(f'[data-box="{BOX}"] [data-tip]')
    expect(tip).to_have_text("condition not met")
    expect(page.locator(f'[data-odds="{MARCH}.0.to"]')).to_be_hidden()
    # On the map a word says that there is a condition, and its title which.
    expect(page.locator(".arrow-words")).to_have_text("all if …")
    expect(page.locator(".arrow title")).to_have_text("with a condition: if mine")
    target.select_option(second)
    expect(holder).to_have_value("")
    expect(page.locator(f'[data-order="{MARCH}.0.to"] [data-when]')).to_have_text("")
    expect(page.locator(f'[data-odds="{MARCH}.0.to"]')).to_be_visible()
    expect(tip).to_contain_text("win")
    # Taken back, both are there again.
    page.locator("[data-step-back]").click()
    expect(target).to_have_value(first)
    expect(holder).to_have_value("own")


def test_a_suggested_march_forgets_its_condition_where_a_hand_sends_it_elsewhere(
    visit: Visit, game: Game, anna: User
) -> None:
    plan = some_answer(game, waiting(game))
    home, (first, second, *_) = crossroads(game)
    boxes = {box: "coin" if card == home else card for box, card in plan["boxes"].items()}
    order = {"to": first, "armies": "all", "when": {"held_by": "own"}}
    plan |= {"boxes": boxes | {"combat_a": home}, "moves": {"combat_a": [order]}}
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    page = planning(visit, game, anna).page
    expect(page.locator(f'[data-box="{BOX}"] [data-tip].warn')).to_have_text("condition not met")
    put_on_map(page, home, BOX, phone=False)
    touch_county(page, second, phone=False)
    assert orders(page) == [second]
    expect(page.locator(f'[name="{MARCH}.0.held_by"]')).to_have_value("")
    expect(page.locator("#picked [data-outlook]")).to_contain_text(COUNTIES[second].name)


@WIDTHS
def test_a_plan_that_was_changed_is_not_called_legal_and_saved(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    plan = some_answer(game, waiting(game))
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    page = planning(visit, game, anna, phone=phone).page
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#legal")).to_contain_text("is legal and saved")
    served(page)
    bid = page.locator('[name="bid"]')
    bid.select_option("1" if bid.input_value() != "1" else "0")
    expect(page.locator("#legal")).to_have_count(0)
