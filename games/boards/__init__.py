"""How each game looks: found by its ruleset's key, so that no page knows a game by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from games.boards import wallenstein, wallenstein_2002

BOARDS: Final[Mapping[str, ModuleType]] = {
    "wallenstein-2010": wallenstein,
    "wallenstein-2002": wallenstein_2002,
}


def board_of(ruleset: str) -> ModuleType:
    """What draws the games of a ruleset."""
    return BOARDS[ruleset]


def any_board() -> ModuleType:
    """A board for what all games have alike, such as the names of the colours."""
    return next(iter(BOARDS.values()))
