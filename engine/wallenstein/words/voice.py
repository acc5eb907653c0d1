"""Counties, buildings and cubes: the parts that sentences about Wallenstein are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from engine.kernel.core import Seat
from engine.text import voice
from engine.text.lexicon import Words, language_of
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.words.declension import GERMAN
from engine.wallenstein.words.names import (
    ACTION_NAMES,
    BUILDING_NAMES,
    SEASON_NAMES,
    TILE_NAMES,
    county_name,
)
from engine.wallenstein.words.vocabulary import NO_ACCOUNTS, AccountWords

_ONE_AND_MANY: Final[Mapping[str, voice.Noun]] = {
    "army": {"de": ("Armee", "Armeen"), "en": ("army", "armies")},
    "peasant": {"de": ("Bauernarmee", "Bauernarmeen"), "en": ("peasant", "peasants")},
    "thaler": {"de": ("Taler", "Taler"), "en": ("Thaler", "Thalers")},
    "grain": {"de": ("Getreide", "Getreide"), "en": ("grain", "grain")},
    "county": {"de": ("Land", "Länder"), "en": ("county", "counties")},
    "building": {"de": ("Gebäude", "Gebäude"), "en": ("building", "buildings")},
    "point": {"de": ("Punkt", "Punkte"), "en": ("point", "points")},
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
# Answers by the name in the id of their decision.
_ANSWERS: Final[Mapping[str, Words]] = {
    "plan": {"de": "den Plan", "en": "the plan"},
    "position": {"de": "die Wahl der Position", "en": "the choice of a position"},
    "revolt_order": {"de": "die Reihenfolge der Aufstände", "en": "the order of the revolts"},
    "draft": {"de": "die Wunschliste für die Startländer", "en": "the ranking for the draft"},
    "pick": {"de": "die Wahl eines Startlands", "en": "the pick of a county"},
    "group": {"de": "die Wahl einer Armeegruppe", "en": "the choice of an army group"},
}


@dataclass(frozen=True)
class Voice(voice.PlainVoice):
    """Says counties, buildings, cubes and cards, in the words that some facts are told with."""

    nouns: ClassVar[Mapping[str, voice.Noun]] = {**voice.NOUNS, **_ONE_AND_MANY}

    accounts: AccountWords = NO_ACCOUNTS

    @classmethod
    def of(
        cls, language: str, names: Mapping[Seat, str], accounts: AccountWords = NO_ACCOUNTS
    ) -> Self:
        """The voice for a language code; German for "de-AT", English for the rest."""
        return cls(language_of(language), names, accounts)

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

    def chapter(self, chapter: str) -> str:
        """The same by the id of the chapter; nothing for an id that is none."""
        year, _dot, season = chapter.partition(".")
        if season == "setup":
            return self(de="Verteilung der Länder", en="Sharing out the counties")
        known = season in SEASON_NAMES and year.isdecimal()
        return self.season(season, int(year)) if known else ""

    def event_card(self, card: str) -> str:
        """The title of an event card."""
        return self.accounts.events.title(card, self.language)

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

    def answer(self, decision: str) -> str:
        """What an answer to a decision is, in words; the id reads like 1.spring.plan.A."""
        year, season, question = [*decision.split("."), "", ""][:3]
        # The picks of a draft are numbered.
        known = _ANSWERS.get(question.rstrip("0123456789"))
        if question in ACTION_NAMES:
            movement = self(de="die Bewegung für", en="the movement for")
            answer = f"{movement} {self.action(question)}"
        else:
            answer = known[self.language] if known else super().answer(decision)
        if season not in SEASON_NAMES or not year.isdecimal():
            return answer
        name = SEASON_NAMES[season][self.language]
        return answer + self(de=f" im {name} des Jahres {year}", en=f" in {name} of year {year}")
