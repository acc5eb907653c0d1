"""The board as one seat reads it: what counties and buildings are worth, and how safe they are.

Values are whole numbers, thousandths of a victory point, so that every machine reads them alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.bots.wallenstein.marshal.odds import rough_share
from engine.bots.wallenstein.marshal.weights import Weights
from engine.kernel.core import Seat
from engine.wallenstein.board import BUILDING_KINDS, COUNTIES, PEASANTS, REGIONS, SEASONS
from engine.wallenstein.fight import peasants_join
from engine.wallenstein.state import State

Spot = tuple[str, str]  # a region and a kind of building, for which there is a majority


class Survey:
    """What a seat sees at one decision; remembers what it has worked out."""

    def __init__(self, state: State, seat: Seat, weights: Weights) -> None:
        self.state = state
        self.seat = seat
        self.weights = weights
        self.rules = state.rules
        self.own = state.owned(seat)
        self._threats: dict[tuple[str, int, str], int] = {}
        self._besiegers: dict[str, Mapping[str, tuple[Seat, int]]] = {}
        self._swings: dict[tuple[Spot, Seat | None, Seat | None], int] = {}

    @cached_property
    def seasons_left(self) -> int:
        """Seasons after the current one, in the whole game."""
        season = self.state.season
        done = SEASONS.index(season.name) + 1 if season.name in SEASONS else len(SEASONS)
        return (self.rules.years - season.year) * len(SEASONS) + len(SEASONS) - done

    @property
    def second_winter(self) -> bool:
        """Whether what is held now may be scored twice."""
        return self.state.season.year < self.rules.years

    @cached_property
    def buildings(self) -> Mapping[Spot, Mapping[Seat, int]]:
        """How many buildings of a kind each seat has in a region."""
        counts: dict[Spot, dict[Seat, int]] = {
            (region, kind): dict.fromkeys(self.state.seats, 0)
            for region in REGIONS
            for kind in BUILDING_KINDS
        }
        for name, county in self.state.counties.items():
            if county.owner:
                for kind in county.buildings:
                    counts[COUNTIES[name].region, kind][county.owner] += 1
        return counts

    @cached_property
    def rivalry(self) -> Mapping[Seat, int]:
        """How much a rival's point counts against one of one's own, in thousandths."""
        standing = {seat: self.standing(seat) for seat in self.state.seats if seat != self.seat}
        most = max(standing.values(), default=0)
        return {
            seat: self.weights.leader if points == most else self.weights.rival
            for seat, points in standing.items()
        }

    def standing(self, seat: Seat) -> int:
        """A seat's points if winter were scored now."""
        points = self.state.players[seat].points
        for county in self.state.counties.values():
            if county.owner == seat:
                points += 1 + len(county.buildings)
        for spot, counts in self.buildings.items():
            points += self.majority(spot[1], counts, seat)
        return points

    def majority(self, kind: str, counts: Mapping[Seat, int], seat: Seat) -> int:
        """W-W4: the points a seat has for most buildings of a kind in a region."""
        mine, most = counts[seat], max(counts.values())
        if not mine or mine < most:
            return 0
        alone = list(counts.values()).count(most) == 1
        return self.rules.majorities[kind] - (0 if alone else 1)

    def swing(self, spot: Spot, gainer: Seat | None, loser: Seat | None) -> int:
        """What it is worth that a building there comes to one seat, or leaves another."""
        key = (spot, gainer, loser)
        if key not in self._swings:
            self._swings[key] = self._work_out_swing(spot, gainer, loser)
        return self._swings[key]

    def _work_out_swing(self, spot: Spot, gainer: Seat | None, loser: Seat | None) -> int:
        before, after = self.buildings[spot], dict(self.buildings[spot])
        if gainer:
            after[gainer] += 1
        if loser:
            after[loser] -= 1
        total = 0
        for seat in self.state.seats:
            change = self.majority(spot[1], after, seat) - self.majority(spot[1], before, seat)
            total += change * (1000 if seat == self.seat else -self.rivalry[seat])
        return self.over_winters(total, self.weights.later_majority)

    def over_winters(self, value: int, later: int) -> int:
        """A value scored this winter and, at a discount, in the one after."""
        return value * (1000 + (later if self.second_winter else 0)) // 1000

    def building_gain(self, county: str, kind: str) -> int:
        """What a new building of one's own is worth."""
        spot = (COUNTIES[county].region, kind)
        alone = self.over_winters(1000, self.weights.later_building)
        return alone + self.swing(spot, self.seat, None)

    def use(self, county: str) -> int:
        """What a county brings its owner in the seasons to come."""
        card, stands = COUNTIES[county], self.state.counties[county]
        free = len(card.cities) - len(stands.buildings)
        weights = self.weights
        each = weights.use_of_income * (card.tax + card.grain) + weights.use_of_city * free
        return each * self.seasons_left

    def transfer(self, county: str, gainer: Seat | None) -> int:
        """What it is worth to this seat that a county leaves its owner, for a gainer or nobody."""
        stands, region = self.state.counties[county], COUNTIES[county].region
        loser = stands.owner
        value = 0
        for kind in stands.buildings:
            value += self.swing((region, kind), gainer, loser)
        points = self.over_winters(1000, self.weights.later_county) + self.use(county)
        points += len(stands.buildings) * self.over_winters(1000, self.weights.later_building)
        if gainer:
            value += points * (1000 if gainer == self.seat else -self.rivalry[gainer]) // 1000
        if loser:
            value -= points * (1000 if loser == self.seat else -self.rivalry[loser]) // 1000
        return value

    @cached_property
    def _worths(self) -> dict[str, int]:
        return {county: -self.transfer(county, None) for county in self.own}

    def worth(self, county: str) -> int:
        """What holding an own county is worth."""
        return self._worths[county]

    def threat(self, county: str, armies: int, ignoring: str = "") -> int:
        """How likely so many own armies there are attacked and beaten, in thousandths.

        `ignoring` names a neighbour from which no danger is to be counted.
        """
        key = (county, armies, ignoring)
        if key not in self._threats:
            self._threats[key] = self._work_out_threat(county, armies, ignoring)
        return self._threats[key]

    def _work_out_threat(self, county: str, armies: int, ignoring: str) -> int:
        stands = self.state.counties[county]
        helped = stands.owner == self.seat and peasants_join(self.state, self.rules, county)
        allies = PEASANTS if helped else ""
        safe = 1000
        for name, (owner, attack) in self.besiegers(county).items():
            if name != ignoring:
                share = rough_share(self.state.tower, owner, attack, self.seat, armies, allies)
                safe -= safe * self.weights.aggression * share // 1000 * share // 1_000_000
        return 1000 - safe

    def besiegers(self, county: str) -> Mapping[str, tuple[Seat, int]]:
        """Neighbours whose armies could attack a county, with their owner and strength."""
        if county not in self._besiegers:
            counties = self.state.counties
            self._besiegers[county] = {
                name: (other.owner, other.armies - 1)
                for name in COUNTIES[county].neighbours
                if (other := counties.get(name))
                and other.owner
                and other.owner != self.seat
                and other.armies > 1
            }
        return self._besiegers[county]

    def is_border(self, county: str) -> bool:
        """Whether a county has a neighbour in play that is not one's own."""
        near = (self.state.counties.get(name) for name in COUNTIES[county].neighbours)
        return any(other is not None and other.owner != self.seat for other in near)

    def danger(self, county: str, armies: int) -> int:
        """What one may expect to lose of a county held with so many armies."""
        return self.worth(county) * self.threat(county, armies) // 1000
