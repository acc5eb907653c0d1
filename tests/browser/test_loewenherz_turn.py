"""A turn of Löwenherz in a browser: by taps on the board, by keys, and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.kernel.core import Decision, Json
from engine.loewenherz.cards import CARDS
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from tests.browser.conftest import Visit
from tests.browser.hands import served, until
from tests.service.tables import again, answer, started

RULESET = "loewenherz-2003"
THUMB = 40
MOST_GAMES = 5
BOTH = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
SIZES = "all => all.map(one => Math.min(one.offsetHeight, one.offsetWidth))"
# The sides on offer whose buttons lie under something else, or out of sight.
COVERED = """() => [...document.querySelectorAll('[data-pad] :not([hidden])')].filter((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) !== one;
}).map((one) => one.dataset.side)"""


def table(anna: User) -> Game:
    """Anna with two bots, before the first castle."""
    game = started(anna, players=3, ruleset=RULESET)
    game_advance(game_id=game.id)
    return game


def asked_for(anna: User, fits: Callable[[Decision], bool]) -> tuple[Game, Decision]:
    """Play until anna is asked what a test is about; chance may keep it from a whole game."""
    for _ in range(MOST_GAMES):
        game = table(anna)
        while again(game).status == Game.Status.RUNNING:
            mine = [one for one in store.load(again(game)).waiting if one.seat == "A"]
            if mine and fits(mine[0]):
                return game, mine[0]
            if mine:
                answer(game, anna)
            game_advance(game_id=game.id)
    raise AssertionError("never asked for it")


def borders_card(asked: Decision) -> str:
    """A card in the hand that allows two borders and can be paid for, or nothing."""
    known = asked.options.get("known", {})
    for handle, name in known.items():
        card = CARDS[name]
        if card.actions.get("borders", 0) > 1 and card.price <= asked.options["money"]:
            return str(handle)
    return ""


def with_a_market(asked: Decision) -> bool:
    """Whether borders can be paid for, and there is a card to wish for."""
    return bool(borders_card(asked)) and bool(asked.options["market"])


def dear_card(asked: Decision) -> str:
    """A card in the hand that cannot be paid for, or nothing."""
    known = asked.options.get("known", {}) if asked.kind == "turn" else {}
    dear = (one for one, name in known.items() if CARDS[name].price > asked.options["money"])
    return next(dear, "")


def right_of(square: str) -> str:
    """The next square to the right; nothing of the board beyond its edge."""
    return f"{chr(ord(square[0]) + 1)}{square[1:]}"


def address(game: Game, asked: Decision) -> str:
    return f"/games/{game.pk}/turn/{asked.id}/"


def fits_the_screen(page: Page) -> bool:
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


def place_of_board(page: Page) -> Json:
    """Where the board lies on the page, wherever the window is."""
    lies: Json = page.locator(".map-sheet").evaluate(
        "it => ({...it.getBoundingClientRect().toJSON(), y: 0, bottom: 0,"
        " top: it.getBoundingClientRect().top + scrollY})"
    )
    return lies


def sealed(page: Page, game: Game, asked: Decision) -> Json:
    """Press Ready, and say what counts then."""
    page.get_by_role("button", name="Ready").click()
    until(lambda: asked.id in store.load(again(game)).sealed, page)
    counts = store.load(again(game)).sealed[asked.id].answer
    assert isinstance(counts, dict)
    return counts


@BOTH
def test_borders_are_placed_by_taps(visit: Visit, anna: User, phone: bool) -> None:
    game, asked = asked_for(anna, lambda one: bool(borders_card(one)))
    card, visitor = borders_card(asked), visit(phone=phone)
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    expect(page.locator("[data-prompt]")).to_have_text("Tap a card of your hand.")
    page.locator(f'label:has(input[value="{card}"])').click()
    page.locator('label[data-deed="borders"]').click()
    expect(page.locator(".side.legal")).to_have_count(len(asked.options["borders"]["sides"]))
    side = asked.options["borders"]["sides"][0]
    one, other = side.split("|")
    lies = place_of_board(page)
    page.locator(f"#sq-{one}").click()
    expect(page.locator("[data-prompt]")).to_contain_text(one)
    assert page.locator(".side.legal.near").count() >= 1
    if phone:
        pad = page.locator("[data-pad] button:visible")
        assert min(pad.evaluate_all(SIZES)) >= THUMB
        assert page.evaluate(COVERED) == []
        page.locator(f'[data-pad] [data-side="{side}"]').tap()
    else:
        page.locator(f"#sq-{other}").click()
    expect(page.locator("#f-borders-0")).to_have_value(side)
    expect(page.locator(".outlook")).to_contain_text(f"Border {side}")
    expect(page.locator(".would-stand")).to_have_count(1)
    # The second one where the server says that it may go now.
    expect(page.locator(f'.side.legal[data-side="{side}"]')).to_have_count(0)
    second = page.locator(".side.legal").last.get_attribute("data-side") or ""
    page.locator(f"#sq-{second.split('|')[0]}").click()
    if phone:
        page.locator(f'[data-pad] [data-side="{second}"]').tap()
    else:
        page.locator(f"#sq-{second.split('|')[1]}").click()
    expect(page.locator("#f-borders-1")).to_have_value(second)
    assert place_of_board(page) == lies
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#f-borders-1")).to_have_value("")
    expect(page.locator(".outlook")).not_to_contain_text(f"Border {second}")
    expect(page.locator("#saved")).to_contain_text("Saved")
    assert visitor.violations() == []
    assert fits_the_screen(page)
    counts = sealed(page, game, asked)
    assert counts == {"card": card, "do": "play", "action": "borders", "borders": [side]}


@BOTH
def test_a_card_too_dear_is_refused_at_once_and_can_be_sold(
    visit: Visit, anna: User, phone: bool
) -> None:
    game, asked = asked_for(anna, lambda one: bool(dear_card(one)))
    card, visitor = dear_card(asked), visit(phone=phone)
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    chosen = page.locator(f'label:has(input[value="{card}"])')
    expect(chosen).to_contain_text(f"too dear: you have {asked.options['money']}")
    chosen.click()
    page.locator('label[data-deed]:not([data-deed="sell"]):visible').first.click()
    expect(page.locator("[data-prompt]")).to_contain_text("You cannot pay for this card")
    expect(page.locator(".side.legal")).to_have_count(0)
    expect(page.locator("#f-card-remarks")).to_contain_text("sell it or play a cheaper one")
    expect(page.locator(".outlook")).to_contain_text("Too dear")
    expect(page.locator(".outlook")).not_to_contain_text("After that you have")
    assert visitor.violations() == []
    assert fits_the_screen(page)
    page.locator('label[data-deed="sell"]').click()
    expect(page.locator("#f-card-remarks")).to_be_empty()
    assert sealed(page, game, asked) == {"card": card, "do": "sell"}


def test_a_mouse_takes_a_side_by_its_line(visit: Visit, anna: User) -> None:
    game, asked = asked_for(anna, lambda one: bool(borders_card(one)))
    visitor = visit()
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    page.locator(f'label:has(input[value="{borders_card(asked)}"])').click()
    page.locator('label[data-deed="borders"]').click()
    across = [one for one in asked.options["borders"]["sides"] if one[0] != one.split("|")[1][0]]
    one, _other = across[0].split("|")
    box = page.locator(f"#sq-{one} > rect").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    expect(page.locator("#f-borders-0")).to_have_value(across[0])


def test_borders_are_placed_by_keys(visit: Visit, anna: User) -> None:
    game, asked = asked_for(anna, lambda one: bool(borders_card(one)))
    card, visitor = borders_card(asked), visit()
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    page.locator(f'input[value="{card}"]').focus()
    page.keyboard.press("Space")
    page.locator('input[name="deed"][value="borders"]').focus()
    page.keyboard.press("Space")
    side = asked.options["borders"]["sides"][-1]
    one, other = side.split("|")
    page.locator("#sq-a1").focus()
    for _ in range("abcdefghijkl".index(one[0])):
        page.keyboard.press("ArrowRight")
    for _ in range(int(one[1:]) - 1):
        page.keyboard.press("ArrowDown")
    expect(page.locator(f"#sq-{one}")).to_be_focused()
    name = page.locator(f"#sq-{one}").get_attribute("aria-label") or ""
    assert name.startswith(f"{one}, ")
    page.keyboard.press("Enter")
    expect(page.locator("[data-prompt]")).to_contain_text(one)
    page.keyboard.press("ArrowRight" if other[0] != one[0] else "ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#f-borders-0")).to_have_value(side)
    page.keyboard.press("Escape")
    expect(page.locator("#f-borders-0")).to_have_value("")
    expect(page.locator("[data-prompt]")).to_contain_text("is taken back")
    # Still on the second square: back to the first, and again.
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft" if other[0] != one[0] else "ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#f-borders-0")).to_have_value(side)
    expect(page.locator("#saved")).to_contain_text("Saved")
    assert sealed(page, game, asked)["borders"] == [side]


@BOTH
def test_a_turn_without_a_script(visit: Visit, anna: User, phone: bool) -> None:
    game, asked = asked_for(anna, with_a_market)
    card, visitor = borders_card(asked), visit(phone=phone, javascript=False)
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#summary")).to_contain_text("Still empty: Card, What to do with it")
    page.locator(f'input[value="{card}"]').check()
    page.locator('input[name="deed"][value="borders"]').check()
    side = asked.options["borders"]["sides"][0]
    page.locator("#f-borders-0").fill("c4 to the moon")
    page.locator("#f-borders-1").fill(" - ".join(reversed(side.upper().split("|"))))
    page.get_by_role("button", name="Check").click()
    # What is wrong is told where it stands, and nothing that was typed is lost.
    expect(page.locator("#f-borders-0-remarks")).to_contain_text("c4 to the moon")
    expect(page.locator("#f-borders-0")).to_have_value("c4 to the moon")
    expect(page.locator("#f-borders-1")).to_have_value(side)
    expect(page.locator(f'input[value="{card}"]')).to_be_checked()
    page.locator("#f-borders-0").fill("")
    page.locator('[name="refill.0"]').select_option("deck")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#legal")).to_be_visible()
    expect(page.locator(".outlook")).to_contain_text(f"Border {side}")
    expect(page.locator(".outlook")).to_contain_text("After that you have")
    counts = sealed(page, game, asked)
    assert counts["borders"] == [side]
    assert counts["refill"] == ["deck"]


@BOTH
def test_a_castle_and_its_knight_are_tapped(visit: Visit, anna: User, phone: bool) -> None:
    game, asked = asked_for(anna, lambda one: one.kind == "castle")
    visitor = visit(phone=phone)
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    assert visitor.violations() == []
    squares = asked.options["squares"]
    expect(page.locator(".lit-place")).to_have_count(len(squares))
    castle, knights = list(squares.items())[-1]
    forbidden = next(f"a{row}" for row in range(1, 13) if f"a{row}" not in squares)
    page.locator(f"#sq-{forbidden}").click()
    expect(page.locator("[data-prompt]")).to_contain_text(f"{forbidden}: a castle needs")
    expect(page.locator("[data-prompt]")).to_contain_text(
        f"at least {asked.options['distance']} to castles"
    )
    if phone:
        # A little beside it, on a square that will not do.
        castle, knights = next(
            (one, k) for one, k in squares.items() if right_of(one) not in squares
        )
        box = page.locator(f"#sq-{castle} > rect").bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] + 4, box["y"] + box["height"] / 2)
    else:
        page.locator(f"#sq-{castle}").click()
    expect(page.locator("#f-castle-at")).to_have_value(castle)
    expect(page.locator(".lit-place")).to_have_count(len(knights))
    page.locator(f"#sq-{knights[-1]}").click()
    expect(page.locator("#f-knight-at")).to_have_value(knights[-1])
    expect(page.locator(".would-be")).to_have_count(2)
    assert visitor.violations() == []
    assert fits_the_screen(page)
    assert sealed(page, game, asked) == {"castle": castle, "knight": knights[-1]}


def test_orders_for_the_next_turn_may_be_lines_of_text(
    visit: Visit, anna: User, bert: User
) -> None:
    game = started(anna, bert, players=2, ruleset=RULESET)
    game_advance(game_id=game.id)
    people = {"A": anna, "B": bert}
    while True:
        (asks,) = store.load(again(game)).waiting
        if asks.kind == "turn" and asks.seat == "B":
            break
        answer(game, people[asks.seat])
        game_advance(game_id=game.id)
    mine = store.load(again(game)).seen_by("A").decisions
    asked = next(one for one in mine if one.kind == "orders")
    visitor = visit()
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    visitor.expected.append("422 (Unprocessable Entity)")
    page.get_by_text("The same as text").click()
    page.locator("#orders").fill("sell: the moon")
    page.get_by_role("button", name="Put into the form").click()
    expect(page.locator("#unread")).to_contain_text("the moon")
    expect(page.locator("#orders")).to_have_value("sell: the moon")
    handle = asked.options["hand"][0]
    page.locator("#orders").fill(f"sell: {handle}")
    page.get_by_role("button", name="Put into the form").click()
    expect(page.locator("#f-order-0-card")).to_have_value(handle)
    served(page)
    assert visitor.violations() == []
    assert sealed(page, game, asked) == {"orders": [{"card": handle, "do": "sell"}]}


def test_a_thumb_need_not_hit_a_small_square_or_a_line(visit: Visit, anna: User) -> None:
    game, asked = asked_for(anna, lambda one: bool(borders_card(one)))
    visitor = visit(phone=True)
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    served(page)
    sheet = page.locator(".map-sheet").bounding_box()
    assert sheet
    # From edge to edge.
    assert sheet["width"] == page.evaluate("innerWidth")
    page.locator(f'label:has(input[value="{borders_card(asked)}"])').tap()
    page.locator('label[data-deed="borders"]').tap()
    across = [one for one in asked.options["borders"]["sides"] if one[0] != one.split("|")[1][0]]
    box = page.locator(f"#sq-{across[0].split('|')[0]} > rect").bounding_box()
    assert box
    # Near the line it is meant; where it might be two lines, one is asked for.
    right, middle = box["x"] + box["width"] - 4, box["y"] + box["height"] / 2
    page.touchscreen.tap(right, box["y"] + 4)
    expect(page.locator("[data-pad]")).to_be_visible()
    expect(page.locator("#f-borders-0")).to_have_value("")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-pad]")).to_be_hidden()
    page.touchscreen.tap(right, middle)
    expect(page.locator("#f-borders-0")).to_have_value(across[0])
