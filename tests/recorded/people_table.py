"""A game of the service among people who change their minds, are late, and leave."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import time_machine

from games import access, clock
from games.log import store
from games.models import Game, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.extensions import extension_propose, extension_vote
from games.services.play.turns import answer_submit, answer_withdraw, draft_save
from games.services.tables.forks import game_fork
from games.services.tables.seats import (
    player_replace,
    player_resign,
    substitute_end,
    substitute_name,
)
from tests.service.tables import (
    again,
    answer,
    open_seats,
    person,
    play_out,
    some_answer,
    started,
    waiting,
)

START = datetime(2026, 6, 1, 12, tzinfo=UTC)
RHYTHM = {"kind": "hours", "hours": 24, "grace_minutes": 10}
FORKED_AFTER = 3
PassBy = Callable[[float], None]


@contextmanager
def reproducible() -> Iterator[PassBy]:
    """The same luck every time, and a clock that is moved on by hours."""
    dice = random.Random("people")
    with ExitStack() as stack:
        for name, made in (
            ("token_bytes", dice.randbytes),
            ("token_hex", lambda size: dice.randbytes(size).hex()),
            ("choice", dice.choice),
        ):
            stack.enter_context(mock.patch.object(secrets, name, made))
        stack.enter_context(mock.patch.object(clock, "_database_now", return_value=None))
        time = stack.enter_context(time_machine.travel(START, tick=False))

        def pass_by(hours: float) -> None:
            time.shift(timedelta(hours=hours))

        yield pass_by


def first_season(game: Game, people: list[User], pass_by: PassBy) -> None:
    """An answer replaced, one withdrawn, and more time by vote."""
    anna, bert, cora = people
    answer(game, anna, "first thought")
    pass_by(1)
    answer_replaced(game, anna)
    decision = waiting(game, "B").id
    answer(game, bert, "hasty")
    answer_withdraw(person=bert, game_id=game.id, decision=decision)
    extension_propose(person=cora, game_id=game.id, hours=12, why="A train.")
    for voter in (anna, bert):
        extension_vote(person=voter, game_id=game.id, yes=True)
    pass_by(26)
    answer(game, bert, "thought over")
    answer(game, cora)


def answer_replaced(game: Game, person: User) -> None:
    """A seat that has answered answers again."""
    decision = next(d for d in store.load(again(game)).decisions if d.seat == "A")
    plan = some_answer(game, decision, "second thought")
    answer_submit(person=person, game_id=game.id, decision=decision.id, answer=plan)


def second_season(game: Game, people: list[User], pass_by: PassBy) -> None:
    """More time by the host and not by a vote, a rest, and two who are late, one with a draft."""
    anna, bert, cora = people
    deadline_extend(person=anna, game_id=game.id, hours=6, why="A feast.")
    extension_propose(person=bert, game_id=game.id, hours=6, why="A longer feast.")
    extension_vote(person=cora, game_id=game.id, yes=False, why="I leave tomorrow.")
    game_pause(person=anna, game_id=game.id, why="A holiday.")
    pass_by(48)
    game_resume(person=anna, game_id=game.id, why="Back again.")
    answer(game, anna)
    asked = waiting(game, "B")
    plan = some_answer(game, asked, "draft")
    draft_save(person=bert, game_id=game.id, decision=asked.id, answer=plan)
    pass_by(49)


def third_season(game: Game, people: list[User], pass_by: PassBy) -> None:
    """A substitute answers and is recalled, and a seat goes to a bot, then to somebody else."""
    anna, bert, cora = people
    dora = person("dora")
    substitute_name(person=bert, game_id=game.id, player="dora", why="A journey")
    answer(game, dora)
    substitute_end(person=bert, game_id=game.id)
    player_resign(person=cora, game_id=game.id, why="No time.")
    pass_by(1)
    people[2] = person("emil")
    player_replace(person=anna, game_id=game.id, seat_key="C", player="emil", why="He asked.")
    answer(game, anna)


def recorded() -> tuple[bytes, bytes]:
    """The game, and what a fork of it became."""
    with reproducible() as pass_by:
        people = [person(name) for name in ("anna", "bert", "cora")]
        options = {"line_up": "default", "choices": "orders"}
        game = started(*people, players=4, options=options, schedule=RHYTHM, lateness="draft")
        for season in (first_season, second_season, third_season):
            season(game, people, pass_by)
            if season is third_season and "C" in open_seats(game):
                answer(game, people[2])
            game_advance(game_id=game.id)
        play_out(game, *people)
        staff = person("staff", is_staff=True, is_superuser=True)
        fork = game_fork(person=staff, game_id=game.id, step=FORKED_AFTER, why="A fault in autumn.")
        play_out(fork, *people)
        return log_of(game, people[0]), log_of(fork, people[0])


def log_of(game: Game, reader: User) -> bytes:
    """The log as the site hands it out."""
    return b"".join(selectors.log_file(access.viewer(again(game), reader, "")))
