"""Orders that a mail program or an editor has broken into several lines are read in one piece."""

from __future__ import annotations

from textwrap import wrap

import pytest

from engine.wallenstein.words.base import ORDER_WORDS
from engine.wallenstein.words.choices_text import parse_answer
from engine.wallenstein.words.orders import ParsedPlan, parse_orders

ENGLISH = """\
grain: Köln
combat A: Niederösterreich -> Oberösterreich 4; if held by enemy, at most 20 armies, at least 1
revolts: Anhalt, Lausitz, Kursachsen, Böhmen, Mähren, Kärnten, Steiermark, Tirol, Vogtland
bid: 3"""
GERMAN = """\
Getreide: Köln
Kampf A: Niederösterreich -> Oberösterreich 4; wenn gehalten vom Gegner, höchstens 20, mindestens 1
Aufstände: Anhalt, Lausitz, Kursachsen, Böhmen, Mähren, Kärnten, Steiermark, Tirol, Vogtland
Gebot: 3"""


def broken(text: str, width: int) -> str:
    lines = (wrap(line, width, break_on_hyphens=False) for line in text.splitlines())
    return "\n".join(piece for line in lines for piece in line)


@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
@pytest.mark.parametrize("width", [60, 72, 76, 78])
def test_lines_without_room_go_on_below(text: str, width: int) -> None:
    torn = broken(text, width)
    assert torn != text
    whole = parse_orders(text, ORDER_WORDS)
    assert (whole.problems, len(whole.plan["revolt_order"])) == ((), 9)
    assert parse_orders(torn, ORDER_WORDS) == whole


@pytest.mark.parametrize(
    ("torn", "whole"),
    [
        ("revolts: Anhalt,\n   Lausitz, Mark", "revolts: Anhalt, Lausitz, Mark"),
        ("Aufstände: Anhalt,\n   Lausitz,\n Mark", "Aufstände: Anhalt, Lausitz, Mark"),
        ("combat A: Anhalt ->\nMark 2;\nif neutral", "combat A: Anhalt -> Mark 2; if neutral"),
        ("Kampf A: Anhalt →\nMark 2", "Kampf A: Anhalt → Mark 2"),
    ],
)
def test_a_line_that_ends_openly_goes_on_below(torn: str, whole: str) -> None:
    assert parse_orders(f"{torn}\nbid: 3", ORDER_WORDS) == parse_orders(
        f"{whole}\nbid: 3", ORDER_WORDS
    )
    assert parse_orders(torn, ORDER_WORDS).problems == ()


def codes(orders: ParsedPlan) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in orders.problems]


LONG = "combat A: Niederösterreich -> Oberösterreich 4; if held by enemy"


@pytest.mark.parametrize(
    "text",
    [
        "revolts: Anhalt, Lausitz\nMark",  # ends with a name, and there was room
        "revolts: Anhalt,\n\nMark",  # another paragraph
        "revolts: Anhalt,\n> quoted\nMark",
        "roast: goose,\nMark",  # no order, so nothing goes on
    ],
)
def test_what_may_be_something_else_is_not_read_as_its_rest(text: str) -> None:
    orders = parse_orders(text, ORDER_WORDS)
    assert codes(orders)[-1] == (text.count("\n") + 1, "no_separator")
    assert orders.plan.get("revolt_order", ["anhalt"])[0] == "anhalt"
    assert "mark" not in orders.plan.get("revolt_order", [])


def test_a_rest_that_cannot_be_read_is_told_with_its_beginning() -> None:
    orders = parse_orders(f"{LONG},\nAnna Muster\nbid: 3", ORDER_WORDS)
    assert codes(orders) == [(1, "unknown_word")]
    assert orders.problems[0].written == f"{LONG}, Anna Muster"
    assert orders.plan == {"bid": 3}


def test_an_order_without_a_colon_is_one_of_its_own() -> None:
    line = "move: Oberösterreich 4; if held by enemy, at most 20, at least 1"
    answer = parse_answer("move", f"{line}\nstay", ORDER_WORDS)
    assert answer.problems == ()
    assert answer.answer["orders"][-1] == {"stay": True}


def test_lines_without_end_are_not_put_together_without_end() -> None:
    orders = parse_orders("revolts: Anhalt,\n" + "Mark,\n" * 50_000, ORDER_WORDS)
    assert orders.problems[0].code == "line_too_long"
    assert orders.problems[-1].code == "too_many_lines"


@pytest.mark.parametrize("number", ["1. ", "2) ", "10. ", " 3.\t"])
def test_lines_may_be_numbered(number: str) -> None:
    assert parse_orders(
        f"{number}build palace: Köln\n{number}5 Armeen: Mark", ORDER_WORDS
    ) == ParsedPlan({"boxes": {"build_palace": "koeln", "deploy_5": "mark"}}, ())


@pytest.mark.parametrize("line", ["3. Armeen: Mark", "3 Armeen: Mark", "3. 3 Armeen: Mark"])
def test_a_number_that_is_part_of_the_name_stays(line: str) -> None:
    assert parse_orders(line, ORDER_WORDS) == ParsedPlan({"boxes": {"deploy_3": "mark"}}, ())
