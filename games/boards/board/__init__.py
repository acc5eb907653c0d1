"""How a game is shown: the parts every game has, and what only some games have.

Each part has a plain default (`games.boards.plain`), so a ruleset can be played in the browser, by
mail and as text before anybody has drawn it. A game replaces the parts it has something better for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.kernel.core import Json
from games.boards.board.deals import DealsPart
from games.boards.board.letters import LettersPart
from games.boards.board.map import MapPart, PlaceChange
from games.boards.board.names import Names
from games.boards.board.story import Exhibit, Figure, FigureGroup, StoryPart
from games.boards.board.table import TablePart
from games.boards.board.tower import ThrownPicture, TowerPart
from games.boards.board.turn import GuideStep, ToolResult, TurnPart
from games.boards.board.wishes import WishPart
from games.boards.tutorial import TutorialPart
from games.boards.wording import Wording

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

__all__ = [
    "Board",
    "DealsPart",
    "Exhibit",
    "Figure",
    "FigureGroup",
    "GuideStep",
    "LettersPart",
    "MapPart",
    "Names",
    "PlaceChange",
    "Primer",
    "StoryPart",
    "TablePart",
    "ThrownPicture",
    "ToolResult",
    "TowerPart",
    "TurnPart",
    "WishPart",
]


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
    deals: DealsPart | None = None
    tutorial: TutorialPart | None = None
    wishes: WishPart | None = None
    # Whether people move one after the other: whose turn it is, is told all since their last one.
    by_turns: bool = False
    # Symbols beside those of the site: the template of a sprite.
    symbols: str = ""
    # For newcomers; without it they are shown the table like everybody else.
    primer: Primer | None = None
    # How an answer is written, as JSON Schema by the kind of its question; else it is any JSON.
    answer_shapes: Mapping[str, Json] = field(default_factory=dict)
