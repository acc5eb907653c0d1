"""A season planned in a browser: on the map by mouse, thumb and keyboard, or without a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from engine.core import Decision, Json
from games import store
from games.models import Game, User
from games.services.advance import game_advance
from games.services.turns import draft_save
from tests.browser.conftest import PASSWORD, Visit, Visitor
from tests.browser.hands import on_map, touch_county
from tests.service.tables import again, answer, some_answer, started, waiting

PLAN = "1.spring.plan.A"


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def path(game: Game, decision: str = PLAN) -> str:
    return f"/games/{game.pk}/turn/{decision}/"


def planning(visit: Visit, game: Game, anna: User, **choices: bool) -> Visitor:
    window = visit(**choices)
    window.sign_in(anna)
    window.open(path(game))
    return window


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text(re.compile("^Saved [0-9]"))


def sealed(game: Game) -> Json:
    found = store.load(again(game)).sealed[PLAN].answer
    assert found is not None
    return found


def marching(game: Game, decision: Decision) -> tuple[str, str]:
    """A county with armies to spare, and a neighbour that is a rival's."""
    counties = store.load(again(game)).state.counties
    return next(
        (home, away)
        for home, near in decision.options["counties"].items()
        for away in near
        if counties[home].armies > 1 and counties[away].owner not in (None, "A")
    )


def plan_on_map(page: Page, game: Game, *, phone: bool) -> dict[str, str]:
    """Lay every card by touching the map and a box; the rest gets coins."""
    decision = waiting(game)
    home, away = marching(game, decision)
    others = [name for name in decision.options["counties"] if name != home]
    boxes = [action for action in decision.options["boxes"] if action != "combat_a"]
    laid = dict(zip(boxes[: len(others)], others, strict=False))
    touch_county(page, home, phone)
    page.locator('[data-put="boxes.combat_a"]').click()
    expect(page.locator("#picked")).to_contain_text("march")
    touch_county(page, away, phone)
    expect(page.locator('[name="moves.combat_a.0.to"]')).to_have_value(away)
    for action, county in laid.items():
        page.locator(f'[data-put="boxes.{action}"]').click()
        touch_county(page, county, phone)
        expect(page.locator(f'[name="boxes.{action}"]')).to_have_value(county)
        if page.locator("[data-unpick]").is_visible():
            page.locator("[data-unpick]").click()
    for action in boxes[len(others) :]:
        page.locator('[data-card="coin"]').click()
        page.locator(f'[data-put="boxes.{action}"]').click()
    page.locator('[name="bid"]').select_option("1")
    return {**laid, "combat_a": home, "to": away}


@pytest.mark.parametrize("phone", [False, True], ids=["1280 by mouse", "390 by thumb"])
def test_a_season_is_planned_on_the_map(visit: Visit, game: Game, anna: User, phone: bool) -> None:
    window = planning(visit, game, anna, phone=phone)
    page = window.page
    laid = plan_on_map(page, game, phone=phone)
    page.locator('[name="moves.combat_a.0.amount"]').select_option("armies")
    expect(page.locator('[name="moves.combat_a.0.number"]')).to_have_value("1")
    expect(page.locator(".arrow-words")).to_have_text("1")
    expect(page.locator('[data-odds="moves.combat_a.0.to"]')).to_contain_text("Win")
    page.locator('[aria-label="Move choice 2 up"]').first.click()
    saved(page)
    assert window.violations() == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index] # every window has a size
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    plan = sealed(game)
    assert {action: plan["boxes"][action] for action in laid if action != "to"} == {
        action: county for action, county in laid.items() if action != "to"
    }
    assert plan["moves"]["combat_a"] == [{"to": laid["to"], "armies": 1}]
    assert plan["positions"] == [2, 1, 3, 4, 5]
    assert plan["bid"] == 1
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#receipt")).to_have_count(0)
    expect(page.locator('[name="boxes.combat_a"]')).to_have_value(laid["combat_a"])


def test_cards_are_dragged_to_their_boxes(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    first, second = list(waiting(game).options["counties"])[:2]
    open_box = page.locator("[data-box]").first
    name = open_box.get_attribute("data-box")
    page.locator(f'[data-card="{first}"]').drag_to(open_box)
    expect(page.locator(f'[name="{name}"]')).to_have_value(first)
    x, y = on_map(page, second)
    box = open_box.bounding_box()
    assert box is not None
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    page.mouse.move(box["x"] + 30, box["y"] + 20, steps=4)
    page.mouse.up()
    expect(page.locator(f'[name="{name}"]')).to_have_value(second)
    expect(page.locator(f'[data-card="{first}"]')).not_to_have_class(re.compile("used"))


def test_a_plan_is_made_by_keyboard_alone(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    decision = waiting(game)
    home, away = marching(game, decision)
    page.locator(f'.county[data-county="{home}"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-put="boxes.combat_b"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="boxes.combat_b"]')).to_have_value(home)
    page.locator(f'.county[data-county="{away}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="moves.combat_b.0.to"]')).to_have_value(away)
    page.locator('[name="bid"]').focus()
    page.keyboard.type("coin card 2")
    expect(page.locator('[name="bid"]')).to_have_value("2")
    page.locator('[name="positions.0"]').focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator('[name="positions.0"]')).to_have_value("2")
    expect(page.locator('[name="positions.1"]')).to_be_focused()
    saved(page)


def test_without_a_script_the_plain_form_does_it_all(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna, javascript=False)
    page = window.page
    said = some_answer(game, waiting(game))
    page.locator("details.text-orders summary").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#summary")).to_be_visible()
    for action, card in said["boxes"].items():
        page.locator(f'[name="boxes.{action}"]').select_option(card or "")
    bid = said["bid"]
    page.locator('[name="bid"]').select_option("" if bid is None else str(bid))
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    assert sealed(game)["boxes"] == said["boxes"]


