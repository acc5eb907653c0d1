"""Season plans: what may be written down, all that is wrong with one, the silent seat's plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json, Problem, Seat
from engine.wallenstein.board import (
    COINS,
    COMBATS,
    COUNTIES,
    MOVE_ACTIONS,
    POSITIONS,
    neighbours_in_play,
)
from engine.wallenstein.state import State

if TYPE_CHECKING:
    from engine.wallenstein.rules import Rules

COIN = "coin"
LONGEST_LIST = 60


class PlanPart(NamedTuple):
    """Something a plan says besides its cards: what a decision tells about it, what is wrong."""

    options: Callable[[State, Seat], Json]
    problems: Callable[[Json, Json], Iterable[Problem]]
    default: Callable[[State, Decision, Json], Any]


# By the key it has in a plan, in the order in which a plan is written.
PlanParts = Catalogue[str, PlanPart]


def plan_id(state: State, seat: Seat) -> str:
    """The id of the decision that asks a seat for its plan of the current season."""
    season = state.season
    # As its chapter begins, spelt out: a game asks for hundreds of them.
    return f"{season.year}.{season.name}.plan.{seat}"


def bid_rank(bid: Any) -> int:
    """W-R6: 4 3 2 1, then county cards, then 0 and any other card, then no card."""
    if bid is None:
        return -1
    if isinstance(bid, str):
        return 1 if bid in COUNTIES else 0
    return 2 * int(bid)


def equal_bids(bids: Mapping[Seat, Any]) -> list[list[Seat]]:
    """W-R6: the seats in the order of choosing, those with equal bids together."""
    ranks = sorted({bid_rank(bid) for bid in bids.values()}, reverse=True)
    return [[seat for seat in bids if bid_rank(bids[seat]) == rank] for rank in ranks]


def plan_decision(state: State, seat: Seat) -> Decision:
    """Everything a seat may put into its plan."""
    counties, neighbours = state.owned(seat), neighbours_in_play(len(state.seats))
    rules = state.rules
    options: Json = {
        "keys": ["boxes", *(["bid"] if rules.bids else []), *rules.plan],
        "boxes": list(rules.boxes),
        "counties": {name: list(neighbours[name]) for name in counties},
        "coins": rules.blanks,
        "bids": [coin for coin in rules.bids if coin <= state.players[seat].money],
        "empty": empty_boxes(rules, len(counties)),
        "in_play": list(state.counties),
        "seats": list(state.seats),
    }
    if rules.cards:
        options["cards"] = dict(rules.cards)
    for part in rules.plan.values():
        options |= part.options(state, seat)
    return Decision(id=plan_id(state, seat), seat=seat, kind="plan", options=options)


def empty_boxes(rules: Rules, counties: int) -> int:
    """W-R3: how many of the boxes must stay empty because no card is left."""
    boxes = len(rules.boxes) + bool(rules.bids)
    return max(0, boxes - counties - rules.blanks - sum(rules.cards.values()))


def plan_problems(rules: Rules, decision: Decision, plan: Any) -> list[Problem]:
    """Everything that is wrong with a plan, box by box."""
    options = decision.options
    keys: list[str] = options["keys"]
    if not isinstance(plan, dict):
        return [Problem("plan", "not_an_object", {"accepted": keys})]
    problems = [
        Problem(str(shown(key)), "unknown_key", {"given": shown(key), "accepted": keys})
        for key in plan
        if key not in keys
    ]
    problems.extend(_card_problems(options, plan))
    for key, part in rules.plan.items():
        if key in plan and key in keys:
            problems.extend(part.problems(options, plan))
    return problems


def _card_problems(options: Json, plan: Json) -> Iterator[Problem]:
    boxes = plan.get("boxes")
    if not isinstance(boxes, dict):
        yield Problem("boxes", "not_an_object", {"accepted": options["boxes"]})
        return
    for box in boxes:
        if box not in options["boxes"]:
            yield Problem(
                f"boxes.{shown(box)}",
                "unknown_box",
                {"given": shown(box), "accepted": options["boxes"]},
            )
    laid: dict[str, Any] = {f"boxes.{box}": boxes.get(box) for box in options["boxes"]}
    if "bid" in options["keys"]:
        laid["bid"] = plan.get("bid")
    used = Counter(
        card for card in laid.values() if isinstance(card, str) and card in options["counties"]
    )
    for where, card in laid.items():
        yield from _one_card_problems(options, where, card, used)
    yield from _count_problems(options, laid)


def _one_card_problems(
    options: Json, where: str, card: Any, used: Mapping[str, int]
) -> Iterator[Problem]:
    counties = options["counties"]
    if card is None:
        return
    if where == "bid" and isinstance(card, int) and not isinstance(card, bool):
        if card not in COINS:
            yield Problem(where, "no_such_coin", {"given": card, "accepted": options["bids"]})
        elif card not in options["bids"]:
            yield Problem(where, "bid_too_high", {"given": card, "accepted": options["bids"]})
    elif not isinstance(card, str) or (card == COIN and where == "bid"):
        accepted = [*(options["bids"] if where == "bid" else [COIN]), *options.get("cards", ())]
        yield Problem(
            where, "not_a_card", {"given": shown(card), "accepted": [*accepted, *counties]}
        )
    elif card == COIN or card in options.get("cards", ()):
        return
    elif card not in counties:
        code = "not_your_county" if card in options["in_play"] else "no_such_county"
        yield Problem(where, code, {"given": shown(card), "accepted": list(counties)})
    elif used[card] > 1:
        free = [name for name in counties if not used[name]]
        yield Problem(where, "card_twice", {"given": card, "accepted": free})


def _count_problems(options: Json, laid: Mapping[str, Any]) -> Iterator[Problem]:
    """W-R3: coins run out at five, and a box stays empty only when no card is left."""
    coin_boxes = [where for where, card in laid.items() if card == COIN and where != "bid"]
    bid = laid.get("bid")
    coins = options["coins"] - (1 if isinstance(bid, int) and not isinstance(bid, bool) else 0)
    if len(coin_boxes) > coins:
        yield Problem("boxes", "too_many_coins", {"given": len(coin_boxes), "accepted": [coins]})
    too_many = len(coin_boxes) > coins
    for card, number in options.get("cards", {}).items():
        given = sum(other == card for other in laid.values())
        if given > number:
            too_many = True
            yield Problem("boxes", "too_many_of_a_card", {"given": card, "accepted": [number]})
    empty = [where for where, card in laid.items() if card is None]
    if len(empty) > options["empty"]:
        for where in empty:
            yield Problem(where, "empty_box", {"accepted": _unused(options, laid, coins)})
    elif len(empty) < options["empty"] and not too_many:
        yield Problem("boxes", "too_few_empty", {"accepted": [options["empty"]]})


def _unused(options: Json, laid: Mapping[str, Any], coins: int) -> list[str]:
    cards = [name for name in options["counties"] if name not in laid.values()]
    for card, number in {COIN: coins, **options.get("cards", {})}.items():
        if sum(other == card for other in laid.values()) < number:
            cards.append(card)
    return cards


def _position_problems(options: Json, plan: Json) -> Iterator[Problem]:
    positions, accepted = plan["positions"], options["positions"]
    if not isinstance(positions, list) or len(positions) > LONGEST_LIST:
        yield Problem("positions", "not_a_list", {"accepted": accepted})
        return
    seen: set[int] = set()
    for number, position in enumerate(positions):
        where = f"positions.{number}"
        if not is_among(position, accepted):
            yield Problem(
                where, "no_such_position", {"given": shown(position), "accepted": accepted}
            )
        elif position in seen:
            free = [other for other in accepted if other not in positions]
            yield Problem(where, "position_twice", {"given": position, "accepted": free})
        else:
            seen.add(position)


def ranking_problems(where: str, ranking: Any, accepted: list[str]) -> Iterator[Problem]:
    """What is wrong with a ranking of counties."""
    if not isinstance(ranking, list) or len(ranking) > LONGEST_LIST:
        yield Problem(where, "not_a_list", {"accepted": accepted})
        return
    for number, name in enumerate(ranking):
        if not isinstance(name, str) or name not in accepted:
            yield Problem(
                f"{where}.{number}",
                "no_such_county",
                {"given": shown(name), "accepted": accepted},
            )
        elif name in ranking[:number]:
            free = [other for other in accepted if other not in ranking]
            yield Problem(f"{where}.{number}", "ranked_twice", {"given": name, "accepted": free})


def _revolt_problems(options: Json, plan: Json) -> Iterator[Problem]:
    return ranking_problems("revolt_order", plan["revolt_order"], options["in_play"])


def _all_move_problems(options: Json, plan: Json) -> Iterator[Problem]:
    moves, boxes = plan["moves"], plan.get("boxes")
    if not isinstance(moves, dict):
        yield Problem("moves", "not_an_object", {"accepted": options["move_actions"]})
        return
    for action, orders in moves.items():
        where = f"moves.{shown(action)}"
        if action not in options["move_actions"]:
            yield Problem(
                where,
                "unknown_move_action",
                {"given": shown(action), "accepted": options["move_actions"]},
            )
            continue
        origin = boxes.get(action) if isinstance(boxes, dict) else None
        targets = options["counties"].get(origin) if isinstance(origin, str) else None
        problems = list(order_problems(where, orders, targets, options["seats"]))
        if not problems and action in options.get("must_march", ()):
            problems = list(duty_problems(where, orders, targets or []))
        yield from problems


def duty_problems(where: str, orders: list[Json], targets: list[str]) -> Iterator[Problem]:
    """What is wrong with orders that are in order, where armies that can march must."""
    if targets and not orders:
        yield Problem(where, "must_march", {"accepted": targets})
    for number, order in enumerate(orders):
        if "stay" in order:
            yield Problem(f"{where}.{number}", "must_march", {"accepted": ["to"]})


def order_problems(
    where: str, orders: Any, targets: list[str] | None, seats: list[str]
) -> Iterator[Problem]:
    """What is wrong with a list of standing orders (P-2)."""
    if not isinstance(orders, list) or len(orders) > LONGEST_LIST:
        yield Problem(where, "not_a_list", {"accepted": ["to", "armies", "leave", "when", "stay"]})
        return
    for number, order in enumerate(orders):
        here = f"{where}.{number}"
        if not isinstance(order, dict):
            accepted = ["to", "armies", "leave", "when", "stay"]
            yield Problem(here, "not_an_object", {"accepted": accepted})
        elif "stay" in order:
            if order["stay"] is not True or len(order) > 1:
                yield Problem(here, "stay_alone", {"accepted": ['{"stay": true}']})
        else:
            yield from _one_order_problems(here, order, targets, seats)


def _one_order_problems(
    here: str, order: Json, targets: list[str] | None, seats: list[str]
) -> Iterator[Problem]:
    for key in order:
        if key not in ("to", "armies", "leave", "when"):
            yield Problem(
                f"{here}.{shown(key)}",
                "unknown_key",
                {"given": shown(key), "accepted": ["to", "armies", "leave", "when", "stay"]},
            )
    target = order.get("to")
    if not isinstance(target, str) or target not in COUNTIES:
        accepted = targets if targets is not None else []
        yield Problem(
            f"{here}.to", "no_such_county", {"given": shown(target), "accepted": accepted}
        )
    elif targets is not None and target not in targets:
        yield Problem(f"{here}.to", "not_adjacent", {"given": target, "accepted": targets})
    yield from _strength_problems(here, order)
    if "when" in order:
        yield from _condition_problems(f"{here}.when", order["when"], seats)


def _strength_problems(here: str, order: Json) -> Iterator[Problem]:
    if ("armies" in order) == ("leave" in order):
        yield Problem(here, "armies_or_leave", {"accepted": ["armies", "leave"]})
        return
    key = "armies" if "armies" in order else "leave"
    value = order[key]
    if not _natural(value, 1) and not (key == "armies" and value == "all"):
        accepted = [1, "…", "all"] if key == "armies" else [1, "…"]
        yield Problem(
            f"{here}.{key}",
            "not_a_number_of_armies",
            {"given": shown(value), "accepted": accepted},
        )


def _condition_problems(here: str, when: Any, seats: list[str]) -> Iterator[Problem]:
    known = ("held_by", "at_most", "at_least")
    if not isinstance(when, dict):
        yield Problem(here, "not_an_object", {"accepted": list(known)})
        return
    for key, value in when.items():
        if key not in known:
            yield Problem(
                f"{here}.{shown(key)}",
                "unknown_key",
                {"given": shown(key), "accepted": list(known)},
            )
        elif key == "held_by":
            holders = ["own", "enemy", "neutral", *seats]
            if value not in holders:
                yield Problem(
                    f"{here}.held_by",
                    "no_such_holder",
                    {"given": shown(value), "accepted": holders},
                )
        elif not _natural(value, 0):
            yield Problem(
                f"{here}.{key}",
                "not_a_number_of_armies",
                {"given": shown(value), "accepted": [0, "…"]},
            )


def is_among(value: Any, accepted: Collection[int]) -> bool:
    """Whether a value is one of some whole numbers; 1.0 and true are equal to 1 and are not it."""
    return type(value) is int and value in accepted


def _natural(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= 1000


def shown(value: Any) -> Any:
    """A wrong value as it may be repeated to its author: short, and plain JSON."""
    if isinstance(value, bool | int) or value is None:
        return value
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def default_plan(state: State, decision: Decision) -> Json:
    """A cautious plan for a seat that sent none: income where it is quiet, no attack, no bid."""
    plan: Json = {"boxes": _default_boxes(state, decision), "bid": 0}
    for key, part in state.rules.plan.items():
        plan[key] = part.default(state, decision, plan)
    return plan


def _default_boxes(state: State, decision: Decision) -> Json:
    counties = list(decision.options["counties"])
    cards, stands = COUNTIES, state.counties

    def best(key: Any) -> str | None:
        if not counties:
            return None
        chosen = min(counties, key=key)
        counties.remove(chosen)
        return str(chosen)

    boxes: dict[str, str | None] = dict.fromkeys(state.rules.boxes)
    boxes["collect_taxes"] = best(lambda n: (stands[n].revolt, -cards[n].tax, n))
    boxes["collect_grain"] = best(lambda n: (stands[n].revolt, -cards[n].grain, n))
    for action in ("deploy_3", "deploy_1_move", "combat_a", "combat_b"):
        boxes[action] = best(lambda n: (stands[n].armies, n))
    still_empty = [box for box in state.rules.boxes if boxes[box] is None]
    others = [card for card, number in state.rules.cards.items() for _ in range(number)]
    idle = [*others, *[COIN] * (state.rules.blanks - 1)]
    return boxes | dict(zip(still_empty, idle, strict=False))


def _all_stay(_: State, decision: Decision, plan: Json) -> Json:
    laid = plan["boxes"]
    return {action: [{"stay": True}] for action in decision.options["move_actions"] if laid[action]}


def _move_options(state: State, _: Seat) -> Json:
    options: Json = {"move_actions": list(MOVE_ACTIONS)}
    return {**options, "must_march": list(COMBATS)} if state.rules.must_march else options


def _strongest_first(state: State, decision: Decision, _: Json) -> list[str]:
    return sorted(decision.options["counties"], key=lambda name: -state.counties[name].armies)


def _position_options(_: State, __: Seat) -> Json:
    return {"positions": list(POSITIONS)}


def _first_positions(_: State, __: Decision, ___: Json) -> list[int]:
    return list(POSITIONS)


def no_options(_: State, __: Seat) -> Json:
    """Nothing, for a part of which the rest of the question says enough."""
    return {}


POSITIONS_PART: Final[PlanParts] = Catalogue(
    {"positions": PlanPart(_position_options, _position_problems, _first_positions)}
)
MOVES_AND_REVOLTS: Final[PlanParts] = Catalogue(
    {
        "moves": PlanPart(_move_options, _all_move_problems, _all_stay),
        "revolt_order": PlanPart(no_options, _revolt_problems, _strongest_first),
    }
)
