"""Orders of a text that nobody could read: they are open, and nothing older may fill them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from engine.kernel.core import Json, Problem
from engine.text.lexicon import spellings

_WORD = re.compile(r"[^\W\d_]{3,}")


def orders_in(answer: Json) -> set[str]:
    """The orders an answer says: its keys, and those of its parts, as boxes and moves have them."""
    parts = (part for part in answer.values() if isinstance(part, Mapping))
    return {*answer, *(order for part in parts for order in part)}


def without(answer: Json, orders: Collection[str]) -> Json:
    """An answer that says nothing about these orders."""
    kept: Json = {}
    for key, part in answer.items():
        if key in orders:
            continue
        if not isinstance(part, Mapping):
            kept[key] = part
            continue
        rest = {order: value for order, value in part.items() if order not in orders}
        if rest or not part:
            kept[key] = rest
    return kept


def opened(unread: Iterable[Problem], read: Json, before: Json) -> dict[str, str]:
    """The orders that lines nobody could read were about, with their names.

    `read` is what the other lines say, `before` what would fill the gaps.
    """
    mentions, filled = orders_in(read), orders_in(before)
    orders: dict[str, str] = {}
    for problem in unread:
        orders.update(_opens(problem, mentions, filled))
    return orders


def unplaced(unread: Iterable[Problem], read: Json, before: Json) -> list[str]:
    """The lines nobody could read that may be about any order; with the same to go by."""
    mentions, filled = orders_in(read), orders_in(before)
    stray = (problem for problem in unread if problem.data.get("any"))
    return [problem.data["written"] for problem in stray if not _opens(problem, mentions, filled)]


def _opens(problem: Problem, mentions: set[str], filled: set[str]) -> Mapping[str, str]:
    about: Mapping[str, str] = problem.data.get("orders", {})
    if problem.data.get("sure"):
        return about
    unsaid = {order: name for order, name in about.items() if order not in mentions}
    if not problem.data.get("any"):
        return unsaid
    # It may be about anything. Of a text that says most of what was said before it must be about
    # the rest; one that says little changes a line or two.
    unsaid = {order: name for order, name in unsaid.items() if order in filled}
    return unsaid if len(unsaid) < len(mentions.intersection(about)) else {}


def is_said_again(line: str, orders: str, before: str) -> bool:
    """Whether text orders say what a line nobody could read was about: one of them names all that
    the line names, as far as the orders or those before them know names."""
    words = tuple(spelling for word in _WORD.findall(line) for spelling in spellings(word))
    again = [_names(order) for order in orders.splitlines()]
    known = set().union(*again, *map(_names, before.splitlines()))
    named = {name for name in known if any(s.startswith(words) for s in spellings(name))}
    return bool(named) and any(named <= names for names in again)


def _names(order: str) -> set[str]:
    """The names in an order as we write it: what has a large letter behind the colon."""
    return {word for word in _WORD.findall(order.partition(":")[2]) if word[0].isupper()}
