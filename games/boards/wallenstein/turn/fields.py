"""Answers as form fields, both ways; the names of fields are the places problems speak of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.kernel.core import Json
from engine.wallenstein.board import ACTIONS, COUNTIES, MOVE_ACTIONS
from engine.wallenstein.plan import LONGEST_LIST
from games.boards.remarks import Fields

RANKINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "plan": ("positions", "revolt_order"),
    "draft": ("counties", "groups"),
    "revolt_order": ("revolt_order",),
}
ORDER_LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "plan": tuple(f"moves.{action}" for action in MOVE_ACTIONS),
    "move": ("orders",),
}
KINDS: Final = ("plan", "draft", "draft_pick", "draft_group", "position", "move", "revolt_order")
ROW_PARTS: Final = ("to", "number", "held_by", "at_most", "at_least")
STAY, OPEN = "stay", "open"
_NUMBERED: Final = frozenset(("positions", "groups"))

# How the fields are filled that only an edition or its expansions have, by kind of question.
OwnFields = Mapping[str, Callable[[Json], Mapping[str, str]]]
NO_FIELDS: Final[OwnFields] = {}


def to_fields(kind: str, answer: Any, own: OwnFields = NO_FIELDS) -> dict[str, str]:
    """What the fields of a form hold that says this answer; a broken answer says what it can."""
    parts = answer if isinstance(answer, dict) else {}
    fields: dict[str, str] = {}
    if kind == "plan":
        boxes = mapping_of(parts.get("boxes"))
        fields.update({f"boxes.{action}": text_of(boxes.get(action)) for action in ACTIONS})
        fields["bid"] = text_of(parts.get("bid"))
    elif kind in ("draft_pick", "draft_group"):
        fields.update({key: text_of(parts.get(key)) for key in ("take", "group")})
    elif kind == "position":
        fields["position"] = text_of(parts.get("position"))
    for name in RANKINGS.get(kind, ()):
        for number, entry in enumerate(_listed(parts.get(name))):
            fields[f"{name}.{number}"] = text_of(entry)
    for name in ORDER_LISTS.get(kind, ()):
        holder, key = (
            (mapping_of(parts.get("moves")), name[6:]) if kind == "plan" else (parts, name)
        )
        fields.update(_order_fields(name, holder.get(key)))
        if kind == "move" and holder.get(key) == [{"stay": True}]:
            fields[f"{name}.0.to"] = STAY
    return {**fields, **own[kind](parts)} if kind in own else fields


def _order_fields(name: str, orders: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(orders, list):
        yield f"{name}.else", OPEN
        return
    for number, order in enumerate(map(mapping_of, _listed(orders))):
        if order.get("stay"):
            yield f"{name}.else", STAY
            return
        here, when = f"{name}.{number}", mapping_of(order.get("when"))
        yield f"{here}.to", text_of(order.get("to"))
        if "leave" in order:
            yield f"{here}.amount", "leave"
            yield f"{here}.number", text_of(order["leave"])
        elif order.get("armies") == "all":
            yield f"{here}.amount", "all"
        else:
            yield f"{here}.amount", "armies"
            yield f"{here}.number", text_of(order.get("armies"))
        for part in ROW_PARTS[2:]:
            yield f"{here}.{part}", text_of(when.get(part))
    # An empty list tells the armies to stay; a list that ends leaves the rest open.
    yield f"{name}.else", OPEN if orders else STAY


def to_answer(kind: str, posted: Fields) -> Json:
    """The answer the fields of a form say; wrong values are kept, for the rules to object to."""
    answer: Json = {}
    if kind == "plan":
        answer["boxes"] = {action: posted.get(f"boxes.{action}") or None for action in ACTIONS}
        answer["bid"] = number_of(posted.get("bid", "")) if posted.get("bid") else None
    elif kind == "draft_pick":
        answer["take"] = posted.get("take", "")
    elif kind == "position":
        answer["position"] = number_of(posted.get("position", ""))
    if kind in ("draft_pick", "draft_group") and posted.get("group"):
        answer["group"] = number_of(posted["group"])
    for name in RANKINGS.get(kind, ()):
        entries = [posted[f"{name}.{row}"] for row in rows(name, posted)]
        ranking = [number_of(entry) if name in _NUMBERED else entry for entry in entries]
        if ranking or kind != "plan":
            answer[name] = ranking
    lists = {name: _orders(name, posted) for name in ORDER_LISTS.get(kind, ())}
    if kind == "move":
        answer["orders"] = _orders_now(lists["orders"])
    if kind != "plan":
        return answer
    moves = {
        name[6:]: orders
        for name, orders in lists.items()
        if orders and _may_march(answer["boxes"][name[6:]])
    }
    return {**answer, "moves": moves} if moves else answer


def _may_march(card: str | None) -> bool:
    """Orders beside a coin card mean nothing, and their fields are out of sight."""
    return card is None or card in COUNTIES


def rows(name: str, posted: Fields) -> list[int]:
    """The numbers of the rows of a list in which something is written."""
    numbers: set[int] = set()
    for field, value in posted.items():
        if not field.startswith(f"{name}.") or not value:
            continue
        number, _, part = field[len(name) + 1 :].partition(".")
        if number.isascii() and number.isdigit() and len(number) <= 3:
            written = part in ROW_PARTS if part or name.startswith(("moves.", "orders")) else True
            if written:
                numbers.add(int(number))
    return sorted(numbers)[:LONGEST_LIST]


def _orders(name: str, posted: Fields) -> list[Json]:
    orders = [_order(f"{name}.{row}", posted) for row in rows(name, posted)]
    if posted.get(f"{name}.else") == STAY:
        orders.append({"stay": True})
    return orders


def _orders_now(orders: list[Json]) -> list[Json]:
    """Orders for a march that begins at once: who says nothing has not said that all stay."""
    if not orders:
        return [{"to": "", "armies": "all"}]
    return [{"stay": True}] if orders[0].get("to") == STAY else orders


def _order(here: str, posted: Fields) -> Json:
    order: Json = {"to": posted.get(f"{here}.to", "")}
    amount = posted.get(f"{here}.amount", "armies")
    if amount in ("armies", "leave"):
        order[amount] = number_of(posted.get(f"{here}.number", ""))
    else:
        order["armies"] = number_of(amount)
    when = {
        part: posted[f"{here}.{part}"] for part in ROW_PARTS[2:] if posted.get(f"{here}.{part}")
    }
    if when:
        order["when"] = {
            part: value if part == "held_by" else number_of(value) for part, value in when.items()
        }
    return order


def field_of(where: str, posted: Fields | None = None) -> str:
    """The field a problem's place means; rows left blank in a form are no entries of the answer."""
    parts = where.split(".")
    depth = next((at for at, part in enumerate(parts) if part.isdigit()), None)
    if depth is None:
        return where
    if posted is not None:
        written, number = rows(".".join(parts[:depth]), posted), int(parts[depth])
        parts[depth] = str(written[number]) if number < len(written) else parts[depth]
    rest = [part for part in parts[depth + 1 :] if part != "when"]
    if rest and rest[0] in ("armies", "leave"):
        rest = ["number"]
    elif not rest and parts[0] in ("moves", "orders"):
        rest = ["to"]
    return ".".join([*parts[: depth + 1], *rest])


def number_of(text: str) -> int | str:
    """A number as it is written by people and by us; anything else stays what it is."""
    plain = text.isascii() and text.isdigit() and len(text) <= 6
    return int(text) if plain and text == str(int(text)) else text


def text_of(value: Any) -> str:
    """A value as a field holds it; nothing for what no field can hold."""
    is_plain = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    return str(value) if is_plain else ""


def mapping_of(value: Any) -> Json:
    """A value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def _listed(value: Any) -> list[Any]:
    return value[:LONGEST_LIST] if isinstance(value, list) else []
