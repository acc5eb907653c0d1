"""What each game is called, found by its ruleset's key."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from games.boards.wallenstein import wording as wallenstein
from games.boards.wallenstein_2002 import wording as wallenstein_2002

WORDINGS: Final[Mapping[str, ModuleType]] = {
    "wallenstein-2010": wallenstein,
    "wallenstein-2002": wallenstein_2002,
}


def wording_of(ruleset: str) -> ModuleType:
    """Title, options, bots and seasons of a ruleset in words, and which cards are ours."""
    return WORDINGS[ruleset]
