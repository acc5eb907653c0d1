"""A game that nobody has drawn, in a browser: its form is saved, kept, and answered by a thumb."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from engine.kernel.core import Decision
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.browser.conftest import Visit
from tests.contract.toys.registered import HIGH_CARD, toys_known
from tests.service.tables import again, started, waiting

THUMB = 44
KEEP = """wanted => {
  const form = document.getElementById("turn");
  const copy = { at: Date.now(), fields: { choice: wanted }, kind: form.elements.kind.value };
  localStorage.setItem(form.dataset.key, JSON.stringify(copy));
}"""


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys_known():
        yield


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """Two with four cards each."""
    game = started(anna, bert, players=2, ruleset=HIGH_CARD.key)
    for decision in store.load(again(game)).waiting:
        who = {"A": anna, "B": bert}[decision.seat]
        answer_submit(person=who, game_id=game.id, decision=decision.id, answer={"choice": 2})
    game_advance(game_id=game.id)
    return game


def address(game: Game, decision: Decision) -> str:
    return f"/games/{game.pk}/turn/{decision.id}/"


def narrow_enough(page: Page) -> bool:
    """Whether nothing reaches over the edge."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_card_is_chosen_saved_and_sealed(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    asked, visitor = waiting(game), visit(phone=phone)
    visitor.sign_in(anna)
    table = visitor.open(f"/games/{game.pk}/")
    assert visitor.violations() == []
    assert narrow_enough(table)
    page = visitor.open(address(game, asked))
    assert visitor.violations() == []
    assert narrow_enough(page)
    cards = page.locator(".choice")
    expect(cards).to_have_count(4)
    heights = cards.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(heights) >= THUMB
    cards.nth(2).click()
    expect(page.locator("#saved")).to_contain_text("Saved")
    chosen = asked.options["choices"][2]
    expect(page.locator("#as-text")).to_have_value(f"card: {chosen}")
    page.reload()
    expect(page.locator(".choice input").nth(2)).to_be_checked()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#receipt")).to_be_visible()
    assert store.load(again(game)).sealed[asked.id].answer == {"choice": chosen}


def test_what_only_the_browser_kept_is_put_back(visit: Visit, game: Game, anna: User) -> None:
    asked, visitor = waiting(game), visit()
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    page.evaluate(KEEP, f'"{asked.options["choices"][1]}"')
    page.reload()
    page.get_by_role("button", name="Use it").click()
    expect(page.locator(".choice input").nth(1)).to_be_checked()
    expect(page.locator("#saved")).to_contain_text("Saved")


def test_a_phone_without_a_script_answers_too(visit: Visit, game: Game, anna: User) -> None:
    asked, visitor = waiting(game), visit(phone=True, javascript=False)
    visitor.sign_in(anna)
    page = visitor.open(address(game, asked))
    page.locator(".choice").last.tap()
    page.get_by_role("button", name="Ready").tap()
    expect(page.locator("#receipt")).to_be_visible()
    chosen = asked.options["choices"][-1]
    assert store.load(again(game)).sealed[asked.id].answer == {"choice": chosen}


def test_an_open_table_shows_the_hand_of_the_next_round(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    visitor = visit()
    visitor.sign_in(anna)
    page = visitor.open(f"/games/{game.pk}/")
    board = page.locator("#board")
    expect(board).to_contain_text("4 hidden cards")
    for decision in store.load(again(game)).waiting:
        who = {"A": anna, "B": bert}[decision.seat]
        answer = {"choice": decision.options["choices"][0]}
        answer_submit(person=who, game_id=game.id, decision=decision.id, answer=answer)
    game_advance(game_id=game.id)
    # Nobody has loaded the page again.
    expect(board).to_contain_text("3 hidden cards")
    expect(page.locator("#head")).to_contain_text("Round 2")
