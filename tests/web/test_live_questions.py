"""Questions put while the game waits: only what makes sense at that moment, and nothing silent."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.kernel.core import Decision
from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from tests.service.tables import again, answer, started, waiting
from tests.web.test_turn_form import page_of, path, seen_in

pytestmark = pytest.mark.django_db
MOST_QUESTIONS = 120


def asked_for(game: Game, player: User, kind: str) -> Decision:
    """Play until a question of this kind is put to the first seat."""
    for _question in range(MOST_QUESTIONS):
        game_advance(game_id=game.pk)
        if any(decision.seat == "A" for decision in store.load(again(game)).waiting):
            asked = waiting(game)
            if asked.kind == kind:
                return asked
            answer(game, player, terse=True)
    raise AssertionError(f"nobody asked for a {kind}")


@pytest.fixture
def game(anna: User) -> Game:
    return started(anna, options={"line_up": "draft", "choices": "ask"})


def test_a_draft_begins_with_no_card_and_the_largest_group(
    annas: Client, anna: User, game: Game
) -> None:
    asked = asked_for(game, anna, "draft_pick")
    response = annas.get(path(game, asked.id))
    page = page_of(response)
    assert 'href="/rules/wallenstein/set-up/#W-S5"' in page
    take = page.partition('name="take"')[2].partition("</select>")[0]
    assert '<option value="" selected>choose a card …' in take
    groups = page.partition('name="group"')[2].partition("</select>")[0]
    largest = asked.options["groups"][0]
    assert re.search(rf'^[^<]*<option value="{largest}">', groups.partition(">")[2])
    form = {"kind": "draft_pick", "take": "", "group": str(largest), "act": "ready"}
    refused = annas.post(path(game, asked.id), {**form, "seen": seen_in(response)}, follow=True)
    assert "Please fix" in page_of(refused)
    assert asked.id not in store.load(again(game)).sealed


def test_a_march_asks_for_one_order_and_takes_silence_for_none(
    annas: Client, anna: User, game: Game
) -> None:
    asked = asked_for(game, anna, "move")
    response = annas.get(path(game, asked.id))
    page = page_of(response)
    for words in ("Condition", "first order that is possible", "If that is not possible"):
        assert words not in page.partition('class="plan-mat"')[2].partition("</section>")[0]
    form = {"kind": "move", "orders.0.to": "", "orders.0.amount": "all", "act": "ready"}
    refused = annas.post(path(game, asked.id), {**form, "seen": seen_in(response)}, follow=True)
    assert "a county is missing" in page_of(refused)
    assert asked.id not in store.load(again(game)).sealed
    seen = seen_in(annas.get(path(game, asked.id)))
    sent = annas.post(path(game, asked.id), {**form, "orders.0.to": "stay", "seen": seen})
    assert sent["Location"] == f"/games/{game.pk}/turn/"
    assert store.load(again(game)).sealed[asked.id].answer == {"orders": [{"stay": True}]}


def test_orders_that_one_line_cannot_say_are_shown_as_a_list(
    annas: Client, anna: User, game: Game
) -> None:
    asked = asked_for(game, anna, "move")
    near = list(asked.options["targets"])
    order = {"orders.0.to": near[0], "orders.0.amount": "all", "orders.0.held_by": "neutral"}
    form = {"kind": "move", **order, "orders.1.to": near[-1], "orders.1.amount": "all"}
    seen = seen_in(annas.get(path(game, asked.id)))
    page = annas.post(path(game, asked.id), {**form, "act": "check", "seen": seen}, follow=True)
    assert 'name="orders.1.to"' in page_of(page)
    assert "Condition" in page_of(page)
