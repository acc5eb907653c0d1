"""The board of the edition of 2002."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from games.boards.board import Board
from games.boards.wallenstein.board import SYMBOLS
from games.boards.wallenstein.letters.part import WallensteinLetters
from games.boards.wallenstein.map.part import MAP
from games.boards.wallenstein.primer import PRIMER
from games.boards.wallenstein.story import WallensteinStory
from games.boards.wallenstein.tower.part import WallensteinTower
from games.boards.wallenstein_2002.advice import Plans2002
from games.boards.wallenstein_2002.edition import EDITION_2002
from games.boards.wallenstein_2002.table import Table2002
from games.boards.wallenstein_2002.templates import TEMPLATES_2002
from games.boards.wallenstein_2002.turn_form import BUILDERS, OWN_FIELDS, Turn2002
from games.boards.wallenstein_2002.wording import WORDING_2002

_TABLE: Final = Table2002(EDITION_2002)
_TURN: Final = Turn2002(EDITION_2002, _TABLE, BUILDERS, OWN_FIELDS, Plans2002)
_STORY: Final = WallensteinStory(
    EDITION_2002,
    gettext_lazy(
        "The cards as the season turned them up. "
        "Standing orders stay sealed until the game is over."
    ),
)

BOARD_2002: Final = Board(
    wording=WORDING_2002,
    table=_TABLE,
    turn=_TURN,
    story=_STORY,
    letters=WallensteinLetters(_TABLE, _STORY, _TURN, TEMPLATES_2002),
    map=MAP,
    tower=WallensteinTower(
        EDITION_2002,
        gettext_lazy(
            "In this edition a defender may hold armies back. The odds are those against all of "
            "them."
        ),
    ),
    symbols=SYMBOLS,
    primer=PRIMER,
)
