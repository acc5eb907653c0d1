"""The map as a small picture for letters: the same board as on a page, painted without a browser.

Nothing of a viewer is in it: a position looks alike to everybody, so it is painted once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from engine.kernel.core import Json, Seat
from games.boards.palette import colours, on_seat, seat_colour
from games.boards.wallenstein.map.atlas import Point, atlas
from games.boards.wallenstein.map.picture import (
    CountyPicture,
    Ground,
    MapPicture,
    grounds,
    map_picture,
)

# Otherwise brought in where it paints: every process of the site imports this, few write letters.
if TYPE_CHECKING:
    from PIL.Image import Image

# Painted at twice the size and made smaller, which smooths every line.
WIDTH: Final = 720
FINER: Final = 2
SHADES: Final = 96
# How strongly a seat's colour and its pattern cover the land, as on the page.
TINT: Final = 0.32
PATTERN: Final = 0.5
KEY_HEIGHT: Final = 64
KEY_COLUMNS: Final = 3
CLEAR: Final = "#0000"


def paint(view: Json, language: str) -> bytes:
    """The map of a position as a PNG; seats are called by their colours."""
    return _Painting(map_picture(view, language, {})).finished()


class _Sheet:
    """Something to write on, a whole map or a part that is pasted upon one."""

    def __init__(self, ground: str, area: Sequence[float], scale: float) -> None:
        # Brought in when a letter is written: pages have no use for it.
        from PIL import Image, ImageDraw  # noqa: PLC0415

        left, top, right, bottom = area
        self.scale = scale
        self.corner = round(left * scale), round(top * scale)
        size = round((right - left) * scale), round((bottom - top) * scale)
        self.sheet: Image.Image = Image.new("RGBA" if ground == CLEAR else "RGB", size, ground)
        self.draw: ImageDraw.ImageDraw = ImageDraw.Draw(self.sheet)

    def _at(self, x: float, y: float) -> Point:
        return x * self.scale - self.corner[0], y * self.scale - self.corner[1]

    def _text(
        self,
        at: Point,
        text: str,
        size: float,
        colour: str,
        *,
        anchor: str,
        halo: float = 0,
        bold: bool = False,
    ) -> None:
        em, (x, y) = size * self.scale, self._at(*at)
        font = _font(em)
        bare, ink = text.translate(_BARE), colours().get(colour, colour)
        stroke, edge = (1, ink) if bold else (round(halo * self.scale), colours()["halo"])
        self.draw.text((x, y), bare, ink, font, anchor, stroke_width=stroke, stroke_fill=edge)
        left = x - font.getlength(bare) / 2 if anchor.startswith("m") else x
        for place, sign in enumerate(text):
            if sign in _UMLAUTS:
                middle = (
                    left + (font.getlength(bare[:place]) + font.getlength(bare[: place + 1])) / 2
                )
                self._dots((middle, y - (0.86 if sign.isupper() else 0.64) * em), em, ink)

    def _dots(self, middle: Point, em: float, ink: str) -> None:
        """The dots of an umlaut, which the only face that is always there does not have."""
        x, y = middle
        for apart in (-0.12, 0.12):
            centre, radius = x + apart * em, 0.062 * em
            self.draw.ellipse([centre - radius, y - radius, centre + radius, y + radius], ink)


class _Painting(_Sheet):
    """A sheet with a map on it."""

    def __init__(self, picture: MapPicture) -> None:
        area = (0, 0, picture.width, picture.height + KEY_HEIGHT)
        super().__init__(colours()["sea"], area, WIDTH * FINER / picture.width)
        self.picture = picture

    def finished(self) -> bytes:
        """Everything painted, from the ground up."""
        from PIL import Image  # noqa: PLC0415

        self._land()
        self._borders()
        for name in _names(self.scale):
            self.sheet.paste(name.sheet, name.corner, name.sheet)
        for county in self.picture.counties:
            self._county(county)
        self._key()
        written = BytesIO()
        few = self.sheet.reduce(FINER).quantize(SHADES, Image.Quantize.FASTOCTREE)
        few.save(written, "PNG")
        return written.getvalue()

    def _outline(self, county: str) -> list[Point]:
        return [self._at(x, y) for x, y in atlas().lands[county].outline]

    def _land(self) -> None:
        """The counties in the colours of their regions, those out of play greyed."""
        self._stroke(self.picture.coast, "sea-shelf", 26)
        for county in self.picture.counties:
            ground, owner = county.ground, county.owner if county.in_play else None
            land = colours()[f"region-{ground.region}" if county.in_play else "out-of-play"]
            edge = self._outline(ground.id)
            self.draw.polygon(edge, _mixed(land, seat_colour(owner), TINT) if owner else land)
            if owner:
                self._cover(edge, owner, land)

    def _cover(self, edge: Sequence[Point], seat: Seat, land: str) -> None:
        """Put the pattern of a seat upon an area."""
        from PIL import Image, ImageChops, ImageDraw  # noqa: PLC0415

        left, top = (int(min(point[axis] for point in edge)) for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in edge)) + 1 for axis in (0, 1))
        area = Image.new("1", (right - left, bottom - top))
        ImageDraw.Draw(area).polygon([(x - left, y - top) for x, y in edge], 1)
        pattern = _pattern(seat, self.sheet.size, self.scale).crop((left, top, right, bottom))
        ink = _mixed(_mixed(land, seat_colour(seat), TINT), seat_colour(seat), PATTERN)
        self.sheet.paste(ink, (left, top), ImageChops.logical_and(area, pattern))

    def _borders(self) -> None:
        for county in self.picture.counties:
            edge = self._outline(county.ground.id)
            self.draw.line([*edge, edge[0]], colours()["border"], round(self.scale))
        self._stroke(self.picture.coast, "border", 1.6)
        self._stroke(self.picture.region_borders, "border", 3.4)

    def _stroke(self, path: str, colour: str, width: float) -> None:
        for line in _lines_of(path):
            points = [self._at(x, y) for x, y in line]
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
        self._disc(centre, 8, ground, ring)
        if building is None:
            return
        shape = [self._at(x + across, y + down) for across, down in _SHAPES[building]]
        self.draw.polygon(shape, colours()["ink"])

    def _revolt(self, centre: Point) -> None:
        self._disc(centre, 6.5, colours()["bad"], colours()["halo"])
        self._text((centre[0], centre[1] + 4.2), "!", 12, "halo", anchor="ms", bold=True)

    def _badge(self, centre: Point, seat: Seat, armies: str) -> None:
        """The armies of a county, a little larger than on a page, which can be zoomed."""
        x, y = centre
        corners = [*self._at(x - 16, y - 12), *self._at(x + 16, y + 12)]
        edge, bend = round(1.8 * self.scale), 5 * self.scale
        self.draw.rounded_rectangle(corners, bend, seat_colour(seat), colours()["card"], edge)
        self._text((x, y + 7), armies, 20, on_seat(seat), anchor="ms", bold=True)

    def _key(self) -> None:
        """Whose colour and pattern is whose, below the map."""
        top = self.picture.height
        corners = [*self._at(0, top), *self._at(self.picture.width, top + KEY_HEIGHT)]
        self.draw.rectangle(corners, colours()["paper"])
        width = self.picture.width / KEY_COLUMNS
        for number, seat in enumerate(self.picture.seats):
            row, column = divmod(number, KEY_COLUMNS)
            x, y = column * width + 12, top + 8 + row * 27
            self._swatch((x, y), seat.key)
            self._text((x + 44, y + 17), f"{seat.key} {seat.name}", 18, "ink", anchor="ls")

    def _swatch(self, corner: Point, seat: Seat) -> None:
        x, y = corner
        edge = [self._at(x + wide, y + high) for wide, high in ((0, 0), (34, 0), (34, 21), (0, 21))]
        paper = colours()["paper"]
        self.draw.polygon(edge, _mixed(paper, seat_colour(seat), TINT))
        self._cover(edge, seat, paper)
        frame, box = round(2.5 * self.scale), [*edge[0], *edge[2]]
        self.draw.rectangle(box, outline=seat_colour(seat), width=frame)

    def _disc(self, centre: Point, radius: float, fill: str, edge: str) -> None:
        x, y = centre
        box = [*self._at(x - radius, y - radius), *self._at(x + radius, y + radius)]
        self.draw.ellipse(box, fill, edge, round(1.6 * self.scale))


_UMLAUTS: Final = "äöüÄÖÜ"
_BARE: Final = str.maketrans(_UMLAUTS, "aouAOU")

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


def _mixed(ground: str, colour: str, strength: float) -> str:
    """What is seen where a colour lies thinly upon another."""
    below, above = (_shades(name) for name in (ground, colour))
    mixed = (round(b + (a - b) * strength) for b, a in zip(below, above, strict=True))
    return "#" + "".join(f"{shade:02x}" for shade in mixed)


def _shades(colour: str) -> tuple[int, ...]:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return tuple(bytes.fromhex(digits))


@cache
def _font(em: float) -> Any:
    """The one face that is always there."""
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(em)


class _Name(_Sheet):
    """The name of a county, which stands in every picture at the same place."""

    def __init__(self, ground: Ground, scale: float) -> None:
        half = max(_font(ground.size).getlength(line.text) for line in ground.lines) / 2
        room = ground.size / 2
        top, bottom = ground.lines[0].y - ground.size, ground.lines[-1].y
        area = (ground.x - half - room, top - room, ground.x + half + room, bottom + room)
        super().__init__(CLEAR, area, scale)
        for line in ground.lines:
            self._text((ground.x, line.y), line.text, ground.size, "ink", anchor="ms", halo=1.7)


@cache
def _names(scale: float) -> tuple[_Name, ...]:
    return tuple(_Name(ground, scale) for ground in grounds())


Area = tuple[int, int, int, int]


@cache
def _pattern(seat: Seat, size: tuple[int, int], scale: float) -> Image:
    """The pattern of a seat all over a sheet; the same as in the map of the pages."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    area = (0, 0, *size)
    sheet = Image.new("1", size)
    draw = ImageDraw.Draw(sheet)
    if seat == "B":
        radius = 1.8 * scale
        for x, y in _dots(area, 11 * scale):
            draw.ellipse([x - radius, y - radius, x + radius, y + radius], 1)
    for start, end in _strokes(seat, area, scale):
        draw.line([start, end], 1, round(1.8 * scale))
    return sheet


