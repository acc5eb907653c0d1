"""Reminders: written by the tick, one of each deadline to whoever has not answered in time."""

from __future__ import annotations

from games import clock
from games.models import Game, OutboxRow
from games.schedule import schedule_of
from games.services.house.downtime import credit
from games.services.play.table import REMINDER, Table, each_game, table
from games.services.post.notices import put, row

MOST_AT_ONCE = 2_000


def remind_due() -> int:
    """Write every reminder whose time has come; for how many games."""
    due = Game.objects.filter(status=Game.Status.RUNNING, remind_at__lte=clock.now())
    game_ids = due.order_by("remind_at").values_list("pk", flat=True)[:MOST_AT_ONCE]
    return each_game(list(game_ids), _remind)


def _remind(game_id: str) -> bool:
    """Whoever has not been reminded of this deadline is now; after it that would be too late."""
    with table(game_id, Game.Status.RUNNING) as held:
        moment = clock.trusted_now(None)
        credit(held, moment)
        game = held.game
        # Time that was given back may have put it off.
        if game.deadline is None or game.remind_at is None or moment < game.remind_at:
            return False
        game.remind_at = schedule_of(game.schedule).reminder_after(game.deadline, moment)
        rows = reminders(held) if moment < game.deadline else []
        put(rows)
        return bool(rows)


def reminders(held: Table) -> list[OutboxRow]:
    """A row for each person who must answer still, and for who may stand in.

    Whoever was reminded of this deadline before is left alone, whatever channel that went over.
    """
    due = clock.written(held.game.deadline) if held.game.deadline else ""
    # Of several questions to one seat the first: the way to it leads to the others.
    asked = {decision.seat: decision.id for decision in reversed(held.position.waiting)}
    rows = []
    for seat in held.game.seats.filter(key__in=asked).select_related("user", "substitute"):
        decision = asked[seat.key]
        data = {
            "seat": seat.key,
            "decision": decision,
            "deadline": due,
            "head": held.position.head,
        }
        people = filter(None, (seat.user, seat.substitute))
        rows += [row(held, person, REMINDER, f"deadline {due}", data) for person in people]
    written = OutboxRow.objects.filter(notice__in=[made.notice for made in rows])
    known = set(written.values_list("notice", flat=True))
    return [made for made in rows if made.notice not in known]
