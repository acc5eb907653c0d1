"""How good the hands were: told when they lie open, and nowhere before."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from engine.loewenherz.cards import CARDS, PILES
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from tests.browser.realms import SHORT, realms_known
from tests.contract.web_games import browser_of
from tests.service.conftest import anna
from tests.service.tables import again, play_out, started

__all__ = ["anna"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User) -> Iterator[Game]:
    """Anna with two bots, before the first castle."""
    with realms_known():
        game = started(anna, players=3, ruleset=SHORT.key)
        game_advance(game_id=game.pk)
        yield game


def ways(game: Game) -> tuple[str, str]:
    """The page, and the same for programs."""
    return f"/games/{game.pk}/luck/", f"/api/games/{game.pk}/deals/"


def test_nothing_is_told_while_hands_are_secret(game: Game, anna: User) -> None:
    reader = browser_of(anna)
    for way in ways(game):
        for client in (reader, Client()):
            response = client.get(way)
            assert response.status_code == 404
            assert "Hands are secret." in response.content.decode()
    table = reader.get(f"/games/{game.pk}/").content.decode()
    assert f"/games/{game.pk}/luck/" not in table


def test_after_the_end_everybody_reads_how_good_the_hands_were(game: Game, anna: User) -> None:
    over = play_out(game, anna)
    page, listed = ways(game)
    players = {one["seat"]: one for one in Client().get(listed).json()["players"]}
    dealt = [entry for entry in store.entries_of(over) if entry.kind == "card_dealt"]
    assert len(dealt) == len(PILES["A"])
    for seat, one in players.items():
        own = [
            entry.secret.answer for entry in dealt if entry.secret and entry.payload["seat"] == seat
        ]
        assert (one["cards"], one["worth"]["count"]) == (
            len(own),
            sum(CARDS[card].sale for card in own),
        )
        assert one["worth"]["low"] <= one["worth"]["expected"] <= one["worth"]["high"]
    # The whole pile was dealt, so what was expected of all of it is what lay in it.
    first = [CARDS[card].sale for card in PILES["A"]]
    assert sum(one["worth"]["count"] for one in players.values()) == sum(first)
    text = Client().get(page).content.decode()
    assert "Sale value of the cards from the deck" in text
    for one in players.values():
        row = rf"{one['cards']} cards?\. [^<]*</span></th>\s*<td class=\"number\">"
        row += f"{one['worth']['count']}</td>"
        assert re.search(row, text)
    table = browser_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert f'href="/games/{game.pk}/luck/"' in table
    mine = players["A"]
    line = rf"Your luck: {mine['cards']} cards from the deck, worth {mine['worth']['count']}, "
    assert re.search(line, table)
    assert f"/games/{game.pk}/odds/" not in table


def test_games_without_deals_tell_nothing_of_them(anna: User) -> None:
    game = again(started(anna))
    problem = Client().get(f"/api/games/{game.pk}/deals/").json()
    assert (problem["status"], problem["code"]) == (404, "no_deals")
