"""Tasks: thin shells around services; the database says what is due, messages are hints."""

from __future__ import annotations

from celery import shared_task
from django.db import IntegrityError
from structlog.contextvars import bound_contextvars

from games import due
from games.services import tidying
from games.services.advance import game_advance, mark_trouble
from games.services.delivery import deliver_due
from games.services.downtime import credit_due, note_tick
from games.services.reminders import remind_due
from games.trouble import trouble_of

__all__ = ["advance_game", "deliver_outbox", "tick", "tidy"]


@shared_task
def advance_game(game_id: str) -> None:
    """Move a game on as far as it goes."""
    with bound_contextvars(game=game_id):
        try:
            _advance_despite_others(game_id)
        except Exception as problem:
            if trouble_of(problem):
                raise  # no fault of the game's: the next tick finds it again
            mark_trouble(game_id=game_id, problem=problem)


def _advance_despite_others(game_id: str) -> None:
    """Move a game on; once more if what it referred to was deleted before it could commit."""
    try:
        game_advance(game_id=game_id)
    except IntegrityError:
        game_advance(game_id=game_id)


@shared_task
def deliver_outbox() -> None:
    """Send what waits."""
    deliver_due()


@shared_task
def tick() -> None:
    """Find what is due: games to advance, notices not sent, time to give back, reminders."""
    awake = note_tick()
    # First, so that nothing below holds them up; who is owed time gets it before they are late.
    for game_id in due.games_to_advance():
        advance_game.delay(game_id)
    due.note_alive()
    if due.notices_wait():
        deliver_outbox.delay()
    if awake:
        credit_due()
        remind_due()


@shared_task
def tidy() -> None:
    """Drop what nobody will ask for again."""
    tidying.forget_old()
