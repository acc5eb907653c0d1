"""Gifts that no action brings: Thalers, grain, points, armies into the tray."""

from __future__ import annotations

from typing import Final

from engine.kernel.core import Seat
from engine.wallenstein.state import State

THALERS: Final = "thalers"
GRAIN: Final = "grain"
POINTS: Final = "victory_points"
ARMIES: Final = "armies_to_tray"
GAINS: Final = (POINTS, ARMIES, THALERS, GRAIN)

_OF_A_PLAYER: Final = {THALERS: "money", GRAIN: "grain", POINTS: "points"}


def to_be_had(state: State, seat: Seat, what: str, amount: int) -> int:
    """How much of a gain there is: armies only as far as the supply reaches."""
    return min(amount, state.supply(seat)) if what == ARMIES else amount


def into_tray(seat: Seat, what: str, amount: int) -> dict[str, int]:
    """The cubes that a gain lays into the tray, for whoever follows the cubes."""
    return {seat: amount} if what == ARMIES and amount else {}


def gained(state: State, seat: Seat, what: str, amount: int) -> State:
    """The position after a seat has got its gain."""
    if what == ARMIES:
        return state.take_supply({seat: amount}).into_tray({seat: amount})
    return state.with_player(seat, **{_OF_A_PLAYER[what]: amount})
