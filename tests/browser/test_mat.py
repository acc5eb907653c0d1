"""The planning mat: all of a plan in sight, few taps, tools, undo, and the keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.kernel.core import Json
from engine.wallenstein.words.names import county_name
from games.access import viewer
from games.log import store
from games.models import Game, User
from games.names import names_of
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.browser.axe import CONTRAST
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import served, touch_county, until
from tests.browser.measure_turn import SEEN, Hand, whole_plan
from tests.service.tables import again, answer, some_answer, started, waiting

PLAN = "1.spring.plan.A"
BOTH = {"emperors_court": "on", "landsknechte": "on"}
WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])


@pytest.fixture
def game(anna: User) -> Game:
    return started(anna, players=5)


def planning(visit: Visit, game: Game, anna: User, **choices: Any) -> Visitor:
    window = visit(**choices)
    window.sign_in(anna)
    window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    if choices.get("javascript", True):
        served(window.page)
    return window


def laid(page: Page) -> dict[str, str]:
    """What lies in every box."""
    cards = page.locator("[data-box] .face > select").evaluate_all(
        "all => all.map((list) => [list.name, list.value])"
    )
    return dict(cards)


def saved(game: Game, anna: User, part: str) -> Any:
    """A part of what is saved on the server, if anything is."""
    return (selectors.draft_of(viewer(again(game), anna), PLAN) or {}).get(part)


@pytest.mark.parametrize(
    ("choices", "boxes"),
    [({}, 11), ({"options": BOTH}, 14), ({"ruleset": "wallenstein-2002"}, 10)],
    ids=["2010", "expansions", "2002"],
)
def test_at_a_desk_the_whole_plan_is_seen_at_once_beside_the_map(
    visit: Visit, anna: User, choices: Json, boxes: int
) -> None:
    page = planning(visit, started(anna, players=5, **choices), anna).page
    assert page.evaluate(SEEN) == boxes
    expect(page.locator(".map-sheet")).to_be_in_viewport(ratio=0.97)
    expect(page.get_by_role("button", name="Coin on the rest")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_on_a_phone_eight_boxes_are_seen_under_the_map(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna, phone=True).page
    # In the first game, too: the guide is offered beside the map, the line about it below.
    guide = page.locator("#picked [data-guide]")
    expect(guide).to_be_in_viewport(ratio=1)
    expect(page.locator("#primer")).not_to_be_in_viewport()
    # At first sight, and farther down all of them.
    for least in (8, 10):
        expect(page.locator(".map-sheet")).to_be_in_viewport(ratio=0.97)
        expect(page.locator("#picked")).to_be_in_viewport(ratio=0.9)
        assert page.evaluate(SEEN) >= least
        page.locator("[data-box]").first.evaluate("it => it.scrollIntoView()")
    # What can be read about it is offered below, once.
    expect(page.get_by_role("link", name="How to plan")).to_have_count(1)


@WIDTHS
def test_an_unread_season_takes_no_room_from_the_plan(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    answer(game, anna)
    game_advance(game_id=game.pk)
    page = planning(visit, game, anna, phone=phone).page
    card = page.locator(".unread")
    expect(card).to_be_in_viewport(ratio=1)
    expect(page.locator(".map-sheet")).to_be_in_viewport(ratio=0.97)
    assert page.evaluate(SEEN) >= (8 if phone else 11)
    card.get_by_role("button", name="Dismiss").click()
    expect(card).to_have_count(0)


@WIDTHS
def test_a_whole_plan_takes_about_fourteen_taps(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    page = planning(visit, game, anna, phone=phone).page
    hand = Hand(page, phone)
    whole_plan(hand)
    assert "" not in laid(page).values()
    assert hand.taps <= 14
    assert hand.scrolls <= (6 if phone else 0)
    expect(page.locator("#picked")).to_contain_text("Every box has its card")


@WIDTHS
def test_after_a_card_the_next_empty_box_is_offered(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    page = planning(visit, game, anna, phone=phone).page
    first, second, third = list(waiting(game).options["counties"])[:3]
    order = page.locator("[data-box]").evaluate_all("all => all.map((box) => box.dataset.box)")
    name = next(box for box in order if box.startswith("boxes.build"))
    place = order.index(name)
    touch_county(page, first, phone)
    expect(page.locator("#picked")).to_contain_text("now choose a box")
    page.locator(f'[data-put="{name}"]').click()
    offered = page.locator("[data-box].waits")
    expect(offered).to_have_attribute("data-box", order[place + 1])
    expect(offered.locator("[data-said]")).to_have_attribute("data-hint", "tap a county")
    expect(page.locator("#picked")).to_contain_text("Next: ")
    touch_county(page, second, phone)
    expect(page.locator(f'[name="{order[place + 1]}"]')).to_have_value(second)
    # Whoever wants another box says so.
    page.locator(f'[data-put="{order[-2]}"]').click()
    touch_county(page, third, phone)
    expect(page.locator(f'[name="{order[-2]}"]')).to_have_value(third)


@WIDTHS
def test_the_odds_stand_over_the_map_and_explain_themselves(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    page = planning(visit, game, anna, phone=phone).page
    home, away = attack(game)
    page.locator('[data-put="boxes.combat_a"]').click()
    touch_county(page, home, phone)
    touch_county(page, away, phone)
    expect(page.locator("[data-outlook]")).to_have_text(
        re.compile(r": Win \d+ %, tie \d+ %, loss \d+ %; cubes expected: you \d+\.\d, they \d+\.\d")
    )
    expect(page.locator("#picked")).to_be_in_viewport(ratio=0.9)
    cut = "it => it.scrollHeight > it.clientHeight + 1"
    assert page.locator("#picked").evaluate(cut) is False
    expect(page.locator('[data-box="boxes.combat_a"] [data-tip]')).to_contain_text("win")
    # A condition is said in short beside its order, by whoever is to hold the county.
    rival = names_of(game, "en")["B"]
    for holder, words in (
        ("enemy", "a rival holds it"),
        ("own", "mine"),
        ("B", f"{rival} holds it"),
    ):
        page.locator('[name="moves.combat_a.0.held_by"]').evaluate(
            """(field, holder) => {
              field.value = holder;
              field.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            holder,
        )
        shown = page.locator('details.when:has([name="moves.combat_a.0.held_by"]) [data-when]')
        expect(shown).to_have_text(f"(if {words})")


