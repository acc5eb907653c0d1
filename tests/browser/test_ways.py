"""Starting at once and being called: from the first page to a game, and when it is my turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from games.services.tables.talk import chat_post
from tests.browser.conftest import Visit, Visitor
from tests.service.tables import answer, lobby, some_answer, started, waiting

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def sign_up_here(page: Page, name: str) -> None:
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=password1]", "a horse and a tower")
    page.fill("[name=password2]", "a horse and a tower")
    page.press("[name=password2]", "Enter")


def fits(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


@WIDTHS
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_from_the_first_page_to_a_game_against_bots(
    visit: Visit, worker: None, phone: bool, language: str
) -> None:
    window = visit(phone=phone, locale=language)
    page = window.open("/")
    expect(page.locator(".specimen")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert window.violations() == []
    assert fits(page)
    page.get_by_role("link", name=re.compile("Play now against|Jetzt gegen")).click()
    page.wait_for_url(re.compile(r"/accounts/signup/\?next=/play/"))
    sign_up_here(page, "dora")
    page.wait_for_url(re.compile("/play/$"))
    assert window.violations() == []
    assert fits(page)
    page.get_by_role("button", name=re.compile("Start the game|Partie beginnen")).click()
    page.wait_for_url(re.compile("/games/[a-z0-9]+/$"))
    expect(page).to_have_title(re.compile("^(Your turn|Du bist dran)"))
    game = Game.objects.get()
    assert (game.status, game.players) == ("running", 5)
    window.open("/")
    expect(page.locator("[data-waiting]")).to_be_visible()
    assert window.violations() == []
    assert fits(page)


@WIDTHS
def test_an_invitation_survives_signing_up_in_the_header(
    visit: Visit, anna: User, phone: bool
) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    window = visit(phone=phone)
    page = window.open(f"/games/{game.pk}/?invite={game.invite}")
    page.locator("header").get_by_role("link", name="Sign up").click()
    sign_up_here(page, "dora")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#messages")).to_contain_text("You have a seat at the table")
    assert game.seats.filter(user__username="dora").exists()


def finished_season(game: Game, *people: User) -> None:
    for player in people:
        answer(game, player)
    game_advance(game_id=game.pk)


@pytest.mark.parametrize("where", ["", "report/", "chat/players/"])
def test_an_open_page_says_when_it_is_my_turn(
    visit: Visit, anna: User, bert: User, where: str
) -> None:
    game = started(anna, bert)
    finished_season(game, anna, bert)
    answer(game, anna)
    window = visit()
    page = window.sign_in(anna)
    window.open(f"/games/{game.pk}/{where}")
    expect(page).not_to_have_title(re.compile("Your turn"))
    expect(page.locator("[data-waiting]")).to_be_hidden()
    answer(game, bert)
    game_advance(game_id=game.pk)
    expect(page).to_have_title(re.compile("^Your turn · (?!Your turn)"))
    expect(page.locator("[data-waiting]")).to_have_text(re.compile("^1"))
    answer(game, anna)
    expect(page).not_to_have_title(re.compile("Your turn"))
    expect(page.locator("[data-waiting]")).to_be_hidden()


@WIDTHS
def test_unread_talk_is_marked_until_it_is_read(
    visit: Visit, anna: User, bert: User, phone: bool
) -> None:
    game = started(anna, bert)
    for text in ("Peace?", "Please."):
        chat_post(person=bert, game_id=game.pk, channel="players", text=text)
    window = visit(phone=phone)
    page = window.sign_in(anna)
    mark = page.locator(".unread .count")
    expect(mark).to_have_text(re.compile("^2"))
    assert window.violations() == []
    assert fits(page)
    window.open(f"/games/{game.pk}/turn/1.spring.plan.A/")
    expect(page.locator("#ways .count")).to_be_attached()
    assert fits(page)
    window.open("/")
    page.locator(".unread").click()
    expect(page.locator(".talk")).to_contain_text("Please.")
    window.open("/")
    expect(mark).to_have_count(0)


def ready_to_answer(visit: Visit, game: Game, player: User, **choices: bool) -> Visitor:
    asked = waiting(game)
    plan = some_answer(game, asked)
    draft_save(person=player, game_id=game.pk, decision=asked.id, answer=plan)
    window = visit(**choices)
    window.sign_in(player)
    window.open(f"/games/{game.pk}/turn/{asked.id}/")
    return window


@WIDTHS
def test_after_the_first_ready_notices_are_offered_once(
    visit: Visit, anna: User, bert: User, phone: bool
) -> None:
    game = started(anna, bert)
    window = ready_to_answer(visit, game, anna, phone=phone)
    page = window.page
    page.evaluate("localStorage.clear()")
    page.add_init_script("Object.defineProperty(Notification, 'permission', { value: 'default' })")
    page.reload()
    page.get_by_role("button", name="Ready").click()
    offer = page.locator("#push-offer")
    expect(offer).to_be_visible()
    expect(offer.get_by_role("button", name="Yes, notify me")).to_be_visible()
    assert window.violations() == []
    offer.get_by_role("button", name="No, thank you").click()
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Ready again").click()
    page.wait_for_load_state()
    expect(page.locator("#receipt")).to_contain_text("You are ready")
    expect(page.locator("#push-offer")).to_be_hidden()
