"""Notices: outbox rows written with the event they tell of, once for each person and occasion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.kernel.core import Decision
from games import clock, wake
from games.boards import board_of
from games.errors import Refused
from games.models import Game, OutboxRow, User
from games.notice_kinds import CHOICE, YOUR_TURN
from games.notify.channels_of import spread
from games.notify.lanes import lane_of
from games.services.play.table import Table


def asking(game: Game, decision: Decision) -> str:
    """The kind of notice that puts a question: a plan is one's turn, all else a choice."""
    return YOUR_TURN if board_of(game.ruleset).turn.is_plan(decision.kind) else CHOICE


def seated(held: Table) -> list[User]:
    """Everybody who plays at a table, or stands in for somebody."""
    seats = held.game.seats.select_related("user", "substitute")
    return [person for seat in seats for person in (seat.user, seat.substitute) if person]


def tell(held: Table, people: Iterable[User | None], kind: str, **data: Any) -> None:
    """Tell these people of what was added to the log last."""
    facts = {"head": held.position.head, **data}
    occasion = f"entry {held.position.seq}"
    put(row(held, person, kind, occasion, facts) for person in people if person)


def row(held: Table, person: User, kind: str, occasion: str, data: dict[str, Any]) -> OutboxRow:
    """A notice about something that happens once."""
    return about(held.game, person, kind, occasion, data)


def about(
    game: Game, person: User, kind: str, occasion: str, data: dict[str, Any] | None = None
) -> OutboxRow:
    """The same for a table nobody plays at yet."""
    notice = f"{person.pk}:{game.pk}:{occasion}:{kind}"
    return OutboxRow(
        game=game,
        user=person,
        kind=kind,
        notice=notice,
        dedup=notice,
        data=data or {},
        due_at=clock.now(),
    )


def require_quiet(game: Game, *kinds: str) -> None:
    """Let nobody use a table to write letters to people without end."""
    _require_few(_lately(game=game, kind__in=kinds).values("notice"), settings.MOST_LETTERS)


def require_quiet_sender(person: User, *kinds: str) -> None:
    """The same for somebody who has many tables."""
    written = _lately(data__by=person.player_uid, kind__in=kinds).values("notice")
    _require_few(written, settings.MOST_LETTERS_BY_ONE)


def require_few_moves(person: User) -> None:
    """Let nobody move deadlines to and fro without end, however many people they play with."""
    moves = _lately(data__by=person.player_uid, kind="deadline_moved").values("data__head")
    _require_few(moves, settings.MOST_LETTERS_BY_ONE)


def _lately(**wanted: Any) -> QuerySet[OutboxRow]:
    """What was written in the last day; a letter kept in reserve was not."""
    since = clock.now() - timedelta(days=1)
    rows = OutboxRow.objects.filter(created_at__gt=since, **wanted)
    return rows.exclude(state=OutboxRow.State.SPARE)


def _require_few(occasions: QuerySet[OutboxRow, Any], most: int) -> None:
    # One occasion has a row for each channel.
    if occasions.distinct().count() >= most:
        message = _("Enough mails about this have been sent today. Try again tomorrow.")
        raise Refused("too_many_letters", message)


def put(rows: Iterable[OutboxRow]) -> None:
    """Write notices in the transaction of their event, over each channel their people want.

    One that is there stays as it is.
    """
    write(spread(list(rows)))


def write(rows: Sequence[OutboxRow]) -> None:
    """Write rows of the outbox as they are, and wake who sends them."""
    if rows:
        OutboxRow.objects.bulk_create(rows, ignore_conflicts=True)
        for lane in sorted({lane_of(row.channel) for row in rows}):
            transaction.on_commit(partial(wake.outbox, lane))
