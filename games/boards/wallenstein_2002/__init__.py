"""The edition of 2002 on a page: the map and forms of 2010, but for what is played otherwise."""

from games.boards.wallenstein import stakes, throws
from games.boards.wallenstein_2002 import letters, odds_text, story, table, throw_stories, turn_form

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
