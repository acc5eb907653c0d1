"""The board as a small picture for letters: the same as on a page, painted without a browser.

Nothing of a viewer is in it: a position looks alike to everybody, so it is painted once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.kernel.core import Json
from engine.loewenherz.board import SIDES, SQUARES
from engine.loewenherz.land import NEUTRAL
from games.boards.loewenherz.map.miniature import ground_token
from games.boards.loewenherz.map.picture import (
    CASTLE,
    LENGTH,
    MARGIN,
    OUTSIDE,
    SHEET,
    SIZE,
    BoardPicture,
    SquarePicture,
    board_picture,
    centre_of,
    corner_of,
)
from games.boards.painted_sheet import FINER, TINT, PaintedSheet, Point, mixed
from games.boards.palette import colours, on_seat, seat_colour

BREADTH: Final = 640
KEY_ROOM: Final = 34

# Shapes within a square, each a colour and its corners; the same as the symbols of the page.
_TREES: Final = (
    ((12, 5), (20, 23), (13.5, 23), (13.5, 27), (10.5, 27), (10.5, 23), (4, 23)),
    ((29, 9), (36.5, 26), (30.5, 26), (30.5, 30), (27.5, 30), (27.5, 26), (21.5, 26)),
    ((20, 17), (27, 33), (21.5, 33), (21.5, 37), (18.5, 37), (18.5, 33), (13, 33)),
)
_GROVE: Final = (((6, 2), (11.5, 15), (0.5, 15)), ((34, 2), (39.5, 15), (28.5, 15)))
_HILL: Final = ((2, 37), (13, 14), (18, 20), (24, 10), (38, 37))
_SHAPES: Final[Mapping[str, Sequence[tuple[str, Sequence[Point]]]]] = {
    "forest": [("wood", tree) for tree in _TREES],
    "grove": [("wood", tree) for tree in _GROVE],
    "village": [
        ("wall", ((6, 17), (19, 17), (19, 26), (6, 26))),
        ("wall", ((21, 14), (34, 14), (34, 23), (21, 23))),
        ("wall", ((15, 27), (27, 27), (27, 35), (15, 35))),
        ("roof", ((4, 18), (12.5, 9.5), (21, 18))),
        ("roof", ((19, 15), (27.5, 6.5), (36, 15))),
        ("roof", ((13, 28), (21, 20.5), (29, 28))),
    ],
    "city": [
        ("crown", ((7, 16), (5, 4), (11.5, 9), (20, 2), (28.5, 9), (35, 4), (33, 16))),
        ("gold", ((9, 14), (7.5, 7.5), (12, 11), (20, 5), (28, 11), (32.5, 7.5), (31, 14))),
        ("wall", ((4, 36), (4, 20), (36, 20), (36, 36))),
        ("roof", ((16, 36), (16, 28), (24, 28), (24, 36))),
    ],
    "gems": [
        ("rock", _HILL),
        ("ore-edge", ((12, 15), (28, 15), (35, 23), (20, 38), (5, 23))),
        ("gems", ((13.5, 17), (26.5, 17), (32, 23), (20, 35), (8, 23))),
    ],
    **{kind: [("rock", _HILL)] for kind in ("gold", "silver", "copper")},
}
_BATTLEMENTS: Final = (
    *((6, 35), (6, 11), (12, 11), (12, 15), (17, 15), (17, 11), (23, 11), (23, 15), (28, 15)),
    *((28, 11), (34, 11), (34, 35)),
)
_SHIELD: Final = (
    *((13.5, 14.5), (13.5, 9), (16, 4.5), (20, 3.5), (24, 4.5), (26.5, 9), (26.5, 14.5)),
    *((32, 14.5), (32, 25), (28, 32), (20, 37), (12, 32), (8, 25), (8, 14.5)),
)


def paint(view: Json, language: str) -> bytes:
    """The board of a position as a PNG; seats are called by their colours."""
    return _PaintedBoard(board_picture(view, language, {}), view).finished()


class _PaintedBoard(PaintedSheet):
    """A sheet with the board on it."""

    def __init__(self, picture: BoardPicture, view: Json) -> None:
        area = (0, 0, SHEET, SHEET + KEY_ROOM)
        super().__init__(colours()["paper"], area, BREADTH * FINER / SHEET)
        self.picture = picture
        self.view = view

    def finished(self) -> bytes:
        """Everything painted, from the ground up."""
        squares = [square for row in self.picture.rows for square in row.squares]
        for square in squares:
            self._ground(square)
        for square in squares:
            self._land(square)
            if square.figure:
                self._figure(square)
        self._bars()
        self._alliances()
        self._coordinates()
        self._key()
        return self.as_png()

    def _corners(self, square: str) -> list[Point]:
        x, y = corner_of(square)
        corners = ((x, y), (x + SIZE, y), (x + SIZE, y + SIZE), (x, y + SIZE))
        return [self.at(*corner) for corner in corners]

    def _ground(self, square: SquarePicture) -> None:
        edge, land = self._corners(square.id), colours()[ground_token(square.ground)]
        shade = mixed(land, seat_colour(square.owner), TINT) if square.owner else land
        self.draw.polygon(edge, shade)
        if square.owner and square.owner != NEUTRAL:
            self.cover(edge, square.owner, land)
        line = mixed(shade, colours()["border"], 0.4)
        self.draw.line([*edge, edge[0]], line, round(0.6 * self.scale))

    def _shape(self, square: str, corners: Sequence[Point], fill: str, edge: str = "") -> None:
        x, y = corner_of(square)
        points = [self.at(x + across, y + down) for across, down in corners]
        self.draw.polygon(points, fill)
        if edge:
            self.draw.line([*points, points[0]], edge, round(1.4 * self.scale), joint="curve")

    def _land(self, square: SquarePicture) -> None:
        for token, corners in _SHAPES.get(square.land, ()):
            self._shape(square.id, corners, colours()[token])
        if square.land in ("gold", "silver", "copper"):
            self._ore(square)

    def _ore(self, square: SquarePicture) -> None:
        """A disc with a point, a crescent, a ring with a cross: seen without their colours."""
        (x, y), shades = square.corner, colours()
        metal, dark = shades[square.land], shades["ore-edge"]
        if square.land == "copper":
            cross = (
                *((18, 25), (22, 25), (22, 28), (26, 28), (26, 32), (22, 32), (22, 37), (18, 37)),
                *((18, 32), (14, 32), (14, 28), (18, 28)),
            )
            self._shape(square.id, cross, metal, dark)
            self.disc((x + 20, y + 19), 7, metal, dark)
            self.disc((x + 20, y + 19), 3, shades["rock"], dark)
            return
        self.disc((x + 20, y + 25), 9.5, metal, dark)
        if square.land == "gold":
            self.disc((x + 20, y + 25), 2, dark, dark)
        else:
            self.disc((x + 25, y + 22), 7.5, shades["rock"], shades["rock"])

    def _figure(self, square: SquarePicture) -> None:
        shape = _BATTLEMENTS if square.figure == CASTLE else _SHIELD
        self._shape(square.id, shape, seat_colour(square.colour), colours()["ink"])
        x, y = square.corner
        ink = on_seat(square.colour)
        self.write((x + 20, y + 30), square.mark, 16, ink, anchor="ms", bold=True)

    def _bars(self) -> None:
        start, end = MARGIN - OUTSIDE, MARGIN + LENGTH + OUTSIDE
        frame: list[Point] = [
            (start, start),
            (end, start),
            (end, end),
            (start, end),
            (start, start),
        ]
        lines = [frame, *(_ends(border.id) for border in self.picture.borders)]
        for token, width in (("halo", 8.5), ("bar", 5.5)):
            for line in lines:
                points = [self.at(x, y) for x, y in line]
                self.draw.line(points, colours()[token], round(width * self.scale), joint="curve")
                for x, y in line:
                    self._cap((x, y), width / 2, colours()[token])

    def _cap(self, centre: Point, radius: float, fill: str) -> None:
        x, y = centre
        box = [*self.at(x - radius, y - radius), *self.at(x + radius, y + radius)]
        self.draw.ellipse(box, fill)

    def _alliances(self) -> None:
        for one, other in self.view["alliances"]:
            (x, y), (across, down) = centre_of(one), centre_of(other)
            ink = colours()["ink"]
            self.draw.line([self.at(x, y), self.at(across, down)], ink, round(2 * self.scale))
            for apart in (-4, 4):
                middle = ((x + across) / 2 + apart, (y + down) / 2)
                box = [
                    *self.at(middle[0] - 6, middle[1] - 6),
                    *self.at(middle[0] + 6, middle[1] + 6),
                ]
                self.draw.ellipse(box, outline=ink, width=round(2.4 * self.scale))

    def _coordinates(self) -> None:
        for letter, x in self.picture.columns:
            self.write((x, 15), letter, 14, "ink-soft", anchor="ms")
        for row in self.picture.rows:
            self.write((9, row.middle + 5), str(row.number), 14, "ink-soft", anchor="ms")

    def _key(self) -> None:
        """Whose colour and pattern is whose, below the board."""
        wide = SHEET / len(self.picture.colours)
        for number, one in enumerate(self.picture.colours):
            x, y = number * wide + 10, SHEET + 6
            self.swatch((x, y), one.key)
            self.write((x + 42, y + 16), f"{one.mark} {one.name}", 15, "ink", anchor="ls")


def _ends(side: str) -> list[Point]:
    """Where a border begins and ends."""
    one, other = SIDES[side]
    x, y = corner_of(SQUARES[other])
    return [(x, y), (x, y + SIZE) if other == one + 1 else (x + SIZE, y)]
