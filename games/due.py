"""What is due, asked of the database."""

from __future__ import annotations

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q

from games import clock
from games.models import Game, OpenDecision, OutboxRow

ALIVE = "worker-seen"
MOST_AT_ONCE = 2_000


def games_to_advance() -> list[str]:
    """Running games that everybody has answered, or whose time is up; the latest first."""
    unanswered = OpenDecision.objects.filter(game=OuterRef("pk"), sealed_seq__isnull=True)
    late = Q(deadline__lte=clock.now()) & ~Q(lateness=Game.Lateness.WAIT)
    ready = Game.objects.filter(status=Game.Status.RUNNING, trouble="")
    found = ready.filter(late | ~Exists(unanswered)).order_by("deadline")
    return list(found.values_list("pk", flat=True)[:MOST_AT_ONCE])


def notices_wait() -> bool:
    """Whether anything in the outbox should have been sent by now."""
    return OutboxRow.objects.to_send(clock.now()).exists()


def note_alive() -> None:
    """A worker was here."""
    cache.set(ALIVE, clock.written(clock.now()), timeout=None)
