"""The pages around a game in a real browser: sign-up, the wizard, chat."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from playwright.sync_api import expect

from engine.bots import BOTS
from engine.registry import LOEWENHERZ, RULESETS, by_version
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.tables.talk import chat_post
from games.web import live
from games.web.places import Reader
from tests.browser.conftest import Visit
from tests.browser.hands import unfold_part, until
from tests.contract.toys.common import Chooser
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.service.tables import answer, started


def test_sign_up_guesses_the_time_zone(visit: Visit) -> None:
    window = visit(timezone_id="America/Bogota", locale="de-DE")
    page = window.open("/accounts/signup/")
    expect(page.locator("[name=time_zone]")).to_have_value("America/Bogota")
    expect(page.locator("select[name=language]")).to_have_value("de")
    page.fill("[name=username]", "dora")
    page.fill("[name=email]", "dora@example.org")
    page.fill("[name=password1]", "a horse and a tower")
    page.fill("[name=password2]", "a horse and a tower")
    page.press("[name=password2]", "Enter")
    page.wait_for_url(f"{window.base}/")
    dora = User.objects.get(username="dora")
    assert (dora.time_zone, dora.language) == ("America/Bogota", "de")
    assert mail.outbox[0].to == ["dora@example.org"]


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_a_game_is_made_on_one_page(visit: Visit, anna: User, javascript: bool) -> None:
    window = visit(javascript=javascript)
    window.sign_in(anna)
    page = window.open("/tables/new/")
    page.select_option("[name=bots]", "4")
    page.select_option("[name=players]", "3")
    if javascript:
        expect(page.locator("[name=bots]")).to_have_value("2")
        expect(page.locator("[name=bots] option:not([disabled])")).to_have_count(3)
    page.select_option("[name=bots]", "2")
    # The defaults fit: rules and pace are a line each, until somebody wants more of them.
    expect(page.locator("#rules-line")).to_be_visible()
    expect(page.locator("[name='wallenstein-2010:line_up']").first).to_be_hidden()
    unfold_part(page, "pace")
    page.check("[name=pace][value=daily]")
    if javascript:
        expect(page.locator("[data-pace=hours]")).to_be_hidden()
        expect(page.locator("#preview")).to_contain_text("Plans are due every day at 20:00")
    else:
        expect(page.locator("[name=hours]")).to_be_visible()
    page.fill("[name=at]", "21:30")
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_url(re.compile("/games/"))
    expect(page.locator(".say.success")).to_contain_text("Your table is ready")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#now-heading")).to_be_visible()
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert game.schedule["at"] == "21:30"


def test_an_open_chat_hears_what_is_said(visit: Visit, anna: User, bert: User) -> None:
    game = started(anna, bert)
    window = visit()
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/chat/")
    page.fill("[name=text]", "Anybody here?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".talk")).to_contain_text("Anybody here?")
    chat_post(person=bert, game_id=game.pk, channel="players", text="I am.")
    expect(page.locator(".talk")).to_contain_text("I am.")
    for number in range(5):
        chat_post(person=bert, game_id=game.pk, channel="players", text=f"Random number {number}.")
    expect(page.locator(".talk li:not(.poll)")).to_have_count(7)


def test_a_page_that_finds_no_place_for_its_stream_gets_one_soon(
    visit: Visit, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna, bert)
    window = visit()
    window.sign_in(anna)
    asked: list[Reader] = []
    take = live.PLACES.take

    def taken(reader: Reader) -> bool:
        """As if the page that was left for this one still had its place."""
        asked.append(reader)
        return len(asked) > 1 and take(reader)

    monkeypatch.setattr(live.PLACES, "take", taken)
    page = window.open(f"/games/{game.pk}/chat/")
    until(lambda: len(asked) > 1, page)
    chat_post(person=bert, game_id=game.pk, channel="players", text="I am.")
    expect(page.locator(".talk")).to_contain_text("I am.")


def test_the_zone_of_the_browser_is_offered_and_taken(visit: Visit, anna: User) -> None:
    window = visit(timezone_id="America/Bogota")
    page = window.sign_in(anna)
    assert window.violations() == []
    page.get_by_role("button", name="America/Bogota").click()
    expect(page.locator("#messages")).to_contain_text("America/Bogota from now on")
    expect(page.locator("[data-offer-zone]")).to_be_hidden()
    anna.refresh_from_db()
    assert anna.time_zone == "America/Bogota"


def test_zones_with_one_time_need_no_words(visit: Visit, anna: User) -> None:
    page = visit(timezone_id="Europe/Vienna").sign_in(anna)
    expect(page.locator("[data-offer-zone] button")).to_contain_text("Europe/Vienna")
    expect(page.locator("[data-offer-zone]")).to_be_hidden()


def test_the_wizard_offers_the_bots_of_the_chosen_game(visit: Visit, anna: User) -> None:
    # One toy has a bot of its own, the other has none.
    with RULESETS.lent(by_version(*TOYS)), BOTS.lent({HIGH_CARD.key: {"random": Chooser()}}):
        window = visit()
        window.sign_in(anna)
        page = window.open("/tables/new/")
        marshal, dice = (
            page.locator(f"[name=bot][value={name}]") for name in ("marshal", "random")
        )
        stand_in = page.locator("[name=lateness][value=stand_in]")
        expect(marshal).to_be_checked()
        # A first game has no deadline, so nobody is late.
        expect(stand_in).to_be_hidden()
        unfold_part(page, "pace")
        page.check("[name=pace][value=hours]")
        page.select_option("[name=bots]", "2")
        stand_in.check()
        page.select_option("[name=ruleset]", HIGH_CARD.key)
        expect(marshal).to_be_hidden()
        expect(dice).to_be_checked()
        expect(stand_in).to_be_checked()
        page.select_option("[name=ruleset]", PRESS.key)
        expect(dice).to_be_hidden()
        expect(stand_in).to_be_hidden()
        expect(page.locator("[name=lateness][value=draft]")).to_be_checked()
        expect(page.locator("[name=bots]")).to_be_hidden()
        expect(page.locator("[name=bots]")).to_have_value("0")
        page.select_option("[name=players]", "2")
        expect(page.locator("#preview")).to_contain_text("Everybody")
        page.select_option("[name=ruleset]", "wallenstein-2010")
        expect(marshal).to_be_visible()
        expect(stand_in).to_be_visible()
        expect(page.locator("[name=bots]")).to_be_visible()


def test_the_wizard_offers_the_seats_of_the_chosen_game(visit: Visit, anna: User) -> None:
    window = visit()
    window.sign_in(anna)
    page = window.open("/tables/new/")
    players, bots = page.locator("[name=players]"), page.locator("[name=bots]")
    sizes = page.locator("[name=players] option:not([disabled])")
    expect(sizes).to_have_text(["3", "4", "5"])
    expect(players).to_have_value("5")
    page.select_option("[name=ruleset]", LOEWENHERZ.key)
    expect(sizes).to_have_text(["2", "3", "4"])
    expect(players).to_have_value("4")
    expect(bots).to_have_value("3")
    expect(page.locator("[name=bot][value=baron]")).to_be_checked()
    page.select_option("[name=players]", "2")
    expect(bots).to_have_value("1")
    page.select_option("[name=ruleset]", "wallenstein-2010")
    expect(sizes).to_have_text(["3", "4", "5"])
    expect(players).to_have_value("3")
    expect(page.locator("[name=bot][value=marshal]")).to_be_checked()
    page.select_option("[name=ruleset]", LOEWENHERZ.key)
    page.get_by_role("button", name="Create it as it is").click()
    page.wait_for_url(re.compile("/games/"))
    game = Game.objects.get()
    assert (game.ruleset, game.players) == (LOEWENHERZ.key, 3)
    assert [seat.bot for seat in game.seats.all() if seat.bot] == ["baron"]


def test_my_games_are_drawn_anew_as_often_as_something_happens(
    visit: Visit, anna: User, bert: User
) -> None:
    game = started(anna, bert)
    page = visit().sign_in(anna)
    for _season in range(2):
        expect(page.locator("#h-waiting")).to_have_text("1 game is waiting for you")
        answer(game, anna)
        expect(page.get_by_text("Nothing is waiting for you.")).to_be_visible()
        answer(game, bert)
        game_advance(game_id=game.pk)
    expect(page.locator("#h-waiting")).to_have_text("1 game is waiting for you")
