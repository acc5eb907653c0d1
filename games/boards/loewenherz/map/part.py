"""The board as pages and letters show it: what an event concerns, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.kernel.core import Event, Json
from engine.loewenherz.events import (
    AllianceMade,
    BorderPlaced,
    CastlePlaced,
    DeserterAsked,
    DomainArose,
    DomainGrew,
    KnightDeserted,
    KnightPlaced,
)
from games.boards.blocks import Picture
from games.boards.board import Names
from games.boards.loewenherz.map.miniature import miniature
from games.boards.loewenherz.map.painting import paint
from games.boards.loewenherz.map.picture import (
    BoardPicture,
    RowPicture,
    SquarePicture,
    alliance_picture,
    board_picture,
    side_path,
    squares_of,
)
from games.boards.loewenherz.map.specimen import specimen_view

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SCRIPTS: Final = "boards/loewenherz/js"
LEGEND: Final = gettext_lazy("Outlined: squares of another domain than before.")
# What of a position is drawn across the squares, by the name a script knows it by.
ALLIANCES: Final = "alliances"


class SquareChange(NamedTuple):
    """What became of a square."""

    id: str
    name: str
    text: str
    # Whose domain it is in changes; what stands there changes.
    is_taken: bool
    is_other: bool


@dataclass(frozen=True)
class LoewenherzMap:
    """The board of 144 squares."""

    template: str = "boards/loewenherz/map.html"
    places_template: str = "boards/loewenherz/squares.html"
    specimen_template: str = "boards/loewenherz/specimen.html"
    styles: Sequence[str] = (
        *("site/css/map.css", "boards/loewenherz/css/map.css"),
        "boards/loewenherz/css/table.css",
    )
    table_scripts: Sequence[str] = ("site/js/map.js", f"{SCRIPTS}/squares.js")
    report_scripts: Sequence[str] = ("site/js/map.js", f"{SCRIPTS}/squares.js")
    replay_scripts: Sequence[str] = (
        *("site/js/map.js", f"{SCRIPTS}/squares.js", f"{SCRIPTS}/replay.js"),
    )
    legend: StrOrPromise = LEGEND

    def picture(self, view: Json, language: str, names: Names) -> BoardPicture:
        """The board of a position, for its template."""
        return board_picture(view, language, names)

    def specimen(self) -> BoardPicture:
        """The board of a game that nobody here plays, for those who have none."""
        return board_picture(specimen_view(), "", {})

    def painted(self, view: Json, language: str) -> Picture:
        """The same as a picture for letters."""
        return Picture(
            png=partial(paint, view, language),
            name="board.png",
            alt=_("The board. Everything on it is also in the text below."),
            caption=_(
                "Battlements are castles, shields are knights, thick bars are borders. Trees: "
                "forest; houses: village; crown: royal city; disc, crescent, ring with a cross "
                "and diamond: mines of gold, silver, copper and gems."
            ),
        )

    def miniature(self, view: Json) -> str:
        """Whose land it is, as a small picture."""
        return miniature(view)

    def places(self, view: Json, language: str, names: Names) -> Sequence[RowPicture]:
        """Every square in words, row by row."""
        return board_picture(view, language, names).rows

    def drawn(self, view: Json, language: str, names: Names) -> Json:
        """Every square, every border and all alliances as the board draws them, for a script."""
        squares = {
            square.id: {
                "land": square.ground,
                "symbol": square.land,
                "owner": square.owner,
                "colour": square.colour,
                "mark": square.mark,
                "figure": square.figure,
                "sentence": square.sentence,
            }
            for square in squares_of(view, language, names)
        }
        borders = {side: side_path(side) for side in view["borders"]}
        return {**squares, **borders, ALLIANCES: _alliances(view)}

    def redrawn(self, before: Json, after: Json, language: str, names: Names) -> Json:
        """The same of what differs; what is gone is nothing."""
        if all(before[key] == after[key] for key in _DRAWN):
            return {}
        was, now = self.drawn(before, language, names), self.drawn(after, language, names)
        gone = {key: None for key in was if key not in now}
        return gone | {key: state for key, state in now.items() if was.get(key) != state}

    def changes(self, before: Json, after: Json, language: str, names: Names) -> list[SquareChange]:
        """The squares that differ, with what differs in words."""
        if not before["board"]:
            # A board that was only just laid differs everywhere.
            before = before | {"board": after["board"]}
        pairs = zip(
            squares_of(before, language, names), squares_of(after, language, names), strict=True
        )
        return [_change(was, now) for was, now in pairs if was != now]

    def changed_words(self, number: int) -> str:
        """How many squares a round changed."""
        words = ngettext("%(number)s square changed", "%(number)s squares changed", number)
        return words % {"number": number}

    def place_of(self, event: Event[Any]) -> str | None:
        """The square or side an event is about."""
        match event:
            case CastlePlaced() | DomainArose():
                return event.castle
            case KnightPlaced() | DomainGrew() | KnightDeserted():
                return event.square
            case BorderPlaced():
                return event.border
            case AllianceMade():
                return event.castles[1]
            case DeserterAsked():
                return event.against
        return None

    def origin_of(self, event: Event[Any]) -> str | None:
        """The castle whose domain an event comes from."""
        match event:
            case DomainGrew():
                return event.castle
            case KnightDeserted() | DeserterAsked():
                return event.domain
            case AllianceMade():
                return event.castles[0]
        return None


MAP: Final = LoewenherzMap()

# What of a view the board draws.
_DRAWN: Final = ("board", "castles", "knights", "borders", "domains", "alliances")


def _alliances(view: Json) -> list[tuple[str, int, int]]:
    """The line of each alliance, and where its rings are."""
    pictures = (alliance_picture(one, other) for one, other in view["alliances"])
    return [(picture.path, *picture.middle) for picture in pictures]


def _change(was: SquarePicture, now: SquarePicture) -> SquareChange:
    return SquareChange(
        id=now.id,
        name=now.id,
        text=f"{was.holding or _('unclaimed')} → {now.holding or _('unclaimed')}",
        is_taken=was.owner != now.owner,
        is_other=(was.colour, was.figure) != (now.colour, now.figure),
    )
