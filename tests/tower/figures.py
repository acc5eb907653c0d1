"""Measures the tower with exact throws: `python -m tests.tower.figures` prints the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np

from engine.devices.tower import DEFAULT_TOWER, TOWERS, throw

THROWS = 100_000
TOWER = TOWERS[DEFAULT_TOWER]


class BulkWords:
    """One long Philox stream, fetched in bulk so that many throws take seconds."""

    def __init__(self, key: int) -> None:
        self._philox = np.random.Philox(key=key)
        self._ready: list[int] = []
        self._next = 0

    def words(self, count: int) -> list[int]:
        """The next words."""
        if self._next + count > len(self._ready):
            self._ready = self._ready[self._next :] + self._philox.random_raw(1 << 16).tolist()
            self._next = 0
        self._next += count
        return self._ready[self._next - count : self._next]


class LongRun(NamedTuple):
    """What seven-cube throws into one tower left inside and let fall."""

    lodged: list[int]
    fell: list[int]
    emptied_by_one: float

    def share_falling(self, least: int, most: int) -> float:
        """The share of throws that let so many cubes fall."""
        return sum(least <= count <= most for count in self.fell) / len(self.fell)


@cache
def first_filling(cubes: int) -> float:
    """The share of the cubes of a first filling that falls out."""
    words = BulkWords(cubes)
    fell = sum(throw(TOWER, words, {"A": cubes}, {})["A"] for _ in range(THROWS))
    return fell / THROWS / cubes


@cache
def long_run() -> LongRun:
    """Seven cubes thrown again and again, and each time first, on the side, a single one."""
    words = BulkWords(7)
    lodged, fell, emptied, inside = [], [], 0, 0
    for _ in range(THROWS):
        loose = throw(TOWER, words, {"B": 1}, {"A": inside}).get("A", 0)
        emptied += 0 < inside == loose
        out = throw(TOWER, words, {"A": 7}, {"A": inside}).get("A", 0)
        inside += 7 - out
        lodged.append(inside)
        fell.append(out)
    return LongRun(lodged, fell, emptied / THROWS)


@cache
def loosened(thrown: int) -> float:
    """The share of seven lodged cubes that falls when so many are thrown."""
    words = BulkWords(1000 + thrown)
    fell = sum(throw(TOWER, words, {"A": thrown}, {"B": 7}).get("B", 0) for _ in range(THROWS))
    return fell / THROWS / 7


def table() -> Iterator[str]:
    """The rows of docs/tower.md."""
    for cubes in (31, 38, 45):
        share = first_filling(cubes)
        yield f"| T-3 | first filling of {cubes}: falls out | {share:.1%} | 50% to 67% |"
    run = long_run()
    yield f"| T-4 | throws of 7: lodged on average | {fmean(run.lodged):.2f} | 5 to 9 |"
    yield f"| T-4 | throws of 7: fall out on average | {fmean(run.fell):.2f} | |"
    yield f"| T-4 | throws of 7: standard deviation of it | {pstdev(run.fell):.2f} | 1.7 to 2.3 |"
    yield f"| T-4 | throws of 7: 4 to 10 fall out | {run.share_falling(4, 10):.1%} | |"
    for thrown in (1, 7, 14):
        yield f"| T-5 | {thrown} thrown: of 7 lodged fall | {loosened(thrown):.1%} | |"
    yield f"| T-5 | one thrown: empties the tower | {run.emptied_by_one:.3%} | rarely |"


if __name__ == "__main__":
    print("\n".join(table()))
