"""What is due, asked of the database."""

from __future__ import annotations

from datetime import datetime
from itertools import islice

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q

from games import clock
from games.models import Game, OpenDecision, OutboxRow
from games.notify.lanes import LANES
from games.schedule import BadSchedule, schedule_of

ALIVE = "worker-seen"
MOST_AT_ONCE = 2_000
# As many games as workers may have before them: more would only be asked for again and again.
MOST_ASKED = 200
# What the cache knows of a game: that a worker was told of it; that one could do nothing for it.
ASKED, STUCK = "asked", "stuck"
STUCK_SECONDS = 60 * 60


def games_to_advance() -> list[str]:
    """Running games that everybody has answered, or whose time is up; the latest first."""
    moment = clock.now()
    unanswered = OpenDecision.objects.filter(
        game=OuterRef("pk"), sealed_seq__isnull=True, optional=False
    )
    ready = Game.objects.filter(status=Game.Status.RUNNING, trouble="")
    candidates = ready.annotate(is_answered=~Exists(unanswered)).filter(
        Q(is_answered=True) | _after_deadline(moment)
    )
    rows = candidates.order_by("deadline").only("deadline", "schedule").iterator()
    due = (game.pk for game in rows if game.is_answered or _after_grace(game, moment))
    return list(islice(due, MOST_AT_ONCE))


def games_to_ask_for() -> list[str]:
    """Games to advance of which no worker was told lately, and not more than they can take up."""
    ready = games_to_advance()
    asked, stuck = _marked(ASKED, ready), _marked(STUCK, ready)
    # Behind all others: else the same ones would be asked for time and again, and nobody else.
    new = sorted((game for game in ready if game not in asked), key=stuck.__contains__)
    new = new[: max(0, MOST_ASKED - len(asked - stuck))]
    # A worker that dies over one says nothing: then it is asked for once more.
    cache.set_many({_mark(ASKED, game): True for game in new}, timeout=settings.ASK_AGAIN)
    return new


def note_taken_up(game_id: str) -> None:
    """A worker has done what it could for a game."""
    cache.delete_many([_mark(ASKED, game_id), _mark(STUCK, game_id)])


def note_stuck(game_id: str) -> None:
    """A worker can do nothing for a game for some time, by no fault of the game's: others first."""
    cache.set(_mark(STUCK, game_id), True, timeout=STUCK_SECONDS)


def _marked(mark: str, game_ids: list[str]) -> set[str]:
    games = {_mark(mark, game): game for game in game_ids}
    return {games[key] for key in cache.get_many(games)}


def _mark(mark: str, game_id: str) -> str:
    return f"{mark}-{game_id}"


def games_late(moment: datetime) -> list[str]:
    """Running games whose time was up at a moment, the grace period included."""
    running = Game.objects.filter(_after_deadline(moment), status=Game.Status.RUNNING)
    rows = running.only("deadline", "schedule").iterator()
    return [game.pk for game in rows if _after_grace(game, moment)]


def _after_deadline(moment: datetime) -> Q:
    return Q(deadline__lte=moment) & ~Q(lateness=Game.Lateness.WAIT)


def _after_grace(game: Game, moment: datetime) -> bool:
    try:
        return schedule_of(game.schedule).is_late(game.deadline, moment) if game.deadline else False
    except BadSchedule:
        return True  # no reason to hold up the others: whoever advances it finds out and marks it


def lanes_that_wait() -> list[str]:
    """The lanes of the outbox in which something should have been sent by now."""
    due = OutboxRow.objects.to_send(clock.now())
    return [lane for lane, channels in LANES.items() if due.filter(channel__in=channels).exists()]


def note_alive() -> None:
    """A worker was here."""
    cache.set(ALIVE, clock.written(clock.now()), timeout=None)
