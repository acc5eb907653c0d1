"""A turn form that is refused for whatever reason: the reason is told, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games import clock
from games.boards.wallenstein.turn.fields import to_fields
from games.mail.links import turn_link
from games.models import Game, User
from games.services.play.turns import answer_submit
from games.services.tables.seats import player_resign
from tests.service.tables import started
from tests.web.test_turn_form import PLAN, TEXT, check, page_of, path, plan_of, seen_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def cancelled(game: Game, _anna: User, _settings: Any) -> str:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
    return "The game is cancelled."


def gone(game: Game, anna: User, _settings: Any) -> str:
    player_resign(person=anna, game_id=game.pk, why="no time")
    return "You do not have a seat at this table."


def answered_too_often(game: Game, anna: User, settings: Any) -> str:
    settings.MOST_ANSWERS = 2
    for plan in [plan_of(game, flavour) for flavour in ("one", "two")]:
        answer_submit(person=anna, game_id=game.pk, decision=PLAN, answer=plan)
    return "which is the limit"


REASONS = [cancelled, gone, answered_too_often]
Reason = Callable[[Game, User, Any], str]


@pytest.mark.parametrize("reason", REASONS)
def test_whatever_the_reason_the_plan_is_shown(
    annas: Client, game: Game, anna: User, settings: Any, reason: Reason
) -> None:
    plan = plan_of(game)
    fields = {**to_fields("plan", plan), "kind": "plan", "act": "ready"}
    why = reason(game, anna, settings)
    opened = annas.get(path(game))
    seen = seen_in(opened) if opened.status_code == 200 else ""
    refused = annas.post(path(game), {**fields, "seen": seen})
    page = page_of(refused)
    assert refused.status_code in (403, 409)
    assert why in page
    assert TEXT.format("plan", plan, "en") in page


@pytest.mark.parametrize("reason", [cancelled, gone])
def test_the_script_is_told_the_reason(
    annas: Client, game: Game, anna: User, settings: Any, reason: Reason
) -> None:
    seen = seen_in(annas.get(path(game)))
    why = reason(game, anna, settings)
    response = check(annas, game, {**to_fields("plan", {}), "seen": seen})
    assert response.status_code in (403, 409)
    assert response.json()["message"] == why


def by_letter(game: Game, anna: User) -> str:
    link = turn_link(game=game, decision=PLAN, user=anna, seat="A", written=clock.now())
    return "/" + link.split("/", 3)[3]


def test_an_old_link_shows_what_was_typed_and_tells_the_script(game: Game, anna: User) -> None:
    address, client, plan = by_letter(game, anna), Client(), plan_of(game)
    fields = {**to_fields("plan", plan), "kind": "plan", "act": "ready"}
    with time_machine.travel(clock.now() + timedelta(days=400), tick=False):
        page = client.post(address, fields)
        response = client.post(f"{address}check/", fields, headers={"Accept": "application/json"})
    assert page.status_code == response.status_code == 410
    assert "too old" in page_of(page)
    assert TEXT.format("plan", plan, "en") in page_of(page)
    assert (response.json()["code"], "too old" in response.json()["message"]) == ("old_link", True)
    assert response.headers["Referrer-Policy"] == "no-referrer"


def test_a_button_that_is_refused_pretends_no_typing(annas: Client, game: Game) -> None:
    page = page_of(annas.post(f"/games/{game.pk}/seats/B/", {"bot": "random"}))
    assert "The game is running." in page
    assert "typed-text" not in page
