"""The board of Löwenherz."""

from __future__ import annotations

from typing import Final

from engine.registry import LOEWENHERZ
from games.boards.board import Board
from games.boards.loewenherz.letters import LoewenherzLetters
from games.boards.loewenherz.map.part import MAP
from games.boards.loewenherz.story import LoewenherzStory
from games.boards.loewenherz.table import LoewenherzTable
from games.boards.loewenherz.wording import WORDING
from games.boards.plain import plain_board

# The turn form and the questions of letters are the plain ones.
_PLAIN: Final = plain_board(LOEWENHERZ)
_TABLE: Final = LoewenherzTable(LOEWENHERZ.text())
_STORY: Final = LoewenherzStory(LOEWENHERZ.text())

BOARD: Final = Board(
    wording=WORDING,
    table=_TABLE,
    turn=_PLAIN.turn,
    story=_STORY,
    letters=LoewenherzLetters(_TABLE, _STORY, _PLAIN.letters),
    map=MAP,
    symbols="boards/loewenherz/symbols.svg.html",
)
