"""The map as a small picture for letters: the same board as on a page, painted without a browser.

Nothing of a viewer is in it: a position looks alike to everybody, so it is painted once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from engine.kernel.core import Json, Seat
from games.boards.painted_sheet import CLEAR, FINER, TINT, PaintedSheet, Point, font_of, mixed
from games.boards.palette import colours, on_seat, seat_colour
from games.boards.wallenstein.map.atlas import atlas
from games.boards.wallenstein.map.picture import (
    CountyPicture,
    Ground,
    MapPicture,
    grounds,
    map_picture,
)

WIDTH: Final = 720
KEY_HEIGHT: Final = 64
KEY_COLUMNS: Final = 3


def paint(view: Json, language: str) -> bytes:
    """The map of a position as a PNG; seats are called by their colours."""
    return _Painting(map_picture(view, language, {})).finished()


class _Painting(PaintedSheet):
    """A sheet with a map on it."""

    def __init__(self, picture: MapPicture) -> None:
        area = (0, 0, picture.width, picture.height + KEY_HEIGHT)
        super().__init__(colours()["sea"], area, WIDTH * FINER / picture.width)
        self.picture = picture

    def finished(self) -> bytes:
        """Everything painted, from the ground up."""
        self._land()
        self._borders()
        for name in _names(self.scale):
            self.sheet.paste(name.sheet, name.corner, name.sheet)
        for county in self.picture.counties:
            self._county(county)
        self._key()
        return self.as_png()

    def _outline(self, county: str) -> list[Point]:
        return [self.at(x, y) for x, y in atlas().lands[county].outline]

    def _land(self) -> None:
        """The counties in the colours of their regions, those out of play greyed."""
        self._stroke(self.picture.coast, "sea-shelf", 26)
        for county in self.picture.counties:
            ground, owner = county.ground, county.owner if county.in_play else None
            land = colours()[f"region-{ground.region}" if county.in_play else "out-of-play"]
            edge = self._outline(ground.id)
            self.draw.polygon(edge, mixed(land, seat_colour(owner), TINT) if owner else land)
            if owner:
                self.cover(edge, owner, land)

    def _borders(self) -> None:
        for county in self.picture.counties:
            edge = self._outline(county.ground.id)
            self.draw.line([*edge, edge[0]], colours()["border"], round(self.scale))
        self._stroke(self.picture.coast, "border", 1.6)
        self._stroke(self.picture.region_borders, "border", 3.4)

    def _stroke(self, path: str, colour: str, width: float) -> None:
        for line in _lines_of(path):
            points = [self.at(x, y) for x, y in line]
            self.draw.line(points, colours()[colour], round(width * self.scale), joint="curve")

    def _county(self, county: CountyPicture) -> None:
        if not county.in_play:
            return
        for site in county.sites:
            self._site((site.x, site.y), site.building)
        for x, y in county.markers:
            self._revolt((x + 6, y + 6))
        if county.owner:
            self._badge(county.ground.badge, county.owner, str(county.armies))

    def _site(self, centre: Point, building: str | None) -> None:
        """A city: a ring; with a building a disc and the building's shape."""
        x, y = centre
        ground = colours()["card" if building else "halo"]
        ring = colours()["ink" if building else "ink-soft"]
        self.disc(centre, 8, ground, ring)
        if building is None:
            return
        shape = [self.at(x + across, y + down) for across, down in _SHAPES[building]]
        self.draw.polygon(shape, colours()["ink"])

    def _revolt(self, centre: Point) -> None:
        self.disc(centre, 6.5, colours()["bad"], colours()["halo"])
        self.write((centre[0], centre[1] + 4.2), "!", 12, "halo", anchor="ms", bold=True)

    def _badge(self, centre: Point, seat: Seat, armies: str) -> None:
        """The armies of a county, a little larger than on a page, which can be zoomed."""
        x, y = centre
        corners = [*self.at(x - 16, y - 12), *self.at(x + 16, y + 12)]
        edge, bend = round(1.8 * self.scale), 5 * self.scale
        self.draw.rounded_rectangle(corners, bend, seat_colour(seat), colours()["card"], edge)
        self.write((x, y + 7), armies, 20, on_seat(seat), anchor="ms", bold=True)

    def _key(self) -> None:
        """Whose colour and pattern is whose, below the map."""
        top = self.picture.height
        corners = [*self.at(0, top), *self.at(self.picture.width, top + KEY_HEIGHT)]
        self.draw.rectangle(corners, colours()["paper"])
        width = self.picture.width / KEY_COLUMNS
        for number, seat in enumerate(self.picture.seats):
            row, column = divmod(number, KEY_COLUMNS)
            x, y = column * width + 12, top + 8 + row * 27
            self.swatch((x, y), seat.key)
            self.write((x + 44, y + 17), f"{seat.key} {seat.name}", 18, "ink", anchor="ls")


# A palace is a keep with battlements, a church a cross, a trading post a house.
_SHAPES: Final[Mapping[str, tuple[Point, ...]]] = {
    "palace": (
        *((-5, 5), (-5, -5), (-3, -5), (-3, -2.5), (-1, -2.5), (-1, -5), (1, -5)),
        *((1, -2.5), (3, -2.5), (3, -5), (5, -5), (5, 5)),
    ),
    "church": (
        *((-1.3, 6), (-1.3, -0.5), (-4, -0.5), (-4, -3), (-1.3, -3), (-1.3, -6), (1.3, -6)),
        *((1.3, -3), (4, -3), (4, -0.5), (1.3, -0.5), (1.3, 6)),
    ),
    "trading_post": ((-4.5, 5), (-4.5, -0.5), (0, -5.5), (4.5, -0.5), (4.5, 5)),
}


class _Name(PaintedSheet):
    """The name of a county, which stands in every picture at the same place."""

    def __init__(self, ground: Ground, scale: float) -> None:
        half = max(font_of(ground.size).getlength(line.text) for line in ground.lines) / 2
        room = ground.size / 2
        top, bottom = ground.lines[0].y - ground.size, ground.lines[-1].y
        area = (ground.x - half - room, top - room, ground.x + half + room, bottom + room)
        super().__init__(CLEAR, area, scale)
        for line in ground.lines:
            self.write((ground.x, line.y), line.text, ground.size, "ink", anchor="ms", halo=1.7)


@cache
def _names(scale: float) -> tuple[_Name, ...]:
    return tuple(_Name(ground, scale) for ground in grounds())


@cache
def _lines_of(path: str) -> tuple[tuple[Point, ...], ...]:
    """The points of a path as the atlas writes it: a start, and steps from there."""
    return tuple(tuple(_points(part)) for part in path.split("M")[1:])


def _points(part: str) -> Iterator[Point]:
    start, _l, steps = part.partition("l")
    x, y = _numbers(start)
    yield x, y
    numbers = iter(_numbers(steps))
    for across, down in zip(numbers, numbers, strict=True):
        x, y = x + across, y + down
        yield x, y


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
