"""A language and the players' names: the parts that sentences of every game are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Self

from engine.kernel.core import Seat
from engine.text.lexicon import Language, Words, language_of

# One of a thing, and many.
Noun = Mapping[Language, tuple[str, str]]

# What a seat is called when nobody has given it a name.
COLOURS: Final[Mapping[str, Words]] = {
    "A": {"de": "Blau", "en": "Blue"},
    "B": {"de": "Rot", "en": "Red"},
    "C": {"de": "Gelb", "en": "Yellow"},
    "D": {"de": "Lila", "en": "Purple"},
    "E": {"de": "Schwarz", "en": "Black"},
    "F": {"de": "Weiß", "en": "White"},
}
NOUNS: Final[Mapping[str, Noun]] = {
    "answer": {"de": ("Antwort", "Antworten"), "en": ("answer", "answers")},
}


def begun(clause: str) -> str:
    """A clause as the beginning of a sentence."""
    return clause[:1].upper() + clause[1:]


@dataclass(frozen=True)
class PlainVoice:
    """Says numbers, names and lists in one language, to players known by these names."""

    # What can be counted; a game adds its own.
    nouns: ClassVar[Mapping[str, Noun]] = NOUNS

    language: Language
    names: Mapping[Seat, str] = field(default_factory=dict)

    @classmethod
    def of(cls, language: str, names: Mapping[Seat, str]) -> Self:
        """The voice for a language code; German for "de-AT", English for the rest."""
        return cls(language_of(language), names)

    def __call__(self, *, de: str, en: str) -> str:
        """The one of two sentences that is in the language."""
        return de if self.language == "de" else en

    def seat(self, seat: Seat) -> str:
        """The player's name on one line; without one the colour of the seat."""
        name = " ".join(self.names.get(seat, "").split())
        if name:
            return name
        return COLOURS[seat][self.language] if seat in COLOURS else seat

    def seats(self, seats: Iterable[Seat]) -> str:
        """The players' names as a list."""
        return self.both(self.seat(seat) for seat in seats)

    def count(self, number: int, what: str) -> str:
        """A number of things: 1 answer, 2 answers."""
        one, many = self.nouns[what][self.language]
        return f"{number} {one if number == 1 else many}"

    def quoted(self, text: str) -> str:
        """Text in the quotation marks of the language."""
        return self(de=f"„{text}“", en=f"“{text}”")

    def both(self, items: Iterable[str]) -> str:
        """A list: a, b and c."""
        *others, last = items
        return f"{', '.join(others)} {self(de='und', en='and')} {last}" if others else last

    def answer(self, decision: str) -> str:
        """What an answer to a decision is, as an object; a game may say more by its id."""
        return self(de="eine Antwort", en="an answer")
