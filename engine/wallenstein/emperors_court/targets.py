"""Where a favour may be used, and where it is (P-7)."""

from __future__ import annotations

from engine.kernel.core import Json, Seat
from engine.wallenstein.actions import site_obstacle
from engine.wallenstein.emperors_court.cards import CALM, DEPLOY, FAVORS, TARGETED, Favor
from engine.wallenstein.state import State


def legal_targets(state: State, seat: Seat, favor: Favor) -> list[str]:
    """P-7: the counties in which a favour can be used now, in the order of the map."""
    own = counties_for(state, seat, favor)
    if favor.kind == DEPLOY:
        return own if state.supply(seat) else []
    if favor.kind == CALM:
        return [name for name in own if state.counties[name].revolt]
    return [name for name in own if site_obstacle(state, favor.building, name) is None]


def counties_for(state: State, seat: Seat, favor: Favor) -> list[str]:
    """P-7: the counties that a wish for a favour may name."""
    if favor.kind not in TARGETED:
        return []
    owners = (seat, None) if favor.kind == DEPLOY else (seat,)
    return [name for name, county in state.counties.items() if county.owner in owners]


def target(state: State, seat: Seat, favor: Favor, wish: Json) -> str | None:
    """P-7: the first of the counties named in which the favour can be used, or the first at all."""
    legal = legal_targets(state, seat, favor)
    named = [name for name in wish.get("counties", ()) if name in legal]
    if not named and state.rules.favors_find_a_county:
        named = legal
    return named[0] if named else None


def is_open(state: State, seat: Seat, wish: Json) -> bool:
    """P-7: whether a wish says nothing of where, and there are counties to choose from."""
    favor = FAVORS[wish["favor"]]
    targeted = favor.kind in TARGETED and "counties" not in wish
    return targeted and bool(legal_targets(state, seat, favor))
