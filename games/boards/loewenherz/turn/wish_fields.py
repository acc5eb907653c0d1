"""What may be left beforehand as form fields, both ways: orders for the next turn, and a ranking.

An order is a turn, so its fields are those of the turn form with the number of the order before
them: `order.0.card`, `order.1.borders.0`. Its conditions are `order.0.if.1.what`, `.of`, `.than`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kernel.core import Json
from engine.loewenherz.standing import CONDITIONS, IF
from games.boards.loewenherz.turn import fields as turn_fields
from games.boards.loewenherz.turn.fields import (
    GIVE_UP,
    LONGEST,
    clean,
    read_side,
    read_square,
    rows,
    text_of,
)
from games.boards.remarks import Fields

KINDS: Final = ("orders", "ranking")
ORDER: Final = "order"
RANK: Final = "rank"
# A condition: what must be so, the place, and a second place where two are compared.
WHAT, OF, THAN = "what", "of", "than"
# A card of the market is chosen with its condition, in one list.
MARKET: Final = "market"
_SIDES: Final = ("free", "border")
_PAIR: Final = "stronger"
_NUMBER: Final = "ducats"
_DIGITS: Final = 6


def order_field(row: int, name: str) -> str:
    """A field of the turn form in the order of that row."""
    return f"{ORDER}.{row}.{name}"


def turn_field(name: str) -> str:
    """A field as the turn form calls it, also one of an order."""
    return name.split(".", 2)[2] if name.startswith(f"{ORDER}.") else name


def condition_field(row: int, part: str) -> str:
    """A field of a condition, within its order."""
    return f"{IF}.{row}.{part}"


def to_fields(kind: str, answer: Any) -> dict[str, str]:
    """What the fields of a form hold that says this answer; a broken answer says what it can."""
    parts = answer if isinstance(answer, dict) else {}
    if kind == "ranking":
        return {f"{RANK}.{row}": text_of(one) for row, one in _numbered(parts.get(GIVE_UP))}
    return {
        order_field(row, name): value
        for row, order in _numbered(parts.get("orders"))
        for name, value in _order_fields(order)
    }


def _numbered(entries: Any) -> Iterator[tuple[int, Any]]:
    return enumerate(entries[:LONGEST] if isinstance(entries, list) else [])


def _order_fields(order: Any) -> Iterator[tuple[str, str]]:
    yield from turn_fields.to_fields("turn", order).items()
    conditions = order.get(IF) if isinstance(order, dict) else None
    for row, condition in _numbered(conditions):
        for part, value in _condition_fields(condition):
            yield condition_field(row, part), value


def _condition_fields(condition: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(condition, dict) or len(condition) != 1:
        return
    ((name, value),) = condition.items()
    if name == MARKET:
        yield WHAT, f"{MARKET} {text_of(value)}"
        return
    yield WHAT, name
    first, second = (*value, "", "")[:2] if isinstance(value, list) else (value, "")
    yield OF, str(first) if type(first) is int else text_of(first)
    yield THAN, text_of(second)


def to_answer(kind: str, posted: Fields) -> Json:
    """The answer the fields of a form say; wrong values are kept, for the rules to object to."""
    if kind == "ranking":
        ranked = [clean(posted[f"{RANK}.{row}"]) for row in rows(RANK, posted)]
        return {GIVE_UP: [read_square(one) for one in ranked]}
    return {"orders": [_order(_of_order(row, posted)) for row in order_rows(posted)]}


def order_rows(posted: Fields) -> list[int]:
    """The numbers of the orders of which something is written."""
    return [row for row in range(LONGEST) if _order(_of_order(row, posted))]


def _of_order(row: int, posted: Fields) -> dict[str, str]:
    """The fields of an order, called as in the turn form."""
    begins = order_field(row, "")
    named = ((name, value) for name, value in posted.items() if name.startswith(begins))
    return {name.removeprefix(begins): value for name, value in named}


def _order(posted: Fields) -> Json:
    order = turn_fields.to_answer("turn", posted)
    conditions = [_condition(row, posted) for row in _condition_rows(posted)]
    return {**order, IF: conditions} if conditions else order


def _condition_rows(posted: Fields) -> list[int]:
    names = (WHAT, OF)
    return [
        row
        for row in range(LONGEST)
        if any(clean(posted.get(condition_field(row, name), "")) for name in names)
    ]


def _condition(row: int, posted: Fields) -> Json:
    what, first, second = (
        clean(posted.get(condition_field(row, part), "")) for part in (WHAT, OF, THAN)
    )
    name, _space, card = what.partition(" ")
    if name == MARKET and card:
        return {MARKET: card.strip()}
    if what == _PAIR:
        return {_PAIR: [read_square(first), read_square(second)]}
    if what == _NUMBER and first.isdecimal() and len(first) <= _DIGITS:
        return {_NUMBER: int(first)}
    if what in _SIDES:
        return {what: read_side(first)}
    return {what: read_square(first) if what in CONDITIONS else first}


def field_of(where: str, answer: Json, posted: Fields | None = None) -> str:
    """The field a problem's place means; rows left blank in a form are no entries of the answer."""
    key, _dot, rest = where.partition(".")
    number, _dot, inside = rest.partition(".")
    entry = int(number) if number.isdecimal() else 0
    if key == GIVE_UP:
        return f"{RANK}.{_row_of(entry, rows(RANK, posted) if posted is not None else None)}"
    row = _row_of(entry, order_rows(posted) if posted is not None else None)
    orders = answer.get("orders")
    order = orders[entry] if isinstance(orders, list) and entry < len(orders) else {}
    own = _of_order(row, posted) if posted is not None else None
    return order_field(row, _field_of_order(inside, order, own))


def _field_of_order(where: str, order: Any, posted: Fields | None) -> str:
    if not where:
        return "card"
    key, _dot, rest = where.partition(".")
    if key != IF:
        return turn_fields.field_of(where, order, posted)
    number, _dot, inside = rest.partition(".")
    entry = int(number) if number.isdecimal() else 0
    row = _row_of(entry, _condition_rows(posted) if posted is not None else None)
    return condition_field(row, OF if inside and inside != MARKET else WHAT)


def _row_of(entry: int, written: list[int] | None) -> int:
    return written[entry] if written and entry < len(written) else entry
