"""What could be done with a card: for each action a few good ways, tried by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.bots.loewenherz.enclosures import (
    Enclosure,
    gaps,
    lines_across,
    missing_sides,
    steps_apart,
)
from engine.bots.loewenherz.judgement import ONE_CARD, Judgement
from engine.kernel.core import Json, Seat
from engine.loewenherz.actions import ActionStep, TrialRun, is_stopped, step_fault, take
from engine.loewenherz.board import BIT, SIDES, beside
from engine.loewenherz.legality import growths, knight_squares
from engine.loewenherz.options import alliance_options, deserter_options
from engine.loewenherz.state import ACT, Doing, Realm, forest_price

# How many ways to enclose each castle are tried, how many squares, how many knights a domain.
PLANS, SQUARES_TRIED, SECOND_SQUARES, POSTS = 5, 8, 3, 3


class Venture(NamedTuple):
    """One way to use an action: what it adds to an answer, what it costs besides the card, the
    position after it, and what that is worth more than now."""

    parts: Json
    ducats: int
    after: Realm
    gain: int


class Ventures:
    """The ways to use each action in a position, worked out once."""

    def __init__(self, judgement: Judgement) -> None:
        self.judgement = judgement
        self.state, self.seat = judgement.state, judgement.seat
        self.now = judgement.value(self.state)
        self._ways: dict[tuple[str, int], list[Venture]] = {}

    def of(self, action: str, count: int) -> list[Venture]:
        """The ways to use an action with so many steps, the best first."""
        if (action, count) not in self._ways:
            trials = {
                "borders": self._borders,
                "knights": self._knights,
                "expand": self._growths,
                "deserter": self._deserters,
                "alliance": self._alliances,
            }[action](count)
            ways = [self._venture(parts, after) for parts, after in trials]
            if action == "borders":
                ways += self._blocks(count)
            self._ways[action, count] = sorted(ways, key=lambda way: -way.gain)
        return self._ways[action, count]

    def _venture(self, parts: Json, after: Realm) -> Venture:
        spent = self.state.money[self.seat] - after.money[self.seat]
        return Venture(parts, spent, after, self.judgement.value(after) - self.now)

    def _acting(self, action: str, count: int) -> Realm:
        return self.state.but(stage=ACT, doing=Doing("", "", action, count))

    def _borders(self, count: int) -> Iterator[tuple[Json, Realm]]:
        """Around what a castle could close; borders that are left begin the next one."""
        land, tried = self.state.land, set()
        for castle, squares in self._plans():
            sides = self._pressing(missing_sides(squares, land))
            if len(sides) < count:
                sides += self._next_sides(castle, squares, sides)
            chosen = tuple(sides[: min(count, land.borders_left)])
            if not chosen or chosen in tried:
                continue
            tried.add(chosen)
            steps = [ActionStep("", "borders", side) for side in chosen]
            after, taken = tried_out(self._acting("borders", count), self.seat, steps)
            if taken:
                yield {"borders": taken}, after

    def _blocks(self, count: int) -> Iterator[Venture]:
        """Straight across what a rival near the goal could close with one card."""
        land, judgement = self.state.land, self.judgement
        for castle, plans in judgement.enclosures.items():
            rival = land.castles[castle]
            quick = [plan for plan in plans if gaps(plan.squares, land.walls) <= ONE_CARD]
            if rival == self.seat or not quick or not judgement.is_near_goal(rival):
                continue
            before = judgement.hope(plans, 0, land.walls)
            best = max(quick, key=lambda plan: plan.worth)
            for sides in lines_across(best.squares, land):
                if len(sides) > min(count, land.borders_left):
                    continue
                steps = [ActionStep("", "borders", side) for side in sides]
                after, taken = tried_out(self._acting("borders", count), self.seat, steps)
                if len(taken) < len(sides) or castle in after.land.domains:
                    continue
                worth = judgement.worth_to(rival)
                parted = {after.land.area(BIT[castle], plan.squares) for plan in plans}
                left = [Enclosure(squares, worth(squares)) for squares in parted]
                saved = before - judgement.hope(left, 0, after.land.walls)
                way = self._venture({"borders": taken}, after)
                gain = way.gain + judgement.rival_weights[rival] * saved // 1000
                yield way._replace(gain=gain)

    def _plans(self) -> Iterator[tuple[str, int]]:
        """What own castles could close: the best, and the best with few borders missing."""
        land, judgement = self.state.land, self.judgement
        for castle, plans in judgement.enclosures.items():
            if land.castles[castle] != self.seat:
                continue
            quick = [plan for plan in plans if gaps(plan.squares, land.walls) <= ONE_CARD]
            quick.sort(key=lambda plan: -plan.worth)
            for plan in dict.fromkeys([*quick[:3], *plans[:PLANS]]):
                yield castle, plan.squares

    def _pressing(self, sides: list[str]) -> list[str]:
        """Those first that are nearest to others' figures."""
        land = self.state.land
        others = land.occupied & ~land.figures[self.seat] & ~land.claimed
        return sorted(sides, key=lambda side: steps_apart(SIDES[side][0], others))

    def _next_sides(self, castle: str, squares: int, placed: list[str]) -> list[str]:
        land = self.state.land
        others = [
            plans[0]
            for other, plans in self.judgement.enclosures.items()
            if other != castle and land.castles[other] == self.seat and plans
        ]
        fitting = [plan for plan in others if not plan.squares & squares]
        if not fitting:
            return []
        best = max(
            fitting,
            key=lambda plan: self.judgement.outlook(plan.worth, gaps(plan.squares, land.walls)),
        )
        sides = [side for side in missing_sides(best.squares, land) if side not in placed]
        return self._pressing(sides)

    def _knights(self, count: int) -> Iterator[tuple[Json, Realm]]:
        acting = self._acting("knights", count)
        firsts = [
            (square, tried_out(acting, self.seat, [ActionStep("", "knights", square)])[0])
            for square in self._posts(acting)
        ]
        for square, after in firsts:
            yield {"knights": [square]}, after
        if count < 2 or not firsts:
            return
        square, after = max(firsts, key=lambda pair: self.judgement.value(pair[1]))
        for second in self._posts(after):
            final, taken = tried_out(after, self.seat, [ActionStep("", "knights", second)])
            if taken:
                yield {"knights": [square, second]}, final

    def _posts(self, state: Realm) -> list[str]:
        """Where a knight would do most: in each domain near a neighbour, and in others' way."""
        land, seat = state.land, self.seat
        wanted = 0
        for castle, plans in self.judgement.enclosures.items():
            if land.castles[castle] != seat and castle not in land.domains and plans:
                wanted |= plans[0].squares
        groups: dict[str, list[str]] = {}
        foreign = land.claimed & ~land.land_of(seat)
        front = beside(foreign) | wanted
        for square in knight_squares(state, seat):
            groups.setdefault(land.domain_at(BIT[square]) or "", []).append(square)
        posts: list[str] = []
        for squares in groups.values():
            squares.sort(key=lambda square: (not BIT[square] & front, forest_price(land, square)))
            posts += squares[:POSTS]
        return [post for post in posts if forest_price(land, post) <= state.money[seat]]

    def _growths(self, count: int) -> Iterator[tuple[Json, Realm]]:
        acting = self._acting("expand", count)
        for castle in self.state.land.owned_by(self.seat):
            for square in self._targets(acting, castle)[:SQUARES_TRIED]:
                step = ActionStep("", "expand", square, castle)
                after, _ = tried_out(acting, self.seat, [step])
                yield {"domain": castle, "squares": [square]}, after
                if count < 2 or is_stopped(after):
                    continue
                for second in self._targets(after, castle)[:SECOND_SQUARES]:
                    step = ActionStep("", "expand", second, castle)
                    final, _ = tried_out(after, self.seat, [step])
                    yield {"domain": castle, "squares": [square, second]}, final

    def _targets(self, state: Realm, castle: str) -> list[str]:
        """The squares that a domain may take, those that bring most and cost others most first."""
        prey, worth = self.judgement.prey, state.land.terrain.worth
        return sorted(
            (growth := growths(state, castle)),
            key=lambda square: -(prey(BIT[square]) + 500 * worth(growth[square].lost)),
        )

    def _deserters(self, _count: int) -> Iterator[tuple[Json, Realm]]:
        """As if the knight left that leaves if nobody chooses."""
        land = self.state.land
        for castle, targets in deserter_options(self.state, self.seat).items():
            for against, target in targets.items():
                places: dict[str, int] = target["places"]
                place = min(places, key=lambda square: places[square])
                gone = target["knights"][0]
                knights = {sq: colour for sq, colour in land.knights.items() if sq != gone}
                left = self._acting("knights", 1).but(land=land.but(knights=knights))
                after, taken = tried_out(left, self.seat, [ActionStep("", "knights", place)])
                if taken:
                    yield {"domain": castle, "against": against, "knight": place}, after

    def _alliances(self, _count: int) -> Iterator[tuple[Json, Realm]]:
        acting = self._acting("alliance", 1)
        for castle, others in alliance_options(self.state, self.seat).items():
            for against in others:
                step = ActionStep("", "alliance", against, castle, against)
                after, _ = tried_out(acting, self.seat, [step])
                yield {"domain": castle, "against": against}, after


def tried_out(state: Realm, seat: Seat, steps: list[ActionStep]) -> tuple[Realm, list[str]]:
    """The position after some steps, and the places of those that the rules allow."""
    trial, taken = TrialRun(state), []
    for step in steps:
        if is_stopped(trial.state):
            break
        if step_fault(trial.state, seat, step) is None:
            take(trial, seat, step)
            taken.append(step.place)
    return trial.state, taken
