"""All throws counted: whole numbers, which one throw after the other adds to, in any order.

Given what lay in the tower, the law of the next throw is known exactly, whatever came before. So
the differences between what fell and what was to be expected add up like the steps of a fair game:
their sum has a known spread, even where the throws of a game depend on each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Final

from engine.devices.tower import Tower, fall_distribution, fall_shares
from engine.kernel.core import Json

# Chances are added up as whole billionths: then no order of adding gives another sum.
PARTS: Final = 10**9
# How far a throw strays, in standard deviations: these ends divide the throws into five heaps.
ENDS: Final = (-1.5, -0.5, 0.5, 1.5)
# Runs of this length and longer are counted together.
LONGEST: Final = 6


@dataclass(frozen=True)
class Streak:
    """How many throws in a row let more fall than expected, or did not."""

    above: bool
    length: int


@dataclass
class Cell:
    """The cubes of one colour in throws of one size."""

    throws: int = 0
    thrown: int = 0
    lodged: int = 0
    fell: int = 0


@dataclass
class Heap:
    """Throws that strayed about as far: how many there are, and how many were to be expected."""

    happened: int = 0
    expected: int = 0


@dataclass
class Run:
    """Runs that had reached a length: how many, how many went on, how many were to be expected."""

    reached: int = 0
    went_on: int = 0
    expected: int = 0
    variance: int = 0


@dataclass
class Tally:
    """Everything that is remembered of all throws of a tower."""

    throws: int = 0
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)
    heaps: list[Heap] = field(default_factory=lambda: [Heap() for _ in range(len(ENDS) + 1)])
    runs: list[Run] = field(default_factory=lambda: [Run() for _ in range(LONGEST)])

    def add(self, tower: Tower, record: Json, before: Streak | None) -> Streak | None:
        """Count a throw as the log tells of it, after the streak of its game; the streak now."""
        thrown, lodged, fell = record["thrown"], record["lodged"], record["fell"]
        law = Law.of(tower, thrown, lodged)
        if law is None:
            return before
        self.throws += 1
        for colour in sorted({**thrown, **lodged}):
            cell = self.cells.setdefault((colour, law.size), Cell())
            cell.throws += 1
            cell.thrown += thrown.get(colour, 0)
            cell.lodged += lodged.get(colour, 0)
            cell.fell += fell.get(colour, 0)
        count = sum(fell.values())
        for number, chance in enumerate(law.heaps()):
            self.heaps[number].expected += round(PARTS * chance)
        self.heaps[law.heap(count)].happened += 1
        return self._follow(before, count > law.mean, law.above())

    def _follow(self, before: Streak | None, above: bool, chance: float) -> Streak:
        if before is None:
            return Streak(above, 1)
        run = self.runs[min(before.length, LONGEST) - 1]
        goes_on = chance if before.above else 1.0 - chance
        run.reached += 1
        run.expected += round(PARTS * goes_on)
        run.variance += round(PARTS * goes_on * (1.0 - goes_on))
        if above != before.above:
            return Streak(above, 1)
        run.went_on += 1
        return Streak(above, before.length + 1)

    def to_json(self) -> Json:
        """The same for a table."""
        return {
            "throws": self.throws,
            "cells": [
                [colour, size, cell.throws, cell.thrown, cell.lodged, cell.fell]
                for (colour, size), cell in sorted(self.cells.items())
            ],
            "heaps": [[heap.happened, heap.expected] for heap in self.heaps],
            "runs": [[r.reached, r.went_on, r.expected, r.variance] for r in self.runs],
        }

    @staticmethod
    def from_json(stored: Json) -> Tally:
        """Read again what was kept; nothing at all is an empty tally."""
        if not stored:
            return Tally()
        return Tally(
            throws=stored["throws"],
            cells={(colour, size): Cell(*rest) for colour, size, *rest in stored["cells"]},
            heaps=[Heap(*heap) for heap in stored["heaps"]],
            runs=[Run(*run) for run in stored["runs"]],
        )


@dataclass(frozen=True)
class Law:
    """How many cubes of a throw fall out, all colours together."""

    size: int
    mean: float
    deviation: float
    chances: tuple[float, ...]

    @staticmethod
    def of(tower: Tower, thrown: Mapping[str, int], lodged: Mapping[str, int]) -> Law | None:
        """The law of a throw; none where there is nothing to throw."""
        size, inside = sum(thrown.values()), sum(lodged.values())
        mean, variance = moments(tower, size, size, inside)
        if not variance:
            return None
        return Law(size, mean, sqrt(variance), fall_distribution(tower, size, inside, size))

    def heap(self, count: int) -> int:
        """The heap a throw belongs to."""
        strayed = (count - self.mean) / self.deviation
        return sum(strayed > end for end in ENDS)

    def heaps(self) -> list[float]:
        """The chance of each heap."""
        parts: list[list[float]] = [[] for _ in range(len(ENDS) + 1)]
        for count, chance in enumerate(self.chances):
            parts[self.heap(count)].append(chance)
        return [fsum(part) for part in parts]

    def above(self) -> float:
        """The chance that more falls than expected."""
        return fsum(chance for count, chance in enumerate(self.chances) if count > self.mean)


def moments(tower: Tower, size: int, thrown: int, lodged: int) -> tuple[float, float]:
    """Mean and variance of what falls, of some cubes in throws of one size."""
    passing, loosened = fall_shares(tower, size)
    mean = thrown * passing + lodged * loosened
    return mean, thrown * passing * (1 - passing) + lodged * loosened * (1 - loosened)
