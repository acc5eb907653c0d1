"""What the pictures of the rules of Löwenherz show, read back as positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.loewenherz.board import INDEX, SQUARES, WIDTH
from engine.loewenherz.land import Landscape

SIDE = 40
SIGNS = {"meadow": ".", "forest": "F", "village": "V", "gold": "G"}
# A panel is land, then lines between the squares, then figures, then the borders that stand.
PANEL = re.compile(
    r'((?:<rect class="land-[^>]*>(?:<use [^>]*>)\s*)+)<path class="rules"[^>]*>(.*?)'
    r'<path class="bars" d="([^"]+)"',
    re.DOTALL,
)
LAND = re.compile(r'class="land-(\w+)" x="(\d+)" y="(\d+)"')
FIGURE = re.compile(r's-(\w)" transform="translate\((\d+) (\d+)\)"><use href="#f-(\w+)"')
BARS = re.compile(r"M(\d+) (\d+)([vh])(\d+)")


def panels(text: str) -> list[Landscape]:
    """The positions in the picture of a page, each in the corner of an empty board."""
    return [_landscape(*panel) for panel in PANEL.findall(text)]


def _landscape(land: str, figures: str, bars: str) -> Landscape:
    drawn = [(kind, int(x), int(y)) for kind, x, y in LAND.findall(land)]
    _, left, top = drawn[0]

    def number(x: int, y: int) -> int:
        return (y - top) // SIDE * WIDTH + (x - left) // SIDE

    signs = {number(x, y): SIGNS[kind] for kind, x, y in drawn}
    placed = [
        (kind, SQUARES[number(int(x), int(y))], seat)
        for seat, x, y, kind in FIGURE.findall(figures)
    ]
    borders = [
        side
        for x, y, way, length in BARS.findall(bars)
        for side in _sides(number(int(x), int(y)), way, int(length) // SIDE)
    ]
    return Landscape(
        "".join(signs.get(INDEX[square], ".") for square in SQUARES),
        castles={square: seat for kind, square, seat in placed if kind == "castle"},
        knights={square: seat for kind, square, seat in placed if kind == "knight"},
        borders=frozenset(borders),
    )


def _sides(first: int, way: str, count: int) -> Iterator[str]:
    """The sides along a line: it runs left of squares, or above them."""
    along, back = (WIDTH, 1) if way == "v" else (1, WIDTH)
    for number in range(first, first + count * along, along):
        yield f"{SQUARES[number - back]}|{SQUARES[number]}"
