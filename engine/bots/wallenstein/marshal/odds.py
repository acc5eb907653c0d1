"""The odds of throws the marshal thinks of: exact for what it may do, rough for what it fears.

The exact ones are those of `engine.wallenstein.odds`, in time that grows with the cubes and not
with their cube, since a plan weighs some hundred battles. Everything leaves here as a whole number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from engine.devices.tower import DEFAULT_TOWER, TOWERS, fall_distribution
from engine.kernel.core import Seat
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.state import TowerCubes, added, removed

_TOWER: Final = TOWERS[DEFAULT_TOWER]
Side = tuple[int, int]  # cubes thrown and lodged


class Forecast(NamedTuple):
    """A battle to come: shares in thousandths, and thousandths of armies left after a victory."""

    win: int
    tie: int
    survivors: int


def settled(tower: TowerCubes) -> TowerCubes:
    """The tower as a season's plans will find it: what lies in the tray is thrown again and again.

    Of cubes thrown two in five stay inside.
    """
    stay = {colour: (2 * count + 2) // 5 for colour, count in tower.tray.items()}
    return TowerCubes(lodged=added(tower.lodged, stay), tray=removed(tower.tray, stay))


def side(tower: TowerCubes, colour: str, thrown: int) -> Side:
    """The cubes of a colour in a throw: the new ones, those in the tray, those in the tower."""
    return thrown + tower.tray.get(colour, 0), tower.lodged.get(colour, 0)


def battle_forecast(
    tower: TowerCubes, thrown: Mapping[str, int], attacker: Seat, defender: str, helped: bool
) -> Forecast:
    """How an attack with these cubes is likely to end; `helped`: by the peasants."""
    everything = sum(thrown.values()) + sum(tower.tray.values())
    attack = side(tower, attacker, thrown.get(attacker, 0))
    defence = side(tower, defender, thrown.get(defender, 0))
    allies = side(tower, PEASANTS, thrown.get(PEASANTS, 0)) if helped else (0, 0)
    return _forecast(everything, attack, defence, allies)


@lru_cache(maxsize=16384)
def _forecast(n: int, attack: Side, defence: Side, allies: Side) -> Forecast:
    attackers = fall_distribution(_TOWER, *attack, n)
    both = fall_distribution(_TOWER, defence[0] + allies[0], defence[1] + allies[1], n)
    win = tie = left = below = lead = 0.0
    for count, share in enumerate(attackers):
        win += share * below
        left += share * lead
        equal = both[count] if count < len(both) else 0.0
        tie += share * equal
        below += equal
        lead += below
    if sum(allies):
        tie += _held_by_nobody(n, attackers, defence, allies)
    survivors = left / win if win > 0.0 else 0.0
    return Forecast(int(win * 1000), int(tie * 1000), int(survivors * 1000))


def _held_by_nobody(n: int, attackers: tuple[float, ...], defence: Side, allies: Side) -> float:
    """W-B7: the defence has more, but none of it is the defender's own."""
    helpers = fall_distribution(_TOWER, *allies, n)
    fewer = more = 0.0
    for count, share in enumerate(helpers):
        more += share * fewer
        fewer += attackers[count] if count < len(attackers) else 0.0
    return more * fall_distribution(_TOWER, *defence, n)[0]


def revolt_share(tower: TowerCubes, seat: Seat, armies: int, peasants: int) -> int:
    """How likely armies put down a revolt, in thousandths (W-V2: a tie does not)."""
    n = armies + peasants + sum(tower.tray.values())
    return _forecast(n, side(tower, seat, armies), side(tower, PEASANTS, peasants), (0, 0)).win


def rough_share(
    tower: TowerCubes, attacker: str, attack: int, defender: str, defence: int, allies: str
) -> int:
    """About how likely an attack succeeds, in thousandths, from the cubes to be expected."""
    tray, lodged = tower.tray, tower.lodged
    thrown = attack + tray.get(attacker, 0) - defence - tray.get(defender, 0)
    inside = lodged.get(attacker, 0) - lodged.get(defender, 0)
    if allies:
        thrown -= tray.get(allies, 0)
        inside -= lodged.get(allies, 0)
    return max(20, min(980, 440 + 138 * thrown + 100 * inside))
