"""Orders of a text that nobody could read: they are open, and nothing older may fill them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.kernel.core import Json, Problem


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
        rest = {order: said for order, said in part.items() if order not in orders}
        if rest or not part:
            kept[key] = rest
    return kept


def opened(unread: Iterable[Problem], read: Json, before: Json) -> dict[str, str]:
    """The orders that lines nobody could read were about, with their names.

    `read` is what the other lines say, `before` what would fill the gaps.
    """
    said, filled = orders_in(read), orders_in(before)
    found: dict[str, str] = {}
    for problem in unread:
        about: Mapping[str, str] = problem.data.get("orders", {})
        if problem.data.get("sure"):
            found.update(about)
            continue
        unsaid = {order: name for order, name in about.items() if order not in said}
        if problem.data.get("any"):
            # It may be about anything. Of a text that says most of what was said before it must
            # be about the rest; one that says little changes a line or two.
            unsaid = {order: name for order, name in unsaid.items() if order in filled}
            if len(unsaid) >= len(said.intersection(about)):
                continue
        found.update(unsaid)
    return found
