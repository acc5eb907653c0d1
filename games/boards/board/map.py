"""The map: drawn on pages, painted for letters, and what changed on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.kernel.core import Event, Json
from games.boards.blocks import Picture
from games.boards.board.names import Names

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class PlaceChange(Protocol):
    """What became of a place on the map."""

    @property
    def id(self) -> str:
        """The place."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def text(self) -> str:
        """What differs, in words."""

    @property
    def is_taken(self) -> bool:
        """Whether its owner changed."""

    @property
    def is_other(self) -> bool:
        """Whether what stands there changed."""


class MapPart(Protocol):
    """A map that is drawn on pages and painted for letters; places on it can be asked about."""

    @property
    def template(self) -> str:
        """Draws what `picture` gives."""

    @property
    def places_template(self) -> str:
        """Tells of every place."""

    @property
    def specimen_template(self) -> str:
        """Draws what `specimen` gives."""

    @property
    def styles(self) -> Sequence[str]:
        """Style sheets of a page with the map."""

    @property
    def table_scripts(self) -> Sequence[str]:
        """Scripts of a page with the map on which places can be asked about."""

    @property
    def report_scripts(self) -> Sequence[str]:
        """Scripts of a report, whose map marks what changed."""

    @property
    def replay_scripts(self) -> Sequence[str]:
        """Scripts of a replay, whose map listens to `replay:moment`."""

    @property
    def legend(self) -> StrOrPromise:
        """How a map marks the places that a chapter changed."""

    def picture(self, view: Json, language: str, names: Names) -> Any:
        """The map of a position, for its template."""

    def specimen(self) -> Any:
        """The map of a game that nobody here plays, for those who have none yet."""

    def painted(self, view: Json, language: str) -> Picture:
        """The same as a picture for letters."""

    def miniature(self, view: Json) -> str:
        """The map in small, as an SVG document for lists of games."""

    def places(self, view: Json, language: str, names: Names) -> Sequence[Any]:
        """Everything about every place, for its template."""

    def drawn(self, view: Json, language: str, names: Names) -> Json:
        """Every place as the map draws it, for a script that draws it again."""

    def redrawn(self, before: Json, after: Json, language: str, names: Names) -> Json:
        """The same of the places that differ."""

    def changes(
        self, before: Json, after: Json, language: str, names: Names
    ) -> Sequence[PlaceChange]:
        """The places that differ, with what differs in words."""

    def changed_words(self, number: int) -> str:
        """How many places a chapter changed."""

    def place_of(self, event: Event[Any]) -> str | None:
        """The place an event is about."""

    def origin_of(self, event: Event[Any]) -> str | None:
        """Where it came from."""
