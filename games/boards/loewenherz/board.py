"""The board of Löwenherz."""

from __future__ import annotations

from typing import Final

from engine.registry import LOEWENHERZ
from games.boards.board import Board
from games.boards.loewenherz.answer_shapes import ANSWER_SHAPES
from games.boards.loewenherz.deals import LoewenherzDeals
from games.boards.loewenherz.letters import LoewenherzLetters
from games.boards.loewenherz.map.part import MAP
from games.boards.loewenherz.primer import PRIMER
from games.boards.loewenherz.story import LoewenherzStory
from games.boards.loewenherz.table import LoewenherzTable
from games.boards.loewenherz.turn.part import LoewenherzTurn
from games.boards.loewenherz.tutorial import LoewenherzTutorial
from games.boards.loewenherz.wishes import LoewenherzWishes
from games.boards.loewenherz.wording import WORDING
from games.boards.plain import plain_board
from games.boards.tutorial import WrittenTutorial

# What may be left beforehand is listed plainly in letters, and so are lines of text in a form.
_PLAIN: Final = plain_board(LOEWENHERZ)
_TABLE: Final = LoewenherzTable(LOEWENHERZ.text())
_STORY: Final = LoewenherzStory(LOEWENHERZ.text())

_TUTORIAL: Final = WrittenTutorial.read("games.boards.loewenherz", "tutorial.json")

BOARD: Final = Board(
    wording=WORDING,
    table=_TABLE,
    turn=LoewenherzTurn(LOEWENHERZ.text(), _TABLE, _PLAIN.turn),
    story=_STORY,
    letters=LoewenherzLetters(_TABLE, _STORY, _PLAIN.letters),
    map=MAP,
    deals=LoewenherzDeals(),
    tutorial=LoewenherzTutorial(_TUTORIAL, LOEWENHERZ, _STORY),
    wishes=LoewenherzWishes(),
    by_turns=True,
    symbols="boards/loewenherz/symbols.svg.html",
    primer=PRIMER,
    answer_shapes=ANSWER_SHAPES,
)
