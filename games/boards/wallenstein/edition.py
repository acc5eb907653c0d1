"""What the pages of an edition need to know of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.kernel.core import Notation
from engine.registry import WALLENSTEIN_2010
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.rules import Rules
from engine.wallenstein.words.event_words import EventWords
from engine.wallenstein.words.vocabulary import Vocabulary


class Edition(NamedTuple):
    """Numbers, cards and words of a ruleset."""

    rules: Rules
    words: Vocabulary
    text: Notation

    @classmethod
    def of(cls, ruleset: Wallenstein) -> Edition:
        """The edition a ruleset plays."""
        return cls(ruleset.rules, ruleset.vocabulary(), ruleset.text())

    @property
    def events(self) -> EventWords:
        """The event cards in words."""
        return self.words.accounts.events

    @property
    def house_values(self) -> dict[str, list[str]]:
        """The event cards on which something is settled by us, and what that is."""
        settled = {
            card: [
                *(["effect"] if known.house_effect else []),
                *(["grain_loss"] if known.house_loss else []),
            ]
            for card, known in self.events.cards.items()
        }
        return {card: what for card, what in settled.items() if what}


EDITION_2010: Final = Edition.of(WALLENSTEIN_2010)
