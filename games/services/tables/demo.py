"""The demo: an account and a game against bots, made once, for playing at home."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from engine.registry import newest
from games.boards import BOARDS
from games.boards.bots import first_rivals
from games.models import Game, User
from games.services.tables.lobby import game_create, game_start

NAME: Final = "demo"


@transaction.atomic
def demo_ready(*, password: str | None) -> Game:
    """The demo account with this password, if one is given, and a game that waits for its plan."""
    person, is_new = User.objects.get_or_create(
        username=NAME, defaults={"email": f"{NAME}@localhost.localdomain"}
    )
    if password is not None:
        person.set_password(password)
        person.save(update_fields=["password"])
    elif is_new:
        person.set_unusable_password()
        person.save(update_fields=["password"])
    return _playable(person) or _new_game(person)


def _playable(person: User) -> Game | None:
    playable = (Game.Status.RUNNING, Game.Status.PAUSED)
    games = Game.objects.filter(host=person, seats__user=person, status__in=playable)
    # The oldest: whoever has begun further games finds the one of yesterday again.
    return games.order_by("created_at").first()


def _new_game(person: User) -> Game:
    """The first game that somebody has drawn, with as many as can play it."""
    ruleset = next(iter(BOARDS))
    players = max(newest(ruleset).seats)
    game = game_create(
        host=person,
        name="Demo",
        ruleset=ruleset,
        players=players,
        visibility=Game.Visibility.UNLISTED,
        bots=first_rivals(ruleset, players - 1),
    )
    return game_start(person=person, game_id=game.id)
