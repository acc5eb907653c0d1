"""Marches: which county to attack or to reinforce, with how many, and under which conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.bots.wallenstein.marshal.harvest import Harvest
from engine.bots.wallenstein.marshal.lands import Survey
from engine.bots.wallenstein.marshal.odds import Forecast, battle_forecast, rough_share
from engine.kernel.core import Json
from engine.wallenstein.board import COMBATS, COUNTIES, PEASANTS
from engine.wallenstein.choices import may_be_attacked
from engine.wallenstein.fight import extra_cubes, peasants_join


@dataclass(frozen=True)
class PlannedMarch:
    """A march one may order, what it is worth as things stand, and the fighting that follows it."""

    value: int
    origin: str
    target: str
    armies: int
    present: int
    after: int


class War:
    """The marches open to one seat.

    `after` is always the share of fighting still to come, in thousandths of a season's.
    """

    def __init__(self, survey: Survey, harvest: Harvest) -> None:
        self.survey = survey
        self.harvest = harvest
        self.state = survey.state
        self._staging: dict[tuple[str, int], int] = {}
        self._prizes: dict[str, int] = {}
        self._spites: dict[str, int] = {}
        self._extras: dict[str, Mapping[str, int]] = {}

    def marches(self, origin: str, present: int, after: int, action: str) -> list[PlannedMarch]:
        """All marches from a county with so many armies that are worth it, best first."""
        marches: list[PlannedMarch] = []
        for target in COUNTIES[origin].neighbours:
            stands = self.state.counties.get(target)
            if stands is None:
                continue
            if stands.owner == self.survey.seat:
                marches.extend(self._moves(origin, target, present, after))
            elif action in COMBATS and may_be_attacked(self.state, target, action):
                marches.extend(self._attacks(origin, target, present, after))
        return sorted(marches, key=lambda march: -march.value)

    def _attacks(
        self, origin: str, target: str, present: int, after: int
    ) -> Iterator[PlannedMarch]:
        defenders = self.state.counties[target].armies
        free = present - self.garrison(origin, target)
        for sent in range(free, max(1, free - 3), -1):
            march = PlannedMarch(0, origin, target, sent, present, after)
            value = self.assault(march, defenders) + self._zeal(march, defenders)
            if value > 0:
                yield PlannedMarch(value, origin, target, sent, present, after)

    def _zeal(self, march: PlannedMarch, defenders: int) -> int:
        """What a good and safe attack is worth beyond its points."""
        weights = self.survey.weights
        if not weights.zeal:
            return 0
        won = self.forecast(march.target, march.armies, defenders).win
        bare = self.survey.threat(march.origin, march.present - march.armies, march.target)
        return weights.zeal if won >= weights.sure_odds and bare <= weights.sure_hold else 0

    def garrison(self, origin: str, target: str = "") -> int:
        """The fewest armies to leave behind: a palace within a rival's reach is not left to one."""
        besieged = any(name != target for name in self.survey.besiegers(origin))
        return 2 if besieged and "palace" in self.state.counties[origin].buildings else 1

    def _moves(self, origin: str, target: str, present: int, after: int) -> Iterator[PlannedMarch]:
        there = self.state.counties[target].armies
        near = self.survey.besiegers(target).values()
        purposeful = bool(self.survey.weights.purpose)
        if purposeful and all(attack <= there for _owner, attack in near):
            return
        free = present - self.garrison(origin)
        for sent in sorted({free, free + 1 - (free + 1) // 2}):
            if sent < 1 or (purposeful and sent >= present):
                continue
            value = self.post(target, there + sent, after) - self.post(target, there, after)
            value += self.post(origin, present - sent, after) - self.post(origin, present, after)
            if value > 0:
                yield PlannedMarch(value, origin, target, sent, present, after)

    def assault(self, march: PlannedMarch, defenders: int) -> int:
        """What an attack is worth: the prize, less the armies spent and the county left bare."""
        survey, target, origin = self.survey, march.target, march.origin
        forecast = self.forecast(target, march.armies, defenders)
        if forecast.win < survey.weights.least_odds:
            return 0
        retaken = survey.threat(target, max(1, forecast.survivors // 1000), origin)
        kept = 1000 - min(1000, retaken * march.after // 1000)
        value = forecast.win * kept // 1000 * self.prize(target) // 1000
        if self.state.counties[target].owner:
            value += forecast.tie * self.spite(target) // 1000
        spent = 1000 * march.armies - forecast.win * forecast.survivors // 1000
        value -= spent * self.harvest.army // 1000
        bare = survey.threat(origin, march.present - march.armies, target)
        bare = max(0, bare - survey.threat(origin, march.present)) * march.after // 1000
        return value - survey.worth(origin) * bare // 1000

    def forecast(self, target: str, sent: int, defenders: int) -> Forecast:
        """The odds against so many defenders, with tray, tower and everything that joins."""
        state, seat = self.state, self.survey.seat
        owner = state.counties[target].owner
        thrown = dict(self._joining(target))
        thrown[seat] = thrown.get(seat, 0) + sent
        if owner is None:
            return battle_forecast(state.tower, thrown, seat, PEASANTS, False)
        thrown[owner] = thrown.get(owner, 0) + defenders
        allied = peasants_join(state, self.survey.rules, target)
        return battle_forecast(state.tower, thrown, seat, owner, allied)

    def _joining(self, target: str) -> Mapping[str, int]:
        if target not in self._extras:
            rules, seat = self.survey.rules, self.survey.seat
            self._extras[target] = extra_cubes(self.state, rules, seat, target)
        return self._extras[target]

    def prize(self, target: str) -> int:
        """What a county of somebody else, or of nobody, is worth if it becomes one's own."""
        if target not in self._prizes:
            value = self.survey.transfer(target, self.survey.seat)
            self._prizes[target] = value - self.harvest.mouth_cost
        return self._prizes[target]

    def spite(self, target: str) -> int:
        """What it is worth that a rival loses a county and nobody gains it."""
        if target not in self._spites:
            self._spites[target] = self.survey.transfer(target, None)
        return self._spites[target]

    def post(self, county: str, armies: int, after: int) -> int:
        """What so many armies in an own county are good for: to hold it, and to attack from it."""
        staged = self.staging(county, armies) * self.survey.weights.staging // 1000
        return staged - self.survey.danger(county, armies) * after // 1000

    def staging(self, county: str, armies: int) -> int:
        """About what the best attack from a county would be worth next season."""
        key = (county, armies)
        if key not in self._staging:
            self._staging[key] = self._work_out_staging(county, armies)
        return self._staging[key]

    def _work_out_staging(self, county: str, armies: int) -> int:
        state, seat = self.state, self.survey.seat
        best = 0
        if armies < 2 or not self.survey.seasons_left:
            return best
        for target in COUNTIES[county].neighbours:
            stands = state.counties.get(target)
            if stands is None or stands.owner == seat:
                continue
            defender, defence = (stands.owner, stands.armies) if stands.owner else (PEASANTS, 1)
            helped = stands.owner and peasants_join(state, self.survey.rules, target)
            allies = PEASANTS if helped else ""
            share = rough_share(state.tower, seat, armies - 1, defender, defence, allies)
            spent = (armies - 1) * self.harvest.army * (1500 - share) // 1500
            best = max(best, share * self.prize(target) // 1000 - spent)
        return best

    # Standing orders (P-2)

    def orders(self, marches: list[PlannedMarch]) -> list[Json]:
        """Marches as orders that stop making sense when the target grows too strong."""
        listed = [self._order(march) for march in marches]
        for march in marches:
            listed.extend(self._otherwise(march))
        return [*listed[:30], {"stay": True}]

    def _order(self, march: PlannedMarch) -> Json:
        stands = self.state.counties[march.target]
        when: Json = {"held_by": self._holder(march.target)}
        if when["held_by"] == "enemy":
            when["at_most"] = self._strongest(march, stands.armies)
        return {"to": march.target, "armies": march.armies, "when": when}

    def _holder(self, county: str) -> str:
        owner = self.state.counties[county].owner
        return "own" if owner == self.survey.seat else "enemy" if owner else "neutral"

    def _strongest(self, march: PlannedMarch, defenders: int) -> int:
        """The most defenders against whom the attack is still worth it."""
        for more in range(1, 4):
            if self.assault(march, defenders + more) <= 0:
                return defenders + more - 1
        return defenders + 3

    def _otherwise(self, march: PlannedMarch) -> Iterator[Json]:
        """What to do if somebody else holds the target when its turn comes."""
        holder = self._holder(march.target)
        order: Json = {"to": march.target, "armies": march.armies}
        if march.armies < 3 or holder == "own":
            return
        if holder == "neutral":
            yield order | {"when": {"held_by": "enemy", "at_most": (march.armies - 1) // 2}}
        else:
            yield order | {"when": {"held_by": "neutral"}}
