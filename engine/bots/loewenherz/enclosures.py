"""Land that a castle could be given with a few borders more: rectangles, and what they become."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

from engine.loewenherz.board import (
    BIT,
    INDEX,
    SIDES_OF,
    WIDTH,
    beside,
    numbers_in,
)
from engine.loewenherz.land import Landscape

# Rectangles are at most so long; longer ones need too many borders.
LONGEST: Final = 6
# Nobody begins what lacks more borders than these.
FARTHEST: Final = 11

Walls = tuple[int, int]
# What land is worth to whoever gets it, in thousandths of a point.
Worth = Callable[[int], int]
# What is left of that with so many borders missing.
Outlook = Callable[[int, int], int]


class Enclosure(NamedTuple):
    """Squares that could become the domain of a castle, and what they are worth then."""

    squares: int
    worth: int


class Effort(NamedTuple):
    """How many rectangles are looked at closely, how many of them are changed square by square,
    and how many are kept."""

    closely: int
    changed: int
    kept: int


# For own castles, and for those of others and places where none stands yet.
THOROUGH: Final = Effort(24, 3, 14)
ROUGH: Final = Effort(8, 0, 6)


def gaps(squares: int, walls: Walls) -> int:
    """How many borders are missing around some squares."""
    right, below = walls
    across = (squares ^ squares >> 1) & ~right
    return across.bit_count() + ((squares ^ squares >> WIDTH) & ~below).bit_count()


def missing_sides(squares: int, land: Landscape) -> list[str]:
    """The sides around some squares that have no border, in the order of the board."""
    return [
        side
        for number in numbers_in(squares)
        for other, side in SIDES_OF[number].items()
        if not squares >> other & 1 and side not in land.borders
    ]


@cache
def rectangles(number: int) -> tuple[int, ...]:
    """The rectangles around a square, none longer than a domain can be."""
    row, column = divmod(number, WIDTH)
    return tuple(
        _rectangle(top, bottom, left, right)
        for top, bottom in _spans(row)
        for left, right in _spans(column)
    )


def _spans(place: int) -> Iterator[tuple[int, int]]:
    for first in range(max(0, place - LONGEST + 1), place + 1):
        for last in range(place, min(WIDTH, first + LONGEST)):
            yield first, last


def _rectangle(top: int, bottom: int, left: int, right: int) -> int:
    row = ((1 << right - left + 1) - 1) << left
    return sum(row << WIDTH * number for number in range(top, bottom + 1))


def enclosures(
    land: Landscape, castle: str, worth: Worth, outlook: Outlook, effort: Effort
) -> list[Enclosure]:
    """The most promising ones of a castle that has no domain yet, the best first."""
    colour = land.castles[castle]
    chain = land.area(BIT[castle], land.figures[colour])
    if (chain & land.castle_mask).bit_count() > 1:
        return []
    allowed = land.area(chain) & ~(land.occupied & ~chain)
    walls = land.walls
    promises: dict[int, int] = {}

    def promise(squares: int) -> int:
        if squares not in promises:
            promises[squares] = outlook(worth(squares), gaps(squares, walls))
        return promises[squares]

    rough = {rectangle & allowed | chain for rectangle in rectangles(INDEX[castle])}
    near = [squares for squares in rough if gaps(squares, walls) <= FARTHEST]
    best = sorted(near, key=lambda squares: (-promise(squares), squares))[: effort.closely]
    whole = {land.area(chain, squares) for squares in best}
    ranked = sorted(whole, key=lambda squares: (-promise(squares), squares))
    for squares in ranked[: effort.changed]:
        whole.add(land.area(chain, _improved(squares, chain, allowed, promise)))
    ranked = sorted(whole, key=lambda squares: (-promise(squares), squares))
    return [Enclosure(squares, worth(squares)) for squares in ranked[: effort.kept]]


def _improved(squares: int, chain: int, allowed: int, promise: Callable[[int], int]) -> int:
    """With single squares added and left out, as long as that is better."""
    best = promise(squares)
    while True:
        near = beside(squares) & allowed & ~squares
        rim = squares & ~chain & beside(~squares)
        changed = max(
            (squares ^ 1 << number for number in numbers_in(near | rim)),
            key=promise,
            default=squares,
        )
        value = promise(changed)
        if value <= best:
            return squares
        squares, best = changed, value


def steps_apart(one: int, targets: int) -> int:
    """How many steps it is from a square to the nearest of some others; far if there are none."""
    reached, steps = 1 << one, 0
    while targets and not reached & targets:
        reached |= beside(reached)
        steps += 1
    return steps


def lines_across(squares: int, land: Landscape) -> Iterator[list[str]]:
    """The sides without a border on each straight line that parts some squares."""
    for step in (1, WIDTH):
        lines: dict[int, list[str]] = {}
        for number in numbers_in(squares & squares >> step):
            side = SIDES_OF[number].get(number + step)
            if side is not None and side not in land.borders:
                lines.setdefault(number % WIDTH if step == 1 else number // WIDTH, []).append(side)
        yield from lines.values()
