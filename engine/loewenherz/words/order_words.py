"""The words of text orders, as we write them and as we read them, German and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.text.lexicon import Lexicon, Words
from engine.text.line_problems import Head
from engine.text.order_lines import lexicon_of

# How lines begin; `play` and `first` only lead to what a line is about.
HEADS: Final[Mapping[str, Head]] = {
    "castle": Head({"de": "Burg", "en": "castle"}, ("place castle", "setze Burg", "Burg auf")),
    "borders": Head(
        {"de": "spiele Grenzen", "en": "play borders"},
        (
            *("borders", "border", "play border", "place borders", "place border"),
            *("Grenzen", "Grenze", "spiele Grenze", "setze Grenzen", "setze Grenze"),
            *("Grenzen setzen", "Grenze setzen"),
        ),
    ),
    "knights": Head(
        {"de": "spiele Ritter", "en": "play knights"},
        (
            *("knights", "knight", "play knight", "place knights", "place knight"),
            *("Ritter", "setze Ritter", "Ritter setzen"),
        ),
    ),
    "expand": Head(
        {"de": "erweitere", "en": "expand"},
        (
            *("play expand", "play expansion", "expansion", "expand domain"),
            *("Erweiterung", "erweitern", "spiele Erweiterung", "Gebiet erweitern"),
            *("erweitere Gebiet", "spiele Gebiet erweitern", "Gebietserweiterung"),
        ),
    ),
    "deserter": Head(
        {"de": "Überläufer", "en": "deserter"}, ("play deserter", "spiele Überläufer")
    ),
    "alliance": Head(
        {"de": "Bündnis", "en": "alliance"},
        ("play alliance", "ally", "spiele Bündnis", "Allianz", "verbünde"),
    ),
    "sell": Head(
        {"de": "verkaufe", "en": "sell"},
        ("sell card", "sale", "verkaufen", "Verkauf", "verkaufe Karte"),
    ),
    "play": Head({"de": "spiele", "en": "play"}, ("play card", "spielen", "spiele Karte")),
    "card": Head(
        {"de": "Karte", "en": "card"},
        ("with", "with card", "using", "using card", "mit", "mit Karte", "Machtkarte"),
    ),
    "refill": Head(
        {"de": "nachziehen", "en": "refill"},
        (
            *("draw", "take", "refill with", "ziehe nach", "ziehe", "nimm", "Nachziehen"),
            *("auffüllen", "fülle auf", "nachfüllen"),
        ),
    ),
    "give_up": Head(
        {"de": "gib ab", "en": "give up"},
        ("giveup", "gives up", "lose", "ranking", "abgeben", "verliere", "Rangliste"),
    ),
    "knight": Head(
        {"de": "Ritter", "en": "knight"},
        ("knights", "my knight", "with knight", "mein Ritter", "mit Ritter"),
    ),
    "if": Head(
        {"de": "wenn", "en": "if"},
        ("only if", "when", "condition", "nur wenn", "falls", "Bedingung"),
    ),
    "orders": Head({"de": "Befehle", "en": "orders"}, ("standing orders", "order", "Befehl")),
}
ACTIONS: Final = ("borders", "knights", "expand", "deserter", "alliance")
_OF_A_TURN: Final = (*ACTIONS, "sell", "play", "card", "refill", "give_up")
# The beginnings that an answer to each kind of question knows.
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "castle": ("castle", "knight"),
    "turn": _OF_A_TURN,
    "give_up": ("knight", "give_up"),
    "orders": (*_OF_A_TURN, "if", "orders"),
    "ranking": ("give_up", "knight"),
}
KIND_LEXICONS: Final[Mapping[str, Lexicon]] = {
    kind: lexicon_of(HEADS, heads) for kind, heads in KINDS.items()
}
HEAD_SPELLINGS: Final[Mapping[str, Lexicon]] = {head: lexicon_of(HEADS, (head,)) for head in HEADS}

ACTION_LEXICON: Final = Lexicon.of(
    {
        "borders": ("border", "Grenze", "Grenzen"),
        "knights": ("knight", "Ritter"),
        "expand": (
            *("expansion", "expansions", "Erweiterung", "Erweiterungen", "erweitern"),
            "Gebiet erweitern",
        ),
        "deserter": ("deserters", "Überläufer"),
        "alliance": ("alliances", "Bündnis", "Bündnisse", "Allianz"),
    }
)
NUMBER_WORDS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("a", "an", "one", "ein", "eine", "einen"), 1),
    **dict.fromkeys(("two", "zwei"), 2),
    **dict.fromkeys(("three", "drei"), 3),
}

DECK: Final = "deck"
NONE: Final = "none"
BODY_WORDS: Final[Mapping[str, Words]] = {
    DECK: {"de": "Stapel", "en": "deck"},
    NONE: {"de": "keine", "en": "none"},
    "card": {"de": "Karte", "en": "card"},
    "knight": {"de": "Ritter", "en": "knight"},
    "to": {"de": "um", "en": "to"},
    "from": {"de": "von", "en": "from"},
    "place": {"de": "setze", "en": "place"},
    "with": {"de": "mit", "en": "with"},
}
DECK_LEXICON: Final = Lexicon.of(
    {
        DECK: (
            *("the deck", "from deck", "from the deck", "pile", "top card", "hidden"),
            *("Stapel", "vom Stapel", "den Stapel", "Nachziehstapel", "verdeckt"),
        )
    }
)
NONE_LEXICON: Final = Lexicon.of(
    {NONE: ("no", "nothing", "always", "keine", "keins", "keiner", "nichts", "immer", "leer")}
)
