"""How each game looks: found by its ruleset's key, so that no page knows a game by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from games.boards import wallenstein

BOARDS: Final[Mapping[str, ModuleType]] = {"wallenstein-2010": wallenstein}


def board_of(ruleset: str) -> ModuleType:
    """What draws the games of a ruleset."""
    return BOARDS[ruleset]
