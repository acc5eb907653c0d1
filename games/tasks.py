"""Tasks: thin shells around services; the database says what is due, messages are hints."""

from __future__ import annotations

from celery import shared_task
from django.db import Error as AnyDatabaseError

from games import due, idempotency
from games.errors import ClockTrouble
from games.services.advance import game_advance, mark_trouble
from games.services.delivery import deliver_due
from games.services.downtime import credit_due, note_tick
from games.services.reminders import remind_due

__all__ = ["advance_game", "deliver_outbox", "tick", "tidy"]


@shared_task
def advance_game(game_id: str) -> None:
    """Move a game on as far as it goes."""
    try:
        game_advance(game_id=game_id)
    except (AnyDatabaseError, ClockTrouble):
        raise
    except Exception as problem:  # noqa: BLE001 whatever it is, the game is untouched and marked
        mark_trouble(game_id=game_id, problem=problem)


@shared_task
def deliver_outbox() -> None:
    """Send what waits."""
    deliver_due()


@shared_task
def tick() -> None:
    """Find what is due: time to give back, reminders, games to advance, notices not sent."""
    if note_tick():
        credit_due()
        remind_due()
    for game_id in due.games_to_advance():
        advance_game.delay(game_id)
    due.note_alive()
    if due.notices_wait():
        deliver_outbox.delay()


@shared_task
def tidy() -> None:
    """Drop what nobody will ask for again."""
    idempotency.forget_old()
