"""What an edition and its expansions say things with: values that are joined, none changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from engine.catalogue import Catalogue
from engine.core import Event
from engine.wallenstein.words.event_words import EVENT_WORDS, EventWords
from engine.wallenstein.words.names import Words

if TYPE_CHECKING:
    from engine.wallenstein.words.voice import Voice

Telling = Callable[["Voice", Any], str]
Tellings = Mapping[type[Event[Any]], Telling]


@dataclass(frozen=True)
class Accounts:
    """How facts are told: a sentence for each, and the names that only some games have.

    `preludes` are facts right before an attack or a revolt, which belong under its heading.
    """

    tellings: Catalogue[type[Event[Any]], Telling] = field(default_factory=Catalogue)
    phases: Catalogue[str, Words] = field(default_factory=Catalogue)
    choices: Catalogue[str, Words] = field(default_factory=Catalogue)
    # Cards without a county that may be bid.
    cards: Catalogue[str, Words] = field(default_factory=Catalogue)
    preludes: frozenset[type[Event[Any]]] = frozenset()
    events: EventWords = EVENT_WORDS

    def joined(self, other: Accounts) -> Accounts:
        """These and those of an edition or expansion; the event cards are those of the first."""
        return Accounts(
            self.tellings.joined(other.tellings),
            self.phases.joined(other.phases),
            self.choices.joined(other.choices),
            self.cards.joined(other.cards),
            self.preludes | other.preludes,
            self.events,
        )


NO_ACCOUNTS: Final = Accounts()


@dataclass(frozen=True)
class Vocabulary:
    """All words of a game, or of what an edition or expansion adds to one."""

    accounts: Accounts = NO_ACCOUNTS

    def joined(self, *others: Vocabulary) -> Vocabulary:
        """These words and those of editions or expansions; no word is given twice."""
        together = self
        for other in others:
            together = replace(together, accounts=together.accounts.joined(other.accounts))
        return together
