"""A season's plan: every card where it is worth most, within the purse, with orders to march."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from engine.bots.wallenstein.marshal.auction import Auction
from engine.bots.wallenstein.marshal.cards import best_laid
from engine.bots.wallenstein.marshal.harvest import Harvest
from engine.bots.wallenstein.marshal.lands import Survey
from engine.bots.wallenstein.marshal.odds import settled
from engine.bots.wallenstein.marshal.petition import Petition
from engine.bots.wallenstein.marshal.rewards import Rewards
from engine.bots.wallenstein.marshal.timetable import COMBATS, ActionTable
from engine.bots.wallenstein.marshal.war import PlannedMarch, War
from engine.bots.wallenstein.marshal.weights import Weights
from engine.kernel.chance import Stream
from engine.kernel.core import Json, Seat
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.choices import march_of_duty, targets
from engine.wallenstein.emperors_court.hall import CONVERT
from engine.wallenstein.plan import COIN
from engine.wallenstein.state import State

NEVER: Final = -1_000_000
BID: Final = "bid"
Boxes = dict[str, Any]


@dataclass(frozen=True)
class Hand:
    """The cards a plan is laid from, and the boxes to fill."""

    boxes: list[str]
    counties: list[str]
    coins: int
    others: list[str]
    empty: int

    @classmethod
    def of(cls, options: Json) -> Hand:
        """The hand a decision deals."""
        counties, left_empty = list(options["counties"]), options.get("left_empty", ())
        boxes = [box for box in options["boxes"] if box not in left_empty]
        others = [card for card, number in options.get("cards", {}).items() for _ in range(number)]
        empty = options["empty"] - len(left_empty)
        return cls(boxes, counties, options["coins"], others, empty)

    @property
    def cards(self) -> list[Any]:
        """County cards, coin cards, other cards, and the boxes that must stay empty."""
        return [*self.counties, *[COIN] * self.coins, *self.others, *[None] * self.empty]

    def row(self, counties: list[int], coin: int = 0, other: int = 0) -> list[int]:
        """What the cards are worth in one box."""
        rest = [coin] * self.coins + [other] * len(self.others) + [0] * self.empty
        return counties + rest


class Planner:
    """Thinks one season over for one seat."""

    def __init__(self, state: State, seat: Seat, weights: Weights) -> None:
        # What lies in the tray now may be taken out of it before anything is thrown.
        self.tray = state.tower.tray.get(seat, 0)
        if state.phase == "plan":
            state = state.but(tower=settled(state.tower))
        self.state = state
        self.seat = seat
        self.survey = Survey(state, seat, weights)
        self.harvest = Harvest(self.survey)
        self.war = War(self.survey, self.harvest)
        self.timetable = ActionTable(state.season, last=not self.survey.seasons_left)
        self._marches: dict[tuple[str, str], list[PlannedMarch]] = {}

    @cached_property
    def auction(self) -> Auction:
        """The positions and tiles on offer."""
        return Auction(self.survey, self.harvest)

    @cached_property
    def rewards(self) -> Rewards:
        """What banners and favours are worth."""
        return Rewards(self.survey, self.harvest)

    @cached_property
    def petition(self) -> Petition:
        """What may be had at court."""
        return Petition(self.rewards, self.war, self.tray)

    def plan(self, options: Json, stream: Stream) -> Json:
        """A legal plan; where the game asks during the season, choices are left for then."""
        boxes = dict.fromkeys(options.get("left_empty", ())) | self.lay(options, stream)
        plan: Json = {"boxes": boxes}
        if BID in boxes:
            plan[BID] = boxes.pop(BID)
        if self.state.options["choices"] == "ask":
            return plan
        planned = [box for box, card in boxes.items() if card in COUNTIES]
        if "positions" in options:
            plan["positions"] = self.auction.ranking(options["positions"], planned)
        plan["moves"] = self.orders(boxes)
        plan["revolt_order"] = self.revolt_order(self.survey.own)
        if "favors" in options:
            plan["favors"] = self.petition.wishes(options["favors"])
        if options.get("bonus_due"):
            plan["bonus"] = self.rewards.ranking(options["bonus_due"])
        return plan

    # Every card where it is worth most

    def lay(self, options: Json, stream: Stream) -> Boxes:
        """All boxes and the bid, filled so that it is worth most and can be paid."""
        hand = Hand.of(options)
        values = {box: self._row(hand, box) for box in hand.boxes}
        bids = {coin: self.auction.by_coin(coin, self.harvest.thaler) for coin in options["bids"]}
        self._add_whims(hand, values, bids, stream)
        while True:
            coin = max(bids, key=lambda bid: bids[bid], default=0)
            if bids:
                by_county = [self.auction.by_county] * len(hand.counties)
                values[BID] = hand.row(by_county, bids[coin], bids[0])
            columns = dict(zip(values, best_laid(list(values.values())), strict=True))
            laid: Boxes = {box: hand.cards[column] for box, column in columns.items()}
            worth = {box: values[box][column] for box, column in columns.items()}
            if bids:
                laid[BID] = coin if laid[BID] == COIN else laid[BID]
                worth[BID] = bids[coin] - bids[0]
            given_up = self.too_dear(laid, worth)
            if given_up is None:
                return laid
            if given_up == BID:
                del bids[coin]
            else:
                idle = -self.survey.weights.purpose
                values[given_up] = hand.row(
                    [NEVER if self.price(given_up, name) else idle for name in hand.counties]
                )

    def _row(self, hand: Hand, box: str) -> list[int]:
        if box in CONVERT:
            sent = [self.petition.from_county(box, name) for name in hand.counties]
            return hand.row(sent, other=self.petition.from_tray(box))
        worth = (self.value(box, name) for name in hand.counties)
        idle = self.survey.weights.purpose
        return hand.row([value if value > 0 else value - idle for value in worth])

    def _add_whims(
        self, hand: Hand, values: Mapping[str, list[int]], bids: dict[int, int], stream: Stream
    ) -> None:
        """A little chance, so that nobody can foresee the plan from the board alone."""
        *words, last = stream.words(len(hand.counties) + 1)
        whim = self.survey.weights.whim
        for column, word in enumerate(words):
            for number, row in enumerate(values.values()):
                row[column] += (word >> 6 * number & 63) * whim // 64
        for coin in bids:
            bids[coin] += (last >> 6 * coin & 63) * whim // 32

    def value(self, box: str, county: str) -> int:
        """What an action in a county is worth, if the county is still one's own by then."""
        gain = self._gain(box, county)
        if gain <= 0:
            return gain
        lost = self.survey.threat(county, self.state.counties[county].armies)
        return gain * (1_000_000 - lost * self.timetable.before(box)) // 1_000_000

    def _gain(self, box: str, county: str) -> int:
        if box == "collect_taxes":
            return self.harvest.tax_gain(county)
        if box == "collect_grain":
            return self.harvest.grain_gain(county)
        if box in COMBATS:
            return self.march_gain(box, county)
        price = self.price(box, county)
        if not price:
            return 0
        if box.startswith("build_"):
            gain = self.build_gain(box, county)
        else:
            gain = self.deploy_gain(box, county)
        return gain - price * self.harvest.thaler

    def price(self, box: str, county: str) -> int:
        """What an action costs in a county; nothing where it cannot be done."""
        rules, stands = self.survey.rules, self.state.counties[county]
        if box in rules.deployments:
            enough = self.state.players[self.seat].supply >= rules.deployments[box].armies
            return rules.deployments[box].price if enough else 0
        kind = box.removeprefix("build_")
        if kind not in rules.prices or kind in stands.buildings:
            return 0
        free = len(stands.buildings) < len(COUNTIES[county].cities)
        return rules.prices[kind] if free and self.state.bank.buildings[kind] else 0

    def build_gain(self, box: str, county: str) -> int:
        """What a building is worth, if the county can be held."""
        lost = self.survey.threat(county, self.state.counties[county].armies)
        held = 1_000_000 - lost * min(1000, self.timetable.after(box))
        return self.survey.building_gain(county, box.removeprefix("build_")) * held // 1_000_000

    def deploy_gain(self, box: str, county: str) -> int:
        """What fresh armies are worth where they would stand."""
        if self.survey.weights.purpose and not self.survey.is_border(county):
            return 0
        deployment = self.survey.rules.deployments[box]
        events = self.state.events.open
        short = sum(self.survey.rules.events[card].effect.fewer_armies for card in events)
        armies = deployment.armies_in_shortage if 2 * short >= len(events) else deployment.armies
        here, after = self.state.counties[county].armies, self.timetable.after(box)
        gain = self.war.post(county, here + armies, after) - self.war.post(county, here, after)
        gain += armies * self.harvest.army // 2
        if box == "deploy_1_move":
            moves = self.marches(box, county)
            gain += moves[0].value if moves else 0
        return gain

    def marches(self, box: str, county: str) -> list[PlannedMarch]:
        """The marches worth making from a county with an action."""
        key = (box, county)
        if key not in self._marches:
            armies = self.state.counties[county].armies + (0 if box in COMBATS else 1)
            after = self.timetable.after(box)
            self._marches[key] = self.war.marches(county, armies, after, box)
        return self._marches[key]

    def march_gain(self, box: str, county: str) -> int:
        """What the best march is worth; the second combat looks for a target of its own."""
        taken = self.first_target if box == self.timetable.second_combat else ""
        for march in self.marches(box, county):
            if march.target != taken:
                return march.value
        return -self.cost_of_duty(county) if self.survey.rules.must_march else 0

    def cost_of_duty(self, county: str) -> int:
        """What it costs to be made to march where no march is worth it (E-6)."""
        counties = self.state.counties
        if counties[county].armies < 2:
            return 0
        near = [counties[name] for name in COUNTIES[county].neighbours if name in counties]
        at_home = any(other.owner == self.seat for other in near)
        return max(100, self.harvest.army) * (1 if at_home else 4)

    def least_wanted(self, boxes: list[str]) -> list[str]:
        """The boxes one would miss least if no card is left for them."""
        own = self.survey.own
        return sorted(boxes, key=lambda box: max(self.value(box, name) for name in own))

    @cached_property
    def first_target(self) -> str:
        """The target of the best march the first combat action could make."""
        first = next(box for box in COMBATS if box != self.timetable.second_combat)
        best = max(
            (marches[0] for name in self.survey.own if (marches := self.marches(first, name))),
            key=lambda march: march.value,
            default=None,
        )
        return best.target if best else ""

    # The purse

    def too_dear(self, laid: Boxes, worth: Mapping[str, int]) -> str | None:
        """What to give up first because the money will not reach; none if it does.

        Taxes whose turn is still hidden may come too late: half of them is counted on.
        """
        cash = self.state.players[self.seat].money
        per_thaler: dict[str, int] = {}
        bid = laid.get(BID)
        if isinstance(bid, int) and bid:
            cash -= bid
            per_thaler[BID] = worth[BID] // bid
        for box in self.sequence(laid):
            county = laid[box]
            if county not in COUNTIES:
                continue
            if box == "collect_taxes":
                tax = COUNTIES[county].tax
                cash += tax if box in self.timetable.shown else tax // 2
            price = self.price(box, county)
            if price and worth[box] > NEVER:
                per_thaler[box] = worth[box] // price
                cash -= price
            if cash < 0 and per_thaler:
                return min(per_thaler, key=lambda name: per_thaler[name])
        return None

    def sequence(self, laid: Boxes) -> list[str]:
        """The boxes as they will come: those shown in order, then the others, taxes first."""
        shown = [action for action in self.timetable.shown if action in laid]
        hidden = [box for box in laid if box not in shown and box != BID]
        return shown + sorted(hidden, key=lambda box: box != "collect_taxes")

    # Orders for later

    def orders(self, boxes: Mapping[str, Any]) -> Json:
        """Standing orders for every box from which armies may march (P-2)."""
        moves: Json = {}
        spoken_for = ""
        second = self.timetable.second_combat
        for box in (*sorted(COMBATS, key=lambda combat: combat == second), "deploy_1_move"):
            county = str(boxes.get(box))
            if county not in COUNTIES:
                continue
            marches = self.marches(box, county)
            marches = sorted(marches, key=lambda march: (march.target == spoken_for, -march.value))
            if marches and not spoken_for:
                spoken_for = marches[0].target
            listed = self.war.orders(marches)
            if box in COMBATS and self.survey.rules.must_march:
                listed.pop()  # the order to stay
            if listed:
                moves[box] = listed
        return moves

    def revolt_order(self, counties: list[str]) -> list[str]:
        """P-3: where most armies stand first, then where most is to be lost."""
        stands = self.state.counties
        return sorted(counties, key=lambda name: (-stands[name].armies, -self.survey.worth(name)))

    def march_now(self, origin: str, action: str, *, must: bool) -> Json:
        """The march to make now, or none; where one must march, the least harmful."""
        armies = self.state.counties[origin].armies
        after = self.timetable.after(action)
        marches = self.war.marches(origin, armies, after, action)
        if not marches and must:
            duty = march_of_duty(self.state, targets(self.state, self.seat, origin, action))
            return {"to": duty.county, "armies": duty.armies}
        if not marches:
            return {"stay": True}
        return {"to": marches[0].target, "armies": marches[0].armies}
