"""How each game is shown: found by its ruleset's key, so that no page knows a game by name."""

from __future__ import annotations

from typing import Final

from engine.kernel.catalogue import Catalogue
from engine.registry import RULESETS, newest
from games.boards.board import Board, TowerPart
from games.boards.chapters import PLAIN, ChapterWords
from games.boards.loewenherz.board import BOARD as LOEWENHERZ_BOARD
from games.boards.plain import plain_board
from games.boards.wallenstein.board import BOARD_2010
from games.boards.wallenstein_2002.board import BOARD_2002
from games.boards.wording import Wording

BOARDS: Final[Catalogue[str, Board]] = Catalogue(
    {
        "wallenstein-2010": BOARD_2010,
        "wallenstein-2002": BOARD_2002,
        "loewenherz-2003": LOEWENHERZ_BOARD,
    }
)


def board_of(ruleset: str) -> Board:
    """How the games of a ruleset are shown: plainly, until somebody draws a board for it."""
    return BOARDS[ruleset] if ruleset in BOARDS else plain_board(newest(ruleset))


def any_tower() -> TowerPart:
    """A tower for what all towers have alike, such as the names of the colours."""
    return next(board.tower for board in BOARDS.values() if board.tower)


def wording_of(ruleset: str) -> Wording:
    """A ruleset in words."""
    return board_of(ruleset).wording


def chapter_words(ruleset: str) -> ChapterWords:
    """What a game calls its chapters."""
    return wording_of(ruleset).chapters


def chapter_words_of_all() -> ChapterWords:
    """The same where no game is chosen yet: as all games say it, if they agree."""
    keys = dict.fromkeys(key for key, _version in RULESETS)
    words, *others = {id(one): one for one in map(chapter_words, keys)}.values()
    return PLAIN if others else words
