"""Many at once, in transactions that are committed: one step, one letter, one message."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery import current_app
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import DatabaseError, OperationalError, connection, transaction

from games import wake
from games.log import store
from games.models import Game, LogEntry, OutboxRow
from games.ops import tasks
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.post.delivery import deliver_due
from games.services.tables.lobby import game_join
from tests.service.conftest import append_only
from tests.service.servers import PATIENCE
from tests.service.tables import (
    again,
    answer,
    kinds,
    lobby,
    person,
    proof,
    some_answer,
    started,
    waiting,
)

pytestmark = pytest.mark.usefixtures("committed")


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    """What each task gives when all of them start in the same moment, in threads of their own."""
    gate = threading.Barrier(len(tasks))
    results: list[Any] = [None] * len(tasks)

    def run(number: int) -> None:
        gate.wait()
        try:
            results[number] = tasks[number]()
        except Exception as problem:  # noqa: BLE001 for the test to look at
            results[number] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.fixture
def quiet_broker(settings) -> Iterator[None]:
    """No messages left from other tests."""
    with current_app.connection_for_write() as line:
        line.default_channel.queue_purge("celery")
        yield


def test_ten_at_once_take_one_step() -> None:
    anna = person("anna")
    game = started(anna)
    for _ in range(2):
        answer(game, anna)
        step = again(game).step
        taken = at_once(*[lambda: game_advance(game_id=game.id)] * 10)
        assert sorted(taken) == [0] * 9 + [1]
        assert again(game).step == step + 1
        assert kinds(game).count("step_began") == step + 1
    assert proof(game, anna).head == again(game).head


def test_three_plans_in_the_same_moment_are_all_kept_and_give_one_step() -> None:
    people = [person(name) for name in ("anna", "bert", "cora")]
    game = started(*people)
    plans = {}
    for player, seat in zip(people, "ABC", strict=True):
        decision = waiting(game, seat)
        plans[player] = (decision.id, some_answer(game, decision))

    def submit(player: Any) -> Callable[[], Any]:
        decision, plan = plans[player]
        return lambda: answer_submit(person=player, game_id=game.id, decision=decision, answer=plan)

    receipts = at_once(*(submit(player) for player in people))
    assert sorted(receipt.decision for receipt in receipts) == sorted(d for d, _ in plans.values())
    assert len({receipt.seq for receipt in receipts}) == 3
    assert at_once(*[lambda: game_advance(game_id=game.id)] * 3).count(1) == 1
    store.forget()
    assert store.load(again(game)).step == 2
    assert proof(game, people[0]).head == again(game).head


def test_two_join_one_seat_and_one_is_refused() -> None:
    game = lobby(person("anna"), bots=1)
    guests = [person("bert"), person("cora")]
    results = at_once(
        *(lambda guest=guest: game_join(person=guest, game_id=game.id) for guest in guests)
    )
    assert sorted(getattr(result, "code", "sits") for result in results) == ["sits", "table_full"]


def test_two_workers_send_no_letter_twice() -> None:
    for number in range(8):
        started(person(f"host{number}"))
    waiting_rows = OutboxRow.objects.filter(state=OutboxRow.State.WAITING).count()
    assert waiting_rows == 8
    sent = at_once(*[deliver_due] * 4)
    assert sum(sent) == waiting_rows
    ids = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(ids) == len(set(ids)) == waiting_rows
    assert not OutboxRow.objects.exclude(state=OutboxRow.State.SENT).exists()
    assert deliver_due() == 0


def test_letters_go_outside_any_transaction(monkeypatch) -> None:
    within = []

    def send_messages(self: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        within.append(connection.in_atomic_block)
        return len(messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    started(person("anna"), person("bert"))
    assert deliver_due() == 2
    assert within == [False, False]


def test_a_message_leaves_after_the_commit_and_never_before(quiet_broker: None) -> None:
    anna = person("anna")
    game = started(anna)
    channel = current_app.connection_for_write().default_channel
    before = channel._size("celery")
    with transaction.atomic():
        answer(game, anna)
        assert channel._size("celery") == before
        transaction.set_rollback(True)
    assert channel._size("celery") == before
    store.forget()
    answer(game, anna)
    assert channel._size("celery") == before + 1
    channel.connection.client.release()


def test_a_tick_sends_games_on_before_anything_can_stop_it(quiet_broker: None) -> None:
    anna = person("anna")
    game = started(anna)
    answer(game, anna)

    def no_outages(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "games_outage" in sql:
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    with current_app.connection_for_write() as line:
        line.default_channel.queue_purge("celery")
        with connection.execute_wrapper(no_outages), pytest.raises(OperationalError):
            tasks.tick()
        queue = line.SimpleQueue("celery")
        message = queue.get(timeout=PATIENCE)
        message.ack()
        queue.close()
    assert message.decode()[0] == [game.pk]


def test_a_web_servers_threads_reach_the_broker_and_need_not_know_the_tasks(
    quiet_broker: None,
) -> None:
    at_once(lambda: wake.advance("bcdfghjkmn"))
    with current_app.connection_for_write() as line:
        queue = line.SimpleQueue("celery")
        message = queue.get(timeout=PATIENCE)
        message.ack()
        queue.close()
    assert message.headers["task"] == "games.tasks.advance_game"
    assert message.decode()[0] == ["bcdfghjkmn"]


def test_a_broker_that_is_away_delays_and_loses_nothing(settings) -> None:
    anna = person("anna")
    game = started(anna)
    url, options = current_app.conf.broker_url, current_app.conf.broker_transport_options
    current_app.conf.broker_transport_options = {"data_folder_out": "/nowhere/at/all"}
    current_app.pool.force_close_all()
    try:
        receipt, _ = answer(game, anna)
    finally:
        current_app.conf.broker_url, current_app.conf.broker_transport_options = url, options
        current_app.pool.force_close_all()
    assert LogEntry.objects.get(game=game, seq=receipt.seq).hash == receipt.head
    assert game_advance(game_id=game.id) == 1


def test_the_table_of_the_log_is_not_emptied_at_once() -> None:
    game = started(person("anna"))
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE")
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_logentry")
    assert LogEntry.objects.filter(game=game).count() == game.seq


def test_the_protection_can_be_taken_off_and_put_on_by_migrating() -> None:
    game = started(person("anna"))
    lines = LogEntry.objects.filter(game=game)
    with connection.schema_editor() as editor:
        append_only.unprotect(None, editor)
    lines.filter(seq=2).update(kind="forged")
    assert kinds(game)[1] == "forged"
    with connection.schema_editor() as editor:
        append_only.protect(None, editor)
    with pytest.raises(DatabaseError, match="append-only"):
        lines.filter(seq=2).update(kind="seat_taken")


def test_a_game_that_could_not_be_set_up_stays_in_the_lobby(monkeypatch) -> None:
    anna = person("anna")
    game = lobby(anna)
    from engine.registry import newest  # noqa: PLC0415 only this test breaks it
    from games.services.tables.lobby import game_start  # noqa: PLC0415

    with monkeypatch.context() as broken:
        broken.setattr(newest(game.ruleset), "resolve", _raises, raising=False)
        with pytest.raises(ArithmeticError):
            game_start(person=anna, game_id=game.id)
    assert again(game).status == Game.Status.LOBBY
    assert not LogEntry.objects.filter(game=game).exists()
    assert game_start(person=anna, game_id=game.id).status == Game.Status.RUNNING
    assert proof(game, anna).head == again(game).head


def _raises(*_: Any) -> None:
    raise ArithmeticError("the tower fell over")
