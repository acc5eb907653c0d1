"""Questions during play follow each other: whoever answers on the site needs no mail of them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from games import clock
from games.log import store
from games.models import Game, InboundMail, OutboxRow, User
from games.notice_kinds import CHOICE
from games.notify.times import TO_ANSWER


def after_answering(game: Game, row: OutboxRow, person: User) -> datetime:
    """When to tell of a question: later if its seat has just answered, and not by mail.

    What is answered by then is not sent any more (notify/stale.py).
    """
    wait = timedelta(minutes=settings.QUESTION_WAITS)
    late = row.due_at + wait
    if row.kind != CHOICE or not wait or _has_substitute(game, row.data["seat"]):
        return row.due_at
    if game.deadline is not None and game.deadline < late + TO_ANSWER:
        return row.due_at
    since = row.due_at - wait
    answered = store.last_answer_at(game, row.data["seat"])
    if not answered or clock.read(answered) < since:
        return row.due_at
    by_mail = InboundMail.objects.filter(user=person, game=game, received_at__gte=since)
    return row.due_at if by_mail.exists() else late


def _has_substitute(game: Game, seat: str) -> bool:
    """Whether two people may have answered for a seat: the log does not say who of them did."""
    return game.seats.filter(key=seat, substitute__isnull=False).exists()
