"""The face of the pages: arms, seals, the tower, and pages without anything that lead on."""

from __future__ import annotations

import html
import re

import pytest

from games.models import User
from tests.service.conftest import anna, bert
from tests.service.tables import answer, lobby, started, waiting
from tests.web.told import reader

__all__ = ["anna", "bert"]


def page(address: str, user: User | None = None, status: int = 200) -> str:
    response = reader(user).get(address)
    assert response.status_code == status
    return html.unescape(response.content.decode())


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/", 200),
        ("/tables/?name=nobody-has-this", 200),
        ("/me/post/", 200),
        ("/people/{person}/", 200),
        ("/nowhere/", 404),
    ],
)
def test_where_there_is_nothing_one_is_led_on(anna: User, address: str, status: int) -> None:
    text = page(address.format(person=anna.player_uid), anna, status)
    nothing = text[text.index(" nothing") :]
    assert 'action="/play/"' in nothing
    assert 'href="/tables/?status=running"' in nothing
    assert 'class="button" href="/learn/' in nothing


def test_a_stranger_is_led_on_too(anna: User) -> None:
    for address, status in (("/tables/?name=nobody-has-this", 200), ("/nowhere/", 404)):
        assert 'class="button primary" href="/play/"' in page(address, None, status)


def test_a_game_without_a_story_says_what_will_be_there(anna: User) -> None:
    game = started(anna, players=3)
    turn = f'href="/games/{game.pk}/turn/{waiting(game).id}/"'
    for part, words in (("luck", "No battle yet."), ("charts", "Nothing has been played yet.")):
        text = page(f"/games/{game.pk}/{part}/", anna)
        assert words in text
        assert f'class="button primary" {turn}' in text
        assert '<svg class="chart"' not in text
        # Whoever only looks on has no plan to make.
        assert turn not in page(f"/games/{game.pk}/{part}/")
    talk = page(f"/games/{game.pk}/chat/", anna)
    assert "the first word is yours" in talk
    assert "the first word is yours" not in page(f"/games/{game.pk}/chat/")


def test_a_seal_is_on_what_is_sealed_and_on_nothing_else(anna: User, bert: User) -> None:
    game = started(anna, bert, players=3)
    address = f"/games/{game.pk}/turn/{waiting(game).id}/"
    answer(game, anna)
    for person in (anna, bert, None):
        table = page(f"/games/{game.pk}/", person)
        assert re.findall(r'<svg class="seal" data-seat="(\w)"', table) == ["A", "C"]
    assert '<svg class="seal" viewBox="0 0 32 32" data-seat="A"' in page(address, anna)


def test_a_free_seat_does_not_look_taken(anna: User) -> None:
    game = lobby(anna, players=4, bots=1, name="Come and play")
    seats = ["", " free", " free", ""]
    for address in (f"/games/{game.pk}/", "/tables/"):
        shown = re.findall(r'<span class="seat( free)?" data-seat="[A-D]">', page(address, anna))
        assert shown == seats
    assert "site/art/table" in page("/tables/", anna)
