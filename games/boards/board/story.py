"""The story: what happened, in the report, the replay and the charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.kernel.core import Event, Json, Seat
from engine.text.paragraphs import Paragraph
from games.boards.board.names import Names
from games.boards.in_short import InShort, Passage, ScoredRound

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Figure(NamedTuple):
    """Something that is counted: its name, and its symbol in the sprite."""

    key: str
    title: StrOrPromise
    symbol: str


class FigureGroup(NamedTuple):
    """Figures that are shown together, under a title."""

    title: StrOrPromise
    figures: tuple[Figure, ...]


class Exhibit(NamedTuple):
    """What a report shows under a heading beside its sentences: a template and what it draws."""

    template: str
    shown: Any


class StoryPart(Protocol):
    """What happened: the report, the replay, the charts."""

    @property
    def figures(self) -> Sequence[Figure]:
        """What is counted over a game, in the order of the charts."""

    @property
    def still_sealed(self) -> StrOrPromise:
        """What is shown of a plan that is not open as a whole."""

    def counted(self, view: Json) -> Mapping[str, Mapping[Seat, int]]:
        """The figures of each player."""

    def groups(self, view: Json) -> Sequence[FigureGroup]:
        """What a replay counts beside the board."""

    def standing(self, view: Json) -> Mapping[str, Mapping[str, int]]:
        """These figures, by colour; a colour need not be a seat."""

    def colour_name(self, colour: str, names: Names) -> str:
        """Whose a colour is."""

    def chapter_mark(self, chapter: str, language: str) -> tuple[str, str]:
        """A chapter on the axis of a chart: a short word, and what it belongs to."""

    def paragraphs(
        self,
        events: Iterable[Event[Any]],
        language: str,
        names: Names,
        reader: Seat | None = None,
    ) -> Iterator[Paragraph]:
        """The facts told under their headings, each line with the facts behind it.

        A game whose sentences can do so says “you” to the reader.
        """

    def exhibit(
        self, paragraph: Paragraph, after: Json, language: str, names: Names
    ) -> Exhibit | None:
        """What is shown in place of a paragraph's asides; `after` is the view at the end of it."""

    def symbol_of(self, name: str) -> str:
        """The symbol of a paragraph, by its id in the sprite."""

    def is_small(self, event: Event[Any]) -> bool:
        """Whether an event only leads to the next one, so that a replay need not dwell on it."""

    def is_stop(self, event: Event[Any]) -> bool:
        """Whether a replay in a hurry stops here, and at little else."""

    def is_routine(self, event: Event[Any]) -> bool:
        """Whether an event matters to whoever did it and to nobody else, so that it is folded."""

    def seats_of(self, event: Event[Any]) -> frozenset[Seat]:
        """Whom an event is about."""

    def revealed_plans(self, events: Iterable[Event[Any]], language: str) -> Mapping[Seat, str]:
        """What the game itself has laid open of each plan, as text orders."""

    def in_short(self, passage: Passage, seat: Seat | None, language: str, names: Names) -> InShort:
        """The head of a report for a seat, or for somebody who looks on; of public facts alone."""

    def lead(self, state: Any) -> Mapping[Seat, int]:
        """By what it is told who leads in a position: points, or what they would be by now."""

    def places(self, events: Iterable[Event[Any]], view: Json) -> Mapping[Seat, int]:
        """The place of everybody in a game that is over; several may share one."""

    def rounds(self, events: Iterable[Event[Any]], language: str) -> Sequence[ScoredRound]:
        """Each time the points were counted, item by item; nothing where they come one by one."""
