"""What a game is called on pages that know no game by name, and what its options mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.chapters import PLAIN, ChapterWords
from games.boards.rulebook import Rulebook

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TO_THE_TURN: Final = pgettext_lazy("way", "Turn")
TO_ANSWER: Final = gettext_lazy("to answer")
PLANNED: Final = gettext_lazy("What was planned")
LAST_SEALED: Final = gettext_lazy("Sealed. Everybody is ready, so the game goes on.")
GOES_ON: Final = gettext_lazy("Everybody is ready. The game goes on in a moment.")
MAP: Final = gettext_lazy("Map")
MAP_BEFORE: Final = gettext_lazy("The map before")
MAP_AFTER: Final = gettext_lazy("The map after")
FIRST_TURN: Final = gettext_lazy("The game has begun. Take your first turn whenever you like.")
GUIDED_THROUGH: Final = gettext_lazy("through this turn")
SUGGESTED: Final = gettext_lazy("Suggest a turn")

TURNED: Final = gettext_lazy(
    "(Measured by the points at the end of each chapter, including those that would have been "
    "scored then. The game turned when a winner took the lead for good.)"
)


class Explained(NamedTuple):
    """Something that can be chosen: its name, and what it means."""

    name: StrOrPromise
    about: StrOrPromise


class BotKind(NamedTuple):
    """A bot in words: its name, how strong it is, and what it is like."""

    name: StrOrPromise
    level: StrOrPromise
    about: StrOrPromise


class OptionWords(NamedTuple):
    """An option of a game: its name, and its values."""

    name: StrOrPromise
    values: Mapping[str, Explained]


def no_picture(_chapter: str) -> str:
    """No chapter of the game has one."""
    return ""


@dataclass(frozen=True)
class Wording:
    """A ruleset in words."""

    title: StrOrPromise
    about: StrOrPromise
    # In the name of a table; without one the title.
    short_title: StrOrPromise = ""
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    bots: Mapping[str, BotKind] = field(default_factory=dict)
    # The bots for whoever begins at once, in turn; without any the one that stands in.
    first_rivals: Sequence[str] = ()
    # The bot whose answers are suggested to people; without one the bot that stands in.
    adviser: str = ""
    # To whoever begins at once: how long a game takes, and what is said when it has begun.
    length: StrOrPromise = ""
    first_turn: StrOrPromise = FIRST_TURN
    # What is done with a whole turn for a newcomer: “Guide me …”, and the button beside it.
    guided_through: StrOrPromise = GUIDED_THROUGH
    suggested: StrOrPromise = SUGGESTED
    chapters: ChapterWords = PLAIN
    # The drawing for a chapter, as a static file; nothing where there is none.
    chapter_picture: Callable[[str], str] = no_picture
    # Among the ways between the pages of a game, the one to the question that waits.
    way_to_turn: StrOrPromise = TO_THE_TURN
    # On the table, what somebody does whom the game waits for.
    is_asked: StrOrPromise = TO_ANSWER
    # To whoever seals the last answer that was waited for, and to everybody until it is played.
    last_sealed: StrOrPromise = LAST_SEALED
    goes_on: StrOrPromise = GOES_ON
    # In a report, what opens the map, above what everybody had answered, and above the map on
    # either side of it.
    map_title: StrOrPromise = MAP
    revealed: StrOrPromise = PLANNED
    map_before: StrOrPromise = MAP_BEFORE
    map_after: StrOrPromise = MAP_AFTER
    # At the end, by what it is told when the game turned.
    turned: StrOrPromise = TURNED
    # The pages of the rules and of the help, and what of them to read about a question, a report,
    # orders as text, or the options of a new table.
    rulebook: Rulebook | None = None
    help_on: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # What programs are told that show a card by its id: what on it is settled by us.
    house_values: Mapping[str, Sequence[str]] = field(default_factory=dict)
