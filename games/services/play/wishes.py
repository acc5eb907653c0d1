"""What was left beforehand, taken back: nothing older may come into force by that."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Seat
from games import access
from games.boards import board_of
from games.errors import NotFound, Refused
from games.models import GOING_ON, User
from games.read.wishes import answers_for
from games.services.play.table import Table, table
from games.services.play.turns import not_open, submit_at, withdraw_at


def wish_withdraw(
    *, person: User, game_id: str, kind: str, keep: Any = None, seen: str | None = None
) -> None:
    """Let nothing that a seat has left of a kind be in force; what is to `keep` is a draft then.

    An answer to an earlier question of the kind cannot be taken back any more, so it is followed by
    one that says nothing.
    """
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_of(held.seat).key
        wishes = board_of(held.game.ruleset).wishes
        if wishes is None or kind not in wishes.kinds:
            raise NotFound("no_such_wish", _("Nothing of this kind can be left in this game."))
        asked = next(
            (d.id for d in held.position.decisions if d.seat == seat and d.kind == kind), None
        )
        if asked is None:
            raise not_open(kind)
        if _in_force(held, kind, seat) is None:
            raise Refused("nothing_to_withdraw", _("You have not answered this yet."))
        if asked in held.position.sealed:
            withdraw_at(held, asked, keep, seen)
        if _in_force(held, kind, seat) is not None:
            submit_at(held, asked, wishes.nothing(kind))


def _in_force(held: Table, kind: str, seat: Seat) -> str | None:
    wishes, position = board_of(held.game.ruleset).wishes, held.position
    return (
        wishes.in_force(position.state, answers_for(position, seat), kind, seat) if wishes else None
    )
