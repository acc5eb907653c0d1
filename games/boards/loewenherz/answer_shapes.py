"""What an answer to each question looks like, as JSON Schema for programs that ask the API.

What is legal on the board they find in a question's options; this only says how it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.kernel.core import Json
from engine.loewenherz.answers import DECK, PLAY, SELL
from engine.loewenherz.cards import CARDS
from engine.loewenherz.standing import MOST_ORDERS

_PLACE: Final = "[a-l]([1-9]|1[0-2])"
SQUARE: Final[Json] = {"type": "string", "pattern": f"^{_PLACE}$", "description": "a1 to l12"}
CASTLE: Final[Json] = {**SQUARE, "description": "a domain, by the square of its castle"}
SIDE: Final[Json] = {
    "type": "string",
    "pattern": rf"^{_PLACE}\|{_PLACE}$",
    "description": "a side by its two squares, in either order: c4|d4",
}
HANDLE: Final[Json] = {"type": "string", "description": "a card by its handle, as `hand` lists it"}
NAME: Final[Json] = {"type": "string", "enum": list(CARDS)}
REFILL: Final[Json] = {
    "type": "array",
    "items": {"type": "string", "enum": [*CARDS, DECK]},
    "description": "wishes, the dearest first; without any the deck",
}


def listed(items: Json, **limits: int) -> Json:
    """Several of something."""
    return {"type": "array", "items": items, **limits}


def record(needed: Mapping[str, Json], **more: Json) -> Json:
    """An object with these members, some of which may be left out, and no others."""
    return {
        "type": "object",
        "required": list(needed),
        "properties": {**needed, **more},
        "additionalProperties": False,
    }


# What is named with each action of a card, and what may be.
PLACES: Final[Mapping[str, tuple[Mapping[str, Json], Mapping[str, Json]]]] = {
    "borders": ({"borders": listed(SIDE, minItems=1)}, {}),
    "knights": ({"knights": listed(SQUARE, minItems=1)}, {}),
    "expand": ({"domain": CASTLE, "squares": listed(SQUARE, minItems=1)}, {}),
    "deserter": (
        {"domain": CASTLE, "against": CASTLE, "knight": SQUARE},
        {"give_up": listed(SQUARE)},
    ),
    "alliance": ({"domain": CASTLE, "against": CASTLE}, {}),
}
CONDITIONS: Final[Mapping[str, Json]] = {
    "free": SIDE,
    "border": SIDE,
    "stronger": listed(CASTLE, minItems=2, maxItems=2),
    "domain": CASTLE,
    "unclaimed": SQUARE,
    "empty": SQUARE,
    "ducats": {"type": "integer", "minimum": 0},
    "market": NAME,
}


def one_word(word: str) -> Json:
    """A member that can only be this."""
    return {"type": "string", "enum": [word]}


def turns(**more: Json) -> Json:
    """A card sold, or played for one of its actions."""
    sale = record({"card": HANDLE, "do": one_word(SELL)}, refill=REFILL, **more)
    plays = [
        record(
            {"card": HANDLE, "do": one_word(PLAY), "action": one_word(action), **needed},
            refill=REFILL,
            **optional,
            **more,
        )
        for action, (needed, optional) in PLACES.items()
    ]
    return {"oneOf": [sale, *plays]}


_HOLDS: Final[Json] = {
    "type": "array",
    "items": {"oneOf": [record({name: value}) for name, value in CONDITIONS.items()]},
    "description": "all of them must hold when the turn comes",
}
ANSWER_SHAPES: Final[Mapping[str, Json]] = {
    "castle": record({"castle": SQUARE, "knight": SQUARE}),
    "turn": turns(),
    "give_up": record({"knight": SQUARE}),
    "orders": record({"orders": listed(turns(**{"if": _HOLDS}), maxItems=MOST_ORDERS)}),
    "ranking": record({"give_up": listed(SQUARE)}),
}
