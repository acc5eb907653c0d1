"""Three queues: a slow mail server holds up no season, a slow program no letter either."""

from __future__ import annotations

from typing import Any

import pytest

from games import wake
from games.models import User
from games.notify.lanes import LANES
from games.ops import tasks
from tests.service.tables import answer, started
from wallenstein_site.celery import app


def queue_of(task: str, *given: str) -> str:
    return str(app.amqp.router.route({}, task, given)["queue"].name)


def test_letters_and_calls_go_by_queues_of_their_own() -> None:
    task = "games.tasks.deliver_outbox"
    assert {lane: queue_of(task, lane) for lane in LANES} == {"letters": "post", "calls": "calls"}
    assert queue_of(task) == "post"
    assert queue_of("games.tasks.advance_game", "calls") == "celery"


@pytest.mark.django_db
def test_what_a_tick_asks_for_is_forgotten_in_time(
    anna: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    asked: list[tuple[Any, Any]] = []
    for task in (tasks.advance_game, tasks.deliver_outbox):
        monkeypatch.setattr(
            task, "apply_async", lambda given, expires: asked.append((given, expires))
        )
    game = started(anna)
    answer(game, anna)
    tasks.tick()
    assert asked == [((game.pk,), settings.HINTS_LAST), (("letters",), settings.HINTS_LAST)]


def test_a_worker_that_is_told_nothing_else_does_all() -> None:
    assert set(app.amqp.queues.consume_from) == {"celery", "post", "calls"}
    keys = {
        queue.name: (queue.exchange.name, queue.routing_key) for queue in app.amqp.queues.values()
    }
    # Were they the same, every message would be in both.
    assert keys == {name: (name, name) for name in ("celery", "post", "calls")}


@pytest.mark.parametrize("lane", sorted(LANES))
def test_a_hint_names_its_lane(lane: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(
        "celery.current_app.send_task", lambda task, given, **_: sent.append((task, given))
    )
    wake.outbox(lane)
    assert sent == [("games.tasks.deliver_outbox", (lane,))]
