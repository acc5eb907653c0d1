"""The board of 12x12 squares: their names, the sides between them, the land on them, the tiles.

A set of squares is a whole number with a bit for each: a1 is bit 0, b1 bit 1, a2 bit 12.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

WIDTH: Final = 12
TILE: Final = 4
COLUMNS: Final = "abcdefghijkl"

SQUARES: Final = tuple(f"{column}{row + 1}" for row in range(WIDTH) for column in COLUMNS)
INDEX: Final[Mapping[str, int]] = {name: number for number, name in enumerate(SQUARES)}
BIT: Final[Mapping[str, int]] = {name: 1 << number for number, name in enumerate(SQUARES)}
ALL: Final = (1 << len(SQUARES)) - 1
FIRST_COLUMN: Final = sum(1 << WIDTH * row for row in range(WIDTH))
LAST_COLUMN: Final = FIRST_COLUMN << WIDTH - 1
LAST_ROW: Final = ((1 << WIDTH) - 1) << WIDTH * (WIDTH - 1)

MEADOW: Final = "."
FOREST: Final = "F"
VILLAGE: Final = "V"
ROYAL_CITY: Final = "K"
MINES: Final[Mapping[str, str]] = {"G": "gold", "S": "silver", "C": "copper", "E": "gems"}
SIGNS: Final = (MEADOW, FOREST, VILLAGE, ROYAL_CITY, *MINES)
# What land is called in facts; meadows are not counted.
LANDMARKS: Final[Mapping[str, str]] = {
    FOREST: "forest",
    VILLAGE: "village",
    ROYAL_CITY: "royal_city",
    **MINES,
}
# H-12: what a square of a domain is worth.
WORTH: Final[Mapping[str, int]] = {FOREST: 1, VILLAGE: 3, ROYAL_CITY: 5}


def neighbours(number: int) -> tuple[int, ...]:
    """The squares above, to the left, to the right and below."""
    row, column = divmod(number, WIDTH)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * WIDTH + c for r, c in near if 0 <= r < WIDTH and 0 <= c < WIDTH)


NEIGHBOURS: Final = tuple(neighbours(number) for number in range(len(SQUARES)))


def side_between(one: int, other: int) -> str:
    """The name of the side between two adjacent squares, the one that comes first named first."""
    return f"{SQUARES[min(one, other)]}|{SQUARES[max(one, other)]}"


# Every side between two squares, with both, in the order of the board; the edge has none.
SIDES: Final[Mapping[str, tuple[int, int]]] = {
    side_between(one, other): (one, other)
    for one, near in enumerate(NEIGHBOURS)
    for other in near
    if one < other
}
SIDE_BITS: Final[Mapping[str, int]] = {
    side: 1 << one | 1 << other for side, (one, other) in SIDES.items()
}
# The sides of each square, by the square beyond.
SIDES_OF: Final = tuple(
    {other: side_between(one, other) for other in near} for one, near in enumerate(NEIGHBOURS)
)


def side_named(text: str) -> str | None:
    """A side as the game writes it, whichever of its squares is named first; none: there is none
    between these."""
    if text in SIDES:
        return text
    one, _, other = text.partition("|")
    turned = f"{other}|{one}"
    return turned if turned in SIDES else None


def mask_of(names: Iterable[str]) -> int:
    """A set of squares by their names."""
    mask = 0
    for name in names:
        mask |= BIT[name]
    return mask


def numbers_in(mask: int) -> Iterator[int]:
    """The squares of a set by their numbers, in the order a1, b1, …"""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def squares_in(mask: int) -> list[str]:
    """The squares of a set by their names, in the order a1, b1, …"""
    return [SQUARES[number] for number in numbers_in(mask)]


def beside(mask: int) -> int:
    """Every square that has a side in common with one of the set, whatever stands on that side."""
    sideways = (mask & ~LAST_COLUMN) << 1 | (mask & ~FIRST_COLUMN) >> 1
    return (sideways | mask << WIDTH | mask >> WIDTH) & ALL


def distance(one: int, other: int) -> int:
    """Steps from square to square, never diagonally."""
    (row, column), (other_row, other_column) = divmod(one, WIDTH), divmod(other, WIDTH)
    return abs(row - other_row) + abs(column - other_column)


@dataclass(frozen=True)
class Terrain:
    """The land of a board, as sets of squares."""

    signs: Mapping[str, int]
    # Where knights may stand (H-13).
    open: int

    def worth(self, mask: int) -> int:
        """What some squares are worth in a domain."""
        return sum(worth * (mask & self.signs[sign]).bit_count() for sign, worth in WORTH.items())

    def mines(self, mask: int) -> dict[str, int]:
        """The mines on some squares by kind, without zeros."""
        return self._count(mask, MINES)

    def landmarks(self, mask: int) -> dict[str, int]:
        """Forests, villages, mines and the royal city on some squares, without zeros."""
        return self._count(mask, LANDMARKS)

    def _count(self, mask: int, kinds: Mapping[str, str]) -> dict[str, int]:
        counts = ((kind, (mask & self.signs[sign]).bit_count()) for sign, kind in kinds.items())
        return {kind: count for kind, count in counts if count}


@cache
def terrain(board: str) -> Terrain:
    """The land of a board of 144 signs."""
    signs = dict.fromkeys(SIGNS, 0)
    for number, sign in enumerate(board):
        signs[sign] |= 1 << number
    return Terrain(signs, signs[MEADOW] | signs[FOREST])


def printed(name: str) -> Any:
    """A file of printed data."""
    text = resources.files("engine.loewenherz").joinpath("data", name).read_text("utf-8")
    return json.loads(text)


_TILES: Final = printed("tiles.json")
TILES: Final[Mapping[str, Sequence[str]]] = _TILES["tiles"]
CENTRE: Final = "centre"
SHUFFLED: Final = tuple(name for name in TILES if name != CENTRE)
# The tiles that are of this project's making, which players are told.
HOUSE_TILES: Final = frozenset(_TILES["house"])
QUARTERS: Final = 4


def turned(tile: Sequence[str], quarters: int) -> Sequence[str]:
    """A tile turned clockwise by so many quarters."""
    for _ in range(quarters):
        tile = ["".join(column) for column in zip(*reversed(tile), strict=True)]
    return tile


def laid(order: Sequence[str], rolled: Sequence[int]) -> str:
    """H-1: the board of the eight tiles in the order drawn, around the centre, each of the nine
    turned as rolled (1: as printed)."""
    names = [*order[:4], CENTRE, *order[4:]]
    tiles = [turned(TILES[name], roll - 1) for name, roll in zip(names, rolled, strict=True)]
    return "".join(
        tile[row]
        for first in range(0, len(tiles), WIDTH // TILE)
        for row in range(TILE)
        for tile in tiles[first : first + WIDTH // TILE]
    )


def rows_of(board: str) -> list[str]:
    """A board as its twelve rows."""
    return [board[first : first + WIDTH] for first in range(0, len(board), WIDTH)]
