"""Wallenstein on a page: the map, the forms, the throws."""

from games.boards.wallenstein import (
    fortunes,
    letters,
    odds_text,
    story,
    table,
    throw_stories,
    throws,
    turn_form,
)

__all__ = [
    "fortunes",
    "letters",
    "odds_text",
    "story",
    "table",
    "throw_stories",
    "throws",
    "turn_form",
]
