"""Errands of the cluster tests: what people and processes do, each in a fork of the nest."""

from __future__ import annotations

import json
import multiprocessing
import secrets
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import Error as AnyDatabaseError
from django.db import connection

from engine.kernel.core import Json
from games.errors import Refused
from games.log import store
from games.mail.letters import message_id
from games.models import Game, OpenDecision, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from tests.play.tables import random_answer
from tests.service.tables import started, waiting

FORK = multiprocessing.get_context("fork")


def people(count: int) -> list[User]:
    """New accounts, each with a name of its own."""
    names = [f"player-{secrets.token_hex(4)}" for _ in range(count)]
    return [User.objects.create_user(name, f"{name}@example.org") for name in names]


def set_tables(count: int, players: int = 3, humans: int = 1) -> list[str]:
    """Running games that ask often; people on the first seats, bots on the others."""
    return [
        started(*people(humans), players=players, options={"choices": "ask"}).id
        for _ in range(count)
    ]


def set_mail_table(players: int) -> list[str]:
    """A running game of people alone, whose orders say everything."""
    return [started(*people(players), players=players).id]


def submit_at_once(game_id: str) -> list[Any]:
    """Everybody's plan in the same moment, each from a process of its own; the receipts."""
    game = Game.objects.get(pk=game_id)
    jobs = []
    for seat in game.seats.select_related("user"):
        decision = waiting(game, seat.key)
        plan = random_answer(store.load(game), decision, "at once")
        jobs.append((seat.user, decision.id, plan))

    def job(number: int) -> Json:
        person, decision, plan = jobs[number]
        assert person is not None
        return answer_submit(
            person=person, game_id=game_id, decision=decision, answer=plan
        ).to_json()

    return at_once(len(jobs), job)


def advance_at_once(game_id: str, count: int) -> list[Any]:
    """How many steps each of so many processes took, all asked in the same moment."""
    return at_once(count, lambda _: game_advance(game_id=game_id))


def at_once(count: int, job: Callable[[int], Any]) -> list[Any]:
    """What forks of this process bring back, which all go to work in the same moment."""
    gate, answers = FORK.Barrier(count), FORK.SimpleQueue()
    # The threads of a pool do not survive a fork; each child makes one of its own.
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined] # PostgreSQL's own

    def work(number: int) -> None:
        # Connected before the gate opens, so that they meet at the game's row and not before it.
        connection.ensure_connection()
        gate.wait()
        answers.put(job(number))

    forks = [FORK.Process(target=work, args=(number,)) for number in range(count)]
    for fork in forks:
        fork.start()
    brought = [answers.get() for _ in forks]
    for fork in forks:
        fork.join()
    return brought


def answer_people() -> Iterator[Json]:
    """Answer for the people who are asked; the receipts."""
    asked = OpenDecision.objects.filter(sealed_seq__isnull=True, game__status="running")
    for row in asked.select_related("game"):
        seat = row.game.seats.select_related("user").get(key=row.seat)
        position = store.load(row.game)
        decision = position.decision(row.decision)
        if seat.user is None or decision is None:
            continue
        answer = random_answer(position, decision, row.game_id)
        try:
            receipt = answer_submit(
                person=seat.user, game_id=row.game_id, decision=row.decision, answer=answer
            )
        except Refused:
            continue  # the game has moved on since we looked
        yield receipt.to_json()


def play(file: str) -> None:
    """Answer for people until somebody kills us; every receipt is written down."""
    with Path(file).open("a") as receipts:
        while True:
            try:
                for receipt in answer_people():
                    receipts.write(json.dumps(receipt) + "\n")
                receipts.flush()
            except AnyDatabaseError:
                connection.close()  # as a web server does between two requests
            time.sleep(0.05)


def answers() -> list[Json]:
    """The receipts of everybody who is asked now."""
    return list(answer_people())


def letters() -> list[str]:
    """The Message-ID of every row of the outbox."""
    return [message_id(row) for row in OutboxRow.objects.all()]


def migrate() -> None:
    """Make the tables."""
    call_command("migrate", verbosity=0)


def verified(*games: str) -> str:
    """What `manage.py verify_games` says."""
    output = StringIO()
    call_command("verify_games", *games, stdout=output)
    return output.getvalue()


ERRANDS: dict[str, Callable[..., Any]] = {
    "advance_at_once": advance_at_once,
    "answers": answers,
    "letters": letters,
    "migrate": migrate,
    "play": play,
    "set_mail_table": set_mail_table,
    "set_tables": set_tables,
    "submit_at_once": submit_at_once,
    "verified": verified,
}
