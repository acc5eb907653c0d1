"""Games that have something to tell, and readers of their pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games import access
from games.models import Game, User
from games.read.timeline import Timeline, timeline
from games.services.play.advance import game_advance
from tests.service.tables import NOBODY, again, answer, started


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
        for player in people:
            answer(game, player)
        game_advance(game_id=game.id)
    return again(game)


def line_of(game: Game, person: User | None = None, language: str = "en") -> Timeline:
    """What happened, as somebody may know it."""
    return timeline(access.viewer(again(game), person or NOBODY), language)
