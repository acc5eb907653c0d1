"""Sheets that maps are painted on for letters: writing, discs, and the patterns of the seats.

The same patterns as on pages (templates/boards/seat_patterns.svg.html), painted without a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from engine.kernel.core import Seat
from games.boards.palette import colours, seat_colour

# Otherwise brought in where it paints: every process of the site imports this, few write letters.
if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

# Painted at twice the size and made smaller, which smooths every line.
FINER: Final = 2
SHADES: Final = 96
# How strongly a seat's colour and its pattern cover the land, as on the page.
TINT: Final = 0.32
PATTERN: Final = 0.5
CLEAR: Final = "#0000"


class PaintedSheet:
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

    def at(self, x: float, y: float) -> Point:
        """A point of the map as a point of the sheet."""
        return x * self.scale - self.corner[0], y * self.scale - self.corner[1]

    def write(
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
        """Write something in a colour, or that of a token."""
        em, (x, y) = size * self.scale, self.at(*at)
        font = font_of(em)
        bare, ink = text.translate(BARE), colours().get(colour, colour)
        stroke, edge = (1, ink) if bold else (round(halo * self.scale), colours()["halo"])
        self.draw.text((x, y), bare, ink, font, anchor, stroke_width=stroke, stroke_fill=edge)
        left = x - font.getlength(bare) / 2 if anchor.startswith("m") else x
        for place, sign in enumerate(text):
            if sign in UMLAUTS:
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

    def cover(self, edge: Sequence[Point], seat: Seat, land: str) -> None:
        """Put the pattern of a seat upon an area."""
        from PIL import Image, ImageChops, ImageDraw  # noqa: PLC0415

        left, top = (int(min(point[axis] for point in edge)) for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in edge)) + 1 for axis in (0, 1))
        area = Image.new("1", (right - left, bottom - top))
        ImageDraw.Draw(area).polygon([(x - left, y - top) for x, y in edge], 1)
        pattern = pattern_of(seat, self.sheet.size, self.scale).crop((left, top, right, bottom))
        ink = mixed(mixed(land, seat_colour(seat), TINT), seat_colour(seat), PATTERN)
        self.sheet.paste(ink, (left, top), ImageChops.logical_and(area, pattern))

    def swatch(self, corner: Point, seat: Seat) -> None:
        """The colour and the pattern of a seat, for a key."""
        x, y = corner
        edge = [self.at(x + wide, y + high) for wide, high in ((0, 0), (34, 0), (34, 21), (0, 21))]
        paper = colours()["paper"]
        self.draw.polygon(edge, mixed(paper, seat_colour(seat), TINT))
        self.cover(edge, seat, paper)
        frame, box = round(2.5 * self.scale), [*edge[0], *edge[2]]
        self.draw.rectangle(box, outline=seat_colour(seat), width=frame)

    def disc(self, centre: Point, radius: float, fill: str, edge: str) -> None:
        """A disc with an edge."""
        x, y = centre
        box = [*self.at(x - radius, y - radius), *self.at(x + radius, y + radius)]
        self.draw.ellipse(box, fill, edge, round(1.6 * self.scale))

    def as_png(self) -> bytes:
        """The picture, made smaller and of few shades."""
        from PIL import Image  # noqa: PLC0415

        written = BytesIO()
        few = self.sheet.reduce(FINER).quantize(SHADES, Image.Quantize.FASTOCTREE)
        few.save(written, "PNG")
        return written.getvalue()


UMLAUTS: Final = "äöüÄÖÜ"
BARE: Final = str.maketrans(UMLAUTS, "aouAOU")


def mixed(ground: str, colour: str, strength: float) -> str:
    """What is seen where a colour lies thinly upon another."""
    below, above = (_shades(name) for name in (ground, colour))
    seen = (round(b + (a - b) * strength) for b, a in zip(below, above, strict=True))
    return "#" + "".join(f"{shade:02x}" for shade in seen)


def _shades(colour: str) -> tuple[int, ...]:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return tuple(bytes.fromhex(digits))


@cache
def font_of(em: float) -> Any:
    """The one face that is always there."""
    from PIL import ImageFont  # noqa: PLC0415

    return ImageFont.load_default(em)


Area = tuple[int, int, int, int]


@cache
def pattern_of(seat: Seat, size: tuple[int, int], scale: float) -> Image:
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
