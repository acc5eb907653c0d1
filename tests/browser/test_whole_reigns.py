"""Löwenherz on its board: whole games by mouse, thumb and keys, and every action of a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.kernel.core import Decision, Json
from engine.loewenherz.cards import CARDS
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import served, until, until_asked
from tests.browser.realms import HELD, MIDDLE, SHORT, realms_known
from tests.service.tables import again, started, waiting

COLUMNS = "abcdefghijkl"
BOTH = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
# Each of three players has four castles; at least three cards are dealt to each.
CASTLES, CARDS_AT_LEAST = 4, 3
# The first castle, and the first card.
LOOKED_AT = (0, CASTLES)


@pytest.fixture(autouse=True)
def _realms() -> Iterator[None]:
    with realms_known():
        yield


class Fingers:
    """A mouse or a thumb: chooses cards and squares by pressing on them."""

    def __init__(self, page: Page, phone: bool) -> None:
        self.page, self.phone = page, phone

    def press(self, part: str) -> None:
        """Press on something."""
        target = self.page.locator(part)
        if self.phone:
            target.tap()
        else:
            target.click()

    def choose(self, name: str, value: str) -> None:
        """A card or an action."""
        self.press(f'label:has(input[name="{name}"][value="{value}"])')

    def square(self, square: str) -> None:
        """A square of the board."""
        self.press(f"#sq-{square}")

    def side(self, side: str) -> None:
        """A side of a square; where squares are small it is chosen beside the board."""
        one, other = side.split("|")
        self.square(one)
        if self.phone:
            self.press(f'[data-pad] [data-side="{side}"]')
        else:
            self.square(other)

    def ready(self) -> None:
        """Seal the answer."""
        self.press('button[name="act"][value="ready"]')

    def call(self) -> None:
        """From the table to the question."""
        self.press(".call-bar a.button" if self.phone else "#now .call a.button")


class Keys(Fingers):
    """No pointer at all."""

    def press(self, part: str) -> None:
        """Reach something, and press Enter."""
        self.page.locator(part).focus()
        self.page.keyboard.press("Enter")

    def choose(self, name: str, value: str) -> None:
        """The space bar chooses."""
        self.page.locator(f'input[name="{name}"][value="{value}"]').focus()
        self.page.keyboard.press("Space")

    def square(self, square: str) -> None:
        """Walk over the board from its corner."""
        self.page.locator("#sq-a1").focus()
        for _ in range(COLUMNS.index(square[0])):
            self.page.keyboard.press("ArrowRight")
        for _ in range(int(square[1:]) - 1):
            self.page.keyboard.press("ArrowDown")
        expect(self.page.locator(f"#sq-{square}")).to_be_focused()
        self.page.keyboard.press("Enter")


def looked_at(window: Visitor) -> None:
    """Nobody is shut out of the page, and nothing sticks out of it."""
    assert window.violations() == []
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert window.page.evaluate(wide)


def sealed(hand: Fingers, game: Game, asked: Decision) -> Json:
    """Press Ready, and say what counts then."""
    hand.ready()
    until(lambda: asked.id in store.load(again(game)).sealed, hand.page)
    counts = store.load(again(game)).sealed[asked.id].answer
    assert isinstance(counts, dict)
    return counts


def place_castle(hand: Fingers, asked: Decision) -> Json:
    """The last castle on offer, and its last knight."""
    castle, knights = list(asked.options["squares"].items())[-1]
    hand.square(castle)
    hand.square(knights[-1])
    return {"castle": castle, "knight": knights[-1]}


def play_card(hand: Fingers, asked: Decision) -> Json:
    """A border or a knight if there is a card for it that can be paid for; else sell one."""
    options, known = asked.options, asked.options["known"]
    for handle, name in known.items():
        card = CARDS[name]
        if card.price > options["money"]:
            continue
        if "borders" in card.actions:
            side = options["borders"]["sides"][0]
            _chosen(hand, handle, "borders")
            hand.side(side)
            expect(hand.page.locator("#f-borders-0")).to_have_value(side)
            return {"card": handle, "do": "play", "action": "borders", "borders": [side]}
        free = [one for one, price in options["knights"]["squares"].items() if not price]
        if "knights" in card.actions and free:
            _chosen(hand, handle, "knights")
            hand.square(free[0])
            expect(hand.page.locator("#f-knights-0")).to_have_value(free[0])
            return {"card": handle, "do": "play", "action": "knights", "knights": [free[0]]}
    handle = next(iter(known))
    _chosen(hand, handle, "sell")
    return {"card": handle, "do": "sell"}


def _chosen(hand: Fingers, card: str, deed: str) -> None:
    hand.choose("card", card)
    hand.choose("deed", deed)


def reign(window: Visitor, game: Game, hand: Fingers) -> list[Json]:
    """Answer on the board whatever is asked, wherever the page leads, to the end; what counted."""
    page, answers = window.page, list[Json]()
    window.open(f"/games/{game.pk}/")
    while True:
        if "/turn/" not in page.url:
            until_asked(page)
            if again(game).status == Game.Status.FINISHED:
                return answers
            hand.call()
        served(page)
        asked = waiting(game)
        answer = (place_castle if asked.kind == "castle" else play_card)(hand, asked)
        expect(page.locator("#saved")).to_contain_text("Saved")
        if len(answers) in LOOKED_AT:
            looked_at(window)
        assert sealed(hand, game, asked) == answer
        answers.append(answer)
        # Past the page between two questions.
        page.wait_for_url(re.compile(rf"^(?!.*/turn/({re.escape(asked.id)}/.*)?$)"))


@pytest.mark.parametrize("way", ["desk", "phone", "keys"])
def test_a_whole_game_on_the_board(visit: Visit, worker: None, anna: User, way: str) -> None:
    window = visit(phone=way == "phone")
    page = window.sign_in(anna)
    game = started(anna, players=3, ruleset=SHORT.key)
    hand = Keys(page, False) if way == "keys" else Fingers(page, way == "phone")
    answers = reign(window, game, hand)
    assert [answer.get("do", "castle") for answer in answers[:CASTLES]] == ["castle"] * CASTLES
    assert len(answers) >= CASTLES + CARDS_AT_LEAST
    assert any(answer.get("do") == "play" for answer in answers)
    over = again(game)
    winners = page.locator(".now .seat.big")
    assert winners.evaluate_all("all => all.map(one => one.dataset.seat)") == over.winners
    position = store.load(over)
    points = position.ruleset.view(position.state, None)["points"]
    assert sum(points.values()) > 0, "whoever has most ducats has points at the end of the deck"
    looked_at(window)


def middle_of(*people: User) -> Game:
    """A game in which the first of these people is to move, and holds one card of each kind."""
    game = started(*people, players=3, ruleset=MIDDLE.key)
    game_advance(game_id=game.pk)
    return game


Tap = Callable[[Fingers, Json], Json]


def knights(hand: Fingers, options: Json) -> Json:
    """Two knights, the second where the server allows one after the first."""
    first = next(iter(options["knights"]["squares"]))
    hand.square(first)
    expect(hand.page.locator(".outlook")).to_contain_text(first)
    lit = [one for one in options["knights"]["squares"] if one != first]
    hand.square(lit[-1])
    return {"knights": [first, lit[-1]]}


def expand(hand: Fingers, options: Json) -> Json:
    """The only domain that can grow is chosen; it takes a square of the weaker neighbour."""
    taken = next(square for square, one in options["expand"]["c3"].items() if one["from"] == "f3")
    hand.square(taken)
    expect(hand.page.locator(".outlook")).to_contain_text(taken)
    return {"domain": "c3", "squares": [taken]}


def deserter(hand: Fingers, options: Json) -> Json:
    """A tap anywhere in the other domain means it; then the square of the new knight."""
    hand.square("e2")
    place = next(iter(options["deserter"]["c3"]["f3"]["places"]))
    hand.square(place)
    return {"domain": "c3", "against": "f3", "knight": place}


def alliance(hand: Fingers, options: Json) -> Json:
    """The only own domain is chosen; a tap in the other allies with it."""
    hand.square("g4")
    return {"domain": "c3", "against": "f3"}


DEEDS: dict[str, tuple[str, Tap]] = {
    "knights": ("D", knights),
    "expand": ("D", expand),
    "deserter": ("C", deserter),
    "alliance": ("B", alliance),
}


@BOTH
def test_every_action_is_taken_by_taps(visit: Visit, anna: User, bert: User, phone: bool) -> None:
    window = visit(phone=phone)
    hand = Fingers(window.sign_in(anna), phone)
    for deed, (letter, taps) in DEEDS.items():
        game = middle_of(anna, bert)
        asked = waiting(game)
        card = next(one for one, name in asked.options["known"].items() if name == HELD[letter])
        window.open(f"/games/{game.pk}/turn/{asked.id}/")
        served(hand.page)
        _chosen(hand, card, deed)
        places = taps(hand, asked.options)
        expect(hand.page.locator("#saved")).to_contain_text("Saved")
        expect(hand.page.locator(".outlook")).to_contain_text("After that you have")
        if deed == "deserter":
            looked_at(window)
        counts = sealed(hand, game, asked)
        assert counts == {"card": card, "do": "play", "action": deed, **places}
        hand.page.wait_for_url(f"**/games/{game.pk}/")


@BOTH
def test_whoever_loses_a_knight_chooses_it_on_the_board(
    visit: Visit, anna: User, bert: User, phone: bool
) -> None:
    game = middle_of(anna, bert)
    mine = waiting(game)
    sale = {"card": mine.options["hand"][0], "do": "sell"}
    answer_submit(person=anna, game_id=game.pk, decision=mine.id, answer=sale)
    game_advance(game_id=game.pk)
    asked = waiting(game, "B")
    card = next(one for one, name in asked.options["known"].items() if name == HELD["C"])
    place = next(iter(asked.options["deserter"]["f3"]["c3"]["places"]))
    lure = {"card": card, "do": "play", "action": "deserter"}
    places = {"domain": "f3", "against": "c3", "knight": place}
    answer_submit(person=bert, game_id=game.pk, decision=asked.id, answer={**lure, **places})
    game_advance(game_id=game.pk)
    victim = waiting(game)
    assert victim.kind == "give_up"
    window = visit(phone=phone)
    hand = Fingers(window.sign_in(anna), phone)
    window.open(f"/games/{game.pk}/turn/{victim.id}/")
    served(hand.page)
    expect(hand.page.locator(".lit-place")).to_have_count(len(victim.options["knights"]))
    looked_at(window)
    hand.square("c3")
    hand.square("c2")
    expect(hand.page.locator('input[name="knight.at"][value="c2"]')).to_be_checked()
    assert sealed(hand, game, victim) == {"knight": "c2"}
