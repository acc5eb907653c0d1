"""What things are called in German and English, and which county a player's spelling means."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.text.lexicon import Language, Lexicon, Match, Words
from engine.wallenstein.board import COUNTIES, REGIONS, CountyCard

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


def find_county(written: str) -> Match:
    """The county meant by an id, a name, a printed abbreviation or the start of one."""
    return _COUNTY_LEXICON.find(written)


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
