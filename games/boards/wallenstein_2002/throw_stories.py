"""The course of each throw of a game of 2002."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.boards.wallenstein import throw_stories as base
from games.boards.wallenstein.throw_stories import colours
from games.boards.wallenstein_2002.edition import EDITION_2002

__all__ = ["colours", "courses"]

courses: Final = partial(base.courses, edition=EDITION_2002)
