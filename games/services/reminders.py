"""Reminders: written by the tick, for whoever has not answered when a reminder's time comes."""

from __future__ import annotations

from games import clock
from games.models import Game, OutboxRow
from games.schedule import schedule_of
from games.services.downtime import credit
from games.services.notices import put, row
from games.services.table import REMINDER, Table, each_game, table

MOST_AT_ONCE = 2_000


def remind_due() -> int:
    """Write every reminder whose time has come; for how many games."""
    due = Game.objects.filter(status=Game.Status.RUNNING, remind_at__lte=clock.now())
    found = due.order_by("remind_at").values_list("pk", flat=True)[:MOST_AT_ONCE]
    return each_game(list(found), _remind)


def _remind(game_id: str) -> bool:
    """The reminder nearest to the deadline, once; earlier ones that were missed are not made up."""
    with table(game_id, Game.Status.RUNNING) as held:
        moment = clock.trusted_now(None)
        credit(held, moment)
        game = held.game
        if game.deadline is None:
            return False
        rhythm = schedule_of(game.schedule)
        hours = rhythm.reminder_due(game.deadline, moment)
        game.remind_at = rhythm.reminder_after(game.deadline, moment)
        rows = reminders(held, hours) if hours is not None else []
        put(rows)
        return bool(rows)


def reminders(held: Table, hours: int) -> list[OutboxRow]:
    """A row for each person who must answer still, and for who may stand in."""
    due = clock.written(held.game.deadline) if held.game.deadline else ""
    asked = {decision.seat: decision.id for decision in held.position.waiting}
    rows = []
    for seat in held.game.seats.filter(letter__in=asked).select_related("user", "substitute"):
        decision = asked[seat.letter]
        data = {
            "seat": seat.letter,
            "decision": decision,
            "deadline": due,
            "hours": hours,
            "head": held.position.head,
        }
        occasion = f"{decision} {due} {hours}"
        people = filter(None, (seat.user, seat.substitute))
        rows += [row(held, person, REMINDER, occasion, data) for person in people]
    return rows
