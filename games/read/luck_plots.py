"""Plots of counts beside what was to be expected: pure geometry, from numbers to a template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from games.read.charts import Tick, nice_ticks

WIDTH: Final = 384
HEIGHT: Final = 210
LEFT: Final = 40
RIGHT: Final = 12
TOP: Final = 12
BOTTOM: Final = 30
# Everything is drawn for a hundred expected ones.
HUNDRED: Final = 100
WIDEST_BAND: Final = 30.0
LEAST_EXTENT: Final = 2
MOST_EXTENT: Final = 100


@dataclass(frozen=True)
class Bar:
    """A count for a hundred expected ones, and the span where most honest ones lie."""

    label: str
    x: float
    y: float
    value: float
    top: float
    bottom: float
    low: float
    high: float
    outside: bool

    @property
    def height(self) -> float:
        """Of the span."""
        return round(self.bottom - self.top, 1)


@dataclass(frozen=True)
class Plot:
    """Everything a template needs to draw it."""

    title: str
    bars: Sequence[Bar]
    ticks: Sequence[Tick]
    middle: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM

    @property
    def half(self) -> float:
        """Half of that, to the left of the middle."""
        return round(self.band / 2, 1)

    @property
    def band(self) -> float:
        """How wide a span is drawn."""
        room = (self.right - self.left) / max(1, len(self.bars))
        return round(min(WIDEST_BAND, room * 0.6), 1)


@dataclass(frozen=True)
class Count:
    """What is plotted: a count, its expectation and its span."""

    label: str
    happened: float
    expected: float
    span: tuple[float, float]


def plot(title: str, counts: Sequence[Count]) -> Plot:
    """A plot of some counts; those with nothing expected are left out."""
    shown = [count for count in counts if count.expected > 0]
    parts = [
        [_hundreds(count, value) for value in (count.happened, *count.span)] for count in shown
    ]
    furthest = max((abs(value - HUNDRED) for values in parts for value in values), default=0)
    extent = min(MOST_EXTENT, max(LEAST_EXTENT, ceil(furthest)))
    steps = nice_ticks(extent)
    top = steps[-1]

    def height(value: float) -> float:
        share = (max(-top, min(top, value - HUNDRED)) + top) / (2 * top)
        return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share, 1)

    room = (WIDTH - LEFT - RIGHT) / max(1, len(shown))
    bars = [
        Bar(
            label=count.label,
            x=round(LEFT + room * (at + 0.5), 1),
            y=height(value),
            value=round(value, 1),
            top=height(high),
            bottom=height(low),
            low=round(low, 1),
            high=round(high, 1),
            outside=not low <= value <= high,
        )
        for at, (count, (value, low, high)) in enumerate(zip(shown, parts, strict=True))
    ]
    marks = sorted({HUNDRED + sign * step for step in _few(steps) for sign in (-1, 1)})
    ticks = [Tick(height(mark), str(mark)) for mark in marks]
    return Plot(title, bars, ticks, height(HUNDRED))


def _hundreds(count: Count, value: float) -> float:
    return HUNDRED * value / count.expected


def _few(steps: Sequence[int]) -> Sequence[int]:
    """Not too many lines, each as far from the next: each step stands twice, above and below."""
    last = len(steps) - 1
    return [0, steps[-1]] if last % 2 else [0, steps[last // 2], steps[-1]]