def lay(page: Page, action: str, card: str) -> None:
    page.locator(f'[name="boxes.{action}"]').select_option(card)


def kept(page: Page, game: Game) -> Json | None:
    found = page.evaluate("(key) => localStorage.getItem(key)", f"turn {game.pk} {PLAN} A")
    return json.loads(found)["fields"] if found else None


def test_a_lost_connection_keeps_the_plan_and_sends_it_later(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    window.expected = ["ERR_INTERNET_DISCONNECTED"]
    page = window.page
    page.context.set_offline(True)
    lay(page, "deploy_5", "coin")
    expect(page.locator("#saved")).to_contain_text("No connection")
    fields = kept(page, game)
    assert fields is not None
    assert fields["boxes.deploy_5"] == "coin"
    page.context.set_offline(False)
    saved(page)
    assert kept(page, game) is None


def test_what_only_the_browser_kept_is_offered_again(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    window.expected = ["ERR_FAILED"]
    page = window.page
    page.route("**/check/", lambda route: route.abort())
    lay(page, "deploy_3", "coin")
    expect(page.locator("#saved")).to_contain_text("No connection")
    page.unroute("**/check/")
    page.reload()
    expect(page.locator("#restored")).to_contain_text("has not seen")
    assert window.violations() == []
    page.get_by_role("button", name="Use it").click()
    expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")
    saved(page)
    assert kept(page, game) is None


def test_a_session_that_ended_is_told_and_nothing_is_lost(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    window.expected = ["401", "403"]
    page = window.page
    page.context.clear_cookies(name="sessionid")
    lay(page, "deploy_3", "coin")
    expect(page.locator("#saved")).to_contain_text("signed out")
    door = page.context.new_page()
    door.goto(window.base + "/accounts/login/")
    door.fill("[name=login]", anna.username)
    door.fill("[name=password]", PASSWORD)
    door.press("[name=password]", "Enter")
    door.wait_for_url(f"{window.base}/")
    door.close()
    lay(page, "deploy_5", "coin")
    saved(page)
    page.get_by_role("button", name="Check").click()
    expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")
    assert kept(page, game) is None


def test_two_windows_ask_which_plan_is_meant(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    window.expected = ["409"]
    page = window.page
    elsewhere = some_answer(game, waiting(game))
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=elsewhere)
    lay(page, "deploy_3", "coin")
    expect(page.locator("#saved")).to_contain_text("in another window")
    assert window.violations() == []
    page.get_by_role("button", name="Keep this one").click()
    saved(page)
    page.reload()
    expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")


def test_a_page_left_open_over_a_resolution_says_so(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    window = planning(visit, game, anna)
    window.expected = ["410"]
    page = window.page
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    lay(page, "deploy_3", "coin")
    expect(page.locator("#saved")).to_contain_text("moved on")
    page.get_by_role("button", name="Ready").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The game has moved on")
    expect(page.locator("#typed-text")).to_have_value(re.compile("deploy 3: +coin"))
    assert window.violations() == []


def test_a_double_click_seals_once(visit: Visit, game: Game, anna: User) -> None:
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=some_answer(game, waiting(game)))
    page = planning(visit, game, anna).page
    page.get_by_role("button", name="Ready").dblclick()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    entries = [entry for entry in store.entries_of(again(game)) if entry.kind == "answer_sealed"]
    assert [entry.payload["seat"] for entry in entries].count("A") == 1


def test_ready_waits_for_what_is_just_being_saved(visit: Visit, game: Game, anna: User) -> None:
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=some_answer(game, waiting(game)))
    page = planning(visit, game, anna).page
    began: list[Route] = []

    def hold(route: Route) -> None:
        began.append(route)

    page.route("**/check/", hold)
    page.locator('[name="bid"]').select_option("0")
    until(lambda: bool(began), page)
    page.get_by_role("button", name="Ready").click()
    began[0].continue_()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    assert sealed(game)["bid"] == 0


def until(happened: Callable[[], bool], page: Page) -> None:
    """Let the page go on until something has happened."""
    for _ in range(100):
        if happened():
            return
        page.wait_for_timeout(50)
    raise AssertionError("waited in vain")


def test_a_tap_anywhere_in_a_box_lays_the_card_in_hand(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    county = next(iter(waiting(game).options["counties"]))
    page.locator(f'[data-card="{county}"]').click()
    page.locator('[data-box="boxes.collect_grain"]').click(position={"x": 6, "y": 6})
    expect(page.locator('[name="boxes.collect_grain"]')).to_have_value(county)


def test_a_draft_is_ranked_on_the_map(visit: Visit, anna: User) -> None:
    game = started(anna, options={"line_up": "draft"})
    window = visit(phone=True)
    window.sign_in(anna)
    decision = waiting(game)
    page = window.open(path(game, decision.id))
    first, second = decision.options["counties"][0], decision.options["counties"][7]
    for county in (first, second):
        touch_county(page, county, phone=True)
    expect(page.locator('[name="counties.1"]')).to_have_value(second)
    page.locator('[aria-label="Move choice 2 up"]').first.click()
    expect(page.locator('[name="counties.0"]')).to_have_value(second)
    assert window.violations() == []
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#messages")).to_contain_text("Everybody is ready")
    answered = store.load(again(game)).sealed.get(decision.id)
    assert answered is not None
    assert answered.answer is not None
    assert answered.answer["counties"] == [second, first]
