"""A letter a day for who waits for their turn, if they want it; the tick writes it in the evening.

One for each game and day, and only if something happened that no letter has told them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from functools import partial
from typing import Final

from django.db.models import Q

from engine.kernel.journal import StepBegan
from games import clock
from games.absences import zone_of
from games.boards import BOARDS
from games.log import store
from games.models import Game, OutboxRow, Seat, User
from games.notice_kinds import DAILY
from games.read.since import last_turn
from games.services.play.table import each_game, table
from games.services.post.announcements import History
from games.services.post.notices import about, put

# By the clock of its reader.
EVENING: Final = time(18)


def report_daily() -> int:
    """Write the daily letters whose hour has come; how many."""
    moment, written = clock.now(), 0
    wanting = User.objects.filter(
        notice_choices__kind=DAILY, notice_choices__wanted=True, deleted_at=None
    )
    for person in wanting.distinct():
        day = _day_of(person, moment)
        if day is not None:
            write = partial(_write, person=person, day=day)
            written += each_game(list(_untold(person, day)), write)
    return written


def _day_of(person: User, moment: datetime) -> date | None:
    """The day somebody may be told of by now; none before the evening."""
    local = moment.astimezone(zone_of(person.time_zone))
    return local.date() if local.time() >= EVENING else None


def _untold(person: User, day: date) -> Iterator[str]:
    """The games of turns somebody plays in that have written them no letter on this day."""
    by_turns = [key for key, board in BOARDS.items() if board.by_turns]
    games = Game.objects.filter(
        Q(seats__user=person) | Q(seats__substitute=person),
        status=Game.Status.RUNNING,
        ruleset__in=by_turns,
    )
    for game in games.distinct():
        notice = about(game, person, DAILY, _occasion(day)).notice
        if not OutboxRow.objects.filter(notice=notice).exists():
            yield game.pk


def _occasion(day: date) -> str:
    return f"day {day}"


def _write(game_id: str, *, person: User, day: date) -> bool:
    """Whoever is asked has a letter already; for all others what no letter has told them."""
    with table(game_id, Game.Status.RUNNING) as held:
        game, position = held.game, held.position
        mine = Seat.objects.filter(Q(user=person) | Q(substitute=person), game=game)
        # As everywhere, one's own seat comes before one that is lent.
        seat = sorted(mine, key=lambda one: one.user_id != person.pk)[0].key
        if any(decision.seat == seat for decision in position.waiting):
            return False
        history = History(game, position.seq, [person.pk])
        moved, steps = last_turn(game, seat), store.seqs_of(game, [StepBegan.kind])
        since = max(history.told_by_mail(person), moved)
        # The step that plays one's own move is no news.
        own = next((step for step in steps if step > moved), 0) if moved else 0
        if not steps or steps[-1] <= max(since, own, history.told_at_all(person)):
            return False
        data = {"seat": seat, "since": since, "until": position.seq, "head": position.head}
        put([about(game, person, DAILY, _occasion(day), data)])
        return True
