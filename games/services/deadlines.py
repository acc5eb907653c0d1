"""Deadlines: set with every step, extended, credited; each change an event with who and why."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from engine.journal import DeadlineSet, GamePaused, GameResumed
from games import access, clock
from games.errors import Refused
from games.models import Game, User
from games.schedule import schedule_of
from games.services.table import Table, plain, table

LONGEST_EXTENSION = timedelta(days=30)


def set_deadline(held: Table, moment: datetime, reason: str, by: str = "house") -> None:
    """The deadline of a question put at this moment, by the game's schedule."""
    due = schedule_of(held.game.schedule).deadline_after(moment)
    move_deadline(held, due, moment, reason, by, "")


def move_deadline(
    held: Table, due: datetime | None, moment: datetime, reason: str, by: str, why: str
) -> None:
    """Record and set a deadline, to the second, as the log tells it."""
    held.game.deadline = due.replace(microsecond=0) if due else None
    told = clock.written(due) if due else None
    held.note(DeadlineSet(told, reason, by, why), moment)


def deadline_extend(*, person: User, game_id: str, hours: int, why: str) -> Game:
    """The host gives everybody more time."""
    if not 1 <= hours <= LONGEST_EXTENSION.days * 24:
        raise Refused("bad_hours", _("An extension is 1 to 720 hours."))
    with table(game_id, Game.Status.RUNNING) as held:
        access.require_host(held.game, person)
        if held.game.deadline is None:
            raise Refused("no_deadline", _("This game has no deadline now."))
        moment = clock.trusted_now(None)
        due = max(held.game.deadline, moment) + timedelta(hours=hours)
        move_deadline(held, due, moment, "extended", person.player_uid, plain(why, 300))
    return held.game


def game_pause(*, person: User, game_id: str, why: str) -> Game:
    """The host lets the game rest; answers may still be given."""
    with table(game_id, Game.Status.RUNNING) as held:
        access.require_host(held.game, person)
        held.note(GamePaused(person.player_uid, plain(why, 300)), clock.now())
        held.game.status = Game.Status.PAUSED
    return held.game


def game_resume(*, person: User, game_id: str, why: str) -> Game:
    """The game goes on, with a fresh deadline."""
    with table(game_id, Game.Status.PAUSED) as held:
        access.require_host(held.game, person)
        moment = clock.trusted_now(None)
        held.note(GameResumed(person.player_uid, plain(why, 300)), moment)
        held.game.status = Game.Status.RUNNING
        set_deadline(held, moment, "resumed", person.player_uid)
    return held.game
