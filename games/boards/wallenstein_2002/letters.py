"""The edition of 2002 by letter: its own table, cards, questions and orders."""

from __future__ import annotations

from functools import partial
from typing import Final

from games.boards.wallenstein import letters as base
from games.boards.wallenstein.letters import is_plan, picture
from games.boards.wallenstein_2002.story import paragraphs
from games.boards.wallenstein_2002.table import table
from games.boards.wallenstein_2002.templates import TEMPLATES_2002
from games.boards.wallenstein_2002.turn_form import BUILDERS

__all__ = [
    "decided_by",
    "is_plan",
    "paragraphs",
    "picture",
    "position",
    "question",
    "standing",
    "template",
]

question: Final = partial(base.question, builders=BUILDERS)
standing: Final = partial(base.standing, lay=table)
decided_by: Final = partial(base.decided_by, lay=table)
position: Final = partial(base.position, lay=table)
template: Final = TEMPLATES_2002.template
