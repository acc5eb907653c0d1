"""What an answer and a step cost: how often a game is loaded, and its chain of chance made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.boards.wallenstein.turn.fields import to_fields
from games.log import store
from games.models import User
from games.read.versions import version_of
from games.services.play import advance
from games.services.play.advance import game_advance
from tests.service.tables import again, answer, kinds, some_answer, started, waiting

pytestmark = pytest.mark.django_db


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[Any]:
    """What a function is called with from now on."""
    calls: list[Any] = []
    real: Callable[..., Any] = getattr(module, name)

    def call(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return real(*given, **named)

    monkeypatch.setattr(module, name, call)
    return calls


def test_the_chain_of_chance_is_made_once_for_a_step(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna, players=5)
    answer(game, anna)
    made = counted(monkeypatch, advance, "links")
    before = kinds(game).count("answer_sealed")
    assert game_advance(game_id=game.pk) == 1
    assert kinds(game).count("answer_sealed") - before == 4  # the bots' next plans
    assert len(made) == 1


def test_an_answer_on_a_page_loads_the_game_twice(
    anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna, bert)
    asked = waiting(game)
    plan = some_answer(game, asked)
    client = Client()
    client.force_login(anna)
    path = f"/games/{game.pk}/turn/{asked.id}/"
    seen = version_of(game, store.load(again(game)), asked.id)
    fields = {**to_fields("plan", plan), "kind": "plan", "act": "ready", "seen": seen}
    loads = counted(monkeypatch, store, "load")
    with CaptureQueriesContext(connection) as asking:
        done = client.post(path, fields)
    # Once to read the form by, and once under the lock.
    assert (done.status_code, len(loads)) == (302, 2)
    assert len(asking) <= 17
    assert asked.id in store.load(again(game)).sealed
