"""What the edition of 2002 is called on pages that know no game by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.boards.wallenstein.wording import BOTS, CHAPTERS, OPTIONS
from games.boards.wallenstein_2002.edition import EDITION_2002

__all__ = [
    "ABOUT",
    "BOTS",
    "CHAPTERS",
    "HELP",
    "HELP_ON",
    "HOUSE_VALUES",
    "OPTIONS",
    "RULES",
    "TITLE",
]

HOUSE_VALUES: Final = EDITION_2002.house_values
TITLE: Final = gettext_lazy("Wallenstein, first edition of 2002")
ABOUT: Final = gettext_lazy(
    "The same war without an auction: a drawn order, chosen defence, 25 events."
)
RULES: Final[Mapping[str, Promise]] = {
    "edition-2002": gettext_lazy("What the edition of 2002 plays otherwise"),
}
HELP: Final[Mapping[str, Promise]] = {}
HELP_ON: Final[Mapping[str, Sequence[str]]] = {
    "plan": ("planning", "edition-2002"),
    "question": ("by-post", "edition-2002"),
    "report": ("edition-2002", "season", "battles", "winter"),
    "options": ("overview", "edition-2002"),
}
