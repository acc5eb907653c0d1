"""Taxes, grain and peasants: what collecting brings, what it risks, and what winter will ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from engine.bots.wallenstein.marshal.lands import Survey
from engine.bots.wallenstein.marshal.odds import revolt_share
from engine.kernel.core import Seat
from engine.wallenstein.actions import grain_yield, tax_yield
from engine.wallenstein.board import COUNTIES, SEASONS
from engine.wallenstein.state import State


class Harvest:
    """The year's income of one seat, as far as it can be foreseen when a season is planned."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.state = survey.state
        self._hunger: dict[tuple[int, int], int] = {}
        self._uprisings: dict[int, int] = {}

    @cached_property
    def collections_left(self) -> int:
        """How often one will collect again this year, after the current season."""
        return len(SEASONS) - 1 - SEASONS.index(self.state.season.name)

    @cached_property
    def open_events(self) -> tuple[str, ...]:
        """The event that holds, or before it is drawn those it will be drawn from."""
        event = self.state.season.event
        return (event,) if event else self.state.events.open

    @cached_property
    def mouths(self) -> int:
        """The counties one expects to feed in winter."""
        return len(self.survey.own) + (1 if self.collections_left == len(SEASONS) - 1 else 0)

    @cached_property
    def thaler(self) -> int:
        """What a Thaler more is worth: less the more there are, and less towards the end."""
        survey = self.survey
        if not survey.seasons_left:
            return 5
        money = self.state.players[survey.seat].money
        poor, comfortable, rich = survey.weights.thaler
        value = poor if money < 8 else comfortable if money < 14 else rich
        return value * min(4, 1 + survey.seasons_left) // 4

    @cached_property
    def army(self) -> int:
        """What an army on the board is worth: less towards the end, when it can do no more."""
        return self.survey.weights.army * min(3, self.survey.seasons_left) // 3

    def tax_yield(self, county: str) -> int:
        """W-A3: the tax to be expected, in thousandths of a Thaler."""
        return self._mean(tax_yield, county, COUNTIES[county].tax)

    def grain_yield(self, county: str) -> int:
        """W-A2: the grain to be expected, in thousandths."""
        return self._mean(grain_yield, county, COUNTIES[county].grain)

    def _mean(self, yields: Callable[[State, Seat, str], int], county: str, printed: int) -> int:
        if not self.open_events:
            return 1000 * printed
        # Who has which tile is not known when a season is planned.
        total = sum(yields(season, self.survey.seat, county) for season in self._seasons)
        return 1000 * total // len(self.open_events)

    @cached_property
    def _seasons(self) -> list[State]:
        return [self.state.with_season(event=card, positions={}) for card in self.open_events]

    def _quiet(self, without: str) -> list[str]:
        counties = self.state.counties
        return [name for name in self.survey.own if name != without and not counties[name].revolt]

    def later_tax(self, without: str = "") -> int:
        """Thalers still to come this year, if one county is not to be had for it."""
        return self._best(COUNTIES[name].tax for name in self._quiet(without))

    def later_grain(self, without: str = "") -> int:
        """Grain still to come this year, if one county is not to be had for it."""
        return self._best(COUNTIES[name].grain for name in self._quiet(without))

    def _best(self, amounts: Iterable[int]) -> int:
        # What is not yet in the barn may be lost with its county, or eaten by a revolt.
        return sum(sorted(amounts, reverse=True)[: self.collections_left]) * 3 // 4

    def hunger(self, grain: int, mouths: int) -> int:
        """What winter will cost with so much grain, over the grain losses that may come (W-W1)."""
        key = (grain, mouths)
        if key not in self._hunger:
            cards = self.survey.rules.events
            losses = [cards[card].grain_loss for card in self.state.events.open] or [0]
            total = 0
            for loss in losses:
                total += self._shortage(mouths - max(0, grain - loss))
            self._hunger[key] = total // len(losses)
        return self._hunger[key]

    def _shortage(self, unfed: int) -> int:
        if unfed <= 0:
            return 0
        row = self.survey.rules.shortage(unfed)
        # A little more for every mouth, so that grain is worth something within a row of the table.
        return row.counties * self._uprising(row.extra_peasants) + 20 * unfed

    def _uprising(self, extra_peasants: int) -> int:
        """What a revolt in one of the own counties, drawn at random, is expected to cost."""
        if extra_peasants not in self._uprisings:
            own = self.survey.own
            costs = [
                self.revolt_cost(name, self.state.counties[name].revolt + extra_peasants)
                for name in own
            ]
            self._uprisings[extra_peasants] = sum(costs) // max(1, len(costs))
        return self._uprisings[extra_peasants]

    def revolt_cost(self, county: str, peasants: int) -> int:
        """What a revolt of so many peasants is expected to cost: the county, and armies."""
        armies = self.state.counties[county].armies
        held = self._held(county, peasants)
        lost = self.survey.worth(county) * (1000 - held) // 1000
        return lost + self.army * armies * (2000 - held) // 2000

    def _held(self, county: str, peasants: int) -> int:
        armies = self.state.counties[county].armies
        return revolt_share(self.state.tower, self.survey.seat, armies, peasants)

    def would_be_lost(self, county: str) -> bool:
        """Whether collecting raises a revolt that is likely to be lost (W-A4)."""
        markers = self.state.counties[county].revolt
        return bool(markers) and self._held(county, markers) < self.survey.weights.least_hold

    @cached_property
    def mouth_cost(self) -> int:
        """What one more county to feed makes of this winter."""
        grain = self.state.players[self.survey.seat].grain + self._in_sight
        return self.hunger(grain, self.mouths + 1) - self.hunger(grain, self.mouths)

    @cached_property
    def _in_sight(self) -> int:
        amounts = [COUNTIES[name].grain for name in self._quiet("")]
        return sum(sorted(amounts, reverse=True)[: self.collections_left + 1])

    def tax_gain(self, county: str) -> int:
        """What collecting taxes in a county is worth."""
        if self.would_be_lost(county):
            return -self.survey.worth(county)
        gain = self.tax_yield(county) * self.thaler // 1000
        gain += self._change_of_later_grain(county)
        gain += (self.later_tax(county) - self.later_tax()) * self.thaler
        return gain - self._unrest(county)

    def grain_gain(self, county: str) -> int:
        """What collecting grain in a county is worth."""
        if self.would_be_lost(county):
            return -self.survey.worth(county)
        stock = self.state.players[self.survey.seat].grain + self.later_grain(county)
        whole, part = divmod(self.grain_yield(county), 1000)
        gain = self.relief(stock, stock + whole)
        gain += self.relief(stock + whole, stock + whole + 1) * part // 1000
        gain += (self.later_tax(county) - self.later_tax()) * self.thaler
        return gain - self._unrest(county)

    def _change_of_later_grain(self, county: str) -> int:
        stock = self.state.players[self.survey.seat].grain
        return -self.relief(stock + self.later_grain(county), stock + self.later_grain())

    def relief(self, less: int, more: int) -> int:
        """What it is worth to have more grain instead of less."""
        saved = self.hunger(less, self.mouths) - self.hunger(more, self.mouths)
        return saved * self.survey.weights.hunger // 1000

    def _unrest(self, county: str) -> int:
        """W-A4: the revolt that follows where there is a marker; else only the marker."""
        markers = self.state.counties[county].revolt
        return self.revolt_cost(county, markers) if markers else 30
