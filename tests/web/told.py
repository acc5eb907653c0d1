"""Games that have something to tell, and readers of their pages."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.test import Client

from engine.bots import bot_named
from engine.kernel.chance import stream
from engine.wallenstein.battle_events import BattleDecided
from games import access
from games.log import store
from games.models import Game, User
from games.read.timeline import Timeline, timeline
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit
from games.services.tables.lobby import game_start
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    kinds,
    lobby,
    open_seats,
    started,
    waiting,
)


def reader(user: User | None = None) -> Client:
    """Somebody with a browser."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def played(*people: User, seasons: int = 1, **choices: Any) -> Game:
    """A game after so many seasons of planning."""
    game = started(*people, **choices)
    for _season in range(seasons):
        _season_played(game, people)
    return again(game)


def fought(*people: User, seasons: int = 1, **choices: Any) -> Game:
    """The same, and more seasons until a battle is fought: who plays by chance may keep peace."""
    game = played(*people, seasons=seasons, **choices)
    while BattleDecided.kind not in kinds(game):
        _season_played(game, people)
    return again(game)


def _season_played(game: Game, people: Sequence[User]) -> None:
    for player in people:
        answer(game, player)
    game_advance(game_id=game.id)


def played_by_marshals(host: User, *, players: int = 5, steps: int | None = None) -> Game:
    """A game in which everybody plays as the best bot does: all of it, or some steps."""
    table = lobby(host, players=players, bots=players - 1)
    table.seats.exclude(bot="").update(bot="marshal")
    game = game_start(person=host, game_id=table.pk)
    while again(game).status == Game.Status.RUNNING and (steps is None or steps > 0):
        for seat in open_seats(game):
            decision, position = waiting(game, seat), store.load(again(game))
            source = stream(sha256(b"marshal").digest(), decision.id)
            plan = bot_named(game.ruleset, "marshal").answer(position.state, decision, source)
            answer_submit(person=host, game_id=game.pk, decision=decision.id, answer=plan)
        game_advance(game_id=game.pk)
        steps = None if steps is None else steps - 1
    return again(game)


def line_of(game: Game, person: User | None = None, language: str = "en") -> Timeline:
    """What happened, as somebody may know it."""
    return timeline(access.viewer(again(game), person or NOBODY), language)
