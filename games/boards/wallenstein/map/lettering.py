"""Where names, armies and revolt markers stand on the map, so that nothing covers anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.wallenstein.board import COUNTIES
from games.boards.wallenstein.map.atlas import Land, Point, atlas

SITE: Final = 8.5
BADGE: Final = (28.0, 21.0)
REVOLTS: Final = (36.0, 13.0)
# Markers further than this from the armies would seem to belong to nobody.
FAR: Final = 60.0

# Where the whole map is small the armies are drawn larger, in a badge of this size (see map.css).
OVERVIEW: Final = (38.0, 28.0)

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

# Where the whole map is small, names are so large, and shortened until they have room.
SHORT_SIZES: Final = (26.0, 24.0, 22.0)
# Of a short name little hangs below its line.
SHORT_LINE: Final = 0.85
AROUND: Final = 20
SHORTER: Final[Mapping[str, tuple[str, ...]]] = {
    "altmark": ("Altm", "Alt"),
    "anhalt": ("Anh",),
    "augsburg": ("Augsb", "Aug"),
    "baden": ("Bad",),
    "boehmen": ("Böhm",),
    "breisgau": ("Breis", "Bre"),
    "bremen": ("Brem",),
    "burgund": ("Burg", "Bur"),
    "fuerstentum_bayern": ("Bayern", "Bay"),
    "hessen_darmstadt": ("Darmst", "H-Da"),
    "hessen_kassel": ("Kassel", "H-Ka"),
    "holstein": ("Holst", "Hol"),
    "kaernten": ("Kärnt", "Kär"),
    "konstanz": ("Konst", "Kon"),
    "kursachsen": ("Kursa", "Kurs"),
    "lausitz": ("Laus", "Lau"),
    "lothringen": ("Lothr", "Lot"),
    "lueneburg": ("Lüneb", "Lün"),
    "luettich": ("Lütt", "Lüt"),
    "maehren": ("Mähr", "Mäh"),
    "mark": ("Mrk",),
    "mecklenburg": ("Meckl", "Mec"),
    "mittelmark": ("Mittelm", "Mitt"),
    "neumark": ("Neum", "Neu"),
    "niederoesterreich": ("Niederö", "N-Ö"),
    "oberoesterreich": ("Oberö", "O-Ö"),
    "oberpfalz": ("Oberpf", "Opf"),
    "osnabrueck": ("Osnabr", "Osn"),
    "paderborn": ("Paderb", "Pad"),
    "passau": ("Pass",),
    "regensburg": ("Regensb", "Reg"),
    "saechsische_lande": ("Sächs L", "Sächs"),
    "salzburg": ("Salzb", "Salz"),
    "schlesien": ("Schles", "Schl"),
    "steiermark": ("Steierm", "Stei"),
    "strassburg": ("Strassb", "Str"),
    "tirol": ("Tir",),
    "trier": ("Tri",),
    "vogtland": ("Vogtl", "Vog"),
    "vorpommern": ("Vorpom", "Vorp"),
    "wolfenbuettel": ("Wolfenb", "Wolf"),
    "wuerttemberg": ("Württ", "Wür"),
    "wuerzburg": ("Würzb", "Wzb"),
    "zweibruecken": ("Zweibr", "Zwei"),
}


@dataclass(frozen=True)
class Box:
    """A rectangle on the map, by its centre."""

    x: float
    y: float
    width: float
    height: float

    def sized(self, room: tuple[float, float]) -> Box:
        """A box of another size around the same centre."""
        return Box(self.x, self.y, *room)

    def meets(self, other: Box) -> bool:
        """Whether two boxes cover a common point."""
        apart = abs(self.x - other.x) >= (self.width + other.width) / 2
        return not apart and abs(self.y - other.y) < (self.height + other.height) / 2


@dataclass(frozen=True)
class FreeGround:
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

    def without(self, box: Box) -> FreeGround:
        """What is left when a box is taken."""
        free = self.free.copy()
        top, left = box.y - box.height / 2 - self.top, box.x - box.width / 2 - self.left
        rows = _cells(top, box.height)
        columns = _cells(left, box.width)
        free[rows, columns] = False
        return FreeGround(self.left, self.top, free)


def _cells(start: float, length: float) -> slice:
    """The cells a side of a box touches; what lies before the first of them is cut off."""
    return slice(max(0, int(start // CELL)), max(0, int(np.ceil((start + length) / CELL))))


@dataclass(frozen=True)
class Lettering:
    """A county's name in lines, and the boxes of what stands in it."""

    lines: tuple[str, ...]
    size: float
    name: Box
    badge: Box
    revolts: Box

    @property
    def large(self) -> Box:
        """The armies where the whole map is small."""
        return self.badge.sized(OVERVIEW)


