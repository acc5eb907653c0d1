"""Squares and sides as players write them: `C5`, `c4|d4`, `c4-d4`, `c4/d4`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.loewenherz.board import INDEX, SIDES_OF, side_named
from engine.loewenherz.words.order_words import NONE_LEXICON
from engine.text.order_lines import DASHES, Misread

SQUARE: Final = r"[a-l] ?(?:1[0-2]|[1-9])(?![0-9])"
_BETWEEN: Final = r" ?(?:[|/\\+:_]|[-–—]+>?|→) ?| ?"
SIDE: Final = rf"{SQUARE}(?:{_BETWEEN}){SQUARE}"

_ONE_SIDE: Final = re.compile(
    rf"(?:between |zwischen )?(?P<one>{SQUARE})"
    rf"(?:{_BETWEEN}| and | und | to | nach )(?P<other>{SQUARE})",
    re.IGNORECASE,
)
_SQUARE: Final = re.compile(SQUARE, re.IGNORECASE)
_BETWEEN_SIDES: Final = re.compile(r"(?:[\s,;&]|\b(?:and|und|then|dann)\b)+", re.IGNORECASE)
_TOKEN: Final = re.compile(rf"(?<!\w){SQUARE}|[-=–—]+>|[^\s,;()&→>]+", re.IGNORECASE)
_TURNED: Final = re.compile(r"(1[0-2]|[1-9]) ?([a-l])", re.IGNORECASE)
_AND: Final = frozenset(("and", "und", "then", "dann", "on", "at", "auf", "to", "nach"))
# What a word before a square makes of it; nothing: the word says nothing.
Roles = Mapping[str, str]


def square_of(written: str) -> str | None:
    """The square meant, in either case and with a blank or without."""
    square = written.replace(" ", "").lower()
    return square if square in INDEX else None


def similar_squares(written: str) -> list[str]:
    """What a misspelt square may have meant: 4c is c4, c14 is c1 or c4."""
    turned = _TURNED.fullmatch(written)
    if turned:
        return [f"{turned[2]}{turned[1]}".lower()]
    text = re.sub(r"\W", "", written).lower()
    if len(text) < 2 or len(text) > 4:
        return []
    within = [text[:cut] + text[cut + 1 :] for cut in range(len(text))]
    return list(dict.fromkeys(square for square in within if square in INDEX))[:3]


def read_square(written: str, head: str) -> str:
    """The square meant; anything else is a misreading."""
    square = square_of(written)
    if square is None:
        raise Misread(
            "unknown_square", head=head, written=written, suggested=similar_squares(written)
        )
    return square


def tokens_of(body: str) -> list[str]:
    """The squares and words of a body, without what stands between them."""
    return [token for token in _TOKEN.findall(body) if any(map(str.isalnum, token))]


def says_none(body: str) -> bool:
    """Whether the body says that there is nothing: a dash or a word for it."""
    return body in DASHES or NONE_LEXICON.exact(body) is not None


def read_squares(body: str, head: str) -> list[str]:
    """A list of squares, each named once."""
    squares: list[str] = []
    for token in tokens_of(body):
        if token.lower() in _AND:
            continue
        square = read_square(token, head)
        if square in squares:
            raise Misread("place_twice", head=head, place=square)
        squares.append(square)
    if not squares:
        raise Misread("no_body", head=head)
    return squares


def read_roles(body: str, head: str, keys: Sequence[str], roles: Roles) -> dict[str, str]:
    """Squares by what they are for: by the word before each, else in the order of the keys."""
    places: dict[str, str] = {}
    role = ""
    for token in tokens_of(body):
        word = token.lower()
        if word in roles:
            role = roles[word] or role
            continue
        square = read_square(token, head)
        key = role or next((one for one in keys if one not in places), "")
        if not key or key in places:
            raise Misread("square_too_many", head=head, written=token)
        places[key], role = square, ""
    return places


def read_sides(body: str, head: str) -> list[str]:
    """A list of sides, as the game writes them, each named once."""
    sides: list[str] = []
    at = 0
    while at < len(body):
        gap = _BETWEEN_SIDES.match(body, at)
        if gap:
            at = gap.end()
            continue
        match = _ONE_SIDE.match(body, at)
        if match is None or body[match.end() : match.end() + 1].isalnum():
            raise _no_side(body[at:], head)
        side = read_side(match["one"], match["other"], head)
        if side in sides:
            raise Misread("place_twice", head=head, place=side)
        sides.append(side)
        at = match.end()
    if not sides:
        raise Misread("no_body", head=head)
    return sides


def read_side(one: str, other: str, head: str) -> str:
    """The side between two squares; a misreading if they do not touch."""
    first, second = read_square(one, head), read_square(other, head)
    side = side_named(f"{first}|{second}")
    if side is None:
        sides = sides_around(first)
        raise Misread("not_neighbours", head=head, one=first, other=second, sides=sides)
    return side


def sides_around(square: str) -> list[str]:
    """The sides of a square that are not the board's edge."""
    return list(SIDES_OF[INDEX[square]].values())


def _no_side(rest: str, head: str) -> Misread:
    """What is wrong where no side begins: half a side, a wrong square, or anything else."""
    written = re.split(r"[\s,;]", rest, maxsplit=1)[0]
    alone = _SQUARE.match(rest)
    if alone and square_of(alone[0]) and not rest[alone.end() : alone.end() + 1].isalnum():
        square = read_square(alone[0], head)
        parts = [part for part in re.split(r"[|/\\\-–—+:]", written) if part]
        if len(parts) == 1:
            return Misread("half_a_side", head=head, square=square, sides=sides_around(square))
        written = parts[1]
    else:
        written = next((part for part in re.split(r"[|/\\\-–—+:]", written) if part), written)
    suggested = similar_squares(written)
    return Misread("unknown_square", head=head, written=written, suggested=suggested)
