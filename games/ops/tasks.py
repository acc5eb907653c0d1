"""Tasks: thin shells around services; the database says what is due, messages are hints."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.db import IntegrityError
from structlog.contextvars import bound_contextvars

from games.notify.digests import collect_due
from games.ops import due
from games.services.house import archives, tidying, tower_stats
from games.services.house.downtime import credit_due, note_tick
from games.services.play.advance import game_advance, mark_trouble
from games.services.post.daily import report_daily
from games.services.post.delivery import deliver_due
from games.services.post.reminders import remind_due
from games.trouble import LOST_KEY, trouble_of

__all__ = ["advance_game", "deliver_outbox", "reckon", "tick", "tidy"]


@shared_task(name="games.tasks.advance_game")
def advance_game(game_id: str) -> None:
    """Move a game on as far as it goes."""
    with bound_contextvars(game=game_id):
        try:
            _advance_despite_others(game_id)
        except Exception as problem:
            trouble = trouble_of(problem)
            if trouble is LOST_KEY:
                due.note_stuck(game_id)
                raise  # it lasts until somebody brings the key
            if trouble:
                due.note_taken_up(game_id)
                raise  # no fault of the game's, and it may pass: the next tick finds it again
            mark_trouble(game_id=game_id, problem=problem)
        due.note_taken_up(game_id)


def _advance_despite_others(game_id: str) -> None:
    """Move a game on; once more if what it referred to was deleted before it could commit."""
    try:
        game_advance(game_id=game_id)
    except IntegrityError:
        game_advance(game_id=game_id)


@shared_task(name="games.tasks.deliver_outbox")
def deliver_outbox(*lanes: str) -> None:
    """Send what waits, in these lanes or in all."""
    deliver_due(*lanes)


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Find what is due: games to advance, notices not sent, time to give back, timed letters."""
    awake = note_tick()
    # First, so that nothing below holds them up; who is owed time gets it before they are late.
    for game_id in due.games_to_ask_for():
        advance_game.apply_async((game_id,), expires=settings.HINTS_LAST)
    due.note_alive()
    collect_due()
    for lane in due.lanes_that_wait():
        deliver_outbox.apply_async((lane,), expires=settings.HINTS_LAST)
    if awake:
        credit_due()
        remind_due()
        report_daily()


@shared_task(name="games.tasks.reckon")
def reckon() -> None:
    """What may come a little later: throws to count, finished games to put into a file."""
    tower_stats.throws_count()
    archives.keep_due()


@shared_task(name="games.tasks.tidy")
def tidy() -> None:
    """Drop what nobody will ask for again."""
    tidying.forget_old()
