"""What a position is worth to a seat when a season is over: how far ahead it may end.

Values are whole numbers, thousandths of a victory point, so that every machine reads them alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.kernel.core import Seat
from engine.wallenstein.board import COUNTIES, SEASONS
from engine.wallenstein.score import winter_scores
from engine.wallenstein.state import State


@dataclass(frozen=True)
class Prospects:
    """What things on the board have come to by the end of a game."""

    county: int
    building: int
    majority: int
    thaler: int
    # A county that grain in sight will not feed, and one in reach of as many enemies.
    unfed: int
    menaced: int
    army: int
    # An army inside the tower or in its tray: it comes out in a later battle.
    cube: int


# By the seasons still to be planned; fitted to a thousand games of marshals (docs/bots.md).
PROSPECTS: Final[Mapping[int, Prospects]] = {
    5: Prospects(2200, 1100, 300, 600, unfed=1500, menaced=800, army=430, cube=1000),
    4: Prospects(2200, 1000, 300, 600, unfed=1400, menaced=1300, army=430, cube=1450),
    3: Prospects(1400, 300, 50, 410, unfed=0, menaced=850, army=290, cube=550),
    2: Prospects(1800, 400, 50, 330, unfed=800, menaced=1200, army=250, cube=700),
    1: Prospects(1900, 600, 160, 290, unfed=730, menaced=1230, army=170, cube=1230),
}
# Rivals count, the first of them more: shares of their hopes, in thousandths.
FIRST_RIVAL: Final = 300
ALL_RIVALS: Final = 400
# At the end a victory counts; how high is worth telling apart only where it is close.
VICTORY: Final = 20_000
CLOSE: Final = 15_000
# A county or two are still won before winter, and must be fed.
MOUTHS_TO_COME: Final = 2


def advantage(state: State, seat: Seat) -> int:
    """How far a seat is ahead of the others, the first of them above all."""
    scores = winter_scores(state.seats, state.counties, state.rules.majorities)
    hopes = {one: expectation(state, one, scores[one]["total"]) for one in state.seats}
    own = hopes.pop(seat)
    first = max(hopes.values())
    if state.result is None:
        mean = sum(hopes.values()) // len(hopes)
        return own - (FIRST_RIVAL * first + ALL_RIVALS * mean) // 1000
    won = VICTORY // len(state.result.winners) if seat in state.result.winners else 0
    return won + 2 * max(-CLOSE, min(CLOSE, own - first))


def expectation(state: State, seat: Seat, if_winter_came: int) -> int:
    """The points a seat may hope to have at the end."""
    player = state.players[seat]
    if state.result is not None:
        return 1000 * player.points
    worth = PROSPECTS[seasons_to_plan(state)]
    own = {name: county for name, county in state.counties.items() if county.owner == seat}
    buildings = sum(len(county.buildings) for county in own.values())
    cubes = state.tower.lodged.get(seat, 0) + state.tower.tray.get(seat, 0)
    return (
        1000 * player.points
        + worth.county * len(own)
        + worth.building * buildings
        + worth.majority * (if_winter_came - len(own) - buildings)
        + worth.thaler * player.money
        + worth.army * sum(county.armies for county in own.values())
        + worth.cube * cubes
        - worth.unfed * max(0, len(own) + MOUTHS_TO_COME - grain_in_sight(state, seat))
        - worth.menaced * sum(is_menaced(state, name) for name in own)
    )


def seasons_to_plan(state: State) -> int:
    """How many seasons of the game are still to be planned, the one at hand among them."""
    years = state.rules.years - state.season.year
    return years * len(SEASONS) + len(SEASONS) - SEASONS.index(state.season.name)


def grain_in_sight(state: State, seat: Seat) -> int:
    """Grain in the barn and what quiet counties can give before winter."""
    seasons = len(SEASONS) - SEASONS.index(state.season.name)
    quiet = [COUNTIES[n].grain for n in state.owned(seat) if not state.counties[n].revolt]
    return state.players[seat].grain + sum(sorted(quiet, reverse=True)[:seasons])


def is_menaced(state: State, county: str) -> bool:
    """Whether a rival next to a county could attack it with as many armies as stand there."""
    here = state.counties[county]
    for name in COUNTIES[county].neighbours:
        other = state.counties.get(name)
        if other and other.owner not in (None, here.owner) and other.armies > here.armies:
            return True
    return False
