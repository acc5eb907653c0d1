"""The tower on trial: everything that was counted beside what the specification says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.devices.tower import Tower
from games.luck.law import REACH, chi_square_tail, two_sided
from games.luck.tally import PARTS, Cell, Tally, moments

# Throws by how many cubes go in at once: from one number up to the next.
SIZES: Final = (1, 4, 7, 10, 15, 25)
# Below that nothing is said: the laws used here are those of many throws.
ENOUGH: Final = 100
FEWEST_EXPECTED: Final = 5.0
# Four checks are made: each is doubted only below a quarter of one in a hundred.
DOUBT: Final = 0.01 / 4


@dataclass(frozen=True)
class TrialRow:
    """Something counted: what happened, what was to be expected, how far that may stray."""

    key: str
    tries: int
    happened: int
    expected: float
    deviation: float

    @property
    def strayed(self) -> float:
        """The difference in standard deviations."""
        return (self.happened - self.expected) / self.deviation if self.deviation else 0.0

    @property
    def span(self) -> tuple[float, float]:
        """Where ninety-five of a hundred such counts lie."""
        reach = REACH * self.deviation
        return max(0.0, self.expected - reach), self.expected + reach

    @property
    def chance(self) -> float:
        """How often chance alone strays so far."""
        return two_sided(self.strayed)

    @property
    def is_outside(self) -> bool:
        """Whether it lies outside of its span; one in twenty does."""
        low, high = self.span
        return not low <= self.happened <= high


@dataclass(frozen=True)
class Check:
    """Rows that are tested together."""

    key: str
    rows: Sequence[TrialRow]
    value: float
    freedom: int

    @property
    def chance(self) -> float | None:
        """How often an honest tower strays at least so far; none where too little was counted."""
        return chi_square_tail(self.value, self.freedom) if self.freedom > 0 else None

    @property
    def doubtful(self) -> bool:
        """Whether this is more than chance should be blamed for."""
        return self.chance is not None and self.chance < DOUBT


@dataclass(frozen=True)
class Trial:
    """All checks of one tower."""

    tower: Tower
    throws: int
    cubes: int
    checks: Sequence[Check]

    @property
    def enough(self) -> bool:
        """Whether there are throws enough to say anything."""
        return self.throws >= ENOUGH

    @property
    def doubtful(self) -> bool:
        """Whether any check speaks against the tower."""
        return self.enough and any(check.doubtful for check in self.checks)


def trial(tower: Tower, tally: Tally) -> Trial:
    """Test what was counted: by colour, by size, by how far throws stray, and by runs."""
    colours = sorted({colour for colour, _ in tally.cells}, key=lambda c: (len(c) > 1, c))
    by_colour = [
        _row(tower, colour, [(n, cell) for (c, n), cell in tally.cells.items() if c == colour])
        for colour in colours
    ]
    by_size = [
        _row(tower, key, [(n, cell) for (_, n), cell in tally.cells.items() if low <= n < high])
        for key, low, high in size_groups()
    ]
    checks = [
        _check("colour", by_colour),
        _check("size", [row for row in by_size if row.tries]),
        _spread(tally),
        _check(
            "runs", [_run(at, tally) for at in range(len(tally.runs)) if tally.runs[at].reached]
        ),
    ]
    cubes = sum(cell.thrown + cell.lodged for cell in tally.cells.values())
    return Trial(tower, tally.throws, cubes, checks)


def size_groups() -> list[tuple[str, int, int]]:
    """Each group of sizes: its name, the first that belongs to it, the first that does not."""
    ends = [*SIZES[1:], 10**6]
    names = [f"{low}–{high - 1}" for low, high in zip(SIZES, ends, strict=True)]
    names[-1] = f"{SIZES[-1]}+"
    return [(n, low, high) for n, low, high in zip(names, SIZES, ends, strict=True)]


def _row(tower: Tower, key: str, cells: Iterable[tuple[int, Cell]]) -> TrialRow:
    tries = happened = 0
    expected = variance = 0.0
    for size, cell in cells:
        mean, spread = moments(tower, size, cell.thrown, cell.lodged)
        expected, variance = expected + mean, variance + spread
        tries += cell.thrown + cell.lodged
        happened += cell.fell
    return TrialRow(key, tries, happened, expected, sqrt(variance))


def _run(at: int, tally: Tally) -> TrialRow:
    run = tally.runs[at]
    key = f"{at + 1}" if at + 1 < len(tally.runs) else f"{at + 1}+"
    return TrialRow(key, run.reached, run.went_on, run.expected / PARTS, sqrt(run.variance / PARTS))


def _check(key: str, rows: Sequence[TrialRow]) -> Check:
    sure = [row for row in rows if row.deviation**2 >= FEWEST_EXPECTED]
    return Check(key, rows, sum(row.strayed**2 for row in sure), len(sure))


def _spread(tally: Tally) -> Check:
    """Pearson's test; throws differ in their laws, so that it errs on the tower's side."""
    rows = []
    for number, heap in enumerate(tally.heaps):
        expected = heap.expected / PARTS
        share = expected / tally.throws if tally.throws else 0.0
        deviation = sqrt(expected * max(0.0, 1 - share))
        rows.append(TrialRow(str(number), tally.throws, heap.happened, expected, deviation))
    sure = [row for row in rows if row.expected >= FEWEST_EXPECTED]
    value = sum((row.happened - row.expected) ** 2 / row.expected for row in sure)
    return Check("spread", rows, value, len(sure) - 1 if len(sure) > 1 else 0)
