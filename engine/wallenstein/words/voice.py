"""A language and the players' names: the parts that sentences about the game are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core import Seat
from engine.text.lexicon import Language, Words, language_of
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.words.declension import GERMAN
from engine.wallenstein.words.names import (
    ACTION_NAMES,
    BUILDING_NAMES,
    COLOURS,
    SEASON_NAMES,
    TILE_NAMES,
    county_name,
)
from engine.wallenstein.words.vocabulary import NO_ACCOUNTS, Accounts

_ONE_AND_MANY: Final[Mapping[str, Mapping[Language, tuple[str, str]]]] = {
    "army": {"de": ("Armee", "Armeen"), "en": ("army", "armies")},
    "peasant": {"de": ("Bauernarmee", "Bauernarmeen"), "en": ("peasant", "peasants")},
    "thaler": {"de": ("Taler", "Taler"), "en": ("Thaler", "Thalers")},
    "grain": {"de": ("Getreide", "Getreide"), "en": ("grain", "grain")},
    "county": {"de": ("Land", "Länder"), "en": ("county", "counties")},
    "building": {"de": ("Gebäude", "Gebäude"), "en": ("building", "buildings")},
    "point": {"de": ("Punkt", "Punkte"), "en": ("point", "points")},
    "answer": {"de": ("Antwort", "Antworten"), "en": ("answer", "answers")},
    "marker": {"de": ("Unruhemarker", "Unruhemarker"), "en": ("revolt marker", "revolt markers")},
}

# Before a building in German: as the subject of a sentence, and as its object.
_ARTICLES: Final[Mapping[str, tuple[str, str]]] = {
    "palace": ("ein", "einen"),
    "church": ("eine", "eine"),
    "trading_post": ("ein", "ein"),
}
_MANY_BUILDINGS: Final[Mapping[str, Words]] = {
    "palace": {"de": "Paläste", "en": "palaces"},
    "church": {"de": "Kirchen", "en": "churches"},
    "trading_post": {"de": "Handelshäuser", "en": "trading posts"},
}


def begun(clause: str) -> str:
    """A clause as the beginning of a sentence."""
    return clause[:1].upper() + clause[1:]


@dataclass(frozen=True)
class Voice:
    """Says numbers, names and lists in one language, to players known by these names."""

    language: Language
    names: Mapping[Seat, str] = field(default_factory=dict)
    accounts: Accounts = NO_ACCOUNTS

    @classmethod
    def of(
        cls, language: str, names: Mapping[Seat, str], accounts: Accounts = NO_ACCOUNTS
    ) -> Voice:
        """The voice for a language code; German for "de-AT", English for the rest."""
        return cls(language_of(language), names, accounts)

    def __call__(self, *, de: str, en: str) -> str:
        """The one of two sentences that is in the language."""
        return de if self.language == "de" else en

    def seat(self, seat: Seat) -> str:
        """The player's name on one line; without one the colour of the seat."""
        name = " ".join(self.names.get(seat, "").split())
        if name:
            return name
        return COLOURS[seat][self.language] if seat in COLOURS else seat

    def count(self, number: int, what: str) -> str:
        """A number of things: 1 army, 2 armies."""
        one, many = _ONE_AND_MANY[what][self.language]
        return f"{number} {one if number == 1 else many}"

    def action(self, action: str) -> str:
        """The name of an action, in quotes."""
        return self.quoted(ACTION_NAMES[action][self.language])

    def tile(self, tile: str) -> str:
        """The name of a bonus tile, in quotes."""
        return self.quoted(TILE_NAMES[tile][self.language])

    def a_building(self, building: str) -> str:
        """A building as the subject of a clause."""
        name = BUILDING_NAMES[building][self.language]
        return self(de=f"{_ARTICLES[building][0]} {name}", en=f"a {name}")

    def a_building_built(self, building: str) -> str:
        """A building as an object."""
        name = BUILDING_NAMES[building][self.language]
        return self(de=f"{_ARTICLES[building][1]} {name}", en=f"a {name}")

    def no_building(self, building: str) -> str:
        """No building, as the subject of a clause."""
        name = BUILDING_NAMES[building][self.language]
        return self(de=f"k{_ARTICLES[building][0]} {name}", en=f"no {name}")

    def buildings(self, building: str) -> str:
        """Buildings of a kind."""
        return _MANY_BUILDINGS[building][self.language]

    def season(self, season: str, year: int) -> str:
        """A season of a year, as it begins a heading."""
        name = SEASON_NAMES[season][self.language]
        return self(de=f"{name} des Jahres {year}", en=f"{name.capitalize()} of year {year}")

    def event_card(self, card: str) -> str:
        """The title of an event card."""
        return self.accounts.events.title(card, self.language)

    def quoted(self, text: str) -> str:
        """Text in the quotation marks of the language."""
        return self(de=f"„{text}“", en=f"“{text}”")

    def both(self, items: Iterable[str]) -> str:
        """A list: a, b and c."""
        *others, last = items
        return f"{', '.join(others)} {self(de='und', en='and')} {last}" if others else last

    def seats(self, seats: Iterable[Seat]) -> str:
        """The players' names as a list."""
        return self.both(self.seat(seat) for seat in seats)

    def counties(self, counties: Iterable[str]) -> str:
        """County cards as a list of names."""
        return self.both(county_name(county) for county in counties)

    def cubes(self, cubes: Mapping[str, int]) -> str:
        """Cubes by colour, the peasants last: Blue 4, Red 3, peasants 1."""
        colours = sorted(cubes, key=lambda colour: (colour == PEASANTS, colour))
        peasants = self(de="Bauern", en="peasants")
        parts = [
            f"{peasants if colour == PEASANTS else self.seat(colour)} {cubes[colour]}"
            for colour in colours
            if cubes[colour]
        ]
        return ", ".join(parts) or self(de="nichts", en="nothing")

    def county_does(self, county: str, *, de: tuple[str, str], en: str) -> str:
        """What a county does; German has a form for one land and a form for several."""
        verb = de[GERMAN[county].plural]
        return self(de=f"{GERMAN[county].subject} {verb}", en=f"{county_name(county)} {en}")

    def the(self, county: str) -> str:
        """The county as an object."""
        return self(de=GERMAN[county].object, en=county_name(county))

    def within(self, county: str) -> str:
        """In the county."""
        return self(de=GERMAN[county].within, en=f"in {county_name(county)}")

    def out_of(self, county: str) -> str:
        """From the county."""
        return self(de=GERMAN[county].out_of, en=f"from {county_name(county)}")

    def into(self, county: str) -> str:
        """To the county."""
        return self(de=GERMAN[county].into, en=f"to {county_name(county)}")
