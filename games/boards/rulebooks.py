"""The rulebooks of all games, and which of their pages help with what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.boards import BOARDS, wording_of
from games.boards.rulebook import HOUSE, Rulebook


class RulePage(NamedTuple):
    """Where a page of the rules stands."""

    game: str
    page: str


def rulebooks() -> dict[str, Rulebook]:
    """Every rulebook by its game, the one of the house last."""
    books = (board.wording.rulebook for board in BOARDS.values())
    return {book.game: book for book in (*books, HOUSE) if book is not None}


def page_title(game: str, page: str) -> str:
    """What a page is called in the reader's language."""
    return str(rulebooks()[game].pages[page])


def help_pages(ruleset: str, topic: str) -> Sequence[RulePage]:
    """What to read about a topic in this game, if there is anything."""
    wording = wording_of(ruleset)
    if wording.rulebook is None:
        return []
    return [RulePage(wording.rulebook.game, page) for page in wording.help_on.get(topic, ())]