def attack(game: Game) -> tuple[str, str]:
    """A county that can send armies, and a rival's beside it."""
    counties = store.load(again(game)).state.counties
    return next(
        (home, away)
        for home, near in waiting(game).options["counties"].items()
        for away in near
        if counties[home].armies > 2 and counties[away].owner not in (None, "A")
    )


@WIDTHS
def test_what_was_done_is_undone_and_done_again(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    page = planning(visit, game, anna, phone=phone).page
    first, second = list(waiting(game).options["counties"])[:2]
    undo, redo = page.locator("[data-step-back]"), page.locator("[data-step-on]")
    expect(undo).to_be_disabled()
    for box, county in (("boxes.build_palace", first), ("boxes.build_church", second)):
        page.locator(f'[data-put="{box}"]').click()
        touch_county(page, county, phone)
    # A card that moves to another box is one step.
    page.locator('[data-put="boxes.build_trading_post"]').click()
    touch_county(page, first, phone)
    expect(page.locator('[name="boxes.build_palace"]')).to_have_value("")
    undo.click()
    expect(page.locator('[name="boxes.build_palace"]')).to_have_value(first)
    expect(page.locator('[name="boxes.build_trading_post"]')).to_have_value("")
    undo.click()
    undo.click()
    assert set(laid(page).values()) == {""}
    expect(undo).to_be_disabled()
    redo.click()
    expect(page.locator('[name="boxes.build_palace"]')).to_have_value(first)
    expect(page.locator('[data-box="boxes.build_palace"] [data-said]')).not_to_be_empty()
    if not phone:
        page.keyboard.press("Control+Shift+Z")
        expect(page.locator('[name="boxes.build_church"]')).to_have_value(second)
        page.keyboard.press("Control+z")
        expect(page.locator('[name="boxes.build_church"]')).to_have_value("")
    until(lambda: (saved(game, anna, "boxes") or {}).get("build_palace") == first, page)


@WIDTHS
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "none"])
def test_coins_go_on_the_rest_and_all_is_cleared(
    visit: Visit, game: Game, anna: User, phone: bool, javascript: bool
) -> None:
    page = planning(visit, game, anna, phone=phone, javascript=javascript).page
    counties = list(waiting(game).options["counties"])
    boxes = [name for name in laid(page) if name.startswith("boxes.")]
    with page.expect_navigation():
        page.get_by_role("button", name="Check").click()
    if javascript:
        served(page)
    expect(page.locator(".remarks .problem").first).to_have_text("Still empty.")
    page.get_by_role("button", name="Clear").click()
    # Nobody has asked yet what is wrong with a mat that was just cleared.
    expect(page.locator(".remarks .problem")).to_have_count(0)
    expect(page.locator("#summary")).to_be_hidden()
    # On a bare mat they do not reach, and that is said: five, and one of them is the bid.
    page.get_by_role("button", name="Coin on the rest").click()
    expect(page.locator("main")).to_contain_text("No coin left: 6 boxes still need a county.")
    # So many that the coins just reach.
    for box, county in zip(boxes[:6], counties, strict=False):
        page.locator(f'[name="{box}"]').select_option(county)
    page.get_by_role("button", name="Coin on the rest").click()
    until(lambda: "" not in laid(page).values(), page)
    assert list(laid(page).values()).count("coin") == 4
    assert laid(page)["bid"] == "0"
    assert laid(page)[boxes[0]] == counties[0]
    until(lambda: saved(game, anna, "bid") == 0, page)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator('[name="bid"]')).to_have_value("")
    assert set(laid(page).values()) == {""}
    until(lambda: saved(game, anna, "bid") is None, page)
    if javascript:
        page.locator("[data-step-back]").click()
        expect(page.locator('[name="bid"]')).to_have_value("0")


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "none"])
def test_a_plan_is_laid_as_last_season(
    visit: Visit, game: Game, anna: User, javascript: bool
) -> None:
    first = planning(visit, game, anna, javascript=javascript).page
    expect(first.get_by_role("button", name="As last season")).to_have_count(0)
    _receipt, before = answer(game, anna)
    game_advance(game_id=game.pk)
    page = planning(visit, game, anna, javascript=javascript).page
    page.get_by_role("button", name="As last season").click()
    mine = waiting(game).options["counties"]
    still = {
        f"boxes.{box}": card or "" if card == "coin" or card in mine else ""
        for box, card in before["boxes"].items()
    }
    for name, card in still.items():
        expect(page.locator(f'[name="{name}"]')).to_have_value(card)
    line = page.locator("#picked" if javascript else "#messages")
    expect(line).to_contain_text("As last season")
    lost = [box for box, card in before["boxes"].items() if card and not still[f"boxes.{box}"]]
    if lost:
        expect(line).to_contain_text("but for: ")


