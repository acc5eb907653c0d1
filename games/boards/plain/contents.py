"""A view in words: everything that lies on the table, named by the terms of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.kernel.core import Json, Seat
from games.boards.plain.terms import Terms, is_short

# What every page says elsewhere: the contract of a view, what the kernel and the site add to it.
SAID_ELSEWHERE: Final = frozenset(
    (
        *("chapter", "finished", "winners", "points"),
        *("waiting", "decisions", "answered", "answers", "known", "face_down", "head", "seq"),
    )
)


class GridCell(NamedTuple):
    """What stands in a place of a table."""

    text: str
    is_number: bool


class GridRow(NamedTuple):
    """A row of a table: what it is about, the seat if it is one, and what is said of it."""

    name: str
    seat: Seat
    cells: tuple[GridCell, ...]


@dataclass(frozen=True)
class Grid:
    """Things of the same kind, side by side."""

    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]


@dataclass(frozen=True)
class Content:
    """Something on the table: its name, and a line, a table or parts."""

    name: str
    seat: Seat = ""
    text: str = ""
    grid: Grid | None = None
    parts: tuple[Content, ...] = ()


def contents_of(
    shown: Json, terms: Terms, leave_out: Collection[str] = SAID_ELSEWHERE
) -> list[Content]:
    """Everything a view, or the options of a question, tells; what everybody has in one table."""
    things = {key: value for key, value in shown.items() if key not in leave_out}
    of_players = {key: value for key, value in things.items() if _is_of_players(value, terms)}
    contents = [_content(key, things[key], terms) for key in things if key not in of_players]
    if of_players:
        contents.insert(0, Content(_("What they have"), grid=_players(of_players, terms)))
    return contents


def _is_of_players(value: Any, terms: Terms) -> bool:
    if not isinstance(value, dict) or not value or not value.keys() <= terms.names.keys():
        return False
    return all(map(is_short, value.values()))


def _players(things: Mapping[str, Json], terms: Terms) -> Grid:
    """A row for each player, with nothing where a player has no such thing."""
    rows = tuple(
        GridRow(
            name,
            seat,
            tuple(_cell(has[seat], terms) if seat in has else _EMPTY for has in things.values()),
        )
        for seat, name in terms.names.items()
    )
    return Grid(tuple(map(terms.title, things)), rows)


_EMPTY: Final = GridCell("", is_number=False)


def _cell(value: Any, terms: Terms) -> GridCell:
    return GridCell(terms.say(value), isinstance(value, int) and not isinstance(value, bool))


def _content(key: str, value: Any, terms: Terms) -> Content:
    name, seat = terms.title(key), ""
    if key in terms.names:
        name, seat = terms.names[key], key
    if is_short(value):
        return Content(name, seat, terms.say(value))
    if grid := _grid(value, terms):
        return Content(name, seat, grid=grid)
    parts = tuple(_content(part, inner, terms) for part, inner in _members(value))
    return Content(name, seat, parts=parts)


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a value that has some; those of a list by their number."""
    if isinstance(value, dict):
        yield from value.items()
    else:
        yield from ((str(number), part) for number, part in enumerate(value, 1))


def _grid(value: Any, terms: Terms) -> Grid | None:
    """Several things of which the same is told, and each in a line."""
    members = list(_members(value))
    if len(members) < 2 or not all(isinstance(part, dict) and part for _key, part in members):
        return None
    columns = list(members[0][1])
    for _key, part in members:
        if part.keys() != set(columns) or not all(map(is_short, part.values())):
            return None
    rows = tuple(
        GridRow(
            terms.names.get(key) or terms.title(key),
            key if key in terms.names else "",
            tuple(_cell(part[column], terms) for column in columns),
        )
        for key, part in members
    )
    return Grid(tuple(map(terms.title, columns)), rows)
