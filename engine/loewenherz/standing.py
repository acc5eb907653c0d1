"""H-20, H-32: standing orders for the next turn, with conditions, and rankings of knights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.kernel.core import Answers, Decision, Json, Problem, Seat
from engine.loewenherz.answers import (
    DECK,
    KEYS,
    LISTS,
    PLAY,
    SELL,
    TurnCheck,
    cannot_return,
    given,
    keys_problem,
)
from engine.loewenherz.board import BIT, INDEX, side_named
from engine.loewenherz.cards import ACTIONS, CARDS
from engine.loewenherz.options import wish_id
from engine.loewenherz.state import Realm

MOST_ORDERS: Final = 20
IF: Final = "if"


class Condition(NamedTuple):
    """Something that may be asked of the board when the turn comes."""

    # What is wrong with what it is asked of, or nothing.
    problem: Callable[[Any], tuple[str, Json] | None]
    holds: Callable[[Realm, Seat, Any], bool]


def _side(value: Any) -> tuple[str, Json] | None:
    known = isinstance(value, str) and side_named(value) is not None
    return None if known else ("no_side", {"given": given(value)})


def _square(value: Any) -> tuple[str, Json] | None:
    known = isinstance(value, str) and value in INDEX
    return None if known else ("no_square", {"given": given(value)})


def _two_squares(value: Any) -> tuple[str, Json] | None:
    if not isinstance(value, list) or len(value) != 2:
        return "not_two_squares", {"given": given(value)}
    return _square(value[0]) or _square(value[1])


def _number(value: Any) -> tuple[str, Json] | None:
    counts = type(value) is int and value >= 0
    return None if counts else ("not_a_number", {"given": given(value)})


def _card(value: Any) -> tuple[str, Json] | None:
    known = isinstance(value, str) and value in CARDS
    return None if known else ("no_card", {"given": given(value)})


def _is_stronger(state: Realm, _: Seat, castles: Any) -> bool:
    """Whether the first of two domains has more knights than the second."""
    land = state.land
    if not all(castle in land.domains for castle in castles):
        return False
    return land.strength(castles[0]) > land.strength(castles[1])


CONDITIONS: Final[Mapping[str, Condition]] = {
    "free": Condition(_side, lambda s, _, v: side_named(v) not in s.land.borders),
    "border": Condition(_side, lambda s, _, v: side_named(v) in s.land.borders),
    "stronger": Condition(_two_squares, _is_stronger),
    "domain": Condition(_square, lambda s, _, v: v in s.land.domains),
    "unclaimed": Condition(_square, lambda s, _, v: not BIT[v] & s.land.claimed),
    "empty": Condition(_square, lambda s, _, v: not BIT[v] & s.land.occupied),
    "ducats": Condition(_number, lambda s, seat, v: s.money[seat] >= v),
    "market": Condition(_card, lambda s, _, v: v in s.market.values()),
}


def holds(state: Realm, seat: Seat, conditions: Sequence[Json]) -> bool:
    """Whether every condition of an order holds."""
    return all(
        CONDITIONS[name].holds(state, seat, value)
        for condition in conditions
        for name, value in condition.items()
    )


def orders_problems(state: Realm, decision: Decision, answer: Any) -> Iterator[Problem]:
    """What is wrong with standing orders whatever the board will be like, and a card that is to be
    sold and taken back while no other lies in the market."""
    problem = keys_problem("answer", answer, ("orders",))
    if problem is not None:
        yield problem
        return
    orders = answer["orders"]
    if not isinstance(orders, list):
        yield Problem("orders", "not_a_list", {"given": given(orders)})
        return
    if len(orders) > MOST_ORDERS:
        data = {"given": len(orders), "most": MOST_ORDERS}
        yield Problem("orders", "too_many_orders", {"rule": "H-32", **data})
        return
    for number, order in enumerate(orders):
        yield from _order_problems(f"orders.{number}", state, decision, order)


def _order_problems(where: str, state: Realm, decision: Decision, order: Any) -> Iterator[Problem]:
    shape = _shape_problem(where, order)
    if shape is not None:
        yield shape
        return
    hand, known = decision.options["hand"], decision.options.get("known", {})
    if order["card"] not in hand:
        data = {"given": given(order["card"]), "accepted": hand}
        yield Problem(f"{where}.card", "not_in_hand", {"rule": "H-10", **data})
    elif order["do"] == PLAY:
        card = known.get(order["card"])
        if card is not None and order["action"] not in CARDS[card].actions:
            accepted = list(CARDS[card].actions)
            data = {"given": order["action"], "card": card, "accepted": accepted}
            yield Problem(f"{where}.action", "not_on_card", {"rule": "H-10", **data})
    yield from _place_problems(where, order)
    if order["do"] == SELL:
        yield from _sale_problems(where, state, known.get(order["card"]), order)
    yield from _condition_problems(f"{where}.{IF}", order.get(IF, []))


def _shape_problem(where: str, order: Any) -> Problem | None:
    needed: tuple[str, ...] = ("card", "do")
    more: tuple[str, ...] = ("refill", IF)
    deed = order.get("do") if isinstance(order, dict) else None
    if isinstance(order, dict) and "do" in order and deed not in (SELL, PLAY):
        data = {"given": given(deed), "accepted": [SELL, PLAY]}
        return Problem(f"{where}.do", "not_offered", {"rule": "H-7", **data})
    if deed == PLAY:
        action = order.get("action")
        if not isinstance(action, str) or action not in ACTIONS:
            known: Json = {"given": given(action), "card": None, "accepted": list(ACTIONS)}
            return Problem(f"{where}.action", "not_on_card", {"rule": "H-10", **known})
        needed = ("card", "do", "action", *KEYS[action])
        more = (*more, "give_up") if action == "deserter" else more
    return keys_problem(where, order, needed, more)


def _place_problems(where: str, order: Json) -> Iterator[Problem]:
    """Squares, sides and cards that are none, and an action without a place."""
    checks: Mapping[str, Callable[[Any], tuple[str, Json] | None]] = {
        "borders": _side,
        "knights": _square,
        "squares": _square,
        "give_up": _square,
        "refill": lambda wish: None if wish == DECK else _card(wish),
    }
    for key in ("domain", "against", "knight"):
        fault = _square(order[key]) if key in order else None
        if fault is not None:
            yield Problem(f"{where}.{key}", fault[0], fault[1])
    for key, check in checks.items():
        places = order.get(key, [])
        if not isinstance(places, list):
            yield Problem(f"{where}.{key}", "not_a_list", {"given": given(places)})
            continue
        if not places and key == LISTS.get(order.get("action", "")):
            data = {"rule": "H-23", "action": order["action"]}
            yield Problem(f"{where}.{key}", "none_named", data)
        for number, place in enumerate(places):
            fault = check(place)
            if fault is not None:
                yield Problem(f"{where}.{key}.{number}", fault[0], fault[1])


def _sale_problems(where: str, state: Realm, sold: str | None, order: Json) -> Iterator[Problem]:
    """As in a turn: one more may come into the market, but without it the order would be skipped,
    and its author would lose another card."""
    wishes = order.get("refill", [])
    if sold is None or not isinstance(wishes, list) or not cannot_return(state, sold):
        return
    for number, wish in enumerate(wishes):
        if wish == sold:
            data = {"rule": "H-30", "card": sold}
            yield Problem(f"{where}.refill.{number}", "just_sold", data)


def _condition_problems(where: str, conditions: Any) -> Iterator[Problem]:
    if not isinstance(conditions, list):
        yield Problem(where, "not_a_list", {"given": given(conditions)})
        return
    for number, condition in enumerate(conditions):
        at = f"{where}.{number}"
        if not isinstance(condition, dict) or len(condition) != 1:
            data = {"given": given(condition), "accepted": list(CONDITIONS)}
            yield Problem(at, "unknown_condition", data)
            continue
        ((name, value),) = condition.items()
        if name not in CONDITIONS:
            data = {"given": given(name), "accepted": list(CONDITIONS)}
            yield Problem(at, "unknown_condition", data)
            continue
        fault = CONDITIONS[name].problem(value)
        if fault is not None:
            yield Problem(f"{at}.{name}", fault[0], fault[1])


def wish_in_force(state: Realm, answers: Answers, kind: str, seat: Seat) -> str | None:
    """The question by whose answer a seat has said last what counts: orders hold for the next turn,
    a ranking until there is another."""
    since = state.moved.get(seat, -1) if kind == "orders" else -1
    for turn in range(state.turn, since, -1):
        for asking in (True, False):
            name = wish_id(turn, kind, seat, asking=asking)
            if answers.get(name) is not None:
                return name
    return None


def orders_in_force(state: Realm, answers: Answers, seat: Seat) -> list[Json]:
    """The orders a seat has left since its last turn, as it left them last."""
    name = wish_in_force(state, answers, "orders", seat)
    return list(answers[name]["orders"]) if name else []


def ranking_in_force(state: Realm, answers: Answers, seat: Seat) -> list[str]:
    """The knights a seat would give up, as it has ranked them last."""
    name = wish_in_force(state, answers, "ranking", seat)
    return list(answers[name]["give_up"]) if name else []


def oldest_sold(state: Realm, seat: Seat) -> Json:
    """H-32: what is played for whoever says nothing; it depends on no hidden card."""
    return {"card": state.hands[seat][0], "do": SELL, "refill": [DECK]}


def first_legal(state: Realm, seat: Seat, orders: Sequence[Json], cards: Mapping[str, str]) -> Json:
    """H-32: the first order whose conditions hold and that is legal now; else the oldest card is
    sold."""
    for order in orders:
        answer = {key: value for key, value in order.items() if key != IF}
        legal = not TurnCheck(state, seat, answer, cards).problems
        if legal and holds(state, seat, order.get(IF, [])):
            return answer
    return oldest_sold(state, seat)
