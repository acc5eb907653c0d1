"""What each game is called, found by its ruleset's key."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from games.boards.wallenstein import wording as wallenstein

WORDINGS: Final[Mapping[str, ModuleType]] = {"wallenstein-2010": wallenstein}


def wording_of(ruleset: str) -> ModuleType:
    """Title, options, bots and seasons of a ruleset in words."""
    return WORDINGS[ruleset]
