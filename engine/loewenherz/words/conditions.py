"""Conditions of standing orders as text: `c4|d4 free`, `c4 stronger than h9`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.kernel.core import Json
from engine.loewenherz.words.card_words import OwnCards
from engine.loewenherz.words.names import card_order
from engine.loewenherz.words.places import SIDE, SQUARE, read_side, read_square
from engine.text.lexicon import Language, Words
from engine.text.order_lines import Misread

_HEAD: Final = "if"
_BETWEEN: Final = re.compile(r"[,;&]|\b(?:and|und)\b", re.IGNORECASE)
# Words that change nothing; "not" and "or" would, so they are not among them.
_FILLER: Final = re.compile(
    r"\b(?:if|when|only|is|are|still|the|at|my|there|on|than|has|have|i|a|an|lies|side|square"
    r"|castle|wenn|falls|nur|ist|sind|noch|der|die|das|dem|bei|auf|mein|meine|dort|als|hat"
    r"|habe|ich|ein|eine|liegt|steht|feld|burg|seite|in)\b",
    re.IGNORECASE,
)
_MARKET: Final = re.compile(
    r"(?P<card>.+?) (?:(?:is|lies|ist|liegt) )?(?:in|on|im|auf)(?: the| dem)? "
    r"(?:market|markt|machtmarkt)(?: lies| liegt| ist)?",
    re.IGNORECASE,
)
_DOMAIN: Final = r"(?:(?:domain|gebiet) )?"
_SIDE: Final = SIDE.replace(SQUARE, f"({SQUARE})")


def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_PATTERNS: Final[Mapping[str, re.Pattern[str]]] = {
    "ducats": _pattern(
        r"(?:(?:at )?least |mindestens |wenigstens |>= ?|≥ ?)?(\d{1,4})(?: or more| oder mehr)?"
        r" (?:ducats?|dukate?n?)(?: or more| oder mehr)?"
    ),
    "stronger": _pattern(
        rf"{_DOMAIN}({SQUARE}) (?:stronger|st(?:ä|ae|a)rker|more knights|mehr ritter|>)"
        rf" {_DOMAIN}({SQUARE})"
    ),
    "unclaimed": _pattern(
        rf"({SQUARE}) (?:unclaimed|no domain|herrenlos|keinem gebiet|kein gebiet)"
    ),
    "domain": _pattern(rf"({SQUARE}) (?:domain|gebiet)"),
    "free": _pattern(rf"{_SIDE} (?:free|frei|open|offen|no border|keine grenze|ohne grenze)"),
    "border": _pattern(rf"{_SIDE} (?:border|grenze|closed|geschlossen)"),
    "empty": _pattern(rf"({SQUARE}) (?:empty|leer)"),
}
_WRITTEN: Final[Mapping[str, Words]] = {
    "free": {"de": "{} frei", "en": "{} free"},
    "border": {"de": "{} Grenze", "en": "{} border"},
    "stronger": {"de": "{} stärker als {}", "en": "{} stronger than {}"},
    "domain": {"de": "{} hat ein Gebiet", "en": "{} has a domain"},
    "unclaimed": {"de": "{} herrenlos", "en": "{} unclaimed"},
    "empty": {"de": "{} leer", "en": "{} empty"},
    "ducats": {"de": "mindestens {} Dukaten", "en": "at least {} ducats"},
    "market": {"de": "{} im Markt", "en": "{} in the market"},
}


def read_conditions(body: str, cards: OwnCards) -> list[Json]:
    """Everything that must hold."""
    parts = [part.strip(" .!") for part in _BETWEEN.split(body)]
    conditions = [_read_condition(part, cards) for part in parts if part]
    if not conditions:
        raise Misread("no_body", head=_HEAD)
    return conditions


def _read_condition(written: str, cards: OwnCards) -> Json:
    market = _MARKET.fullmatch(written)
    if market:
        return {"market": cards.named(market["card"], _HEAD)}
    text = " ".join(_FILLER.sub(" ", written).split())
    for name, pattern in _PATTERNS.items():
        match = pattern.fullmatch(text)
        if match:
            return {name: _value(name, match.groups())}
    raise Misread("unknown_condition", head=_HEAD, written=written)


def _value(name: str, groups: Sequence[str]) -> Any:
    if name == "ducats":
        return int(groups[0])
    if name in ("free", "border"):
        return read_side(groups[0], groups[1], _HEAD)
    squares = [read_square(group, _HEAD) for group in groups]
    return squares if name == "stronger" else squares[0]


def write_conditions(conditions: Sequence[Mapping[str, Any]], language: Language) -> str:
    """Conditions as `read_conditions` reads them."""
    return ", ".join(
        _WRITTEN[name][language].format(*_parts(name, value, language))
        for condition in conditions
        for name, value in condition.items()
    )


def _parts(name: str, value: Any, language: Language) -> Sequence[Any]:
    if name == "market":
        return [card_order(value, language)]
    return value if name == "stronger" else [value]
