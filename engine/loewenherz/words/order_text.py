"""Answers to every kind of question as text, both ways, German and English (docs/orders.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from engine.kernel.core import Json
from engine.loewenherz.words.card_words import OwnCards
from engine.loewenherz.words.conditions import write_conditions
from engine.loewenherz.words.names import card_order
from engine.loewenherz.words.order_words import BODY_WORDS, DECK, HEADS, KIND_LEXICONS, NONE
from engine.loewenherz.words.places import read_roles, read_squares, says_none
from engine.loewenherz.words.turn_orders import (
    OrderContext,
    TurnReading,
    begins_part,
    is_deed,
    parts_of,
)
from engine.text.lexicon import Language
from engine.text.line_problems import LineProblem
from engine.text.order_lines import (
    LineReading,
    Misread,
    begins_order,
    read_lines,
    split_head,
    write_lines,
)

Lines = Iterator[tuple[str, str]]
_HANDLE: Final = re.compile(r"card (\d+)")
# What stands before a standing order: its number, or a word for its turn.
_RANK: Final = re.compile(
    r"^(?:(?:first|then|else|otherwise|next|or|zuerst|zunächst|dann|sonst|ansonsten|oder)\b[:,.]? ?"
    r"|\d{1,2}[.):] ?)+",
    re.IGNORECASE,
)
_CASTLE_ROLES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("castle", "burg"), "castle"),
    **dict.fromkeys(("knight", "ritter"), "knight"),
    **dict.fromkeys(("with", "at", "on", "and", "a", "the", "its", "mit", "auf", "und"), ""),
    **dict.fromkeys(("einem", "einen", "ein", "eine", "ihr", "ihrem", "dem"), ""),
}


@dataclass(frozen=True)
class ReadOrders:
    """The answer as far as the text says one, and every line that could not be read."""

    answer: Json
    problems: tuple[LineProblem, ...]


def parse_orders(kind: str, text: str, options: Json) -> ReadOrders:
    """Read the answer to a question; each line is taken whole or not at all."""
    if kind == "castle":
        return _parse_castle(text)
    if kind in ("give_up", "ranking"):
        return _parse_knights(kind, text)
    own = OwnCards.of(options)
    context = OrderContext(KIND_LEXICONS[kind], own, options.get("expand", {}))
    return _parse_turn(text, context) if kind == "turn" else _parse_standing(text, context)


def _parse_castle(text: str) -> ReadOrders:
    reading, heads = LineReading(), KIND_LEXICONS["castle"]

    def read(line: int, content: str) -> None:
        head, body = split_head(content, heads)
        keys = ("castle", "knight") if head == "castle" else ("knight",)
        places = read_roles(body, head, keys, _CASTLE_ROLES)
        if not places:
            raise Misread("no_body", head=head)
        for key, square in places.items():
            reading.check(key, square)
        for key, square in places.items():
            reading.once(key, square, line)

    problems = read_lines(text, partial(begins_order, heads=heads), read)
    return ReadOrders(reading.values, problems)


def _parse_knights(kind: str, text: str) -> ReadOrders:
    """The knight that deserts, or knights in the order in which they would."""
    reading, heads = LineReading(), KIND_LEXICONS[kind]

    def read(line: int, content: str) -> None:
        head, body = split_head(content, heads)
        squares = [] if kind == "ranking" and says_none(body) else read_squares(body, head)
        if kind == "ranking":
            reading.once("give_up", squares, line)
            return
        if len(squares) > 1:
            raise Misread("one_knight", head=head)
        reading.once("knight", squares[0], line)

    problems = read_lines(text, partial(begins_order, heads=heads), read)
    return ReadOrders(reading.values, problems)


def _parse_turn(text: str, context: OrderContext) -> ReadOrders:
    reading = TurnReading()

    def read(line: int, content: str) -> None:
        reading.add(parts_of(content, context), line, content)

    problems = read_lines(text, partial(begins_part, heads=context.heads), read)
    answer, misread = _answered(reading, context.cards)
    return ReadOrders(answer, _in_order((*problems, *misread)))


def _answered(reading: TurnReading, cards: OwnCards) -> tuple[Json, list[LineProblem]]:
    """The answer of a turn, and what is wrong with the line of its deed if no card fits."""
    try:
        return reading.answer(cards), []
    except Misread as misread:
        return {}, [LineProblem(reading.line, reading.written, misread.code, misread.data)]


def _in_order(problems: Sequence[LineProblem]) -> tuple[LineProblem, ...]:
    return tuple(sorted(problems, key=lambda problem: problem.line))


def _parse_standing(text: str, context: OrderContext) -> ReadOrders:
    """Orders in their turn: what is done begins one, other lines say more about the one above."""
    orders = [TurnReading()]
    none: list[int] = []

    def read(line: int, content: str) -> None:
        order = _RANK.sub("", content)
        if begins_order(order, context.heads):
            head, body = split_head(order, context.heads)
            if head == "orders" and says_none(body):
                none.append(line)
                return
        try:
            parts = parts_of(order, context)
        except Misread:
            # What follows belongs to the order that could not be read, not to the one above it.
            orders.append(TurnReading())
            raise
        if any(is_deed(part.head) for part in parts) and orders[-1].has_deed:
            orders.append(TurnReading())
        orders[-1].add(parts, line, content)

    def begins(content: str) -> bool:
        return begins_part(_RANK.sub("", content), context.heads)

    problems = [*read_lines(text, begins, read)]
    answers: list[Json] = []
    for order in orders:
        if order.has_deed:
            answer, misread = _answered(order, context.cards)
            answers += [answer] * (not misread)
            problems += misread
    answer = {"orders": answers} if answers or none else {}
    return ReadOrders(answer, _in_order(problems))


def format_orders(kind: str, answer: Json, language: Language) -> str:
    """An answer as text that `parse_orders` reads back."""
    if kind == "orders":
        return _write_standing(answer["orders"], language)
    return write_lines(_WRITERS[kind](answer, language), language, HEADS)


def _write_standing(orders: Sequence[Json], language: Language) -> str:
    """Each order numbered, and on lines of its own below what else belongs to it."""
    if not orders:
        return write_lines([("orders", BODY_WORDS[NONE][language])], language, HEADS)
    blocks = (
        write_lines(_turn_lines(order, language), language, HEADS).split("\n") for order in orders
    )
    numbered = (
        [f"{number}. {first}", *(f"   {line}" for line in rest)]
        for number, (first, *rest) in enumerate(blocks, start=1)
    )
    return "\n".join(line for block in numbered for line in block)


def _castle_lines(answer: Json, language: Language) -> Lines:
    if "castle" in answer and "knight" in answer:
        knight = BODY_WORDS["knight"][language]
        yield "castle", f"{answer['castle']}, {knight} {answer['knight']}"
    else:
        yield from ((key, answer[key]) for key in ("castle", "knight") if key in answer)


def _give_up_lines(answer: Json, _: Language) -> Lines:
    if "knight" in answer:
        yield "knight", answer["knight"]


def _ranking_lines(answer: Json, language: Language) -> Lines:
    if "give_up" in answer:
        yield "give_up", _places(answer["give_up"], language)


def _turn_lines(answer: Json, language: Language) -> Lines:
    if answer.get("do") == "sell" and "card" in answer:
        yield "sell", _card(answer["card"], language)
    elif answer.get("do") == "play":
        yield answer["action"], _deed(answer, language)
        if "card" in answer:
            handle = _HANDLE.fullmatch(answer["card"])
            yield "card", handle[1] if handle else _card(answer["card"], language)
    yield from _ranking_lines(answer, language)
    if "refill" in answer:
        wishes = [_wish(wish, language) for wish in answer["refill"]]
        yield "refill", ", ".join(wishes) or BODY_WORDS[NONE][language]
    if "if" in answer:
        conditions = write_conditions(answer["if"], language)
        yield "if", conditions or BODY_WORDS[NONE][language]


def _deed(answer: Json, language: Language) -> str:
    action, words = answer["action"], BODY_WORDS
    if action == "expand":
        return f"{answer['domain']} {words['to'][language]} {' '.join(answer['squares'])}"
    if action == "deserter":
        against = f"{words['from'][language]} {answer['against']}"
        return f"{answer['domain']} {against}, {words['place'][language]} {answer['knight']}"
    if action == "alliance":
        return f"{answer['domain']} {words['with'][language]} {answer['against']}"
    return _places(answer[action], language)


def _places(places: Sequence[str], language: Language) -> str:
    return ", ".join(places) or BODY_WORDS[NONE][language]


def _card(card: str, language: Language) -> str:
    """A card by the number of its handle, or by its name."""
    if handle := _HANDLE.fullmatch(card):
        return f"{BODY_WORDS['card'][language]} {handle[1]}"
    return card_order(card, language)


def _wish(wish: str, language: Language) -> str:
    return BODY_WORDS[DECK][language] if wish == DECK else card_order(wish, language)


_WRITERS: Final[Mapping[str, Any]] = {
    "castle": _castle_lines,
    "turn": _turn_lines,
    "give_up": _give_up_lines,
    "ranking": _ranking_lines,
}
