"""The board of a position: what each square shows, and says to those who do not see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.loewenherz.board import (
    COLUMNS,
    FOREST,
    INDEX,
    MEADOW,
    MINES,
    ROYAL_CITY,
    SIDES,
    SQUARES,
    VILLAGE,
    WIDTH,
    WORTH,
)
from engine.loewenherz.land import NEUTRAL
from games.boards.board import Names
from games.boards.loewenherz.names import TERRAIN, whose

# In the units of the sheet: a square, and the room for coordinates to the left and above.
SIZE: Final = 40
MARGIN: Final = 26
EDGE: Final = 8
# The edge of the board lies beyond the squares, so that it covers none of them.
OUTSIDE: Final = 3
SHEET: Final = MARGIN + WIDTH * SIZE + EDGE

# How far from the middle of a castle the line of an alliance begins.
CLEAR_OF: Final = 22

CASTLE, KNIGHT = "castle", "knight"
# The land of each sign by its symbol on the page.
SYMBOLS: Final[Mapping[str, str]] = {
    MEADOW: "meadow",
    FOREST: "forest",
    VILLAGE: "village",
    ROYAL_CITY: "city",
    **MINES,
}
# The lines between all squares, and the edge of the board, which is border.
LENGTH: Final = WIDTH * SIZE
LINES: Final = "".join(
    f"M{line} {MARGIN}v{LENGTH}M{MARGIN} {line}h{LENGTH}"
    for line in range(MARGIN + SIZE, MARGIN + LENGTH, SIZE)
)
FRAME: Final = "M{0} {0}h{1}v{1}h-{1}z".format(MARGIN - OUTSIDE, LENGTH + 2 * OUTSIDE)
# A board that is not laid yet.
UNLAID: Final = ("?" * WIDTH,) * WIDTH


class Spot(NamedTuple):
    """A point of the sheet."""

    x: int
    y: int


@dataclass(frozen=True)
class SquarePicture:
    """A square as it lies on the table: its land, whose domain it is in, and what stands there."""

    id: str
    sign: str
    # The colour of the domain, of a figure, and what that is; nothing where there is none.
    owner: str
    colour: str
    figure: str
    # In words: its land, and who holds it with what.
    land_name: str
    holding: str

    @property
    def sentence(self) -> str:
        """Everything about it, for those who listen."""
        return ", ".join(filter(None, (self.id, self.land_name, self.holding)))

    @property
    def ground(self) -> str:
        """Its land by the name of its colour."""
        return SYMBOLS.get(self.sign, "none")

    @property
    def corner(self) -> Spot:
        """Its upper left corner."""
        return corner_of(self.id)

    @property
    def centre(self) -> Spot:
        """Its middle."""
        return centre_of(self.id)

    @property
    def land(self) -> str:
        """Its land by its symbol; beside a figure there is room for a few trees at most."""
        if self.figure:
            return "grove" if self.sign == FOREST else ""
        return SYMBOLS.get(self.sign, "")

    @property
    def mark(self) -> str:
        """What the figure bears."""
        return mark_of(self.colour) if self.colour else ""


@dataclass(frozen=True)
class RowPicture:
    """The squares beside each other, from the left."""

    number: int
    squares: tuple[SquarePicture, ...]

    @property
    def middle(self) -> int:
        """Where its number is written."""
        return MARGIN + self.number * SIZE - SIZE // 2


class SidePicture(NamedTuple):
    """A side between two squares: its name, and the line along it."""

    id: str
    path: str


class AlliancePicture(NamedTuple):
    """Two castles whose domains are allied, and the middle between them."""

    path: str
    middle: Spot


class ColourKey(NamedTuple):
    """Whose a colour is."""

    key: str
    mark: str
    name: str


class LandKey(NamedTuple):
    """A kind of land: its symbol, and what it is."""

    symbol: str
    words: str


@dataclass(frozen=True)
class BoardPicture:
    """The whole board, ready to be drawn by boards/loewenherz/map.html."""

    rows: tuple[RowPicture, ...]
    # The land of each kind and the domains of each colour, as one path each.
    lands: Mapping[str, str]
    domains: Mapping[str, str]
    borders: tuple[SidePicture, ...]
    alliances: tuple[AlliancePicture, ...]
    colours: tuple[ColourKey, ...]
    is_laid: bool
    width: int = SHEET
    height: int = SHEET
    lines: str = LINES
    frame: str = FRAME

    @property
    def legend(self) -> list[LandKey]:
        """Every kind of land with what it is worth, or why it is wanted."""
        return [LandKey(symbol, land_words(sign)) for sign, symbol in SYMBOLS.items()]

    @property
    def columns(self) -> list[tuple[str, int]]:
        """The letters of the columns, and where they are written."""
        return [(letter, corner_of(f"{letter}1").x + SIZE // 2) for letter in COLUMNS]

    @property
    def sides(self) -> tuple[SidePicture, ...]:
        """Every side, for forms in which one is chosen."""
        return all_sides()


def land_words(sign: str) -> str:
    """A kind of land with what it is worth in a domain."""
    worth = WORTH.get(sign)
    return f"{TERRAIN[sign]} {worth}" if worth else str(TERRAIN[sign])


def corner_of(square: str) -> Spot:
    """The upper left corner of a square on the sheet."""
    row, column = divmod(INDEX[square], WIDTH)
    return Spot(MARGIN + column * SIZE, MARGIN + row * SIZE)


def centre_of(square: str) -> Spot:
    """The middle of a square."""
    x, y = corner_of(square)
    return Spot(x + SIZE // 2, y + SIZE // 2)


def side_path(side: str) -> str:
    """The line along a side."""
    one, other = SIDES[side]
    x, y = corner_of(SQUARES[other])
    return f"M{x} {y}v{SIZE}" if other == one + 1 else f"M{x} {y}h{SIZE}"


@cache
def all_sides() -> tuple[SidePicture, ...]:
    """Every side between two squares."""
    return tuple(SidePicture(side, side_path(side)) for side in SIDES)


def mark_of(colour: str) -> str:
    """What the figures of a colour bear: the seat, or N for the neutral ones."""
    return "N" if colour == NEUTRAL else colour


def owners_of(view: Json) -> dict[str, str]:
    """The colour of every square that is in a domain."""
    return {square: one["owner"] for one in view["domains"] for square in one["squares"]}


def squares_of(view: Json, language: str, names: Names) -> Iterator[SquarePicture]:
    """Every square of a position, in the order a1, b1, …"""
    signs, owners = "".join(view["board"] or UNLAID), owners_of(view)
    for square, sign in zip(SQUARES, signs, strict=True):
        figure = CASTLE if square in view["castles"] else KNIGHT
        colour = view["castles"].get(square) or view["knights"].get(square, "")
        owner = owners.get(square, "")
        yield SquarePicture(
            id=square,
            sign=sign,
            owner=owner,
            colour=colour,
            figure=figure if colour else "",
            land_name=str(TERRAIN[sign]) if sign in TERRAIN else _("not laid yet"),
            holding=", ".join(_holding(owner, colour, figure, language, names)),
        )


def board_picture(view: Json, language: str, names: Names) -> BoardPicture:
    """The board of a position as everybody sees it."""
    squares = tuple(squares_of(view, language, names))
    colours = (*view["money"], NEUTRAL) if view["neutral"] else tuple(view["money"])
    return BoardPicture(
        rows=tuple(
            RowPicture(number + 1, squares[number * WIDTH : (number + 1) * WIDTH])
            for number in range(WIDTH)
        ),
        lands=_areas({square.id: square.ground for square in squares}),
        domains=_areas({square.id: square.owner for square in squares if square.owner}),
        borders=tuple(SidePicture(side, side_path(side)) for side in view["borders"]),
        alliances=tuple(alliance_picture(one, other) for one, other in view["alliances"]),
        colours=tuple(
            ColourKey(colour, mark_of(colour), whose(colour, language, names)) for colour in colours
        ),
        is_laid=bool(view["board"]),
    )


def _areas(kinds: Mapping[str, str]) -> dict[str, str]:
    """The squares of each kind as one path: those beside each other as one stretch."""
    areas: dict[str, str] = {}
    stretch: list[str] = []
    for square in (*SQUARES, ""):
        kind = kinds.get(square)
        if stretch and (kind != kinds[stretch[0]] or square.startswith("a")):
            x, y = corner_of(stretch[0])
            wide = len(stretch) * SIZE
            before = areas.get(kinds[stretch[0]], "")
            areas[kinds[stretch[0]]] = f"{before}M{x} {y}h{wide}v{SIZE}h-{wide}z"
            stretch = []
        if kind is not None:
            stretch.append(square)
    return areas


def alliance_picture(one: str, other: str) -> AlliancePicture:
    """The line between two castles, which begins and ends beside them."""
    (x, y), (across, down) = centre_of(one), centre_of(other)
    far = hypot(across - x, down - y)
    right, low = (round((end - start) / far * CLEAR_OF) for start, end in ((x, across), (y, down)))
    path = f"M{x + right} {y + low}L{across - right} {down - low}"
    return AlliancePicture(path, Spot((x + across) // 2, (y + down) // 2))


def _holding(owner: str, colour: str, figure: str, language: str, names: Names) -> Iterator[str]:
    """What stands on a square, and whose domain it is in."""
    if colour:
        words = _("castle of %(who)s") if figure == CASTLE else _("knight of %(who)s")
        neutral = _("neutral castle") if figure == CASTLE else _("neutral knight")
        yield neutral if colour == NEUTRAL else words % {"who": whose(colour, language, names)}
    if owner == NEUTRAL:
        yield _("neutral domain")
    elif owner:
        yield _("domain of %(who)s") % {"who": whose(owner, language, names)}
