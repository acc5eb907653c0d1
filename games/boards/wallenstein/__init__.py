"""Wallenstein on a page: the map, the forms, the throws."""

from games.boards.wallenstein import (
    letters,
    odds_text,
    stakes,
    story,
    table,
    throw_stories,
    throws,
    turn_form,
)

__all__ = [
    "letters",
    "odds_text",
    "stakes",
    "story",
    "table",
    "throw_stories",
    "throws",
    "turn_form",
]
