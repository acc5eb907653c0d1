"""Wallenstein on a page: the map, the forms, the throws."""

from games.boards.wallenstein import (
    courses,
    fortunes,
    letters,
    odds_text,
    story,
    table,
    throws,
    turn_form,
)

__all__ = [
    "courses",
    "fortunes",
    "letters",
    "odds_text",
    "story",
    "table",
    "throws",
    "turn_form",
]
