"""Answers as form fields, both ways; text fields are read as forgivingly as text orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.kernel.core import Json
from engine.loewenherz.answers import KEYS, LISTS, PLAY, SELL
from engine.loewenherz.cards import ACTIONS, CARDS
from engine.loewenherz.words.places import read_sides, read_squares, square_of
from engine.text.order_lines import Misread
from games.boards.remarks import Fields

# The questions the game waits for; what may be left beforehand has fields of its own.
KINDS: Final = ("turn", "castle", "give_up")
# How many places each list of an answer has room for: as many as the best card allows.
ROOM: Final[Mapping[str, int]] = {
    key: max(card.actions.get(action, 0) for card in CARDS.values())
    for action, key in LISTS.items()
}
WISHES: Final = 3
LONGEST: Final = 40
REFILL, GIVE_UP = "refill", "give_up"
# To sell, or the action to play; a field called “action” would hide where the form is sent.
DEED: Final = "deed"


def at(key: str) -> str:
    """The field of a castle or knight that is all a question asks for; its id is no symbol's."""
    return f"{key}.at"


def place_field(action: str, key: str) -> str:
    """The field of a place that is not one of a list: a question asks for several domains."""
    return f"{action}.{key}"


def to_fields(kind: str, answer: Any) -> dict[str, str]:
    """What the fields of a form hold that says this answer; a broken answer says what it can."""
    parts = answer if isinstance(answer, dict) else {}
    if kind == "castle":
        return {at(key): text_of(parts.get(key)) for key in ("castle", "knight")}
    if kind == "give_up":
        return {at("knight"): text_of(parts.get("knight"))}
    return dict(_turn_fields(parts)) if kind == "turn" else {}


def _turn_fields(parts: Json) -> Iterator[tuple[str, str]]:
    yield "card", text_of(parts.get("card"))
    deed = parts.get("action") if parts.get("do") == PLAY else parts.get("do")
    yield DEED, text_of(deed)
    for action in ACTIONS:
        # Places without an action are shown wherever they may belong.
        if action == deed or deed not in (*ACTIONS, SELL):
            yield from _place_fields(action, parts)
    yield from _list_fields(REFILL, parts.get(REFILL))


def _place_fields(action: str, parts: Json) -> Iterator[tuple[str, str]]:
    for key in KEYS[action]:
        if key == LISTS.get(action):
            yield from _list_fields(key, parts.get(key))
        else:
            yield place_field(action, key), text_of(parts.get(key))
    if action == "deserter":
        wishes = parts.get(GIVE_UP)
        yield GIVE_UP, " ".join(map(text_of, wishes)) if isinstance(wishes, list) else ""


def _list_fields(key: str, entries: Any) -> Iterator[tuple[str, str]]:
    listed = entries[:LONGEST] if isinstance(entries, list) else []
    for number, entry in enumerate(listed):
        yield f"{key}.{number}", text_of(entry)


def to_answer(kind: str, posted: Fields) -> Json:
    """The answer the fields of a form say; wrong values are kept, for the rules to object to."""
    if kind == "castle":
        return _named({"castle": at("castle"), "knight": at("knight")}, posted, read_square)
    if kind == "give_up":
        return _named({"knight": at("knight")}, posted, read_square)
    return _turn_answer(posted) if kind == "turn" else {}


def _turn_answer(posted: Fields) -> Json:
    answer: Json = _named({"card": "card"}, posted, str)
    deed = clean(posted.get(DEED, ""))
    if deed == SELL:
        answer["do"] = SELL
    elif deed:
        answer |= {"do": PLAY, "action": deed}
        answer |= _places(deed, posted) if deed in KEYS else {}
    else:
        # Whoever has not said what to do has perhaps said where: nothing of it is lost.
        for action in ACTIONS:
            answer |= {key: place for key, place in _places(action, posted).items() if place}
    wishes = [clean(posted[f"{REFILL}.{row}"]) for row in rows(REFILL, posted)]
    return {**answer, REFILL: wishes} if wishes else answer


def _places(action: str, posted: Fields) -> Json:
    places: Json = {}
    for key in KEYS[action]:
        if key == LISTS.get(action):
            read = read_side if action == "borders" else read_square
            places[key] = [read(clean(posted[f"{key}.{row}"])) for row in rows(key, posted)]
        elif place := clean(posted.get(place_field(action, key), "")):
            places[key] = read_square(place)
    if action == "deserter" and (wishes := clean(posted.get(GIVE_UP, ""))):
        places[GIVE_UP] = _squares(wishes)
    return places


def _named(names: Mapping[str, str], posted: Fields, read: Callable[[str], str]) -> Json:
    texts = {key: clean(posted.get(name, "")) for key, name in names.items()}
    return {key: read(text) for key, text in texts.items() if text}


def rows(key: str, posted: Fields) -> list[int]:
    """The numbers of the rows of a list in which something is written."""
    return [row for row in range(LONGEST) if clean(posted.get(f"{key}.{row}", ""))]


def field_of(where: str, answer: Any, posted: Fields | None = None) -> str:
    """The field a problem's place means; rows left blank in a form are no entries of the answer."""
    key, _dot, number = where.partition(".")
    action = answer.get("action") if isinstance(answer, dict) else None
    if key in (*LISTS.values(), REFILL):
        entry = int(number) if number.isdecimal() else 0
        written = rows(key, posted) if posted is not None else range(LONGEST)
        return f"{key}.{written[entry]}" if entry < len(written) else f"{key}.{entry}"
    if isinstance(action, str) and key in KEYS.get(action, ()):
        return place_field(action, key)
    if key in ("do", "action", "answer"):
        return DEED
    return at(key) if key in ("castle", "knight") else key


def clean(text: str) -> str:
    """What was typed, as something that can be stored."""
    return text.encode("utf-8", "replace").decode().replace("\0", "").strip()


def read_square(text: str) -> str:
    """A square as forgivingly as text orders have it; anything else stays as it is."""
    return square_of(text) or text


def _squares(text: str) -> list[str]:
    try:
        return read_squares(text, GIVE_UP)
    except Misread:
        return text.split()[:LONGEST]


def read_side(text: str) -> str:
    """The same of a side."""
    try:
        (side,) = read_sides(text, "borders")
    except (Misread, ValueError):
        return text
    return side


def text_of(value: Any) -> str:
    """A value as a field holds it; nothing for what no field can hold."""
    return value if isinstance(value, str) else ""
