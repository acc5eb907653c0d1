"""A table of any ruleset is made by the one form, which asks what that game needs to know."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from engine.registry import newest
from games.boards import wording_of
from games.models import Game, User
from tests.contract.page_text import PageText
from tests.contract.web_games import EVERY_KEY, browser_of
from tests.service.tables import person
from tests.web.test_wizard import filled_in

pytestmark = pytest.mark.usefixtures("fresh_pages")


@pytest.fixture
def anna(db: None) -> User:
    return person("anna")


@pytest.fixture
def browser(anna: User) -> Client:
    return browser_of(anna)


def sent(browser: Client, host: User, **answers: Any) -> Any:
    """The form with some answers, sent."""
    given = {"bot": "random", **answers}
    return browser.post(reverse("new-table"), filled_in(host, **given), follow=True)


def test_the_button_alone_makes_a_game_that_its_rules_seat(anna: User, browser: Client) -> None:
    assert sent(browser, anna).status_code == 200
    game = Game.objects.get()
    assert game.players == max(newest(game.ruleset).seats)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_game_is_offered_by_its_name(anna: User, browser: Client, language: str) -> None:
    User.objects.update(language=language)
    page = PageText(browser.get(reverse("new-table")).content.decode())
    assert page.leaks == []
    for key in EVERY_KEY:
        with override(language):
            assert str(wording_of(key).title) in page.texts, key


@pytest.mark.parametrize("key", EVERY_KEY)
def test_a_table_of_every_size_is_made_and_no_other(anna: User, browser: Client, key: str) -> None:
    seats = newest(key).seats
    for players in range(2, 7):
        response = sent(browser, anna, ruleset=key, players=players, bots=1, name=f"{players}")
        assert response.status_code == (200 if players in seats else 422)
        if players not in seats:
            page = PageText(response.content.decode())
            assert any(", ".join(map(str, seats)) in text for text in page.texts), page.texts
    made = Game.objects.order_by("players")
    assert [game.players for game in made] == list(seats)
    assert {game.ruleset for game in made} == {key}
    shown = browser.get(reverse("lobby"), {"ruleset": key}).content.decode()
    assert shown.count('class="game-line-main"') == len(seats)
    assert str(wording_of(key).title) in shown


@pytest.mark.parametrize("key", EVERY_KEY)
def test_the_pace_is_said_in_words_of_the_game(anna: User, browser: Client, key: str) -> None:
    form = filled_in(anna, ruleset=key, players=3, bots=1, pace="hours", hours=24)
    texts = PageText(browser.post(reverse("new-table-preview"), form).content.decode()).texts
    assert ("season" in texts[0]) == key.startswith("wallenstein-")
    assert "24 hours" in texts[0]
