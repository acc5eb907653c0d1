"""The lines of a turn: what they order, part by part, and the answer they make together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.kernel.core import Json
from engine.loewenherz.words.card_words import CardPhrase, OwnCards, read_phrase
from engine.loewenherz.words.conditions import read_conditions
from engine.loewenherz.words.order_words import ACTION_LEXICON, ACTIONS
from engine.loewenherz.words.places import (
    Roles,
    read_roles,
    read_sides,
    read_squares,
    says_none,
    tokens_of,
)
from engine.text.lexicon import Lexicon
from engine.text.order_lines import LineReading, Misread, begins_order, split_head

# Where another part of a turn begins within a line. A letter before a colon is one of a card, a
# square one of a side; the names of parts are longer.
_NEXT_PART: Final = re.compile(
    r";|,(?=\s*[^\W\d_]{3,}[^\W\d_ ]*(?: [^\W\d_]+)*\s*[:=])"
    r"|\s(?=(?:only |nur )?(?:if|when|wenn|falls)\b)",
    re.IGNORECASE,
)
_LONG_NAME: Final = re.compile(r"[^\W\d_]{3,}[^:=]*[:=]")
# Parts that need no colon.
_CARD: Final = re.compile(
    r"(?:(?:with|using|mit)(?: card| karte)?|card|karte)\s+(?P<body>[^\s].*)", re.IGNORECASE
)
_IF: Final = re.compile(
    r"(?:only |nur )?(?:if|when|wenn|falls)\b\s*:?\s*(?P<body>.*)", re.IGNORECASE
)
_GIVE_UP: Final = re.compile(r"(?:give up|gib ab|abgeben)\s+(?P<body>[^\s].*)", re.IGNORECASE)
_PARTS: Final[Mapping[str, re.Pattern[str]]] = {"card": _CARD, "if": _IF, "give_up": _GIVE_UP}

_NOTHING: Final = dict.fromkeys(
    (
        *("domain", "castle", "the", "my", "with", "and", "by", "new", "enemy", "neutral"),
        *("gebiet", "burg", "das", "die", "den", "mein", "meine", "und", "mit", "neu", "neuen"),
    ),
    "",
)
_FROM: Final = dict.fromkeys(("from", "against", "of", "von", "aus", "gegen"), "against")
_PLACE: Final = dict.fromkeys(
    (
        *("place", "places", "knight", "to", "at", "on", "into"),
        *("setze", "platz", "ritter", "nach", "auf", "in"),
    ),
    "knight",
)
DESERTER_ROLES: Final[Roles] = {**_NOTHING, **_FROM, **_PLACE}
ALLIANCE_ROLES: Final[Roles] = {**_NOTHING, **_FROM, **dict.fromkeys(("with", "mit"), "against")}
_ONTO: Final = frozenset(
    (
        *("to", "onto", "into", "by", "from", "domain", "castle", "at", "the", "my", "and", "then"),
        *("um", "nach", "auf", "in", "von", "gebiet", "burg", "das", "mein", "und", "dann", "->"),
    )
)


class OrderPart(NamedTuple):
    """What a part of a line says, under the name of its beginning."""

    head: str
    value: Any


@dataclass(frozen=True)
class OrderContext:
    """What the question tells of its author: cards, domains and what these may take."""

    heads: Lexicon
    cards: OwnCards = field(default_factory=OwnCards)
    # The squares that each own domain may take now; nothing where the question does not say.
    growths: Mapping[str, Any] = field(default_factory=dict)


def begins_part(content: str, heads: Lexicon) -> bool:
    """Whether a text begins with the name of a part."""
    spelt = (pattern.match(content) for name, pattern in _PARTS.items() if heads.exact(name))
    return begins_order(content, heads) or any(spelt)


def parts_of(content: str, context: OrderContext) -> list[OrderPart]:
    """Everything that a line says; one part that cannot be read spoils the line."""
    pieces: list[str] = []
    for piece in filter(None, (one.strip(" ,") for one in _NEXT_PART.split(content))):
        named = begins_part(piece, context.heads) or _LONG_NAME.match(piece) or _IF.match(piece)
        if pieces and not named:
            pieces[-1] = f"{pieces[-1]}, {piece}"
        else:
            pieces.append(piece)
    return [part for piece in pieces for part in _read_piece(piece, context)]


def _read_piece(piece: str, context: OrderContext) -> Iterator[OrderPart]:
    if _IF.match(piece) and not context.heads.exact("if"):
        raise Misread("condition_now")
    if not begins_order(piece, context.heads):
        for head, pattern in _PARTS.items():
            match = pattern.match(piece)
            if match and context.heads.exact(head):
                yield from _read_part(head, match["body"], context)
                return
    yield from _read_part(*split_head(piece, context.heads), context)


def _read_part(head: str, body: str, context: OrderContext) -> Iterator[OrderPart]:
    if head == "play":
        head, body = _action_within(body)
    if head in _DEEDS:
        yield OrderPart(head, _DEEDS[head](body, context))
    elif head == "sell":
        phrase = read_phrase(body, head)
        yield OrderPart(head, {"card": context.cards.to_sell(phrase, head), "do": "sell"})
    elif head == "card":
        yield OrderPart(head, read_phrase(body, head))
    elif head == "refill":
        yield OrderPart(head, [] if says_none(body) else context.cards.wishes(body, head))
    elif head == "if":
        yield OrderPart(head, [] if says_none(body) else read_conditions(body, context.cards))
    elif head == "give_up":
        yield OrderPart(head, [] if says_none(body) else read_squares(body, head))
    else:
        raise Misread("not_none", head=head)


def _action_within(body: str) -> tuple[str, str]:
    """The action that a body begins with, and the rest: `knights c5 d5`."""
    word, _, rest = body.partition(" ")
    action = ACTION_LEXICON.exact(word.strip(",:"))
    if action is None:
        raise Misread(
            "no_action", head="play", written=word, suggested=list(ACTION_LEXICON.similar(word))
        )
    if not rest.strip():
        raise Misread("no_body", head=action)
    return action, rest.strip()


def _borders(body: str, _: OrderContext) -> Json:
    return {"borders": read_sides(body, "borders")}


def _knights(body: str, _: OrderContext) -> Json:
    return {"knights": read_squares(body, "knights")}


def _expand(body: str, context: OrderContext) -> Json:
    named = " ".join(token for token in tokens_of(body) if token.lower() not in _ONTO)
    squares = read_squares(named, "expand")
    first, growths = squares[0], context.growths
    if growths and first not in growths:
        castles = [castle for castle, onto in growths.items() if first in onto]
        if len(castles) != 1:
            own = castles or list(growths)
            raise Misread("which_domain", head="expand", square=first, candidates=own)
        return {"domain": castles[0], "squares": squares}
    if len(squares) == 1:
        raise Misread("no_target", head="expand", square=first)
    return {"domain": first, "squares": squares[1:]}


def _deserter(body: str, _: OrderContext) -> Json:
    return _domains(body, "deserter", ("domain", "against", "knight"), DESERTER_ROLES)


def _alliance(body: str, _: OrderContext) -> Json:
    return _domains(body, "alliance", ("domain", "against"), ALLIANCE_ROLES)


def _domains(body: str, head: str, keys: tuple[str, ...], roles: Roles) -> Json:
    places = read_roles(body, head, keys, roles)
    if len(places) < len(keys):
        raise Misread("places_missing", head=head)
    return {**places}


_DEEDS: Final[Mapping[str, Callable[[str, OrderContext], Json]]] = {
    "borders": _borders,
    "knights": _knights,
    "expand": _expand,
    "deserter": _deserter,
    "alliance": _alliance,
}
# The lists of which each line may name more.
_LISTS: Final = ("borders", "knights")


class TurnReading(LineReading):
    """What the lines of one turn have said so far."""

    def __init__(self) -> None:
        super().__init__()
        # Under which beginning, on which line and in which words the deed stands.
        self.head, self.line, self.written = "", 0, ""

    @property
    def has_deed(self) -> bool:
        """Whether a line has said what is done."""
        return bool(self.head)

    def add(self, parts: list[OrderPart], line: int, written: str) -> None:
        """Note everything that a line says, or nothing of it."""
        for part in parts:
            if is_deed(part.head):
                self._check_deed(part)
            else:
                self.check(part.head, part.value)
        for part in parts:
            if is_deed(part.head):
                self._add_deed(part, line, written)
            else:
                self.once(part.head, part.value, line)

    def _check_deed(self, part: OrderPart) -> None:
        if not self.has_deed or part.value == self.values[self.head]:
            return
        if part.head != self.head or part.head not in _LISTS:
            raise Misread("second_deed", head=part.head, first_line=self.line)

    def _add_deed(self, part: OrderPart, line: int, written: str) -> None:
        if not self.has_deed:
            self.head, self.line, self.written = part.head, line, written
            self.values[part.head] = part.value
        elif part.head in _LISTS:
            before = self.values[part.head][part.head]
            more = [place for place in part.value[part.head] if place not in before]
            self.values[part.head] = {part.head: [*before, *more]}

    def answer(self, cards: OwnCards) -> Json:
        """The answer as far as the lines say one; a misreading if no card fits the deed."""
        answer: Json = {}
        phrase: CardPhrase | None = self.values.get("card")
        if self.head in _DEEDS:
            deed = self.values[self.head]
            needed = len(deed.get("borders") or deed.get("knights") or deed.get("squares") or "1")
            card = cards.to_play(phrase, self.head, needed)
            answer = {"card": card} if card else {}
            answer |= {"do": "play", "action": self.head, **deed}
        elif self.has_deed:
            answer = {**self.values[self.head]}
        for key in ("refill", "give_up", "if"):
            if key in self.values:
                answer[key] = self.values[key]
        return answer


def is_deed(head: str) -> bool:
    """Whether a beginning says what is done with a card."""
    return head in ACTIONS or head == "sell"
