"""The board in letters, for mail programs that show text alone: 53 columns, a line a row."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.loewenherz.board import COLUMNS, SQUARES, WIDTH, side_between
from games.boards.loewenherz.map.picture import mark_of

# Before each row its number.
_LABEL = "   "


def text_grid(view: Json) -> str:
    """Every square with the sign of its land and its figure, and between squares the borders.

    A castle is its letter in brackets, a knight a small letter behind the sign.
    """
    signs, borders = "".join(view["board"]), frozenset(view["borders"])
    lines = [_LABEL + "".join(f"  {letter} " for letter in COLUMNS).rstrip()]
    for row in range(WIDTH):
        lines.append(_LABEL + _between(row, borders))
        cells = [_cell(view, signs, row * WIDTH + column) for column in range(WIDTH)]
        drawn = "".join(
            _upright(row * WIDTH + column, borders) + cells[column] for column in range(WIDTH)
        )
        lines.append(f"{row + 1:>2} {drawn}|")
    lines.append(_LABEL + _between(WIDTH, borders))
    return "\n".join(line.rstrip() for line in lines)


def grid_key() -> str:
    """How the grid is read."""
    return _(
        "F forest, V village, K royal city, G gold, S silver, C copper, E gems, a dot is meadow. "
        "[A] is a castle of A, “Fb” is a knight of B in a forest. N is neutral. Lines are borders."
    )


def _cell(view: Json, signs: str, number: int) -> str:
    square, sign = SQUARES[number], signs[number]
    if square in view["castles"]:
        return f"[{mark_of(view['castles'][square])}]"
    if square in view["knights"]:
        return f" {sign}{mark_of(view['knights'][square]).lower()}"
    return f" {sign} "


def _upright(number: int, borders: Collection[str]) -> str:
    """What stands to the left of a square: the edge, a border, or nothing."""
    is_wall = not number % WIDTH or side_between(number - 1, number) in borders
    return "|" if is_wall else " "


def _between(row: int, borders: Collection[str]) -> str:
    """The line above a row: borders, and a cross at every corner."""
    sides = []
    for column in range(WIDTH):
        number = row * WIDTH + column
        is_wall = row in (0, WIDTH) or side_between(number - WIDTH, number) in borders
        sides.append("---" if is_wall else "   ")
    return "+" + "+".join(sides) + "+"
