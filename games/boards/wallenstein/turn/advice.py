"""Advice on a plan: what is allowed and will probably be regretted, by the rules' own numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.kernel.core import Json, Seat
from engine.wallenstein.actions import (
    building_obstacle,
    building_price,
    deploying_obstacle,
    deploying_price,
    grain_yield,
    tax_yield,
)
from engine.wallenstein.board import ACTIONS, COMBATS, COUNTIES
from engine.wallenstein.choices import condition_holds, march_strength
from engine.wallenstein.fight import rising
from engine.wallenstein.plan import COIN
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import State
from games.boards.wallenstein.larder import Larder, larder
from games.boards.wallenstein.spans import Span, span_of

DEPLOY_AND_MOVE: Final = "deploy_1_move"
# What comes of a march none of whose orders can be carried out.
STAYED, ASKED, MARCHED = "stayed", "asked", "marched"


@dataclass(frozen=True)
class Advice:
    """One thing to think about: where in the plan, what, and the numbers in it."""

    where: str
    code: str
    data: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Budget:
    """Money through the season, at least and at most, as far as it is known now."""

    start: int
    bid: int
    outlay: Span
    taxes: Span

    @property
    def left(self) -> Span:
        """What is left after the tenth action if everything goes through."""
        money = self.start - self.bid
        return money - self.outlay[1] + self.taxes[0], money - self.outlay[0] + self.taxes[1]


class Plans:
    """A plan laid on the position it is made in."""

    def __init__(self, state: State, rules: Rules, seat: Seat, plan: Any) -> None:
        self.state, self.rules, self.seat = state, rules, seat
        parts = plan if isinstance(plan, dict) else {}
        boxes = parts.get("boxes")
        laid = boxes if isinstance(boxes, dict) else {}
        own = set(state.owned(seat))
        self.counties = {
            action: laid[action] for action in ACTIONS if _is_text(laid, action) in own
        }
        self.laid = {_is_text(laid, box) for box in state.rules.boxes}
        self.coins = [action for action in ACTIONS if laid.get(action) == COIN]
        bid = parts.get("bid")
        self.bid = bid if isinstance(bid, int | str) else None
        moves = parts.get("moves")
        self.moves = moves if isinstance(moves, dict) else {}

    @property
    def bid_cost(self) -> int:
        """W-R4: only a coin card costs its value."""
        return self.bid if isinstance(self.bid, int) and not isinstance(self.bid, bool) else 0

    def costs(self, action: str) -> bool:
        """Whether an action costs anything at all."""
        return (
            action in self.rules.deployments or action.removeprefix("build_") in self.rules.prices
        )

    def price(self, state: State, action: str) -> int:
        """What an action costs in a season."""
        if not self.costs(action):
            return 0
        county = self.counties[action]
        if action in self.rules.deployments:
            return deploying_price(state, self.rules, action, county)
        return building_price(state, self.rules, action.removeprefix("build_"), county)

    def prices(self, action: str) -> Span:
        """What an action may cost."""
        return span_of(self.price(state, action) for state in self.possible_seasons())

    def income(self, action: str) -> Span:
        """What a collection may bring."""
        if action not in self.counties:
            return 0, 0
        yields = tax_yield if action == "collect_taxes" else grain_yield
        county = self.counties[action]
        return span_of(yields(state, self.seat, county) for state in self.possible_seasons())

    def rebels(self, county: str) -> Span:
        """W-V1: how many peasants may rise if something is collected in a county."""
        return span_of(self.rebels_in(state, county) for state in self.possible_seasons())

    def rebels_in(self, state: State, county: str) -> int:
        """W-V1: how many peasants rise in a season."""
        return rising(state, county, state.counties[county].revolt)

    def possible_seasons(self) -> Iterator[State]:
        """W-R5: the season under each event that may be drawn."""
        if self.state.season.event or not self.state.events.open:
            yield self.state
            return
        for card in self.state.events.open:
            yield self.state.with_season(event=card)

    def budget(self) -> Budget:
        """Money over the season."""
        money = self.state.players[self.seat].money
        outlays = [self.outlay(action) for action in self.counties]
        outlay = sum(least for least, _ in outlays), sum(most for _, most in outlays)
        return Budget(money, self.bid_cost, outlay, self.income("collect_taxes"))

    def larder(self) -> Larder:
        """Grain against the counties to be fed in winter (W-W1, W-W2)."""
        cards = [self.rules.events[card] for card in self.state.events.open]
        county = self.counties.get("collect_grain")
        harvests = {
            state.season.event or "": grain_yield(state, self.seat, county) if county else 0
            for state in self.possible_seasons()
        }
        need = len(self.state.owned(self.seat))
        return larder(self.state.players[self.seat].grain, need, cards, harvests)

    def before(self, action: str) -> tuple[set[str], set[str]]:
        """The planned actions that surely come before this one, and those that may."""
        known = self.state.season.actions
        planned = set(self.counties) - {action}
        if action in known:
            earlier = planned & set(known[: known.index(action)])
            return earlier, earlier
        return planned & set(known), planned

    def most_at(self, action: str) -> int:
        """The most money there can be when an action comes."""
        surely, perhaps = self.before(action)
        taxes = self.income("collect_taxes")[1] if "collect_taxes" in perhaps else 0
        return self.money - sum(self.outlay(other)[0] for other in surely) + taxes

    def least_at(self, action: str) -> int:
        """The least money there can be when an action comes."""
        surely, perhaps = self.before(action)
        taxes = self.income("collect_taxes")[0] if "collect_taxes" in surely else 0
        return self.money - sum(self.outlay(other)[1] for other in perhaps) + taxes

    @property
    def money(self) -> int:
        """W-R6: what is left for the actions when the bid is paid."""
        return self.state.players[self.seat].money - self.bid_cost

    def outlay(self, action: str) -> Span:
        """W-R8: what an action may take; nothing where it is sure to be skipped."""
        if not self.costs(action):
            return 0, 0
        most = self.most_at(action)
        return span_of(
            0 if self.obstacle(state, action, most) else self.price(state, action)
            for state in self.possible_seasons()
        )

    def obstacles(self, action: str, money: int) -> list[str | None]:
        """What the engine would object if there were so much money, under each of the events."""
        return [self.obstacle(state, action, money) for state in self.possible_seasons()]

    def obstacle(self, state: State, action: str, money: int) -> str | None:
        """What the engine would object in a season if there were so much money."""
        have = state.players[self.seat].money
        paying = state.with_player(self.seat, money=money - have)
        if action in self.rules.deployments:
            return self.deploying(paying, action, self.counties[action])
        building, county = action.removeprefix("build_"), self.counties[action]
        return building_obstacle(paying, self.rules, self.seat, building, county)

    def deploying(self, state: State, action: str, county: str) -> str | None:
        """W-A5 to W-A7: why no armies can be placed in a position."""
        return deploying_obstacle(state, self.rules, self.seat, action, county)

    def marching(self, action: str) -> list[tuple[int, Json]]:
        """The orders of an action that move armies, with their places in the list."""
        return _marching(self.moves.get(action))

    def ordered(self, action: str) -> bool:
        """Whether armies are told to go somewhere, though perhaps in numbers nobody can read."""
        orders = self.moves.get(action)
        listed = orders if isinstance(orders, list) else []
        return any(isinstance(order, dict) and order.get("to") for order in listed)

    def asked(self, action: str) -> bool:
        """Whether the game will stop and ask where to go."""
        return self.state.options["choices"] == "ask" and action not in self.moves

    def otherwise(self, action: str) -> str:
        """P-2: what comes of a march none of whose orders can be carried out."""
        listed = self.moves.get(action)
        stays = isinstance(listed, list) and {"stay": True} in listed
        if self.state.options["choices"] == "ask" and not stays:
            return ASKED
        return MARCHED if self.rules.must_march else STAYED

    def of_edition(self) -> Iterable[Advice]:
        """What only the players of one edition must think of."""
        return ()


def advise(plans: Plans) -> list[Advice]:
    """Everything worth a second thought, in the order of the mat."""
    return [
        *_on_boxes(plans),
        *_on_marches(plans),
        *plans.of_edition(),
        *_on_idleness(plans),
        *_on_winter(plans),
    ]


def _on_boxes(plans: Plans) -> Iterator[Advice]:
    for action, county in plans.counties.items():
        where = f"boxes.{action}"
        if action in ("collect_grain", "collect_taxes"):
            here = plans.state.counties[county]
            if here.revolt:
                rebels = plans.rebels(county)
                numbers = {"county": county, "peasants": rebels, "armies": here.armies}
                yield Advice(where, "revolt", numbers)
            if plans.income(action)[1] == 0:
                yield Advice(where, "nothing_to_collect", {"county": county})
        elif plans.costs(action):
            yield from _on_price(plans, action, where)


def _on_price(plans: Plans, action: str, where: str) -> Iterator[Advice]:
    least, most = plans.least_at(action), plans.most_at(action)
    prices = plans.prices(action)
    numbers = {"price": prices, "least": max(0, least), "most": max(0, most)}
    if set(plans.obstacles(action, most)) == {"no_money"}:
        yield Advice(where, "no_money", numbers)
    elif "no_money" in plans.obstacles(action, least):
        yield Advice(where, "perhaps_no_money", numbers)
    # With money enough, whatever stands in the way is something else.
    others = list(filter(None, plans.obstacles(action, prices[1])))
    if others:
        yield Advice(where, others[0], {"county": plans.counties[action]})


def _on_marches(plans: Plans) -> Iterator[Advice]:
    for action in COMBATS:
        county = plans.counties.get(action)
        if county is None:
            continue
        free = plans.state.counties[county].armies - 1
        orders = plans.marching(action)
        if free < 1:
            yield Advice(f"boxes.{action}", "one_army", {"county": county})
        elif not plans.ordered(action) and not plans.asked(action):
            code = "must_march" if plans.rules.must_march else "no_orders"
            yield Advice(f"boxes.{action}", code, {"county": county})
        for number, order in orders:
            if free >= 1 and not march_strength(order, free):
                numbers = {"county": county, "free": free}
                yield Advice(f"moves.{action}.{number}", "too_few_to_go", numbers)
        if free >= 1:
            yield from _on_conditions(plans, action, orders)
    yield from _on_moving(plans)


def _on_conditions(
    plans: Plans, action: str, orders: Sequence[tuple[int, Json]]
) -> Iterator[Advice]:
    """P-2: orders that all wait for something else than what is the case now."""
    if orders and not any(holds_now(plans.state, plans.seat, order) for _, order in orders):
        number, order = orders[0]
        holder, otherwise = order["when"].get("held_by"), plans.otherwise(action)
        numbers = {"county": order["to"], "holder": holder, "otherwise": otherwise}
        yield Advice(f"moves.{action}.{number}", "unmet", numbers)


def holds_now(state: State, seat: Seat, order: Json) -> bool:
    """Whether the condition of an order holds as things stand, as far as it can be read."""
    when = order.get("when", {})
    if not isinstance(when, dict) or order["to"] not in state.counties:
        return True
    numbers = (when.get(part, 0) for part in ("at_most", "at_least"))
    readable = isinstance(when.get("held_by", ""), str) and all(type(n) is int for n in numbers)
    return not readable or condition_holds(state, seat, order)


def _on_moving(plans: Plans) -> Iterator[Advice]:
    """W-A7: the move after a deployment ends in one's own county, or is not made at all."""
    if DEPLOY_AND_MOVE not in plans.counties:
        return
    own = plans.state.owned(plans.seat)
    for number, order in plans.marching(DEPLOY_AND_MOVE):
        if order["to"] not in own:
            where = f"moves.{DEPLOY_AND_MOVE}.{number}"
            yield Advice(where, "not_yours", {"county": order["to"]})


