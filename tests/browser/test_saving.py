"""What the turn form saves as one goes, on days when the server or the game does not wait."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.access import viewer
from games.models import Game, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.tables.seats import player_resign
from tests.browser.conftest import Visit
from tests.browser.hands import served, until
from tests.browser.test_turn import (
    PLAN,
    kept,
    lay,
    march_twice,
    marching,
    path,
    planning,
    saved,
)
from tests.service.tables import again, answer, started, waiting
from tests.web.test_turn_form import TEXT, plan_of


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def resolve(game: Game, *people: User) -> None:
    for player in people:
        answer(game, player)
    game_advance(game_id=game.pk)


def test_what_came_too_late_is_kept_until_its_player_throws_it_away(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    window = planning(visit, game, anna)
    window.expected = ["410"]
    page = window.page
    resolve(game, anna, bert)
    lay(page, "deploy_3", "coin")
    page.get_by_role("button", name="See what happened").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The game has moved on")
    expect(page.locator("#typed-text")).to_have_value(re.compile("deploy 3: +coin"))
    window.open(path(game, waiting(game).id))
    expect(page.locator("#left-over")).to_contain_text("did not count")
    assert window.violations() == []
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#typed-text")).to_have_value(re.compile("deploy 3: +coin"))
    window.open(path(game, waiting(game).id))
    page.locator("#left-over").get_by_role("button", name="Discard").click()
    expect(page.locator("#left-over")).to_be_hidden()
    assert kept(page, game) is None
    page.reload()
    served(page)
    expect(page.locator("#left-over")).to_be_hidden()


def test_a_draft_that_goes_with_its_question_stays_in_the_browser(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    page = planning(visit, game, anna).page
    lay(page, "deploy_3", "coin")
    saved(page)
    assert kept(page, game) is None
    resolve(game, anna, bert)
    expect(page.locator("#saved")).to_contain_text("moved on")
    page.get_by_role("link", name="Show the table as it is now").click()
    page.locator("#now").get_by_role("link", name="Make your plan").click()
    expect(page.locator("#left-over")).to_contain_text("did not count")


def test_of_a_plan_that_counted_nothing_is_left_over(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    answer(game, bert)
    window = planning(visit, game, anna)
    page = window.page
    page.locator("summary", has_text="The same as text").click()
    page.fill("#orders", TEXT.format("plan", plan_of(game), "en"))
    page.get_by_role("button", name="Put into the form").click()
    saved(page)
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("#messages")).to_contain_text("Everybody is ready")
    assert kept(page, game) is not None
    game_advance(game_id=game.pk)
    with page.expect_response("**/check/") as asked:
        window.open(path(game, waiting(game).id))
    assert asked.value.json()["counted"] is True
    page.wait_for_function("key => !localStorage.getItem(key)", arg=f"turn {game.pk} {PLAN} A")
    expect(page.locator("#left-over")).to_be_hidden()


KEEP = "([key, copy]) => localStorage.setItem(key, copy)"


def left_over(page: Page, game: Game, decision: str) -> str:
    """What an earlier page left behind, which was opened by a link that has died since."""
    fields = {"boxes.deploy_3": "coin", "bid": ""}
    ways = {"action": "/t/gone/", "check": "/t/gone/check/"}
    key = f"turn {game.pk} {decision} A"
    page.evaluate(KEEP, [key, json.dumps({"at": 1, "fields": fields, "kind": "plan", **ways})])
    return key


def test_what_is_left_over_is_asked_for_by_the_way_of_this_page(
    visit: Visit, game: Game, anna: User, bert: User
) -> None:
    resolve(game, anna, bert)
    window = visit()
    window.expected = ["status of 410"]
    page = window.sign_in(anna)
    left_over(page, game, PLAN)
    page.evaluate(KEEP, [f"turn {game.pk} 1.broken.plan.A A", "{"])
    window.open(path(game, waiting(game).id))
    expect(page.locator("#left-over")).to_contain_text("did not count")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#typed-text")).to_have_value(re.compile("deploy 3: +coin"))


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_what_nobody_answers_for_is_shown_as_text_and_thrown_away(
    visit: Visit, game: Game, anna: User, status: int
) -> None:
    window = planning(visit, game, anna)
    window.expected = [f"status of {status}"]
    page = window.page
    page.route("**/1.gone.plan.A/check/", lambda route: route.fulfill(status=status, body="{}"))
    key = left_over(page, game, "1.gone.plan.A")
    page.reload()
    notice = page.locator("#left-over")
    expect(notice).to_contain_text("still has what you typed")
    expect(notice.get_by_label("What you had typed")).to_have_value("boxes.deploy_3: coin")
    expect(notice.get_by_role("button", name="Show it")).to_be_hidden()
    assert window.violations() == []
    notice.get_by_role("button", name="Discard").click()
    expect(notice).to_be_hidden()
    assert page.evaluate("key => localStorage.getItem(key)", key) is None


def typing_a_number(page: Page, game: Game) -> None:
    march_twice(page, *marching(game, waiting(game)))
    saved(page)
    type_a_number(page)


def type_a_number(page: Page) -> None:
    page.locator('[name="moves.combat_a.1.number"]').focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("3")


def test_a_number_is_saved_while_its_field_is_still_open(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    with page.expect_response("**/check/"):
        typing_a_number(page, game)
    saved(page)
    draft = selectors.draft_of(viewer(again(game), anna), PLAN)
    assert draft is not None
    assert draft["moves"]["combat_a"][1]["leave"] == 3


def test_a_number_is_saved_once_though_its_field_is_left_afterwards(
    visit: Visit, game: Game, anna: User
) -> None:
    page = planning(visit, game, anna).page
    with page.expect_response("**/check/"):
        typing_a_number(page, game)
    saved(page)
    page.keyboard.press("Tab")
    # What is to be saved is said at once to be on its way.
    assert page.locator("#saved").inner_text().startswith("Saved")


def test_a_number_is_kept_if_the_page_is_left_at_once(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    page = window.page
    march_twice(page, *marching(game, waiting(game)))
    saved(page)
    # However long it takes to leave: the server is not asked before that, or does not answer.
    page.route("**/check/", lambda _route: None)
    type_a_number(page)
    window.open(path(game))
    expect(page.locator("#restored")).to_contain_text("the server has not seen")
    fields = kept(page, game)
    assert fields is not None
    assert fields["moves.combat_a.1.number"] == "3"


def test_what_is_typed_while_a_save_is_on_its_way_is_kept_if_the_page_is_left(
    visit: Visit, game: Game, anna: User
) -> None:
    window = planning(visit, game, anna)
    page, asked = window.page, list[Route]()

    def hold(route: Route) -> None:
        asked.append(route)

    # The next save would begin by itself: here time passes only when the test lets it.
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.route("**/check/", hold)
    lay(page, "deploy_3", "coin")
    page.clock.run_for(1_000)
    until(lambda: len(asked) == 1, page)
    lay(page, "deploy_5", "coin")
    asked[0].continue_()
    expect(page.locator("#as-text")).to_have_value(re.compile("deploy 3: +coin"))
    expect(page.locator("#saved")).to_have_text("Saving …")
    window.open(path(game))
    expect(page.locator("#restored")).to_contain_text("the server has not seen")
    fields = kept(page, game)
    assert fields is not None
    assert fields["boxes.deploy_5"] == "coin"


@pytest.mark.parametrize("status", [503, 429])
def test_a_server_that_is_ill_is_asked_again(
    visit: Visit, game: Game, anna: User, status: int
) -> None:
    window = planning(visit, game, anna)
    window.expected = [f"status of {status}"]
    page = window.page
    page.clock.install()
    page.route("**/check/", lambda route: route.fulfill(status=status, body="<h1>Ill</h1>"))
    lay(page, "deploy_3", "coin")
    page.clock.run_for(1_000)
    expect(page.locator("#saved")).to_contain_text("could not be saved")
    assert kept(page, game) is not None
    page.unroute("**/check/")
    page.clock.run_for(9_000)
    saved(page)
    assert kept(page, game) is None


def test_who_was_put_off_the_seat_is_told_so(visit: Visit, game: Game, anna: User) -> None:
    window = planning(visit, game, anna)
    window.expected = ["status of 403"]
    player_resign(person=anna, game_id=game.pk, why="no time")
    lay(window.page, "deploy_3", "coin")
    expect(window.page.locator("#saved")).to_have_text("You do not have a seat at this table.")
    window.page.get_by_role("button", name="Ready").click()
    expect(window.page.locator("#typed-text")).to_have_value(re.compile("deploy 3: +coin"))