def _dots(area: Area, step: float) -> Iterator[Point]:
    """The centres of dots, every second row of them shifted."""
    left, top, right, bottom = area
    for row in _numbered(top, bottom, step / 2):
        for column in _numbered(left, right, step):
            yield (column + row % 2 / 2) * step - left, row * step / 2 - top


def _strokes(seat: Seat, area: Area, scale: float) -> Iterator[tuple[Point, Point]]:
    """Lines: slanting, level or upright, and crossing for one seat."""
    left, top, right, bottom = area
    width, height = right - left, bottom - top
    if seat == "C":
        for row in _numbered(top, bottom, 9 * scale):
            yield (0, row * 9 * scale - top), (width, row * 9 * scale - top)
    elif seat == "E":
        for column in _numbered(left, right, 9 * scale):
            yield (column * 9 * scale - left, 0), (column * 9 * scale - left, height)
    elif seat in "AD":
        # Seen across, slanting lines lie nearer to each other than along the edge they begin at.
        step = (9 if seat == "A" else 11) * scale * 2**0.5
        for number in _numbered(left - bottom, right - top, step):
            start = number * step + top - left
            yield (start, 0), (start + height, height)
        for number in _numbered(left + top, right + bottom, step) if seat == "D" else ():
            start = number * step - top - left
            yield (start, 0), (start - height, height)


def _numbered(first: float, last: float, step: float) -> range:
    """The numbers of the steps from one place to another."""
    return range(floor(first / step), ceil(last / step) + 1)


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
