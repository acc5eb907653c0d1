"""A season planned in a browser: on the map by mouse, thumb and keyboard, or without a script."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from engine.kernel.core import Decision, Json
from engine.wallenstein.words.names import county_name
from games import clock
from games.log import store
from games.mail.links import turn_link
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.browser.conftest import PASSWORD, Visit, Visitor
from tests.browser.hands import on_map, served, touch_county, unfold, until
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
    plan = store.load(again(game)).sealed[PLAN].answer
    assert plan is not None
    return plan


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
    expect(page.locator("#picked")).to_contain_text("now choose a box")
    expect(page.locator("#picked")).to_be_in_viewport(ratio=1)
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
        page.locator(f'[data-put="boxes.{action}"]').click()
        page.locator('[data-card="coin"]').click()
    page.locator('[name="bid"]').select_option("1")
    return {**laid, "combat_a": home, "to": away}


@pytest.mark.parametrize("phone", [False, True], ids=["1280 by mouse", "390 by thumb"])
def test_a_season_is_planned_on_the_map(visit: Visit, game: Game, anna: User, phone: bool) -> None:
    window = planning(visit, game, anna, phone=phone)
    page = window.page
    laid = plan_on_map(page, game, phone=phone)
    page.locator('[data-orders="moves.combat_a"] > summary').click()
    page.locator('[name="moves.combat_a.0.amount"]').select_option("armies")
    expect(page.locator('[name="moves.combat_a.0.number"]')).to_have_value("1")
    expect(page.locator(".arrow-words")).to_have_text("1")
    expect(page.locator('[data-odds="moves.combat_a.0.to"]')).to_contain_text("Win")
    unfold(page, "Positions")
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
    page.locator(f'.county[data-county="{home}"][role="button"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-put="boxes.combat_b"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="boxes.combat_b"]')).to_have_value(home)
    page.locator(f'.county[data-county="{away}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[name="moves.combat_b.0.to"]')).to_have_value(away)
    bid = page.locator('[name="bid"]')
    bid.focus()
    # Not by its name: letters that come too slowly begin a new one.
    for _ in range(bid.evaluate("it => [...it.options].findIndex((one) => one.value === '2')")):
        page.keyboard.press("ArrowDown")
    expect(bid).to_have_value("2")
    page.locator("summary", has_text="Positions").focus()
    page.keyboard.press("Enter")
    page.locator('[name="positions.0"]').focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator('[name="positions.0"]')).to_have_value("2")
    expect(page.locator('[name="positions.1"]')).to_be_focused()
    saved(page)


def test_without_a_script_the_plain_form_does_it_all(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna, javascript=False)
    page = window.page
    # What only a script serves offers nothing.
    expect(page.locator(".place-panel")).to_be_hidden()
    expect(page.locator('.map-sheet [tabindex], .map-sheet [role="button"]')).to_have_count(0)
    expect(page.locator('.county[role="img"]').first).to_be_visible()
    plan = some_answer(game, waiting(game))
    page.locator("details.text-orders summary").click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#summary")).to_be_visible()
    for action, card in plan["boxes"].items():
        page.locator(f'[name="boxes.{action}"]').select_option(card or "")
    bid = plan["bid"]
    page.locator('[name="bid"]').select_option("" if bid is None else str(bid))
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    assert sealed(game)["boxes"] == plan["boxes"]


def lay(page: Page, action: str, card: str) -> None:
    page.locator(f'[name="boxes.{action}"]').select_option(card)


def kept(page: Page, game: Game) -> Json | None:
    stored = page.evaluate("(key) => localStorage.getItem(key)", f"turn {game.pk} {PLAN} A")
    return json.loads(stored)["fields"] if stored else None


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
    march_twice(page, *marching(game, waiting(game)))
    expect(page.locator("#saved")).to_contain_text("No connection")
    page.reload()
    page.unroute("**/check/")
    # As the site writes a moment: the day before the month, and 24 hours.
    at = r"\w{3},? \d{1,2} \w{3,4} \d{4},? \d\d:\d\d"
    expect(page.locator("#restored")).to_have_text(re.compile(f"from {at} that the server has not"))
    assert window.violations() == []
    page.get_by_role("button", name="Use it").click()
    expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")
    expect(page.locator('[name="moves.combat_a.1.number"]')).to_have_value("2")
    saved(page)
    assert kept(page, game) is None


def test_a_text_laid_over_the_form_leaves_no_other_plan_behind(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    page.locator(".text-orders > summary").click()
    page.locator('[name="orders"]').fill("bid: 2")
    lay(page, "deploy_3", "coin")
    with page.expect_navigation():
        page.get_by_role("button", name="Put into the form").click()
    expect(page.locator('[name="bid"]')).to_have_value("2")
    expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")
    assert kept(page, game) is None
    expect(page.locator("#restored")).to_be_hidden()


def test_what_was_saved_before_it_was_checked_is_not_offered_again(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    march_twice(page, *marching(game, waiting(game)))
    # A gap between the rows, which the server closes.
    page.locator('[name="moves.combat_a.0.to"]').select_option("")
    saved(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Check").click()
    served(page)
    expect(page.locator('[name="moves.combat_a.0.number"]')).to_have_value("2")
    assert kept(page, game) is None
    expect(page.locator("#restored")).to_be_hidden()


def march_twice(page: Page, home: str, away: str) -> None:
    """Two orders for one action, although the page came with room for one."""
    lay(page, "combat_a", home)
    page.locator('[data-orders="moves.combat_a"] > summary').click()
    orders = page.locator('[data-orders="moves.combat_a"] [data-order]')
    expect(orders).to_have_count(1)
    for row in range(2):
        page.locator(f'[name="moves.combat_a.{row}.to"]').select_option(away)
    page.locator('[name="moves.combat_a.1.amount"]').select_option("leave")
    orders.nth(1).get_by_label("One army more").click()
    expect(page.locator('[name="moves.combat_a.2.to"]')).to_have_value("")


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
    with page.expect_navigation():
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


def test_a_tap_anywhere_in_a_box_lays_the_card_in_hand(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    county = next(iter(waiting(game).options["counties"]))
    page.locator(f'[data-card="{county}"]').click()
    page.locator('[data-box="boxes.collect_grain"]').click(position={"x": 6, "y": 6})
    expect(page.locator('[name="boxes.collect_grain"]')).to_have_value(county)


def test_w_r3_the_hand_counts_the_coins_that_are_left(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    coins = page.locator('[data-card="coin"]')
    expect(coins).to_contain_text("5 in hand")
    coins.click()
    page.locator('[data-put="boxes.collect_grain"]').click()
    expect(coins).to_contain_text("4 in hand")
    page.locator('[name="bid"]').select_option("0")
    expect(coins).to_contain_text("3 in hand")
    page.locator('[name="boxes.collect_grain"]').select_option("")
    expect(coins).to_contain_text("4 in hand")
    page.locator('[name="bid"]').select_option(next(iter(waiting(game).options["counties"])))
    expect(coins).to_contain_text("5 in hand")


def test_whoever_touches_a_county_of_others_is_told_that_it_cannot_be_laid(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna, phone=True).page
    home, away = marching(game, waiting(game))
    touch_county(page, away, phone=True)
    sentence = f"{county_name(away)} is not yours: only your own counties can be laid."
    expect(page.locator("#picked")).to_contain_text(sentence)
    touch_county(page, home, phone=True)
    expect(page.locator("#picked")).to_contain_text("now choose a box")


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
    expect(page.locator("#messages")).to_contain_text("The game goes on")
    answered = store.load(again(game)).sealed.get(decision.id)
    assert answered is not None
    assert answered.answer is not None
    assert answered.answer["counties"] == [second, first]


def test_a_refused_plan_is_still_there_after_a_reload(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    lay(page, "deploy_3", "coin")
    with page.expect_navigation():
        page.get_by_role("button", name="Ready").click()
    for _look in range(2):
        expect(page.locator("#summary")).to_contain_text("Still empty")
        expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")
        page.reload()
    assert page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus") == 200
    assert PLAN not in store.load(again(game)).sealed


def test_an_open_form_is_told_of_a_resolution_and_keeps_what_it_says(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    window = planning(visit, game, anna)
    page = window.page
    lay(page, "deploy_3", "coin")
    saved(page)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    expect(page.locator(".news")).to_contain_text("The game has moved on")
    expect(page.locator('[name="boxes.deploy_3"]')).to_have_value("coin")
    assert window.violations() == []
    page.get_by_role("link", name="Show the table as it is now").click()
    expect(page.locator(".chapter")).to_contain_text("Summer")


def test_what_was_legal_is_no_longer_called_so_after_a_change(
    visit: Visit, game: Game, anna: User
) -> None:
    plan = some_answer(game, waiting(game))
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    page = planning(visit, game, anna).page
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#legal")).to_be_visible()
    served(page)
    page.locator('[name="bid"]').select_option("")
    expect(page.locator("#legal")).to_be_hidden()


REMEMBER_DRAWS = """
const draw = Crypto.prototype.getRandomValues;
Crypto.prototype.getRandomValues = function (bytes) {
  const drawn = draw.call(this, bytes);
  const hex = [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("draws", `${sessionStorage.getItem("draws") ?? ""} ${hex}`);
  return drawn;
};
"""


def test_an_answer_is_sealed_under_the_salt_the_browser_drew(
    visit: Visit, game: Game, anna: User
) -> None:
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=some_answer(game, waiting(game)))
    window = visit()
    window.page.add_init_script(REMEMBER_DRAWS)
    link = turn_link(game=game, decision=PLAN, user=anna, seat="A", written=clock.now())
    salts: list[str] = []
    # Once with nothing but the link of a letter, then signed in and with another bid.
    for address in ("/" + link.split("/", 3)[3], path(game)):
        if salts:
            window.sign_in(anna)
        page = window.open(address)
        page.locator('[name="bid"]').select_option("2" if salts else "1")
        with page.expect_navigation():
            page.locator('[name="act"][value="ready"]').click()
        expect(page.locator("#receipt")).to_contain_text("You are ready")
        entry = store.entries_of(again(game))[-1]
        assert entry.secret is not None
        drawn = page.evaluate("sessionStorage.getItem('draws')").split()
        assert (entry.payload["by"], entry.secret.salt) == ("seat", drawn[-1])
        page.locator("#receipt summary").click()
        expect(page.locator("#receipt")).to_contain_text(entry.secret.salt)
        expect(page.locator("#receipt")).to_contain_text(
            "It came with your answer: your browser drew it"
        )
        expect(page.locator('[name="salt"]')).to_have_count(0)
        salts.append(entry.secret.salt)
    assert len(set(salts)) == 2
