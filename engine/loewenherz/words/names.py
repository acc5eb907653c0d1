"""What things are called in German and English: actions, cards, land, mines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.loewenherz.cards import CARDS
from engine.text.lexicon import Language, Words

# One of a thing and many, as cards say them.
ACTION_NOUNS: Final[Mapping[str, Mapping[Language, tuple[str, str]]]] = {
    "borders": {"de": ("Grenze", "Grenzen"), "en": ("border", "borders")},
    "knights": {"de": ("Ritter", "Ritter"), "en": ("knight", "knights")},
    "expand": {"de": ("Erweiterung", "Erweiterungen"), "en": ("expansion", "expansions")},
    "deserter": {"de": ("Überläufer", "Überläufer"), "en": ("deserter", "deserters")},
    "alliance": {"de": ("Bündnis", "Bündnisse"), "en": ("alliance", "alliances")},
}
# Actions of which a card tells how often; the others are done once.
COUNTED: Final = frozenset(("borders", "knights", "expand"))
MINE_NAMES: Final[Mapping[str, Words]] = {
    "gold": {"de": "Gold", "en": "gold"},
    "silver": {"de": "Silber", "en": "silver"},
    "copper": {"de": "Kupfer", "en": "copper"},
    "gems": {"de": "Edelsteine", "en": "gems"},
}
MONOPOLY_NAMES: Final[Mapping[str, Words]] = {
    "gold": {"de": "Goldmonopol", "en": "gold monopoly"},
    "silver": {"de": "Silbermonopol", "en": "silver monopoly"},
    "copper": {"de": "Kupfermonopol", "en": "copper monopoly"},
    "gems": {"de": "Edelsteinmonopol", "en": "gem monopoly"},
}
# The land by its sign, with an article where it can be counted.
LAND_NAMES: Final[Mapping[str, Words]] = {
    ".": {"de": "Wiese", "en": "meadow"},
    "F": {"de": "Wald", "en": "forest"},
    "V": {"de": "ein Dorf", "en": "a village"},
    "K": {"de": "die Königsstadt", "en": "the royal city"},
    "G": {"de": "eine Goldmine", "en": "a gold mine"},
    "S": {"de": "eine Silbermine", "en": "a silver mine"},
    "C": {"de": "eine Kupfermine", "en": "a copper mine"},
    "E": {"de": "eine Edelsteinmine", "en": "a gem mine"},
}
HOUSE_VALUE: Final[Words] = {"de": "Hauswert", "en": "house value"}
_OR: Final[Words] = {"de": " oder ", "en": " or "}
_PILE: Final[Words] = {"de": "Stapel", "en": "pile"}


def action_name(action: str, language: Language) -> str:
    """An action as a noun: border, knight, expansion, deserter, alliance."""
    return ACTION_NOUNS[action][language][0]


def actions_in_words(card: str, language: Language) -> str:
    """What a card allows: 1 knight or 1 expansion."""
    return _OR[language].join(
        f"{count} {ACTION_NOUNS[action][language][count > 1]}"
        if action in COUNTED
        else action_name(action, language)
        for action, count in CARDS[card].actions.items()
    )


def pile_name(letter: str, language: Language) -> str:
    """One of the four piles of the deck: a letter alone could be a seat."""
    return f"{_PILE[language]} {letter}"


def card_order(card: str, language: Language) -> str:
    """A card as orders name it: 1 knight or 1 expansion (pile A)."""
    return f"{actions_in_words(card, language)} ({pile_name(CARDS[card].letter, language)})"


def card_name(card: str, language: Language) -> str:
    """The same where players read it: a card of this project's making is marked."""
    if not CARDS[card].house:
        return card_order(card, language)
    pile = pile_name(CARDS[card].letter, language)
    return f"{actions_in_words(card, language)} ({pile}, {HOUSE_VALUE[language]})"
