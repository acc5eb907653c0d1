"""Games that nobody has drawn, played by clicks from the wizard to the final table and beyond."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.log import store
from games.models import Game, User
from games.services.play.turns import answer_submit
from games.services.tables.lobby import game_join
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import go_by_more, press, served, unfold_part, until_asked
from tests.contract.toys.registered import TOYS, toys_known
from tests.contract.web_games import NAME, legal_answer
from tests.service.tables import again

TABLE = re.compile("/games/[a-z0-9]+/$")


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with toys_known():
        yield


def narrow_enough(page: Page) -> bool:
    """Whether nothing reaches over the edge."""
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(page.evaluate(wide))


def looked_at(window: Visitor) -> None:
    """Nobody is shut out of the page, and nothing sticks out of it."""
    assert window.violations() == []
    assert narrow_enough(window.page)


def make_table(page: Page, ruleset: str) -> Game:
    """By the wizard, for two people and a bot."""
    page.get_by_role("link", name=re.compile("New game|Create a game")).first.click()
    page.fill("[name=name]", NAME)
    page.select_option("[name=ruleset]", ruleset)
    page.select_option("[name=players]", "3")
    page.select_option("[name=bots]", "1")
    page.check("[name=bot][value=random]")
    unfold_part(page, "pace")
    page.check("[name=pace][value=none]")
    page.get_by_role("button", name="Create the game").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    return Game.objects.get()


def answer_for(game: Game, rival: User) -> None:
    """The rival answers what the game waits for, from elsewhere."""
    for decision in store.load(again(game)).waiting:
        if decision.seat == "B":
            answer = legal_answer(again(game), decision)
            answer_submit(person=rival, game_id=game.pk, decision=decision.id, answer=answer)


def choose(page: Page, phone: bool) -> None:
    """Open what is asked, take the last thing on offer, and press Ready."""
    press(page, ".call-bar a.button" if phone else "#now .call a.button", phone)
    served(page)
    press(page, ".choice >> nth=-1", phone)
    expect(page.locator("#saved")).to_contain_text("Saved")
    page.get_by_role("button", name="Ready").click()
    # Where the rival has yet to answer, the page stays and has a receipt.
    expect(page.locator("#receipt, #now-heading").first).to_be_visible()


def play_on(window: Visitor, game: Game, rival: User, phone: bool) -> None:
    """Take turns with the rival until the game is over."""
    page, turns = window.page, 0
    while again(game).status != Game.Status.FINISHED:
        answer_for(game, rival)
        mine = [one for one in store.load(again(game)).waiting if one.seat == "A"]
        if not mine:
            page.wait_for_timeout(50)
            continue
        window.open(f"/games/{game.pk}/")
        until_asked(page)
        if turns in (0, 2):
            looked_at(window)
        choose(page, phone)
        turns += 1
    assert turns > 2


def read_on(window: Visitor, game: Game) -> None:
    """Report, replay and charts, by the links of the table."""
    page = window.page
    page.get_by_role("link", name="Story", exact=True).click()
    # It leads to what was not read yet, which is the first round.
    page.wait_for_url(re.compile("/report/1/$"))
    page.locator(".chapters a").last.click()
    page.wait_for_url(re.compile("/report/(?!1/)"))
    expect(page.locator(".told").last).to_contain_text("The winner:")
    looked_at(window)
    go_by_more(page, "Replay")
    page.wait_for_url(re.compile("/replay/"))
    sentence = page.locator("[data-told]")
    first = sentence.inner_text()
    looked_at(window)
    page.locator("[data-go=next]").click()
    expect(sentence).not_to_have_text(first)
    page.locator("[data-go=previous]").click()
    expect(sentence).to_have_text(first)
    page.locator("[data-go=last]").click()
    expect(page.locator("[data-where]")).to_have_text(
        re.compile(f"^Event {again(game).seq} of {again(game).seq}$")
    )
    go_by_more(page, "Charts")
    page.wait_for_url(re.compile("/charts/"))
    expect(page.locator(".charts svg").first).to_be_visible()
    looked_at(window)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("key", [toy.key for toy in TOYS])
def test_a_toy_is_played_from_the_wizard_to_the_final_table(
    visit: Visit, worker: None, anna: User, bert: User, key: str, phone: bool
) -> None:
    window = visit(phone=phone)
    page = window.sign_in(anna)
    game = make_table(page, key)
    looked_at(window)
    game_join(person=bert, game_id=game.pk)
    page.reload()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(TABLE)
    play_on(window, game, bert, phone)
    window.open(f"/games/{game.pk}/")
    winners = page.locator(".now .seat.big")
    letters = winners.evaluate_all("all => all.map(one => one.dataset.seat)")
    assert letters == again(game).winners
    points = store.load(again(game)).ruleset.view(store.load(again(game)).state, None)["points"]
    rows = page.locator("#players tbody tr")
    assert [int(row.inner_text()) for row in rows.locator("td").all()] == sorted(
        points.values(), reverse=True
    )
    looked_at(window)
    read_on(window, game)
