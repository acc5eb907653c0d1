"""A board for any game: made of its questions, its views and its accounts alone."""

from __future__ import annotations

from typing import Any

from engine.kernel.core import Ruleset
from games.boards.board import Board
from games.boards.plain.letters import PlainLetters
from games.boards.plain.story import PlainStory
from games.boards.plain.table import PlainTable
from games.boards.plain.turn import PlainTurn
from games.boards.plain.wording import plain_wording


def plain_board(ruleset: Ruleset[Any]) -> Board:
    """How the games of a ruleset are shown until somebody draws them; without map and tower."""
    table, story = PlainTable(ruleset), PlainStory(ruleset)
    letters = PlainLetters(ruleset, story)
    turn = PlainTurn(ruleset, table, letters)
    return Board(plain_wording(ruleset), table, turn, story, letters)
