"""Answers to every kind of decision as text, both ways, German and English (docs/orders.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.text.lexicon import Language
from engine.text.line_problems import LineProblem
from engine.text.order_lines import (
    Misread,
    begins_order,
    read_lines,
    read_number,
    read_numbers,
    split_head,
    write_lines,
)
from engine.wallenstein.board import ARMY_GROUPS, POSITIONS
from engine.wallenstein.words.move_orders import is_stay, read_order, split_arrow, tidy, write_order
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.order_lines import OrderReading, read_counties, read_county, says_none
from engine.wallenstein.words.order_words import (
    BODY_WORDS,
    EXCHANGE,
    NONE,
    PILE,
    TAKE_LEXICON,
    WITH,
)
from engine.wallenstein.words.orders import (
    format_orders,
    parse_orders,
    ranking_lines,
)
from engine.wallenstein.words.vocabulary import AnswerLines, Lines, OrderWords

_GROUPS: Final = sorted({group for groups in ARMY_GROUPS.values() for group in groups})
_WITH_GROUP: Final = re.compile(
    r"(?P<what>.*?),? ?(?:\b(?:with|mit)(?: group| gruppe)?)? (?P<group>[0-9]+)"
    r"(?: (?:armies|armeen))?\.?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ParsedAnswer:
    """The answer as far as the text says one, and every line that could not be read."""

    answer: dict[str, Any]
    problems: tuple[LineProblem, ...]


def parse_answer(kind: str, text: str, words: OrderWords) -> ParsedAnswer:
    """Read the answer to a decision of a kind that the words know."""
    if kind == "plan":
        orders = parse_orders(text, words)
        return ParsedAnswer(orders.plan, orders.problems)
    reading = OrderReading()

    def stays(content: str) -> bool:
        return kind == "move" and is_stay(content)

    def begins(content: str) -> bool:
        return stays(content) or begins_order(content, words.answer_heads[kind])

    def read(line: int, content: str) -> None:
        if stays(content):
            head, body = "orders", content
        else:
            head, body = split_head(content, words.answer_heads[kind])
        words.answers[kind].readers[head](reading, body, line)

    problems = read_lines(text, begins, read)
    return ParsedAnswer({**reading.values, **reading.orders}, problems)


def _read_counties(reading: OrderReading, body: str, line: int) -> None:
    reading.ranking("counties", read_counties(body, "counties"), line)


def _read_revolts(reading: OrderReading, body: str, line: int) -> None:
    reading.ranking("revolt_order", read_counties(body, "revolt_order"), line)


def _read_groups(reading: OrderReading, body: str, line: int) -> None:
    groups = [] if says_none(body) else read_numbers(body, "groups", _GROUPS[0], _GROUPS[-1])
    reading.once("groups", groups, line)


def _read_group(reading: OrderReading, body: str, line: int) -> None:
    reading.once("group", read_number(body, "group", _GROUPS[0], _GROUPS[-1]), line)


def _read_position(reading: OrderReading, body: str, line: int) -> None:
    reading.once("position", read_number(body, "position", POSITIONS[0], POSITIONS[-1]), line)


def _read_take(reading: OrderReading, body: str, line: int) -> None:
    with_group = _WITH_GROUP.fullmatch(body)
    what = with_group["what"] if with_group else body
    taken = TAKE_LEXICON.exact(what) or read_county(what, "take")
    reading.check("take", taken)
    if with_group:
        group = read_number(with_group["group"], "take", _GROUPS[0], _GROUPS[-1])
        reading.once("group", group, line)
    reading.once("take", taken, line)


def _read_move(reading: OrderReading, body: str, line: int) -> None:
    source, target = split_arrow(body)
    if source.strip():
        raise Misread("source_known", head="orders")
    reading.order("orders", read_order(target, "orders"), line)


def format_answer(
    kind: str, answer: Mapping[str, Any], language: Language, words: OrderWords
) -> str:
    """A valid answer to a decision as text that `parse_answer` reads."""
    if kind == "plan":
        return format_orders(answer, language, words)
    lines = words.answers[kind].write(answer, language, words)
    return write_lines(lines, language, words.heads)


def _answer_lines(answer: Mapping[str, Any], language: Language, _: OrderWords) -> Lines:
    for key in ("counties", "revolt_order"):
        if key in answer:
            yield from ranking_lines(key, answer[key], language)
    if "groups" in answer:
        yield "groups", " ".join(map(str, answer["groups"])) or BODY_WORDS[NONE][language]
    if "take" in answer:
        yield "take", _taken(answer, language)
    elif "group" in answer:
        yield "group", str(answer["group"])
    if "position" in answer:
        yield "position", str(answer["position"])
    if "orders" in answer:
        for order in tidy(answer["orders"]):
            yield "orders", write_order(order, language)


def _taken(answer: Mapping[str, Any], language: Language) -> str:
    taken = answer["take"]
    words = BODY_WORDS[taken][language] if taken in (PILE, EXCHANGE) else county_name(taken)
    group = answer.get("group")
    return words if group is None else f"{words} {BODY_WORDS[WITH][language]} {group}"


ANSWERS: Final[Catalogue[str, AnswerLines]] = Catalogue(
    {
        "draft": AnswerLines({"counties": _read_counties, "groups": _read_groups}, _answer_lines),
        "draft_pick": AnswerLines({"take": _read_take, "group": _read_group}, _answer_lines),
        "draft_group": AnswerLines({"group": _read_group}, _answer_lines),
        "move": AnswerLines({"orders": _read_move}, _answer_lines),
        "revolt_order": AnswerLines({"revolt_order": _read_revolts}, _answer_lines),
    }
)
POSITION_ANSWER: Final[Catalogue[str, AnswerLines]] = Catalogue(
    {"position": AnswerLines({"position": _read_position}, _answer_lines)}
)
