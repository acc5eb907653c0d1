"""Towers that throw for tests: honest ones, and others."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.devices.tower import TOWERS, Tower, fall_shares
from engine.kernel.core import Json
from games.luck.tally import Streak, Tally

SIEVE = TOWERS["sieve-1"]
COLOURS = ("A", "B", "C", "peasants")
Fall = Callable[[np.random.Generator, str, int, int, tuple[float, float]], int]


def fairly(
    chance: np.random.Generator, _colour: str, thrown: int, lodged: int, falls: tuple[float, float]
) -> int:
    """How many of a colour fall, by the specification."""
    return int(chance.binomial(thrown, falls[0]) + chance.binomial(lodged, falls[1]))


def throws(seed: int, number: int, tower: Tower = SIEVE, fall: Fall = fairly) -> list[Json]:
    """A game of many throws: what stays inside lies there at the next one."""
    chance = np.random.default_rng(seed)
    lodged: dict[str, int] = {}
    made = []
    for _ in range(number):
        drawn = {c: int(chance.integers(0, 5)) for c in COLOURS}
        thrown = {c: n for c, n in drawn.items() if n} or {"A": 1}
        falls = fall_shares(tower, sum(thrown.values()))
        inside = {c: lodged.get(c, 0) for c in COLOURS}
        fell = {c: n for c in COLOURS if (n := fall(chance, c, thrown.get(c, 0), inside[c], falls))}
        made.append({"thrown": thrown, "lodged": dict(lodged), "fell": fell})
        stays = {c: inside[c] + thrown.get(c, 0) - fell.get(c, 0) for c in COLOURS}
        lodged = {c: n for c, n in stays.items() if n}
    return made


def tally_of(records: list[Json], tower: Tower = SIEVE) -> Tally:
    """One game, counted."""
    tally = Tally()
    streak: Streak | None = None
    for record in records:
        streak = tally.add(tower, record, streak)
    return tally
