"""Line charts: pure geometry, from numbers to what a template draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

WIDTH: Final = 384
HEIGHT: Final = 230
LEFT: Final = 28
RIGHT: Final = 120
TOP: Final = 12
BOTTOM: Final = 40
LABEL_GAP: Final = 15
MOST_TICKS: Final = 5
LONGEST_LABEL: Final = 14
# More than this under the axis, or upon a line, would cover each other.
MOST_MARKS: Final = 12

# Told apart without colour: how a line is broken, and the shape at each of its points.
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 2 1 2", "12 4")
MARKERS: Final = ("disc", "square", "triangle", "diamond", "cross", "ring")


@dataclass(frozen=True)
class Series:
    """What one player had, chapter by chapter."""

    key: str
    name: str
    values: Sequence[int]


@dataclass(frozen=True)
class Mark:
    """A place on the horizontal axis: a short word, what groups it, and its full name."""

    short: str
    group: str
    name: str


@dataclass(frozen=True)
class Point:
    """A value where it is drawn."""

    x: float
    y: float
    value: int
    mark: Mark


@dataclass(frozen=True)
class ChartLine:
    """A player's line with its label at the end."""

    key: str
    name: str
    label: str
    label_y: float
    dash: str
    marker: str
    points: Sequence[Point]

    @property
    def dots(self) -> Sequence[Point]:
        """The points that are marked: all of them, or of very many some, the last one too."""
        every = one_in(len(self.points))
        return [*self.points[:-1:every], self.end]

    @property
    def end(self) -> Point:
        """Where the line ends and its label begins."""
        return self.points[-1]

    @property
    def path(self) -> str:
        """The points as a polyline."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)


@dataclass(frozen=True)
class Tick:
    """A place on an axis; a group stands only where it begins."""

    at: float
    label: str
    group: str = ""


@dataclass(frozen=True)
class Chart:
    """Everything a template needs to draw a chart and to write its table."""

    title: str
    lines: Sequence[ChartLine]
    ticks: Sequence[Tick]
    chapters: Sequence[Tick]
    rows: Sequence[tuple[Mark, Sequence[int]]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM
    label_x: int = WIDTH - RIGHT + 15


def chart(title: str, marks: Sequence[Mark], series: Sequence[Series]) -> Chart:
    """A chart of some players over some chapters; each has a value for every mark."""
    highest = max((value for one in series for value in one.values), default=0)
    ticks = nice_ticks(highest)
    xs = _spread(len(marks))
    places = [_height(one.values[-1], ticks[-1]) for one in series if one.values]
    labels = apart(places, LABEL_GAP, TOP, HEIGHT - BOTTOM)
    lines = [
        ChartLine(
            key=one.key,
            name=one.name,
            label=shortened(one.name),
            label_y=label_y,
            dash=DASHES[number % len(DASHES)],
            marker=MARKERS[number % len(MARKERS)],
            points=[
                Point(x, _height(value, ticks[-1]), value, mark)
                for x, value, mark in zip(xs, one.values, marks, strict=True)
            ],
        )
        for number, (one, label_y) in enumerate(zip(series, labels, strict=True))
    ]
    rows = [(mark, [one.values[at] for one in series]) for at, mark in enumerate(marks)]
    scale = [Tick(_height(value, ticks[-1]), str(value)) for value in ticks]
    return Chart(title, lines, scale, _chapters(marks, xs), rows)


def nice_ticks(highest: int) -> list[int]:
    """Round whole numbers from 0 to at least the highest value, few enough to read."""
    step, size = 1, 1
    while True:
        for factor in (1, 2, 5):
            step = factor * size
            if step * (MOST_TICKS - 1) >= highest:
                top = max(step, -(-highest // step) * step)
                return list(range(0, top + 1, step))
        size *= 10


def apart(places: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """The places moved as little as needed so that none is nearer to another than the gap."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = [min(max(places[at], least), most) for at in order]
    for at in range(1, len(moved)):
        moved[at] = max(moved[at], moved[at - 1] + gap)
    room = most
    for at in reversed(range(len(moved))):
        moved[at] = min(moved[at], room)
        room = moved[at] - gap
    back = dict(zip(order, moved, strict=True))
    return [round(back[at], 1) for at in range(len(places))]


def one_in(count: int) -> int:
    """Of how many marks one is drawn, so that they stay few enough to read."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if factor * size * MOST_MARKS >= count:
                return factor * size
        size *= 10


def shortened(name: str) -> str:
    """A name that fits beside a line."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def _spread(count: int) -> list[float]:
    """The places of the marks from left to right; a single one stands in the middle."""
    wide = WIDTH - LEFT - RIGHT
    if count == 1:
        return [LEFT + wide / 2]
    return [round(LEFT + wide * at / (count - 1), 1) for at in range(count)]


def _height(value: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / top, 1)


def _chapters(marks: Sequence[Mark], xs: Sequence[float]) -> list[Tick]:
    """The marks under the axis, or of very many some; each group named where it begins."""
    begins = [True] + [was.group != now.group for was, now in pairwise(marks)]
    every = one_in(len(marks))
    return [
        Tick(x, mark.short, mark.group if new else "")
        for at, (x, mark, new) in enumerate(zip(xs, marks, begins, strict=False))
        if at % every == 0 or (new and mark.group)
    ]
