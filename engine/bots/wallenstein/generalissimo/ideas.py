"""Plans worth a rehearsal: the marshal's in several moods, and what can be changed about one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.bots.wallenstein.marshal.plan import Planner
from engine.bots.wallenstein.marshal.weights import WEIGHTS, Weights
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json
from engine.wallenstein.board import COMBATS, COUNTIES
from engine.wallenstein.plan import COIN
from engine.wallenstein.state import State

T = TypeVar("T")
LEVY: Final = "deploy_1_move"
MOST_ORDERS: Final = 40

RASH: Final = replace(WEIGHTS, least_odds=400, army=120, aggression=200)
# The marshal itself, rash, armed, lavish, rash and lavish, reckless, envious.
MOODS: Final[Sequence[Weights]] = (
    WEIGHTS,
    RASH,
    replace(WEIGHTS, army=450, staging=900, aggression=500),
    replace(WEIGHTS, thaler=(300, 220, 120)),
    replace(RASH, thaler=(300, 220, 120)),
    replace(RASH, least_odds=300, army=50, aggression=100, rival=300, leader=600),
    replace(RASH, rival=500, leader=800),
)


class Ideas:
    """What one seat might do in a season; every plan that leaves here is legal."""

    def __init__(self, state: State, decision: Decision, source: Stream) -> None:
        self.state = state
        self.seat = decision.seat
        self.options = decision.options
        self.stream = source
        self.planner = Planner(state, decision.seat, WEIGHTS)
        # Each as often as it is tried among as many as there are.
        self.variations = (
            *[self.other_cards] * 9,
            *[self.other_march] * 7,
            *[self.reinforced_attack] * 2,
            *[self.other_position] * 2,
            self.other_bid,
        )

    def openings(self) -> Iterator[Json]:
        """The marshal's plan, and what it would be with other weights."""
        for weights in MOODS:
            yield Planner(self.state, self.seat, weights).plan(self.options, self.stream)

    def variation(self, plan: Json) -> Json:
        """The plan with something changed; the same where that is not possible."""
        return self._one_of(self.variations)(plan)

    def other_cards(self, plan: Json) -> Json:
        """Two boxes swap their cards, or a card from the hand comes into a box."""
        boxes, free = dict(plan["boxes"]), self.options.get("left_empty", ())
        slots = [box for box in boxes if box not in free]
        first, hand = self._one_of(slots), self._in_hand(plan)
        second = self.stream.below(len(slots) + len(hand))
        if second < len(slots):
            other = slots[second]
            boxes[first], boxes[other] = boxes[other], boxes[first]
        elif boxes[first] is not None:
            boxes[first] = hand[second - len(slots)]
        return self._with_boxes(plan, boxes)

    def other_march(self, plan: Json) -> Json:
        """Another target for one of the marches, neutral counties among them, or none."""
        boxes = [box for box in self.options["move_actions"] if plan["boxes"].get(box) in COUNTIES]
        if not boxes:
            return plan
        box = self._one_of(boxes)
        targets = self._targets(plan["boxes"][box], box)
        if not targets:
            return plan
        if self.stream.below(8) == 0 and not self.state.rules.must_march:
            return self._with_orders(plan, box, [{"stay": True}])
        target = self._one_of(targets)
        rest = [order for order in plan["moves"].get(box, ()) if order.get("to") != target]
        return self._with_orders(plan, box, [self._order(target, 1 + self.stream.below(3)), *rest])

    def reinforced_attack(self, plan: Json) -> Json:
        """Fresh armies march into a county, and with those that stand there on to a target."""
        combats = [box for box in COMBATS if plan["boxes"].get(box) in COUNTIES]
        if not combats or LEVY not in plan["boxes"]:
            return plan
        combat = self._one_of(combats)
        camp = plan["boxes"][combat]
        levies = self._targets(camp, LEVY)
        targets = [name for name in self._targets(camp, combat) if name not in levies]
        if not levies or not targets:
            return plan
        levy, boxes = self._one_of(levies), dict(plan["boxes"])
        if levy == plan.get("bid") or boxes[LEVY] is None:
            return plan
        for box in [box for box, card in boxes.items() if card == levy]:
            boxes[box] = boxes[LEVY]
        boxes[LEVY] = levy
        plan = self._with_orders(self._with_boxes(plan, boxes), LEVY, [self._order(camp, 1)])
        rest = plan["moves"].get(combat, ())
        return self._with_orders(plan, combat, [self._order(self._one_of(targets), 1), *rest])

    def other_bid(self, plan: Json) -> Json:
        """Another coin for the auction."""
        bid = plan.get("bid")
        if bid is None or (not isinstance(bid, int) and COIN not in self._in_hand(plan)):
            return plan
        return {**plan, "bid": self._one_of(self.options["bids"])}

    def other_position(self, plan: Json) -> Json:
        """Another position at the head of the ranking."""
        if "positions" not in plan:
            return plan
        first = self._one_of(plan["positions"])
        return {**plan, "positions": [first, *(p for p in plan["positions"] if p != first)]}

    # Parts of a plan

    def _one_of(self, items: Sequence[T]) -> T:
        return items[self.stream.below(len(items))]

    def _in_hand(self, plan: Json) -> list[str]:
        """The cards that are not laid; of coins one."""
        laid, bid = list(plan["boxes"].values()), plan.get("bid")
        hand = [name for name in self.options["counties"] if name not in laid and name != bid]
        coins = laid.count(COIN) + isinstance(bid, int)
        return [*hand, COIN] if coins < self.options["coins"] else hand

    def _with_boxes(self, plan: Json, boxes: dict[str, Any]) -> Json:
        """The plan with other cards; a march that begins where it did keeps its orders."""
        kept = {
            box: orders
            for box, orders in plan["moves"].items()
            if boxes.get(box) == plan["boxes"].get(box)
        }
        return {**plan, "boxes": boxes, "moves": self.planner.orders(boxes) | kept}

    def _with_orders(self, plan: Json, box: str, orders: list[Json]) -> Json:
        return {**plan, "moves": {**plan["moves"], box: orders[:MOST_ORDERS]}}

    def _targets(self, origin: str, box: str) -> list[str]:
        near: list[str] = self.options["counties"][origin]
        if box != LEVY:
            return near
        return [name for name in near if self.state.counties[name].owner == self.seat]

    def _order(self, target: str, leave: int) -> Json:
        """To march while things stand about as they do now."""
        stands = self.state.counties[target]
        holder = "own" if stands.owner == self.seat else "enemy" if stands.owner else "neutral"
        when: Json = {"held_by": holder}
        if holder == "enemy":
            when["at_most"] = stands.armies + self.stream.below(3)
        return {"to": target, "leave": leave, "when": when}
