"""The plain table: who has how many points, and everything else of the view in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Json, Ruleset, Seat
from games.boards.board import Names
from games.boards.plain.contents import Content, contents_of
from games.boards.plain.terms import terms_of


@dataclass(frozen=True)
class PlainPlayer:
    """A player: the name, the points, and whether they were enough."""

    seat: Seat
    name: str
    points: int
    won: bool


@dataclass(frozen=True)
class PlainTabletop:
    """The table as its templates draw it."""

    title: str
    finished: bool
    players: Sequence[PlainPlayer]
    contents: Sequence[Content]
    phase: str = ""
    tie_break: str = ""


@dataclass(frozen=True)
class PlainTable:
    """Shows a view as words and tables."""

    ruleset: Ruleset[Any]
    # What may differ from viewer to viewer lies in the middle: the other two are drawn for all.
    template: str = "boards/plain/board.html"
    players_template: str = "boards/plain/players.html"
    points_template: str = ""
    cards_template: str = "boards/plain/cards.html"

    def table(self, view: Json, language: str, names: Names, place: str = "") -> PlainTabletop:
        """The table as somebody may see it; it has no places to be asked about."""
        terms = terms_of(self.ruleset, language, names, view)
        title = terms.chapter(view)
        if not title:
            title = _("The game is over") if view["finished"] else _("The game is running")
        return PlainTabletop(
            title=title,
            finished=view["finished"],
            players=players_of(view, names),
            contents=contents_of(view, terms),
        )


def players_of(view: Json, names: Names) -> list[PlainPlayer]:
    """Everybody at the table; after the end winners first, then by points."""
    players = [
        PlainPlayer(seat, name, view["points"].get(seat, 0), seat in view["winners"])
        for seat, name in names.items()
    ]
    if view["finished"]:
        players.sort(key=_rank)
    return players


def _rank(player: PlainPlayer) -> tuple[bool, int]:
    return (not player.won, -player.points)
