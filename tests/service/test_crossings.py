"""People whose acts cross those of a worker, in transactions that are committed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from engine.registry import newest
from games.models import OutboxRow, User, Webhook
from games.net.outbound import checked_url
from games.ops import tasks
from games.services.people.accounts import account_delete
from games.services.play.advance import game_advance
from games.services.post.webhooks import webhook_create, webhook_delete, webhook_rotate
from games.services.tables.seats import player_resign
from games.services.tables.talk import chat_post, note_save
from tests.service.tables import again, answer, person, proof, started
from tests.service.test_crowds import at_once

pytestmark = pytest.mark.usefixtures("committed")
# Long enough for the other to go as far as it can; whoever waits for a lock waits longer.
HEAD_START = 1.0


@contextmanager
def crossed_by(task: Callable[[], Any]) -> Iterator[list[Any]]:
    """Our transaction, which ends when a task in another thread is done or waits for it."""
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(task())
        except Exception as problem:  # noqa: BLE001 for the test to look at
            results.append(problem)
        finally:
            connection.close()

    other = threading.Thread(target=run)
    try:
        with transaction.atomic():
            yield results
            other.start()
            other.join(HEAD_START)
    finally:
        other.join()


@pytest.fixture
def called(settings: Any) -> tuple[User, Any, Webhook]:
    """Anna, her game, which is ready for a step, and her program, which is called about it."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    anna = person("anna")
    game = started(anna, person("bert"))
    url = "http://127.0.0.1:9/hook"
    made = webhook_create(
        person=anna, game_id=game.pk, url=checked_url(url), kinds=["season_report"]
    )
    for player in User.objects.all():
        answer(game, player)
    return anna, game, made.hook


def test_a_webhook_deleted_while_a_step_is_taken_does_not_undo_the_step(called: Any) -> None:
    anna, game, hook = called
    delete = {"person": anna, "game_id": game.pk, "hook_id": hook.pk}
    with crossed_by(lambda: webhook_delete(**delete)) as deleted:
        assert game_advance(game_id=game.pk) == 1
    assert deleted == [None]
    assert not Webhook.objects.exists()
    assert not OutboxRow.objects.filter(webhook__isnull=False).exists()
    assert again(game).step == 2
    assert proof(game, anna).head == again(game).head


def test_a_webhook_changed_while_a_step_is_taken_keeps_its_call(called: Any) -> None:
    anna, game, hook = called
    rotate = {"person": anna, "game_id": game.pk, "hook_id": hook.pk}
    with crossed_by(lambda: webhook_rotate(**rotate).hook) as rotated:
        assert game_advance(game_id=game.pk) == 1
    assert rotated == [hook]
    assert OutboxRow.objects.filter(webhook=hook).count() == 1


def test_an_account_deleted_while_a_step_is_taken_goes_after_it(called: Any) -> None:
    _anna, game, hook = called
    bert = User.objects.get(username="bert")
    Webhook.objects.filter(pk=hook.pk).update(owner=bert)
    player_resign(person=bert, game_id=game.pk)
    assert again(game).visibility == "public"  # so his program may go on watching
    with crossed_by(lambda: account_delete(person=bert)) as deleted:
        assert game_advance(game_id=game.pk) == 1
    assert deleted == [None]
    assert not Webhook.objects.exists()
    assert again(game).step == 2


@pytest.mark.parametrize(("failures", "marked"), [(1, False), (2, True)])
def test_a_step_whose_commit_was_crossed_is_tried_once_more(
    called: Any, monkeypatch: pytest.MonkeyPatch, failures: int, marked: bool
) -> None:
    _anna, game, _hook = called
    rules, crossings = newest(game.ruleset), iter(range(failures))
    resolve = type(rules).resolve

    def crossed(*args: Any) -> Any:
        if next(crossings, None) is not None:
            raise IntegrityError
        return resolve(rules, *args)

    monkeypatch.setattr(rules, "resolve", crossed, raising=False)
    tasks.advance_game(game.pk)
    assert bool(again(game).trouble) is marked
    assert again(game).step == (1 if marked else 2)


@pytest.mark.parametrize(
    "write",
    [
        lambda anna, game: chat_post(person=anna, game_id=game, channel="players", text="Hm."),
        lambda anna, game: note_save(person=anna, game_id=game, text="Beware of B.", edition=0),
    ],
)
def test_talk_and_a_step_wait_for_each_other_at_no_point(
    called: Any, write: Callable[[User, str], Any]
) -> None:
    anna, game, _hook = called
    gate = threading.Barrier(2)

    def together(work: Callable[[], Any]) -> Any:
        """Commit when the other is ready to commit too, or cannot be before we have."""
        with transaction.atomic():
            result = work()
            with suppress(threading.BrokenBarrierError):
                gate.wait(HEAD_START)
        return result

    place, steps = at_once(
        lambda: together(lambda: write(anna, game.pk).game_id),
        lambda: together(lambda: game_advance(game_id=game.pk)),
    )
    assert (place, steps) == (game.pk, 1)
    assert again(game).step == 2
