"""Notices: outbox rows written with the event they tell of, once for each person and occasion."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction

from games import clock, wake
from games.models import Game, OutboxRow, User
from games.services.table import Table


def announce(held: Table, *, since: int) -> None:
    """After a step: a report for everybody, a question for whoever must answer, or the end."""
    asked = {decision.seat: decision.id for decision in held.position.waiting}
    rows = []
    for seat in held.game.seats.select_related("user", "substitute"):
        for person in filter(None, {seat.user, seat.substitute}):
            data = {
                "seat": seat.letter,
                "since": since,
                "until": held.position.seq,
                "head": held.position.head,
            }
            occasion = f"step {held.position.step}"
            kind = "game_over" if held.position.finished else "season_report"
            rows.append(row(held, person, kind, occasion, data))
            if seat.letter in asked:
                rows.append(row(held, person, "your_turn", asked[seat.letter], data))
    put(rows)


def seated(held: Table) -> list[User]:
    """Everybody who plays at a table, or stands in for somebody."""
    seats = held.game.seats.select_related("user", "substitute")
    return [person for seat in seats for person in (seat.user, seat.substitute) if person]


def tell(held: Table, people: Iterable[User | None], kind: str, **data: Any) -> None:
    """Tell these people of what was added to the log last."""
    told = {"head": held.position.head, **data}
    occasion = f"entry {held.position.seq}"
    put(row(held, person, kind, occasion, told) for person in people if person)


def row(held: Table, person: User, kind: str, occasion: str, data: dict[str, Any]) -> OutboxRow:
    """A notice about something that happens once."""
    return about(held.game, person, kind, occasion, data)


def about(
    game: Game, person: User, kind: str, occasion: str, data: dict[str, Any] | None = None
) -> OutboxRow:
    """The same for a table nobody plays at yet."""
    return OutboxRow(
        game=game,
        user=person,
        kind=kind,
        dedup=f"{person.pk}:{game.pk}:{occasion}:{kind}",
        data=data or {},
        due_at=clock.now(),
    )


def put(rows: Iterable[OutboxRow]) -> None:
    """Write notices in the transaction of their event; one that is there stays as it is."""
    if written := list(rows):
        OutboxRow.objects.bulk_create(written, ignore_conflicts=True)
        transaction.on_commit(partial(wake.outbox))
