"""What every text of orders is held to: read whole, or answered in a sentence."""

from __future__ import annotations

import re
from typing import Any

from engine.kernel.core import Notation
from engine.text.lexicon import Language
from engine.wallenstein.words import choices_text, orders
from engine.wallenstein.words.base import ORDER_WORDS
from engine.wallenstein.words.order_examples import Examples

# The game of 2010 without expansions, and its examples for whoever has no counties.
EXAMPLES = Examples(ORDER_WORDS)
KINDS = ("plan", *ORDER_WORDS.answers)


def parse_orders(text: str) -> orders.ParsedPlan:
    """A plan."""
    return orders.parse_orders(text, ORDER_WORDS)


def format_orders(plan: dict[str, Any], language: Language) -> str:
    """A plan as text."""
    return orders.format_orders(plan, language, ORDER_WORDS)


def parse_answer(kind: str, text: str) -> choices_text.ParsedAnswer:
    """An answer."""
    return choices_text.parse_answer(kind, text, ORDER_WORDS)


def format_answer(kind: str, answer: dict[str, Any], language: Language) -> str:
    """An answer as text."""
    return choices_text.format_answer(kind, answer, language, ORDER_WORDS)


def assert_read(words: Notation, text: str, plan: dict[str, Any], language: str = "en") -> None:
    """A text says exactly this plan."""
    read, problems = words.parse("plan", text, language)
    assert (read, list(problems)) == (plan, [])


def assert_answered(
    words: Notation, text: str, code: str, language: str, ends: tuple[str, ...] = (".", "?")
) -> None:
    """A text says nothing, for one reason, which is told without a word of the program."""
    read, (problem,) = words.parse("plan", text, language)
    assert (read, problem.code) == ({}, code)
    message = problem.data["message"]
    assert message.endswith(ends)
    assert not re.search(r"_|[{}]", message)
