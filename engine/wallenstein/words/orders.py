"""A season plan as text orders, both ways, German and English (docs/orders.md)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.text.lexicon import Language, Lexicon
from engine.text.line_problems import LineProblem
from engine.text.order_lines import (
    DASHES,
    Misread,
    begins_order,
    read_lines,
    read_number,
    read_numbers,
    split_head,
    write_lines,
)
from engine.wallenstein.board import COINS, COUNTIES, MOVE_ACTIONS, POSITIONS
from engine.wallenstein.words.move_orders import read_box, read_move_line, tidy, write_order
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.order_lines import OrderReading, read_counties, read_county, says_none
from engine.wallenstein.words.order_words import (
    BODY_WORDS,
    BOX_LEXICON,
    COIN,
    EMPTY,
    HEADS,
    NONE,
)
from engine.wallenstein.words.vocabulary import Line, Lines, OrderWords

_BID_VALUE: Final = re.compile(
    r"(?:coin|coin card|münze|münzkarte)? ?(?P<value>[0-9]+) ?(?:thalers?|talers?|coins?|münzen?)?",
    re.IGNORECASE,
)
# A plan that was read and not yet filled in: coin cards where it says nothing.
REST: Final = "rest"
# On the rest there may be several cards.
_SEVERAL: Final = Lexicon.of(
    {
        COIN: (
            *("coins", "coin cards", "money cards", "blanks", "blank cards"),
            *("Münzen", "Münzkarten", "Talerkarten", "Geldkarten", "Blankokarten"),
        )
    }
)
# Mail programs break longer lines where they like.
_LINE_WIDTH: Final = 72


@dataclass(frozen=True)
class ParsedPlan:
    """The plan as far as the text says one, and every line that could not be read."""

    plan: dict[str, Any]
    problems: tuple[LineProblem, ...]


def parse_orders(text: str, words: OrderWords) -> ParsedPlan:
    """Read a season plan; each line is taken whole or not at all, and nothing is made up."""
    reading = OrderReading(Lexicon.of(words.cards))

    def read(line: int, content: str) -> None:
        head, body = split_head(content, words.plan_heads)
        if head in MOVE_ACTIONS:
            _read_move(reading, head, body, line)
        elif head in words.boxes:
            reading.once(head, read_box(body, head, reading.cards), line)
        else:
            words.lines[head].read(reading, body, line)

    problems = read_lines(text, partial(begins_order, heads=words.plan_heads), read)
    return ParsedPlan(_plan(reading, words), problems)


def _read_move(reading: OrderReading, head: str, body: str, line: int) -> None:
    move = read_move_line(body, head, reading.cards)
    if move.says_box:
        reading.check(head, move.box)
    if move.order is not None:
        reading.order(head, move.order, line)
    if move.says_box:
        reading.once(head, move.box, line)


def _bid_line(reading: OrderReading, body: str, line: int) -> None:
    reading.once("bid", _read_bid(body, reading.cards), line)


def _position_line(reading: OrderReading, body: str, line: int) -> None:
    reading.once("positions", _read_positions(body), line)


def _revolt_line(reading: OrderReading, body: str, line: int) -> None:
    reading.ranking("revolt_order", read_counties(body, "revolt_order"), line)


def _rest_line(reading: OrderReading, body: str, line: int) -> None:
    if body not in DASHES and COIN not in (BOX_LEXICON.exact(body), _SEVERAL.exact(body)):
        raise Misread("only_blank", head=REST)
    reading.once(REST, COIN, line)


def _read_bid(body: str, cards: Lexicon) -> int | str | None:
    if says_none(body):
        return None
    value = _BID_VALUE.fullmatch(body.strip(" ."))
    if value or any(sign.isdigit() for sign in body):
        return read_number(value["value"] if value else body, "bid", COINS[0], COINS[-1])
    if other := cards.exact(body):
        return other
    if BOX_LEXICON.exact(body) == COIN:
        raise Misread("coin_without_value", head="bid")
    return read_county(body, "bid")


def _read_positions(body: str) -> list[int]:
    if says_none(body):
        return []
    positions = read_numbers(body, "positions", POSITIONS[0], POSITIONS[-1])
    for place, position in enumerate(positions):
        if position in positions[:place]:
            raise Misread("number_twice", head="positions", number=position)
    return positions


def _plan(reading: OrderReading, words: OrderWords) -> dict[str, Any]:
    boxes = {box: reading.values[box] for box in words.boxes if box in reading.values}
    plan: dict[str, Any] = {"boxes": boxes} if boxes else {}
    plan.update((key, value) for key, value in reading.values.items() if key not in boxes)
    return {**plan, "moves": reading.orders} if reading.orders else plan


def format_orders(plan: Mapping[str, Any], language: Language, words: OrderWords) -> str:
    """A valid plan as text orders that `parse_orders` reads back.

    What means the same is written the same: no standing orders at all as "stay", and orders that
    can never be reached not at all.
    """
    return write_lines(_plan_lines(plan, language, words), language, words.heads)


def _plan_lines(plan: Mapping[str, Any], language: Language, words: OrderWords) -> Lines:
    boxes, moves = plan.get("boxes", {}), plan.get("moves", {})
    for box in words.boxes:
        for body in _box_lines(box, boxes, moves, language, words):
            yield box, body
    for key, line in words.lines.items():
        if key in plan:
            yield from line.write(plan[key], language, words)


def _bid_lines(bid: Any, language: Language, words: OrderWords) -> Lines:
    if bid is None:
        yield "bid", BODY_WORDS[NONE][language]
    else:
        yield "bid", str(bid) if isinstance(bid, int) else _card(bid, language, words)


def _position_lines(positions: Any, language: Language, _: OrderWords) -> Lines:
    yield "positions", " ".join(map(str, positions)) or BODY_WORDS[NONE][language]


def _revolt_lines(counties: Any, language: Language, _: OrderWords) -> Lines:
    return ranking_lines("revolt_order", counties, language)


def _rest_lines(_coin: Any, language: Language, words: OrderWords) -> Lines:
    yield REST, words.bodies[words.blank][language]


def _box_lines(
    action: str,
    boxes: Mapping[str, Any],
    moves: Mapping[str, Any],
    language: Language,
    words: OrderWords,
) -> Iterator[str]:
    card = boxes.get(action)
    source = county_name(card) if card is not None and card in COUNTIES else ""
    # An empty list says "stay", which says nothing where there is no county to stay in.
    orders = tidy(moves[action]) if action in moves and (moves[action] or source) else []
    if action in boxes and not (source and orders):
        yield _card(card, language, words)
    for order in orders:
        arrow = "" if order.get("stay") else "->"
        yield " ".join(filter(None, (source, arrow, write_order(order, language))))


def _card(card: str | None, language: Language, words: OrderWords) -> str:
    if card is None:
        return BODY_WORDS[EMPTY][language]
    if card in COUNTIES:
        return county_name(card)
    return words.bodies[words.blank if card == COIN else card][language]


def ranking_lines(head: str, counties: Sequence[str], language: Language) -> Lines:
    """A ranking of counties, on several lines if it is long."""
    row: list[str] = []
    for name in map(county_name, counties):
        if row and len(", ".join((*row, name))) + len(HEADS[head].written[language]) > _LINE_WIDTH:
            yield head, ", ".join(row)
            row = []
        row.append(name)
    yield head, ", ".join(row) or BODY_WORDS[NONE][language]


REVOLT_LINE: Final = Line(_revolt_line, _revolt_lines)
REST_LINE: Final = Line(_rest_line, _rest_lines)
LINES: Final[Catalogue[str, Line]] = Catalogue(
    {
        "bid": Line(_bid_line, _bid_lines),
        "positions": Line(_position_line, _position_lines),
        "revolt_order": REVOLT_LINE,
        REST: REST_LINE,
    }
)
