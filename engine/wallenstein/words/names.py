"""What things are called in German and English, and which thing a player's spelling means."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal, Self

from engine.wallenstein.board import COUNTIES, REGIONS, CountyCard

Language = Literal["de", "en"]
Words = Mapping[Language, str]

LANGUAGES: Final[tuple[Language, ...]] = ("de", "en")

SHORTEST_PREFIX: Final = 3
# Nothing in the game has a longer name; comparing whole letters with names only costs time.
LONGEST_NAME: Final = 40
ENOUGH_ALIKE: Final = 0.6
NEARLY_AS_GOOD: Final = 0.12
MOST_SUGGESTIONS: Final = 3

_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe"})


def language_of(code: str) -> Language:
    """The language we have for a language code: German for "de-AT", English for the rest."""
    return "de" if code.lower().startswith("de") else "en"


def _letters(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if sign.isalnum())


def fold(text: str) -> str:
    """The letters and digits of a text in small plain letters, ä as ae, ß as ss."""
    return _letters(unicodedata.normalize("NFC", text.casefold()).translate(_UMLAUTS))


def spellings(text: str) -> tuple[str, ...]:
    """The folded text, and the same with the umlaut dots left out: lueneburg, luneburg."""
    folded, bare = fold(text), _letters(text.casefold())
    return (folded,) if folded == bare else (folded, bare)


@dataclass(frozen=True)
class Found:
    """What a written name may mean: one id, several, or none with the most similar ones."""

    written: str
    ids: tuple[str, ...]
    suggestions: tuple[str, ...] = ()

    @property
    def id(self) -> str | None:
        """The id, if the name means exactly one thing."""
        return self.ids[0] if len(self.ids) == 1 else None

    @property
    def ambiguous(self) -> bool:
        """Whether the name may mean more than one thing."""
        return len(self.ids) > 1


@dataclass(frozen=True)
class Lexicon:
    """Ids by every spelling of their names."""

    by_spelling: Mapping[str, str]

    @classmethod
    def of(cls, names: Mapping[str, Iterable[str]]) -> Self:
        """A lexicon of ids and their names; a name shared by two ids is a slip of ours."""
        by_spelling: dict[str, str] = {}
        for meant, written in names.items():
            for spelling in (s for name in (meant, *written) for s in spellings(name)):
                if by_spelling.setdefault(spelling, meant) != meant:
                    raise ValueError(f"{spelling!r} means {by_spelling[spelling]} and {meant}")
        return cls(by_spelling)

    def exact(self, written: str) -> str | None:
        """The id with this name."""
        for spelling in spellings(written):
            if spelling in self.by_spelling:
                return self.by_spelling[spelling]
        return None

    def starting(self, written: str) -> tuple[str, ...]:
        """All ids with a name that starts like this."""
        starts = spellings(written)
        return _once_each(
            meant for name, meant in self.by_spelling.items() if name.startswith(starts)
        )

    def similar(self, written: str) -> tuple[str, ...]:
        """The ids whose names look most like this, the best first."""
        asked = spellings(written)
        if not asked[0] or len(asked[0]) > LONGEST_NAME:
            return ()
        scored = [
            (max(_likeness(spelling, name) for spelling in asked), meant)
            for name, meant in self.by_spelling.items()
        ]
        scored.sort(key=lambda pair: -pair[0])
        best = scored[0][0] if scored else 0.0
        least = max(ENOUGH_ALIKE, best - NEARLY_AS_GOOD)
        return _once_each(meant for score, meant in scored if score >= least)[:MOST_SUGGESTIONS]


def _once_each(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _likeness(asked: str, name: str) -> float:
    """How alike two spellings are, from 0 to 1."""
    if name.startswith(asked):
        return 0.95
    held = 0.75 if min(len(asked), len(name)) >= 4 and (asked in name or name in asked) else 0.0
    matcher = SequenceMatcher(None, asked, name, autojunk=False)
    if matcher.quick_ratio() < ENOUGH_ALIKE:
        return held
    return max(held, matcher.ratio())


# The board abbreviates the titles some counties carry; on paper people write or drop them.
_TITLES: Final = {
    "Bistum": "Bm.",
    "Erzbistum": "Erzbm.",
    "Fürstentum": "Fm.",
    "Grafschaft": "Gft.",
    "Herzogtum": "Hm.",
}


def _county_names(card: CountyCard) -> Iterator[str]:
    yield from (card.name, card.full_name, card.printed)
    title, _, bare = card.full_name.partition(" ")
    if title in _TITLES:
        yield bare
        yield f"{_TITLES[title]} {bare}"


_COUNTY_LEXICON: Final = Lexicon.of(
    {card.id: tuple(_county_names(card)) for card in COUNTIES.values()}
)


def find_county(written: str) -> Found:
    """The county meant by an id, a name, a printed abbreviation or the start of one."""
    exact = _COUNTY_LEXICON.exact(written)
    if exact is not None:
        return Found(written, (exact,))
    if len(_letters(written)) >= SHORTEST_PREFIX:
        starting = _COUNTY_LEXICON.starting(written)
        if starting:
            return Found(written, starting)
    return Found(written, (), _COUNTY_LEXICON.similar(written))


def county_name(county: str) -> str:
    """The county's name, German in every language as on the board."""
    return COUNTIES[county].name


