"""What is due, asked of the database."""

from __future__ import annotations

from datetime import datetime
from itertools import islice

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q

from games import clock
from games.models import Game, OpenDecision, OutboxRow
from games.schedule import BadSchedule, schedule_of

ALIVE = "worker-seen"
MOST_AT_ONCE = 2_000


def games_to_advance() -> list[str]:
    """Running games that everybody has answered, or whose time is up; the latest first."""
    moment = clock.now()
    unanswered = OpenDecision.objects.filter(game=OuterRef("pk"), sealed_seq__isnull=True)
    ready = Game.objects.filter(status=Game.Status.RUNNING, trouble="")
    found = ready.annotate(is_answered=~Exists(unanswered)).filter(
        Q(is_answered=True) | _after_deadline(moment)
    )
    rows = found.order_by("deadline").only("deadline", "schedule").iterator()
    due = (game.pk for game in rows if game.is_answered or _after_grace(game, moment))
    return list(islice(due, MOST_AT_ONCE))


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


def notices_wait() -> bool:
    """Whether anything in the outbox should have been sent by now."""
    return OutboxRow.objects.to_send(clock.now()).exists()


def note_alive() -> None:
    """A worker was here."""
    cache.set(ALIVE, clock.written(clock.now()), timeout=None)
