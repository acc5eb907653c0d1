"""Ways in: to a game against bots at once, and back to where one was when one signed up."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core import mail
from django.test import Client

from games.models import Game, User
from tests.service.tables import lobby, started
from tests.web.pages import Reader
from tests.web.test_accounts import SIGN_UP, link_in
from tests.web.test_sent_twice import mark_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _without_letters(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"


def door(page: str, words: str) -> str:
    """Where a link of the header leads."""
    header = page.partition("</header>")[0]
    link = re.search(rf'<a href="([^"]+)">{words}</a>', header)
    assert link, header
    return link[1]


def test_one_button_begins_a_game_against_bots(anna: User) -> None:
    reader = Reader(anna)
    mark = mark_in(reader.get("/"))
    for _click in range(2):
        page = reader.post("/play/", {"once": mark})
        assert "The game has begun" in page
        assert "It is your turn" in page
    game = Game.objects.get()
    assert (game.status, game.visibility, game.players) == ("running", "unlisted", 5)
    assert game.schedule["kind"] == "none"
    assert [bool(seat.bot) for seat in game.seats.all()] == [False, True, True, True, True]
    assert game.seats.get(user=anna).key == "A"


def test_a_guest_makes_an_account_first_and_begins_then(stranger: Reader) -> None:
    assert 'href="/play/"' in stranger.get("/")
    assert stranger.client.get("/play/")["Location"] == "/accounts/signup/?next=/play/"
    assert stranger.client.post("/play/")["Location"] == "/accounts/signup/?next=/play/"
    assert not Game.objects.exists()
    page = stranger.post("/accounts/signup/", {**SIGN_UP, "next": "/play/", "language": "en"})
    assert "You against 4 bots" in page
    assert not Game.objects.exists()
    stranger.post("/play/", {"once": mark_in(page)})
    assert Game.objects.get().host == User.objects.get(username="dora")


@pytest.mark.parametrize(
    ("wanted", "led_to"), [("/play/", "/play/"), ("https://elsewhere.example/", "/"), ("", "/")]
)
def test_whoever_must_confirm_an_address_is_led_on_afterwards(
    stranger: Reader, settings: Any, wanted: str, led_to: str
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    stranger.post("/accounts/signup/", {**SIGN_UP, "next": wanted})
    stranger.post(link_in(mail.outbox[-1]))
    name_and_password = {"login": SIGN_UP["username"], "password": SIGN_UP["password1"]}
    answer = stranger.client.post("/accounts/login/", name_and_password)
    assert answer["Location"] == led_to


@pytest.mark.parametrize("words", ["Sign up", "Sign in"])
def test_the_header_keeps_an_invitation(stranger: Reader, anna: User, words: str) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    table = f"/games/{game.pk}/?invite={game.invite}"
    entrance = door(stranger.get(table), words)
    assert entrance.endswith("?" + urlencode({"next": table}))
    # From one door to the other, and after a mistake.
    other = {"Sign up": "Sign in", "Sign in": "Sign up"}[words]
    assert urlencode({"next": table}) in door(stranger.get(entrance), other)
    wrong = stranger.client.post("/accounts/signup/", {"username": "x", "next": table})
    assert urlencode({"next": table}) in door(wrong.content.decode(), words)
    page = stranger.post("/accounts/signup/", {**SIGN_UP, "next": table, "language": "en"})
    assert "Sit down" in page


def test_the_header_carries_no_key_and_no_needless_way(stranger: Reader, anna: User) -> None:
    assert door(stranger.get("/"), "Sign up") == "/accounts/signup/"
    dead = Client().get("/t/no-such-key/").content.decode()
    assert door(dead, "Sign up") == "/accounts/signup/"
    assert "no-such-key" not in dead.partition("</header>")[0]
    # Nobody is led to another site.
    page = stranger.post("/accounts/signup/", {**SIGN_UP, "next": "https://elsewhere.example/"})
    assert "elsewhere" not in page


def test_the_menu_of_the_account_has_one_word_for_one_thing(anna: User, settings: Any) -> None:
    settings.POST_OFFICE = True
    page = Reader(anna).get("/me/notices/")
    menu = page.partition('aria-label="My account"')[2].partition("</nav>")[0]
    words = re.findall(r">([^<]+)</a>", menu)
    expected = ["Profile", "Address", "Notifications", "Password", "Two-factor sign-in", "Away"]
    assert words == [*expected, "Tokens", "Sign out"]
    assert "Delivery log" in page


def test_the_next_question_has_an_address(anna: User, bert: User, stranger: Reader) -> None:
    game = started(anna, bert, visibility="public")
    client = Client()
    client.force_login(anna)
    there = f"/games/{game.pk}/turn/"
    assert client.get(there)["Location"] == f"{there}1.spring.plan.A/"
    assert stranger.client.get(there)["Location"] == f"/games/{game.pk}/"


def test_each_game_can_be_begun_at_once(anna: User) -> None:
    reader = Reader(anna)
    page = reader.get("/play/loewenherz-2003/")
    assert "You against 3 bots" in page
    assert "Löwenherz" in page
    assert 'href="/play/"' in page
    begun = reader.post("/play/loewenherz-2003/", {"once": mark_in(page)})
    assert "Place your first castle whenever you like." in begun
    game = Game.objects.get()
    assert (game.ruleset, game.players) == ("loewenherz-2003", 4)


@pytest.mark.parametrize("address", ["/play/chess/", "/play/wallenstein/"])
def test_a_game_nobody_knows_is_not_begun(anna: User, stranger: Reader, address: str) -> None:
    for reader in (Reader(anna), stranger):
        assert "No bot plays such a game here." in reader.get(address, status=404)
    Reader(anna).post(address, {}, status=404)
    assert not Game.objects.exists()
