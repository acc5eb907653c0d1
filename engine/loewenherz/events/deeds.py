"""Facts that somebody brings about, and the steps of the action they are part of."""

from __future__ import annotations

from abc import abstractmethod

from engine.kernel.core import Event, Seat
from engine.loewenherz.land import Landscape
from engine.loewenherz.settling import due
from engine.loewenherz.state import ACT, Realm


class Deed(Event[Realm]):
    """A fact somebody brings about; it waits until everything that follows of itself was told."""

    def fits(self, state: Realm) -> bool:
        return due(state) is None and self.allowed(state)

    @abstractmethod
    def allowed(self, state: Realm) -> bool:
        """Whether the table allows it here."""


def is_doing(state: Realm, seat: Seat, action: str) -> bool:
    """Whether a seat is at an action of which something is left."""
    doing = state.doing
    return bool(
        state.stage == ACT
        and doing
        and not state.asking
        and (state.seat, doing.action) == (seat, action)
        and doing.left > 0
    )


def done_once(state: Realm, land: Landscape, **changes: object) -> Realm:
    """One of the card's steps is done, and the land has changed."""
    doing = state.doing
    if doing is None:
        return state.but(land=land)
    step = {"left": doing.left - 1, "done": doing.done + 1}
    return state.but(land=land, doing=doing.but(**step, **changes))
