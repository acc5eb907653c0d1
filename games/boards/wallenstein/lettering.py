"""Where names, armies and revolt markers stand on the map, so that nothing covers anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.wallenstein.board import COUNTIES
from games.boards.wallenstein.atlas import Land, Point, atlas

SITE: Final = 8.5
BADGE: Final = (28.0, 21.0)
REVOLTS: Final = (36.0, 13.0)
# Markers further than this from the armies would seem to belong to nobody.
FAR: Final = 60.0

# On a phone that shows the whole map the armies are drawn this much larger (see map.css).
OVERVIEW: Final = 1.6

# Cells of this size are free or taken; a box is free if all its cells are.
CELL: Final = 2
SIZES: Final = (17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.5)
LINE: Final = 1.1
BORDER: Final = 2.5
GAP: Final = 1.5
# Widths in ems of a wide face (DejaVu Serif), so that narrower ones fit all the more.
NARROW: Final[Mapping[str, float]] = {
    **dict.fromkeys("iíl.-'", 0.36),
    **dict.fromkeys("rtfjs ", 0.5),
    **dict.fromkeys("mM", 0.98),
    **dict.fromkeys("BDGHKLNOÖRSWZ", 0.82),
}
PLAIN: Final = 0.64
# Where a name may be broken when the county is narrow.
BREAKS: Final[Mapping[str, tuple[str, str]]] = {
    "hessen_darmstadt": ("Hessen-", "Darmstadt"),
    "hessen_kassel": ("Hessen-", "Kassel"),
    "saechsische_lande": ("Sächsische", "Lande"),
    "fuerstentum_bayern": ("Fürstentum", "Bayern"),
    "niederoesterreich": ("Nieder-", "österreich"),
    "oberoesterreich": ("Ober-", "österreich"),
    "zweibruecken": ("Zwei-", "brücken"),
    "wolfenbuettel": ("Wolfen-", "büttel"),
    "mittelmark": ("Mittel-", "mark"),
    "lothringen": ("Loth-", "ringen"),
    "strassburg": ("Strass-", "burg"),
}


@dataclass(frozen=True)
class Box:
    """A rectangle on the map, by its centre."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, times: float) -> Box:
        """The same box, larger, around the same centre."""
        return Box(self.x, self.y, self.width * times, self.height * times)

    def meets(self, other: Box) -> bool:
        """Whether two boxes cover a common point."""
        apart = abs(self.x - other.x) >= (self.width + other.width) / 2
        return not apart and abs(self.y - other.y) < (self.height + other.height) / 2


@dataclass(frozen=True)
class Ground:
    """The cells of a part of the map on which something may still stand."""

    left: int
    top: int
    free: NDArray[np.bool_]

    def places(self, room: tuple[float, float], wish: Point, every: int) -> Iterator[Box]:
        """Boxes of a size that lie on free cells only, the nearest to a wish first."""
        width, height = (int(np.ceil((side + 2 * GAP) / CELL)) for side in room)
        sums = np.pad(np.cumsum(np.cumsum(self.free, 0), 1), ((1, 0), (1, 0)))
        filled = (
            sums[height:, width:]
            - sums[:-height, width:]
            - sums[height:, :-width]
            + sums[:-height, :-width]
        )
        rows, columns = np.nonzero(filled == width * height)
        y = (rows + height / 2) * CELL + self.top
        x = (columns + width / 2) * CELL + self.left
        for index in np.argsort(np.hypot(x - wish[0], y - wish[1]), kind="stable")[::every]:
            yield Box(float(x[index]), float(y[index]), *room)

    def without(self, box: Box) -> Ground:
        """What is left when a box is taken."""
        free = self.free.copy()
        top, left = box.y - box.height / 2 - self.top, box.x - box.width / 2 - self.left
        rows = slice(int(top // CELL), int(np.ceil((top + box.height) / CELL)))
        columns = slice(int(left // CELL), int(np.ceil((left + box.width) / CELL)))
        free[rows, columns] = False
        return Ground(self.left, self.top, free)


@dataclass(frozen=True)
class Lettering:
    """A county's name in lines, and the boxes of what stands in it."""

    lines: tuple[str, ...]
    size: float
    name: Box
    badge: Box
    revolts: Box


def text_width(text: str, size: float) -> float:
    """How wide a line of text is at most."""
    return sum(NARROW.get(letter, PLAIN) for letter in text) * size


@cache
def letterings() -> Mapping[str, Lettering]:
    """Everything that is written on the map, by county."""
    done: dict[str, Lettering] = {}
    for county, land in atlas().lands.items():
        done[county] = _lettered(land, [other.badge for other in done.values()])
    return done


def _lettered(land: Land, badges: Sequence[Box]) -> Lettering:
    """The largest lettering for which there is room, the name near the middle of the county."""
    ground = _ground(land)
    for lines, size in _settings(land.id):
        width = max(text_width(line, size) for line in lines)
        room = (width, len(lines) * size * LINE)
        for name in ground.places(room, land.label, every=2):
            left = ground.without(name)
            for badge in left.places(BADGE, (name.x, name.y + 24), every=3):
                if any(badge.grown(OVERVIEW).meets(other.grown(OVERVIEW)) for other in badges):
                    continue
                beside = left.without(badge).places(REVOLTS, (badge.x, badge.y + 20), every=1)
                revolts = next(beside, None)
                if revolts and abs(revolts.x - badge.x) + abs(revolts.y - badge.y) < FAR:
                    return Lettering(lines, size, name, badge, revolts)
    raise ValueError(f"no room for the name of {land.id}")


def _settings(county: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """Ways to set a name, the best first: two lines only beat small print."""
    name, broken = COUNTIES[county].name, BREAKS.get(county)
    for size in SIZES:
        yield (name,), size
        if broken and size < SIZES[0]:
            yield broken, size


def _ground(land: Land) -> Ground:
    """The cells well inside a county and clear of its cities."""
    left, right = (int(end([x for x, _ in land.outline])) for end in (min, max))
    top, bottom = (int(end([y for _, y in land.outline])) for end in (min, max))
    y, x = np.mgrid[top:bottom:CELL, left:right:CELL] + CELL / 2
    inside = np.zeros(x.shape, dtype=bool)
    corners = land.outline
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if ay != by:
            crosses = (ay > y) != (by > y)
            inside ^= crosses & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    for ax, ay in corners:
        inside &= np.hypot(x - ax, y - ay) > BORDER
    for city in land.cities:
        inside &= np.hypot(x - city[0], y - city[1]) > SITE + GAP
    return Ground(left, top, inside)
