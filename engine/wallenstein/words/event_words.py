"""The event cards of an edition in words: titles, effects, and what is a house value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.core import Event
from engine.text.lexicon import Language, Words
from engine.wallenstein.board import EVENTS, EventCard
from engine.wallenstein.words.names import EVENT_NAMES, in_region

EVENT_EFFECTS: Final[Mapping[str, Words]] = {
    "trade_support": {
        "de": "jedes neue Handelshaus nimmt einen Unruhemarker aus seinem Land",
        "en": "each new trading post takes a revolt marker out of its county",
    },
    "militant_peasants": {
        "de": "ein angegriffenes neutrales Land wirft 2 Bauernarmeen statt einer in den Turm",
        "en": "a neutral county under attack throws 2 peasants into the tower instead of 1",
    },
    "palace_guards": {
        "de": "ein Palast wirft für seinen Verteidiger eine Armee aus dem Vorrat mit in den Turm",
        "en": "a palace adds 1 army from its defender’s supply to the throw",
    },
    "church_peace": {
        "de": "Länder mit einer Kirche dürfen nicht angegriffen werden",
        "en": "counties with a church cannot be attacked",
    },
    "tax_ceiling": {
        "de": "Steuern bringen höchstens 5 Taler",
        "en": "taxes bring at most 5 Thalers",
    },
    "tax_floor": {
        "de": "Steuern bringen mindestens 6 Taler",
        "en": "taxes bring at least 6 Thalers",
    },
    "grain_floor": {
        "de": "jede Ernte bringt mindestens 4 Getreide",
        "en": "each harvest brings at least 4 grain",
    },
    "grain_ceiling": {
        "de": "jede Ernte bringt höchstens 3 Getreide",
        "en": "each harvest brings at most 3 grain",
    },
    "supply_problems": {
        "de": "aus 5 Armeen werden 3 und aus 3 Armeen 2, die Preise bleiben",
        "en": "5 armies become 3 and 3 armies become 2, at the same prices",
    },
}

HOUSE_VALUE: Final[Words] = {"de": "Hauswert", "en": "house value"}


def _as_printed(_: Event[Any]) -> bool:
    return False


@dataclass(frozen=True)
class EventWords:
    """What the cards of a deck are called and do.

    `settled` knows the facts in which a card has changed an amount to one we have settled
    ourselves.
    """

    cards: Mapping[str, EventCard]
    effects: Mapping[str, Words]
    titles: Mapping[str, Words]
    settled: Callable[[Event[Any]], bool] = _as_printed

    def title(self, card: str, language: Language) -> str:
        """The title of a card, with the region it holds in."""
        known = self.cards[card]
        name = self.titles[known.kind][language]
        return f"{name} {in_region(known.region, language)}" if known.region else name

    def effect(self, card: str, language: Language) -> str:
        """What a card does while it holds, as a clause; what we have settled ourselves says so."""
        known = self.cards[card]
        words = self.effects[known.kind][language]
        if known.region:
            words = words.format(where=in_region(known.region, language))
        return f"{words} ({HOUSE_VALUE[language]})" if known.house_effect else words

    def loss(self, card: str, language: Language) -> str:
        """The grain a card takes if it is left for winter, as a number."""
        known = self.cards[card]
        house = f", {HOUSE_VALUE[language]}" if known.house_loss else ""
        return f"{known.grain_loss}{house}"


EVENT_WORDS: Final = EventWords(EVENTS, EVENT_EFFECTS, EVENT_NAMES)