def region_name(region: str) -> str:
    """The region's name, German in every language as on the board."""
    return REGIONS[region]


def in_region(region: str, language: Language) -> str:
    """Where: of the five regions one has an article in German."""
    if region == "kurpfalz" and language == "de":
        return "in der Kurpfalz"
    return f"in {region_name(region)}"


def _both(de: str, en: str) -> Words:
    return {"de": de, "en": en}


ACTION_NAMES: Final[Mapping[str, Words]] = {
    "build_palace": _both("Palast bauen", "Build a palace"),
    "build_church": _both("Kirche bauen", "Build a church"),
    "build_trading_post": _both("Handelshaus bauen", "Build a trading post"),
    "collect_grain": _both("Getreide einziehen", "Collect grain"),
    "collect_taxes": _both("Steuern einziehen", "Collect taxes"),
    "deploy_5": _both("5 Armeen aufstellen", "Deploy 5 armies"),
    "deploy_3": _both("3 Armeen aufstellen", "Deploy 3 armies"),
    "deploy_1_move": _both("1 Armee aufstellen/bewegen", "Deploy 1 army/move"),
    "combat_a": _both("Kampf/Bewegung A", "Combat/Movement A"),
    "combat_b": _both("Kampf/Bewegung B", "Combat/Movement B"),
}
TILE_NAMES: Final[Mapping[str, Words]] = {
    "extra_thaler": _both("+1 Taler", "+1 Thaler"),
    "extra_grain": _both("+1 Getreide", "+1 grain"),
    "six_armies": _both("6 Armeen", "6 armies"),
    "extra_attacker": _both("+1 Armee beim Angriff", "+1 army when attacking"),
    "extra_defender": _both("+1 Armee beim Verteidigen", "+1 army when defending"),
}
BUILDING_NAMES: Final[Mapping[str, Words]] = {
    "palace": _both("Palast", "palace"),
    "church": _both("Kirche", "church"),
    "trading_post": _both("Handelshaus", "trading post"),
}
SEASON_NAMES: Final[Mapping[str, Words]] = {
    "spring": _both("Frühling", "spring"),
    "summer": _both("Sommer", "summer"),
    "autumn": _both("Herbst", "autumn"),
    "winter": _both("Winter", "winter"),
}
# The cards carry no titles: these are from an older printing, or tell the amount.
EVENT_NAMES: Final[Mapping[str, Words]] = {
    "trade_support": _both("Unterstützung für den Handel", "Support for trade"),
    "militant_peasants": _both("Kampfbereite Bauern", "Militant peasants"),
    "palace_guards": _both("Palastwachen", "Palace guards"),
    "church_peace": _both("Kirchenfrieden", "Church peace"),
    "tax_ceiling": _both("Steuern höchstens 5", "Taxes at most 5"),
    "tax_floor": _both("Steuern mindestens 6", "Taxes at least 6"),
    "grain_ceiling": _both("Getreide höchstens 3", "Grain at most 3"),
    "grain_floor": _both("Getreide mindestens 4", "Grain at least 4"),
    "supply_problems": _both("Nachschubprobleme", "Supply problems"),
}

# What a seat is called when nobody has given it a name.
COLOURS: Final[Mapping[str, Words]] = {
    "A": {"de": "Blau", "en": "Blue"},
    "B": {"de": "Rot", "en": "Red"},
    "C": {"de": "Gelb", "en": "Yellow"},
    "D": {"de": "Lila", "en": "Purple"},
    "E": {"de": "Schwarz", "en": "Black"},
    "F": {"de": "Weiß", "en": "White"},
}
