"""Ready without a connection: kept with its salt, sealed by itself, and the receipt is shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.log import store
from games.models import Game, User
from games.services.play.turns import draft_save
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import served, until
from tests.service.tables import again, answer, payloads, person, some_answer, started, waiting

PLAN = "1.spring.plan.A"
# Chromium complains in its console about every request it cannot make.
CUT = ["ERR_INTERNET_DISCONNECTED"]


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    game = started(anna, bert)
    plan = some_answer(game, waiting(game))
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    return game


def planning(visit: Visit, game: Game, player: User, *, phone: bool = False) -> Visitor:
    """A plan that is whole, on its page, with the line cut."""
    window = visit(phone=phone)
    window.expected = [*CUT, "status of 409", "status of 410"]
    window.sign_in(player)
    window.open(f"/games/{game.pk}/turn/{PLAN}/")
    served(window.page)
    window.page.context.set_offline(True)
    return window


def kept(page: Page, player: User) -> list[str]:
    """What waits in this browser to be sealed for somebody."""
    names: list[str] = page.evaluate("() => Object.keys(localStorage)")
    return [name for name in names if name.startswith(f"ready {player.player_uid} ")]


def salt_kept(page: Page, player: User) -> str:
    (name,) = kept(page, player)
    salt: str = page.evaluate("name => JSON.parse(localStorage.getItem(name)).salt", name)
    return salt


def is_sealed(game: Game) -> bool:
    return PLAN in store.load(again(game)).sealed


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_plan_is_sealed_by_itself_when_the_line_is_back(
    visit: Visit, game: Game, anna: User, phone: bool
) -> None:
    window = planning(visit, game, anna, phone=phone)
    page = window.page
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#ready-later")).to_contain_text("seals it by itself")
    assert window.violations() == []
    salt = salt_kept(page, anna)
    assert not is_sealed(game)
    page.context.set_offline(False)
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    page.locator("#receipt summary").click()
    expect(page.locator("#receipt")).to_contain_text(salt)
    assert is_sealed(game)
    assert kept(page, anna) == []


def test_whoever_has_closed_the_page_finds_it_sealed_on_the_next(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    page = window.page
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#ready-later")).to_be_visible()
    salt = salt_kept(page, anna)
    page.goto("about:blank")
    page.context.set_offline(False)
    window.open("/rules/")
    expect(page.locator("#messages .success")).to_contain_text("is sealed. Receipt: ")
    assert window.violations() == []
    digest = payloads(game, "answer_sealed")
    assert digest[-1]["decision"] == PLAN
    assert kept(page, anna) == []
    page.locator("#messages a").click()
    page.locator("#receipt summary").click()
    expect(page.locator("#receipt")).to_contain_text(salt)


def test_what_was_changed_elsewhere_is_not_overwritten(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    page = window.page
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#ready-later")).to_be_visible()
    page.goto("about:blank")
    answer(game, anna, "from the phone")
    sealed = store.load(again(game)).sealed[PLAN].digest
    page.context.set_offline(False)
    window.open("/rules/")
    expect(page.locator("#messages .warning")).to_contain_text(re.compile("another|meantime"))
    assert store.load(again(game)).sealed[PLAN].digest == sealed
    # It is not lost: the form offers it.
    page.locator("#messages a").click()
    expect(page.locator("#restored")).to_contain_text("This browser has a plan")


def test_what_is_still_empty_is_named_and_not_promised(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    page = window.page
    box = page.locator('[name="boxes.collect_grain"]')
    before = box.input_value()
    box.select_option("", force=True)
    page.get_by_role("button", name="Ready").click()
    later = page.locator("#ready-later")
    expect(later).to_contain_text("you are not ready")
    expect(later).to_contain_text("Collect grain still empty")
    assert kept(page, anna) == []
    box.select_option(before, force=True)
    page.get_by_role("button", name="Ready").click()
    expect(later).to_contain_text("only then is it checked")
    page.context.set_offline(False)
    expect(page.locator("#receipt")).to_contain_text("You are ready")


def test_whoever_changes_it_is_not_ready_any_more(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    page = window.page
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#ready-later")).to_contain_text("seals it by itself")
    page.locator('[name="bid"]').select_option("1")
    expect(page.locator("#ready-later")).to_contain_text("press Ready again")
    assert kept(page, anna) == []
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text(re.compile("^Saved [0-9]"))
    assert not is_sealed(game)
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#receipt")).to_contain_text("You are ready")


def test_a_check_stays_on_the_page(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    page = window.page
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#ready-later")).to_contain_text("cannot be checked now")
    assert page.url.endswith(f"{PLAN}/")
    page.context.set_offline(False)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#legal")).to_contain_text("legal and saved")


def test_nobody_else_sends_it_and_signing_out_leaves_nothing(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    page = window.page
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#ready-later")).to_be_visible()
    page.goto("about:blank")
    page.context.set_offline(False)
    # Somebody else signs in on the same browser.
    window.sign_in(person("cora"))
    window.open("/rules/")
    assert len(kept(page, anna)) == 1
    assert not is_sealed(game)
    expect(page.locator("#messages .say")).to_have_count(0)


def test_signing_out_takes_along_what_was_kept(visit: Visit, game: Game, anna: User) -> None:
    window = visit()
    page = window.sign_in(anna)
    name = f"ready {anna.player_uid} turn {game.pk} {PLAN} A"
    window.open("/accounts/logout/")
    page.evaluate("name => localStorage.setItem(name, '{}')", name)
    page.locator("main").get_by_role("button", name="Sign Out").click()
    page.wait_for_url(f"{window.base}/")
    until(lambda: kept(page, anna) == [], page)
