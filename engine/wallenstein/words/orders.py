"""A season plan as text orders, both ways, German and English (docs/orders.md)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.wallenstein.board import ACTIONS, COINS, MOVE_ACTIONS, POSITIONS
from engine.wallenstein.words.move_orders import read_box, read_move_line, tidy, write_order
from engine.wallenstein.words.names import Language, county_name
from engine.wallenstein.words.order_lines import (
    Misread,
    Said,
    read_counties,
    read_county,
    read_lines,
    read_number,
    read_numbers,
    says_none,
    split_head,
)
from engine.wallenstein.words.order_problems import LineProblem
from engine.wallenstein.words.order_words import (
    BODY_WORDS,
    BOX_LEXICON,
    COIN,
    EMPTY,
    HEADS,
    NONE,
    PLAN_HEADS,
)

_BID_VALUE: Final = re.compile(
    r"(?:coin|coin card|münze|münzkarte)? ?(?P<value>[0-9]+) ?(?:thalers?|talers?|coins?|münzen?)?",
    re.IGNORECASE,
)
# Mail programs break longer lines where they like.
_LINE_WIDTH: Final = 72


@dataclass(frozen=True)
class ParsedOrders:
    """The plan as far as the text says one, and every line that could not be read."""

    plan: dict[str, Any]
    problems: tuple[LineProblem, ...]


def parse_orders(text: str) -> ParsedOrders:
    """Read a season plan; each line is taken whole or not at all, and nothing is made up."""
    said = Said()

    def read(line: int, content: str) -> None:
        head, body = split_head(content, PLAN_HEADS)
        if head in MOVE_ACTIONS:
            _read_move(said, head, body, line)
        elif head in ACTIONS:
            said.once(head, read_box(body, head), line)
        elif head == "bid":
            said.once(head, _read_bid(body), line)
        elif head == "positions":
            said.once(head, _read_positions(body), line)
        else:
            said.ranking(head, read_counties(body, head), line)

    problems = read_lines(text, read)
    return ParsedOrders(_plan(said), problems)


def _read_move(said: Said, head: str, body: str, line: int) -> None:
    move = read_move_line(body, head)
    if move.says_box:
        said.check(head, move.box)
    if move.order is not None:
        said.order(head, move.order, line)
    if move.says_box:
        said.once(head, move.box, line)


def _read_bid(body: str) -> int | str | None:
    if says_none(body):
        return None
    value = _BID_VALUE.fullmatch(body.strip(" ."))
    if value or any(sign.isdigit() for sign in body):
        return read_number(value["value"] if value else body, "bid", COINS[0], COINS[-1])
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


def _plan(said: Said) -> dict[str, Any]:
    boxes = {action: said.values[action] for action in ACTIONS if action in said.values}
    plan: dict[str, Any] = {"boxes": boxes} if boxes else {}
    plan.update((key, value) for key, value in said.values.items() if key not in ACTIONS)
    return {**plan, "moves": said.orders} if said.orders else plan


def format_orders(plan: Mapping[str, Any], language: Language) -> str:
    """A valid plan as text orders that `parse_orders` reads back.

    What means the same is written the same: no standing orders at all as "stay", and orders that
    can never be reached not at all.
    """
    return write_lines(_plan_lines(plan, language), language)


def _plan_lines(plan: Mapping[str, Any], language: Language) -> Iterator[tuple[str, str]]:
    boxes, moves = plan.get("boxes", {}), plan.get("moves", {})
    for action in ACTIONS:
        for body in _action_lines(action, boxes, moves, language):
            yield action, body
    if "bid" in plan:
        bid = plan["bid"]
        yield "bid", str(bid) if isinstance(bid, int) else _card(bid, NONE, language)
    if "positions" in plan:
        ranked = " ".join(map(str, plan["positions"]))
        yield "positions", ranked or BODY_WORDS[NONE][language]
    if "revolt_order" in plan:
        yield from ranking_lines("revolt_order", plan["revolt_order"], language)


def _action_lines(
    action: str, boxes: Mapping[str, Any], moves: Mapping[str, Any], language: Language
) -> Iterator[str]:
    card = boxes.get(action)
    source = "" if card is None or card == COIN else county_name(card)
    # An empty list says "stay", which says nothing where there is no county to stay in.
    orders = tidy(moves[action]) if action in moves and (moves[action] or source) else []
    if action in boxes and not (source and orders):
        yield _card(card, EMPTY, language)
    for order in orders:
        arrow = "" if order.get("stay") else "->"
        yield " ".join(filter(None, (source, arrow, write_order(order, language))))


def _card(card: str | None, nothing: str, language: Language) -> str:
    if card is None or card == COIN:
        return BODY_WORDS[nothing if card is None else COIN][language]
    return county_name(card)


def ranking_lines(
    head: str, counties: Sequence[str], language: Language
) -> Iterator[tuple[str, str]]:
    """A ranking of counties, on several lines if it is long."""
    row: list[str] = []
    for name in map(county_name, counties):
        if row and len(", ".join((*row, name))) + len(HEADS[head][language]) > _LINE_WIDTH:
            yield head, ", ".join(row)
            row = []
        row.append(name)
    yield head, ", ".join(row) or BODY_WORDS[NONE][language]


def write_lines(lines: Iterable[tuple[str, str]], language: Language) -> str:
    """Heads and bodies as lines with the bodies in one column."""
    written = [(f"{HEADS[head][language]}:", body) for head, body in lines]
    width = max((len(head) for head, _ in written), default=0)
    return "\n".join(f"{head:<{width}} {body}" for head, body in written)
