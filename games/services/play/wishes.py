"""What was left beforehand, taken back: nothing older may come into force by that."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Seat
from games import access
from games.boards import board_of
from games.boards.board import WishPart
from games.errors import NotFound, Refused
from games.models import GOING_ON, User
from games.read.wishes import answers_for
from games.services.play.table import Table, table
from games.services.play.turns import not_open, require_open, submit_at, withdraw_at


def wish_withdraw(
    *, person: User, game_id: str, kind: str, keep: Any = None, seen: str | None = None
) -> None:
    """Let nothing that a seat has left of a kind be in force; what is to `keep` is a draft then."""
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_of(held.seat).key
        if not is_wish(held, kind):
            raise NotFound("no_such_wish", _("Nothing of this kind can be left in this game."))
        asked = _question(held, kind, seat)
        if asked is None:
            raise not_open(kind)
        take_back_at(held, asked.id, keep, seen)


def take_back(
    *, person: User, game_id: str, decision: str, keep: Any = None, seen: str | None = None
) -> None:
    """Take back the answer to a question, whatever it asks for; what is to `keep` is a draft."""
    with table(game_id, *GOING_ON, person=person) as held:
        take_back_at(held, decision, keep, seen)


def take_back_at(held: Table, decision: str, keep: Any = None, seen: str | None = None) -> None:
    """The same at a table that is held for a person already.

    What was left to an earlier question of the kind cannot be taken back any more, so it is
    followed by an answer that says nothing.
    """
    asked, seat = held.position.decision(decision), access.seat_of(held.seat)
    if asked is None or not is_wish(held, asked.kind):
        withdraw_at(held, decision, keep, seen)
        return
    require_open(held, decision, seat)
    if not counts(held, asked):
        raise Refused("nothing_to_withdraw", _("You have left nothing that can be taken back."))
    if decision in held.position.sealed:
        withdraw_at(held, decision, keep, seen)
    if counts(held, asked):
        submit_at(held, decision, _wishes(held).nothing(asked.kind))


def is_wish(held: Table, kind: str) -> bool:
    """Whether a question of this kind asks for what may be left beforehand."""
    wishes = board_of(held.game.ruleset).wishes
    return wishes is not None and kind in wishes.kinds


def counts(held: Table, asked: Decision) -> bool:
    """Whether anything its seat has said to a question counts, or to an earlier one of the kind."""
    if not is_wish(held, asked.kind):
        return asked.id in held.position.sealed
    wishes, answers = _wishes(held), answers_for(held.position, asked.seat)
    name = wishes.in_force(held.position.state, answers, asked.kind, asked.seat)
    return name is not None and answers[name] != wishes.nothing(asked.kind)


def _question(held: Table, kind: str, seat: Seat) -> Decision | None:
    asked = (d for d in held.position.decisions if d.seat == seat and d.kind == kind)
    return next(asked, None)


def _wishes(held: Table) -> WishPart:
    wishes = board_of(held.game.ruleset).wishes
    if wishes is None:
        raise ValueError(f"nothing can be left beforehand in {held.game.ruleset}")
    return wishes
