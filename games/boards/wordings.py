"""What each game is called, found by its ruleset's key."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from games.boards.chapters import PLAIN, ChapterWords
from games.boards.wallenstein import wording as wallenstein
from games.boards.wallenstein_2002 import wording as wallenstein_2002

WORDINGS: Final[Mapping[str, ModuleType]] = {
    "wallenstein-2010": wallenstein,
    "wallenstein-2002": wallenstein_2002,
}


def wording_of(ruleset: str) -> ModuleType:
    """Title, options and bots of a ruleset in words, and which cards are ours."""
    return WORDINGS[ruleset]


def chapter_words(ruleset: str) -> ChapterWords:
    """What a game calls its chapters."""
    words: ChapterWords = getattr(wording_of(ruleset), "CHAPTERS", PLAIN)
    return words


def chapter_words_of_all() -> ChapterWords:
    """The same where no game is chosen yet: as all games say it, if they agree."""
    words, *others = {id(one): one for one in map(chapter_words, WORDINGS)}.values()
    return PLAIN if others else words
