"""How a game is shown: the parts every game has, and what only some games have.

Each part has a plain default (`games.boards.plain`), so a ruleset can be played in the browser, by
mail and as text before anybody has drawn it. A game replaces the parts it has something better for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.devices.tower import Tower
from engine.kernel.core import Decision, Event, Json, Problem, Seat
from engine.text.paragraphs import Paragraph
from games.boards.blocks import Block, Picture, TableBlock
from games.boards.in_short import InShort, Passage, ScoredRound
from games.boards.remarks import Fields, Remarks, field_id
from games.boards.tutorial import TutorialPart
from games.boards.wording import Wording
from games.luck.fortune import Stake

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# Whoever sits on each seat, as the reader calls them.
Names = Mapping[Seat, str]


class PlayerLine(Protocol):
    """A player at the table."""

    @property
    def seat(self) -> Seat:
        """The seat."""

    @property
    def name(self) -> str:
        """Whoever sits there."""

    @property
    def points(self) -> int:
        """What counts in the end."""

    @property
    def won(self) -> bool:
        """Whether they have won."""


class Tabletop(Protocol):
    """Everything on the table, ready to be drawn by the templates of the part that made it."""

    @property
    def title(self) -> str:
        """The chapter the game is in."""

    @property
    def phase(self) -> str:
        """What is going on in it; nothing where there is nothing to say."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    @property
    def tie_break(self) -> str:
        """What decided where the most points were not enough; nothing where they were."""

    @property
    def players(self) -> Sequence[PlayerLine]:
        """Everybody at the table; after the end the best first."""


class TablePart(Protocol):
    """The table: what lies in the middle, what lies in front of the players, and the rest."""

    @property
    def template(self) -> str:
        """What lies in the middle: a map, if there is one."""

    @property
    def players_template(self) -> str:
        """What everybody has."""

    @property
    def points_template(self) -> str:
        """What brings points and to whom; nothing where the points say it all."""

    @property
    def cards_template(self) -> str:
        """Everything else."""

    def table(self, view: Json, language: str, names: Names, place: str = "") -> Tabletop:
        """The table as somebody may see it; of one place on it everything."""


class ToolResult(NamedTuple):
    """An answer as a tool of the form leaves it, and what is to be said about that."""

    answer: Json
    remark: str = ""


class GuideStep(NamedTuple):
    """One field of the form, or several that belong together, and what an answer says there."""

    # The name of the field, or what the names of the fields begin with.
    name: str
    title: str
    does: str
    # What the answer says there in a word or two, why that is good, and what could go wrong.
    choice: str
    reason: str
    risks: Sequence[str]
    fields: Fields
    # The places on the map it is about.
    places: Sequence[str] = ()

    @property
    def line(self) -> str:
        """What is chosen and why, in a line."""
        return f"{self.choice}. {self.reason}".rstrip()

    @property
    def anchor(self) -> str:
        """The id of its first field on the page."""
        return field_id(next(iter(self.fields), self.name))

    @property
    def filled(self) -> str:
        """The fields as a script reads them."""
        return json.dumps(self.fields)

    def to_json(self) -> Json:
        """The same for a script that shows it beside the form."""
        return {
            "name": self.name,
            "title": self.title,
            "line": self.line,
            "anchor": self.anchor,
            "value": self.fields.get(self.name, ""),
        }


