"""Two clicks in a row over a slow line: what a hand does that is not sure whether it was heard.

The answer to the first is held back until the second is made, and the page's clock stands still:
on a busy machine a second click might else come when the first has long been answered or forgotten.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from games.models import ChatMessage, Game, User
from games.services.play.turns import answer_submit, draft_save
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import until
from tests.service.tables import answer, kinds, lobby, payloads, some_answer, started, waiting

PLAN = "1.spring.plan.A"
# Milliseconds: before the form is on its way and after that, and too far apart for a double click.
APART = (200, 400)


def stop_the_clock(page: Page) -> None:
    """From here on only the test lets time pass on the page."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)


def click_twice(button: Locator, apart: int) -> None:
    """As a hand does, which waits for nothing."""
    page, held = button.page, list[Route]()
    both = False

    def hold(route: Route) -> None:
        if both or not is_form(route.request):
            route.fallback()
        else:
            held.append(route)

    page.route("**/*", hold)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(apart)
    page.mouse.click(x, y)
    both = True
    for route in held:
        route.fallback()


def is_form(request: Request) -> bool:
    """Whether a request sends a form, as opposed to what scripts ask."""
    return request.method == "POST" and request.is_navigation_request()


def opened(visit: Visit, person: User, address: str) -> Visitor:
    window = visit()
    window.sign_in(person)
    window.open(address)
    stop_the_clock(window.page)
    return window


@pytest.mark.parametrize("apart", APART)
def test_the_last_to_be_ready_is_led_to_the_table(
    visit: Visit, worker: None, anna: User, bert: User, apart: int
) -> None:
    game = started(anna, bert)
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=some_answer(game, waiting(game)))
    answer(game, bert)
    page = opened(visit, anna, f"/games/{game.pk}/turn/{PLAN}/").page
    click_twice(page.get_by_role("button", name="Ready"), apart)
    expect(page.locator("#messages")).to_contain_text("Everybody is ready")
    sealed = [payload for payload in payloads(game, "answer_sealed") if payload["decision"] == PLAN]
    assert len(sealed) == 1


@pytest.mark.parametrize("apart", APART)
def test_a_plan_is_taken_back_once(visit: Visit, anna: User, bert: User, apart: int) -> None:
    game = started(anna, bert)
    plan = some_answer(game, waiting(game))
    answer_submit(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    page = opened(visit, anna, f"/games/{game.pk}/turn/{PLAN}/").page
    click_twice(page.get_by_role("button", name="Take back"), apart)
    expect(page.locator("#messages")).to_contain_text("Taken back")
    assert kinds(game).count("answer_withdrawn") == 1


def test_somebody_sits_down_once(visit: Visit, anna: User, bert: User) -> None:
    game = lobby(anna, bots=1, visibility="public")
    page = opened(visit, bert, f"/games/{game.pk}/").page
    click_twice(page.get_by_role("button", name="Sit down"), APART[0])
    expect(page.locator("#messages")).to_contain_text("You have a seat at the table")
    assert game.seats.filter(user=bert).count() == 1


def test_a_message_is_sent_once_and_the_next_one_too(visit: Visit, anna: User, bert: User) -> None:
    game = started(anna, bert)
    page = opened(visit, anna, f"/games/{game.pk}/chat/players/").page
    for text in ("Hello", "Hello"):
        page.get_by_label("Your message").fill(text)
        with page.expect_navigation():
            click_twice(page.get_by_role("button", name="Send"), APART[1])
        expect(page.get_by_label("Your message")).to_have_value("")
    assert [message.text for message in ChatMessage.objects.order_by("pk")] == ["Hello", "Hello"]


def test_one_table_is_made(visit: Visit, anna: User) -> None:
    page = opened(visit, anna, "/tables/new/").page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if is_form(request) else None)
    click_twice(page.get_by_role("button", name="Create the game"), APART[1])
    expect(page.locator("#messages")).to_contain_text("Your table is ready")
    assert Game.objects.count() == 1
    # The server would make one even of two: here the browser asked for one.
    assert len(sent) == 1


def test_who_comes_back_may_send_a_form_again(visit: Visit, anna: User) -> None:
    window = visit()
    window.sign_in(anna)
    page = window.open("/tables/new/")
    page.get_by_role("button", name="Create the game").click()
    expect(page.locator("#messages")).to_contain_text("Your table is ready")
    page.go_back()
    page.get_by_label("Name of the game").fill("Another")
    page.get_by_role("button", name="Create the game").click()
    expect(page.locator("h1")).to_have_text("Another")
    assert Game.objects.count() == 2


def test_a_form_whose_answer_leads_nowhere_may_be_sent_again(visit: Visit, anna: User) -> None:
    window = visit()
    window.sign_in(anna)
    page = window.page
    sent: list[str] = []

    def nothing(route: Route) -> None:
        if is_form(route.request):
            sent.append(route.request.url)
            route.fulfill(status=204)
        else:
            route.continue_()

    page.route("**/tables/new/", nothing)
    window.open("/tables/new/")
    stop_the_clock(page)
    make = page.get_by_role("button", name="Create the game")
    make.click()
    until(lambda: len(sent) == 1, page)
    expect(make).to_have_attribute("aria-busy", "true")
    make.click()
    page.clock.run_for(3_100)
    expect(make).not_to_have_attribute("aria-busy", "true")
    make.click()
    until(lambda: len(sent) == 2, page)