def _marching(orders: Any) -> list[tuple[int, Json]]:
    """The orders that move armies, as far as they can be read, with their places in the list."""
    listed = orders if isinstance(orders, list) else []
    return [
        (number, order)
        for number, order in enumerate(listed)
        if isinstance(order, dict) and _is_text(order, "to") in COUNTIES and _strong(order)
    ]


def _strong(order: Mapping[str, Any]) -> bool:
    if "leave" in order:
        return type(order["leave"]) is int
    return order.get("armies") == "all" or type(order.get("armies")) is int


def _on_idleness(plans: Plans) -> Iterator[Advice]:
    used = {*plans.laid, plans.bid}
    unused = [county for county in plans.state.owned(plans.seat) if county not in used]
    if plans.coins and unused:
        yield Advice("boxes", "idle", {"boxes": len(plans.coins), "counties": len(unused)})


def _on_winter(plans: Plans) -> Iterator[Advice]:
    stock = plans.larder()
    if plans.state.season.name == "autumn" and stock.short:
        row = plans.rules.shortage(stock.short)
        numbers = {"short": stock.short, "need": stock.need, "counties": row.counties}
        yield Advice("boxes.collect_grain", "hunger", numbers)


def _is_text(laid: Mapping[str, Any], action: str) -> str | None:
    card = laid.get(action)
    return card if isinstance(card, str) else None


def marches(plan: Any, actions: Iterable[str]) -> Iterator[tuple[str, str, Json]]:
    """Every order of a plan that moves armies: where it stands, from where, and the order."""
    parts = plan if isinstance(plan, dict) else {}
    moves, boxes = parts.get("moves"), parts.get("boxes")
    if not isinstance(moves, dict) or not isinstance(boxes, dict):
        return
    for action in actions:
        origin = _is_text(boxes, action)
        for number, order in _marching(moves.get(action)):
            if origin in COUNTIES:
                yield f"moves.{action}.{number}", str(origin), order