def test_the_first_box_is_five_tab_stops_away(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the boxes")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    first = page.locator("[data-box] .face > select").first
    expect(first).to_be_focused()
    # A card shows where one is, and a list is used as lists are.
    page.keyboard.press("ArrowDown")
    expect(first).to_have_value("coin")
    expect(page.locator("[data-box]").first.locator("[data-said]")).to_have_text("coin")


def test_keys_are_shown_and_lead_to_boxes(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    page = window.page
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert window.violations() == []
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    lists = page.locator("[data-box] .face > select")
    page.keyboard.press("3")
    expect(lists.nth(2)).to_be_focused()
    page.keyboard.press("0")
    expect(lists.nth(9)).to_be_focused()
    county = next(iter(waiting(game).options["counties"]))
    page.locator(f'.county[data-county="{county}"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("5")
    expect(lists.nth(4)).to_have_value(county)


def test_enter_in_a_number_checks_and_lays_no_coins(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    home, away = attack(game)
    page.locator('[name="boxes.combat_a"]').select_option(home)
    page.locator('[data-orders="moves.combat_a"] > summary').click()
    page.locator('[name="moves.combat_a.0.to"]').select_option(away)
    page.locator('[name="moves.combat_a.0.amount"]').select_option("armies")
    with page.expect_navigation():
        page.locator('[name="moves.combat_a.0.number"]').press("Enter")
    expect(page.locator("#summary")).to_contain_text("Still empty")
    assert "coin" not in laid(page).values()


def test_an_order_beside_a_coin_is_forgotten(visit: Visit, game: Game, anna: User) -> None:
    page = planning(visit, game, anna).page
    home, away = attack(game)
    page.locator('[name="boxes.combat_a"]').select_option(home)
    page.locator('[data-orders="moves.combat_a"] > summary').click()
    page.locator('[name="moves.combat_a.0.to"]').select_option(away)
    page.locator('[name="moves.combat_a.0.amount"]').select_option("armies")
    page.locator('[name="moves.combat_a.0.number"]').fill("-4")
    page.keyboard.press("Tab")
    problem = page.locator('[data-orders="moves.combat_a"] .problem')
    expect(problem).to_contain_text(re.compile(r" can send \d+\."))
    expect(page.locator(".arrow-words")).to_have_text("?")
    page.locator('[name="boxes.combat_a"]').select_option("coin")
    with page.expect_navigation():
        page.get_by_role("button", name="Check").click()
    expect(page.locator("#summary")).to_contain_text("Still empty")
    expect(page.locator("#summary")).not_to_contain_text("-4")
    # And nothing is left over in the browser.
    expect(page.locator("#restored")).to_be_hidden()


def test_a_deployment_moves_to_ones_own_counties_only(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    page = window.page
    counties = waiting(game).options["counties"]
    home = next(name for name, near in counties.items() if set(near) & set(counties))
    page.locator('[data-put="boxes.deploy_1_move"]').click()
    touch_county(page, home, phone=False)
    near = page.locator(".county.reachable")
    expect(near.first).to_be_attached()
    owners = set(near.evaluate_all("all => all.map((county) => county.dataset.owner)"))
    assert owners == {"A"}
    rival = next(name for name in counties[home] if name not in counties)
    far = next(name for name in counties if name not in (home, *counties[home]))
    # A county they cannot go to is told why, and they may still go elsewhere.
    for missed, why in (
        (rival, f"{county_name(rival)} is not yours: these armies move to your own counties only."),
        (far, f"{county_name(far)} is not next to {county_name(home)}."),
    ):
        touch_county(page, missed, phone=False)
        expect(page.locator("#picked [data-prompt]")).to_have_text(why)
    friend = str(near.first.get_attribute("data-county"))
    touch_county(page, friend, phone=False)
    expect(page.locator('[name="moves.deploy_1_move.0.to"]')).to_have_value(friend)
    expect(near).to_have_count(0)
    expect(page.locator("#saved")).to_have_text(re.compile("^Saved [0-9]"))
    draft_save(
        person=anna,
        game_id=game.pk,
        decision=PLAN,
        answer={
            "boxes": {"deploy_1_move": home},
            "moves": {"deploy_1_move": [{"to": rival, "armies": 1}]},
        },
    )
    page = planning(visit, game, anna).page
    expect(page.locator('[data-box="boxes.deploy_1_move"] [data-tip]')).to_have_text(
        "not yours yet"
    )
    expect(page.locator(".arrow.later")).to_have_count(1)
    page.locator('[data-orders="moves.deploy_1_move"] > summary').click()
    expect(page.locator('[data-orders="moves.deploy_1_move"] .advice')).to_contain_text(
        "the armies move only if it is by then"
    )


def test_advice_is_amber_and_begins_with_its_box(visit: Visit, game: Game, anna: User) -> None:
    plan = some_answer(game, waiting(game))
    county = attack(game)[0]
    plan["boxes"] = {
        **{box: "coin" if card == county else card for box, card in plan["boxes"].items()}
    }
    plan["boxes"]["combat_a"] = county
    plan["moves"] = {}
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    page = planning(visit, game, anna).page
    page.get_by_role("button", name="Check").click()
    legal = page.locator("#legal")
    if page.locator("#summary").is_hidden():
        expect(legal).to_have_class(re.compile("warning"))
        orderless = legal.locator("li", has_text="Combat/Movement A: No marching order")
        expect(orderless).to_have_text(re.compile("^Combat/Movement A: "))
    expect(page.locator('[data-box="boxes.combat_a"] [data-tip].warn')).to_have_text("no order yet")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sealed_plan_has_room_on_a_phone(
    visit: Visit, anna: User, bert: User, language: str
) -> None:
    anna.language = language
    anna.save(update_fields=["language"])
    game = started(anna, bert)
    answer(game, anna)
    window = visit(phone=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/turn/{PLAN}/")
    expect(page.locator('[value="back"]')).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert window.violations() == []


@WIDTHS
@pytest.mark.parametrize("choices", [{}, {"options": BOTH}], ids=["2010", "expansions"])
def test_nobody_is_shut_out_of_the_mat(
    visit: Visit, anna: User, phone: bool, choices: Json
) -> None:
    game = started(anna, players=5, **choices)
    plan = some_answer(game, waiting(game))
    draft_save(person=anna, game_id=game.pk, decision=waiting(game).id, answer=plan)
    window = planning(visit, game, anna, phone=phone)
    assert by_day_and_night(window) == []
    window.page.locator('[data-orders="moves.combat_a"] > summary').click()
    window.page.locator('[data-put="bid"]').click(position={"x": 8, "y": 8})
    assert by_day_and_night(window) == []


def by_day_and_night(window: Visitor) -> list[str]:
    """What axe finds wrong; at night only the colours are others."""
    problems = window.violations()
    window.page.emulate_media(color_scheme="dark")
    problems += window.violations(CONTRAST, "link-in-text-block")
    window.page.emulate_media(color_scheme="light")
    return problems
