"""What the things of Löwenherz are called on its pages, where its own words lack them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy

from engine.loewenherz.answers import SELL
from engine.loewenherz.board import FOREST, MEADOW, ROYAL_CITY, VILLAGE
from engine.loewenherz.words.names import ACTION_NOUNS, COUNTED, MINE_NAMES
from engine.loewenherz.words.voice import RealmVoice
from engine.text.lexicon import language_of
from engine.text.voice import begun
from games.boards.board import Names
from games.language import spoken

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TERRAIN: Final[Mapping[str, StrOrPromise]] = {
    MEADOW: gettext_lazy("meadow"),
    FOREST: gettext_lazy("forest"),
    VILLAGE: gettext_lazy("village"),
    ROYAL_CITY: gettext_lazy("royal city"),
    "G": gettext_lazy("gold mine"),
    "S": gettext_lazy("silver mine"),
    "C": gettext_lazy("copper mine"),
    "E": gettext_lazy("gem mine"),
}
# What can be done with a card.
DEED_NAMES: Final[Mapping[str, StrOrPromise]] = {
    "borders": gettext_lazy("Place borders"),
    "knights": gettext_lazy("Place knights"),
    "expand": gettext_lazy("Expand a domain"),
    "deserter": gettext_lazy("Win a deserter"),
    "alliance": gettext_lazy("Make an alliance"),
    SELL: gettext_lazy("Sell the card"),
}
PHASES: Final[Mapping[str, StrOrPromise]] = {
    "castles": gettext_lazy("placing castles"),
    "play": "",
    "last": gettext_lazy("last cards"),
}


def action_words(action: str, count: int) -> str:
    """What a card allows: so many of a thing, or something that is done once."""
    nouns = ACTION_NOUNS[action][language_of(spoken())]
    return f"{count} {nouns[count > 1]}" if action in COUNTED else begun(nouns[0])


def deed_symbol(deed: str) -> str:
    """The symbol of what is done with a card."""
    return "s-ducat" if deed == SELL else f"action-{deed}"


def counted(number: int, what: str) -> str:
    """A number of ducats, points, squares, borders, cards or knights."""
    return RealmVoice.of(spoken(), {}).count(number, what)


def mined(kind: str) -> str:
    """What is dug in mines of a kind."""
    return MINE_NAMES[kind][language_of(spoken())]


def whose(colour: str, language: str, names: Names) -> str:
    """Whose a colour is: a player's by name, or nobody's."""
    return RealmVoice.of(language, names).colour(colour)
