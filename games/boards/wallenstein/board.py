"""The board of the edition of 2010."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from engine.registry import WALLENSTEIN_2010
from games.boards.board import Board
from games.boards.tutorial import WrittenTutorial
from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.letters.expansion_templates import TEMPLATES_2010
from games.boards.wallenstein.letters.part import WallensteinLetters
from games.boards.wallenstein.map.part import MAP
from games.boards.wallenstein.primer import PRIMER
from games.boards.wallenstein.story import WallensteinStory
from games.boards.wallenstein.table import WallensteinTable
from games.boards.wallenstein.tower.part import WallensteinTower
from games.boards.wallenstein.turn.expansion_advice import PlansAtCourt
from games.boards.wallenstein.turn.expansion_form import BUILDERS, OWN_FIELDS, Turn2010
from games.boards.wallenstein.tutorial import WallensteinTutorial
from games.boards.wallenstein.wording import WORDING_2010

SYMBOLS: Final = "boards/wallenstein/symbols.svg.html"

_TABLE: Final = WallensteinTable(EDITION_2010)
_TURN: Final = Turn2010(EDITION_2010, _TABLE, BUILDERS, OWN_FIELDS, PlansAtCourt)
_STORY: Final = WallensteinStory(
    EDITION_2010,
    gettext_lazy(
        "The bid and the cards as the season turned them up. "
        "Standing orders stay sealed until the game is over."
    ),
)

_TOWER: Final = WallensteinTower(EDITION_2010)
_TUTORIAL: Final = WrittenTutorial.read("games.boards.wallenstein", "tutorial.json")

BOARD_2010: Final = Board(
    wording=WORDING_2010,
    table=_TABLE,
    turn=_TURN,
    story=_STORY,
    letters=WallensteinLetters(_TABLE, _STORY, _TURN, TEMPLATES_2010),
    map=MAP,
    tower=_TOWER,
    tutorial=WallensteinTutorial(_TUTORIAL, WALLENSTEIN_2010, EDITION_2010, _TURN, _STORY, _TOWER),
    symbols=SYMBOLS,
    primer=PRIMER,
)