@dataclass(frozen=True)
class ShortName:
    """A county's name where the whole map is small."""

    text: str
    size: float
    box: Box


def text_width(text: str, size: float) -> float:
    """How wide a line of text is at most."""
    return sum(NARROW.get(letter, PLAIN) for letter in text) * size


@cache
def letterings() -> Mapping[str, Lettering]:
    """Everything that is written on the map, by county."""
    cities = sites()
    done: dict[str, Lettering] = {}
    for county, land in atlas().lands.items():
        done[county] = _lettered(land, cities, list(done.values()))
    return done


def sites() -> list[Box]:
    """The cities of all counties."""
    return [
        Box(x, y, 2 * SITE, 2 * SITE) for land in atlas().lands.values() for x, y in land.cities
    ]


def _lettered(land: Land, cities: Sequence[Box], others: Sequence[Lettering]) -> Lettering:
    """The largest lettering for which there is room, the name near the middle of the county."""
    ground = _ground(land)
    # Large armies may stand over a border, but not on what belongs to a neighbour.
    taken = [*cities, *(box for other in others for box in (other.large, other.revolts))]
    for lines, size in _settings(land.id):
        width = max(text_width(line, size) for line in lines)
        room = (width, len(lines) * size * LINE)
        for name in ground.places(room, land.label, every=2):
            left = ground.without(name)
            for badge in left.places(BADGE, (name.x, name.y + 24), every=3):
                large = badge.sized(OVERVIEW)
                if any(large.meets(other) for other in taken):
                    continue
                if revolts := _beside(badge, left.without(large), others):
                    return Lettering(lines, size, name, badge, revolts)
    raise ValueError(f"no room for the name of {land.id}")


def _beside(badge: Box, left: FreeGround, others: Sequence[Lettering]) -> Box | None:
    """Room for revolt markers near the armies they worry."""
    for revolts in left.places(REVOLTS, (badge.x, badge.y + 20), every=1):
        if abs(revolts.x - badge.x) + abs(revolts.y - badge.y) >= FAR:
            return None
        if not any(revolts.meets(other.large) for other in others):
            return revolts
    return None


@cache
def shorts() -> Mapping[str, ShortName]:
    """The names for a small map, by county; those that find no room at home go last."""
    lands = atlas().lands
    standing = [box for it in letterings().values() for box in (it.large, it.revolts)]
    at_home = {county: _short(land, _home(land, standing)) for county, land in lands.items()}
    done = {county: short for county, short in at_home.items() if short}
    for county in [county for county in lands if county not in done]:
        taken = [*standing, *sites(), *(short.box for short in done.values())]
        abroad = _short(lands[county], _around(lands[county], taken))
        # What must be cut short all the same had better stay at home, be it ever so close.
        whole = abroad is not None and abroad.text == COUNTIES[county].name
        if short := abroad if whole else _short(lands[county], _close(county, standing)) or abroad:
            done[county] = short
    return done


def _short(land: Land, ground: FreeGround) -> ShortName | None:
    """The longest short name there is room for, near the armies."""
    armies = letterings()[land.id].badge
    for text in (COUNTIES[land.id].name, *SHORTER.get(land.id, ())):
        for size in SHORT_SIZES:
            room = (text_width(text, size), size * SHORT_LINE)
            if place := next(ground.places(room, (armies.x, armies.y), every=1), None):
                return ShortName(text, size, place)
    return None


def _home(land: Land, taken: Sequence[Box]) -> FreeGround:
    """The county without its cities and what is taken."""
    return reduce(FreeGround.without, taken, _ground(land))


def _close(county: str, standing: Sequence[Box]) -> FreeGround:
    """The county without its cities and what is taken, its own markers to the pixel."""
    own = letterings()[county].revolts
    slim = own.sized((own.width, own.height - CELL))
    return _home(atlas().lands[county], [slim if box is own else box for box in standing])


def _around(land: Land, taken: Sequence[Box]) -> FreeGround:
    """Whatever is free in and around a county, for a name that may cross its border."""
    left, top = (int(min(ends)) - AROUND for ends in zip(*land.outline, strict=True))
    right, bottom = (int(max(ends)) + AROUND for ends in zip(*land.outline, strict=True))
    shape = ((bottom - top) // CELL, (right - left) // CELL)
    return reduce(FreeGround.without, taken, FreeGround(left, top, np.ones(shape, dtype=bool)))


def _settings(county: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """Ways to set a name, the best first: two lines only beat small print."""
    name, broken = COUNTIES[county].name, BREAKS.get(county)
    for size in SIZES:
        yield (name,), size
        if broken and size < SIZES[0]:
            yield broken, size


def _ground(land: Land) -> FreeGround:
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
    return FreeGround(left, top, inside)