class TurnPart(Protocol):
    """The form in which a question is answered."""

    def call(self, kind: str) -> str:
        """What a player is called upon to do."""

    def call_to_go_on(self, decision: Decision, problems: Sequence[Problem]) -> str:
        """The same to one who has saved a draft; the rules object to so much of it."""

    def is_plan(self, kind: str) -> bool:
        """Whether a question asks for a whole turn; all others are choices on the way."""

    @property
    def plan_kinds(self) -> Sequence[str]:
        """The questions that ask for a whole turn, to read orders by when none is open."""

    def kind_of(self, decision: str) -> str:
        """What a question of before was, by its id, which only its game can read; else nothing."""

    def form(
        self,
        view: Json,
        decision: Decision,
        answer: Any,
        remarks: Remarks,
        language: str,
        names: Names,
        options: Mapping[str, str],
    ) -> Json:
        """Everything the template of a question needs; `answer` is what was said so far, or none.

        `template` is the page, which extends `web/turn.html`; `kind`, `heading`, `question`,
        `problems`, `missing`, `counsel`, `data` and `words` are for that; the rest is its own.
        """

    def beside(self, view: Json, language: str, names: Names) -> Json:
        """What else the page needs to show the table beside the form, drawn only when wanted."""

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; never raises, whatever was done to the form."""

    def fields(self, kind: str, answer: Any) -> Mapping[str, str]:
        """What the fields of the form hold that says an answer."""

    def tooled(
        self,
        tool: str,
        decision: Decision,
        answer: Json,
        last: Json | None,
        check: Callable[[Json], Sequence[Problem]],
        language: str,
    ) -> ToolResult | None:
        """An answer as one of the tools of the form leaves it; none if the form has no such tool.

        `last` is what the seat said to the last question of this kind, `check` finds what is wrong
        with an answer now.
        """

    def brief(self, kind: str, answer: Json) -> Json:
        """An answer without what only a program would think of, to be suggested to people."""

    def guide(
        self,
        state: Any,
        decision: Decision,
        answer: Json,
        language: str,
        names: Names,
        tower: Tower | None,
    ) -> Sequence[GuideStep]:
        """An answer explained from the top of the form to its end; nothing where nobody can."""

    def same(self, kind: str, one: Any, other: Any) -> bool:
        """Whether two answers fill the form alike, however they were written."""

    def merged(self, kind: str, answer: Json, read: Json) -> Json:
        """An answer with what a text says laid over it; what the text leaves out stays."""

    def as_text(self, kind: str, answer: Any, language: str) -> str:
        """An answer as text orders; nothing for one that text cannot say."""

    def remarks(
        self,
        state: Any,
        decision: Decision,
        answer: Any,
        problems: Sequence[Problem],
        language: str,
        tower: Tower | None,
        posted: Fields | None = None,
    ) -> Remarks:
        """Problems, advice and odds of an answer, by field of the form.

        The rows of a posted form may have gaps; an answer has none.
        """


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


class LettersPart(Protocol):
    """The game by mail: the question, the position in words, orders to be filled in."""

    def question(
        self, view: Json, decision: Decision, language: str, names: Names
    ) -> tuple[str, str]:
        """What a question is about, and the question itself in one sentence."""

    def template(
        self, view: Json, decision: Decision, language: str, *, brief: bool = False
    ) -> str:
        """Orders to be filled in, with everything that is legal.

        In brief for somebody who has the position before them and has been told how orders look.
        """

    def position(
        self, view: Json, seat: Seat | None, language: str, names: Names
    ) -> Iterable[Block]:
        """Everything on the table in words, as a seat or a spectator sees it."""

    def standing(self, view: Json, language: str, names: Names) -> TableBlock:
        """What everybody has; after the end the best first."""

    def decided_by(self, view: Json, language: str, names: Names) -> str:
        """What decided where the most points were not enough; nothing where they were."""


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


class ThrownPicture(Protocol):
    """A throw, ready to be drawn."""

    @property
    def place(self) -> str | None:
        """The place on the map it decided about."""

    @property
    def origin(self) -> str | None:
        """Where whoever threw came from."""


class ThrowStory(Protocol):
    """A throw among the events around it."""

    @property
    def place(self) -> int:
        """Its place among them."""

    @property
    def action(self) -> str:
        """The heading it happened under."""

    @property
    def county(self) -> str:
        """The place on the map it decided about, in words."""

    @property
    def seats(self) -> frozenset[Seat]:
        """Whom it decided about."""

    @property
    def cause(self) -> str:
        """Why it was thrown, in a sentence."""

    @property
    def tray_before(self) -> Mapping[str, int]:
        """What lay in the tray before."""

    @property
    def tray_after(self) -> Mapping[str, int]:
        """What lay there after it was decided."""

    @property
    def result(self) -> str:
        """What it came to, in a sentence."""


class TowerPart(Protocol):
    """A cube tower: throws drawn, the odds before them, the luck after them, their audit."""

    @property
    def template(self) -> str:
        """Draws a throw."""

    @property
    def report_scripts(self) -> Sequence[str]:
        """Scripts of a report, whose throws can be seen again."""

    @property
    def replay_scripts(self) -> Sequence[str]:
        """Scripts of a replay, which show the throw of each `replay:moment`."""

    def throws(
        self, events: Iterable[Event[Any]], language: str, names: Names
    ) -> Iterator[tuple[int, ThrownPicture]]:
        """Each throw among some events, by its place, with what it decided."""

    def is_decided(self, event: Event[Any]) -> bool:
        """Whether an event says what the throw before it came to."""

    def odds(self, state: Any, tower: Tower, seat: Seat, names: Names) -> Json:
        """Everything a seat could bring about now, in words."""

    def odds_listed(self, state: Any, tower: Tower, seat: Seat) -> Json:
        """The same for programs."""

    def stakes(self, state: Any, events: Sequence[Event[Any]], tower: Tower) -> Iterator[Stake]:
        """What was at stake in each throw; `state` is the position before the first event."""

    def stories(
        self, state: Any, events: Sequence[Event[Any]], language: str, names: Names
    ) -> Iterator[ThrowStory]:
        """Every throw of a game, in order; `state` is the position before the first event."""

    def colours(self, colours: Iterable[str], names: Names) -> Sequence[tuple[str, str]]:
        """Colours of cubes and whose they are, in the order of a table."""

    def colour_title(self, colour: str, language: str) -> str:
        """What a colour of cubes is called, whoever plays it."""


@dataclass(frozen=True)
class Primer:
    """What somebody is told who plays a game for the first time."""

    # What the game is, how one wins, and how long it takes: a sentence each.
    sentences: Sequence[StrOrPromise]
    # The page of the rules to begin with.
    overview: str


@dataclass(frozen=True)
class Board:
    """How the games of a ruleset are shown."""

    wording: Wording
    table: TablePart
    turn: TurnPart
    story: StoryPart
    letters: LettersPart
    # What a game may lack; pages hide what it has not.
    map: MapPart | None = None
    tower: TowerPart | None = None
    tutorial: TutorialPart | None = None
    # Symbols beside those of the site: the template of a sprite.
    symbols: str = ""
    # For newcomers; without it they are shown the table like everybody else.
    primer: Primer | None = None
