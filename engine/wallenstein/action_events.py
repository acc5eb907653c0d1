"""The facts of the ten actions: what a seat made of its card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.kernel.core import EventKinds, Seat
from engine.wallenstein.events import Fact
from engine.wallenstein.state import State

KINDS: EventKinds[State] = EventKinds()


@dataclass(frozen=True)
class ActionFact(Fact):
    """What a seat made of an action box; marks the seat as having acted."""

    seat: Seat
    action: str

    def apply(self, state: State) -> State:
        return state.but(asking=None, season=state.season.but(acted=self.seat))


@KINDS.add
@dataclass(frozen=True)
class ActionPassed(ActionFact):
    """A coin card, or no card, lay in the box."""

    kind: ClassVar[str] = "action_passed"
    card: str | None


@KINDS.add
@dataclass(frozen=True)
class ActionSkipped(ActionFact):
    """The card lay in the box, but the action could not be done (W-R8, W-R9)."""

    kind: ClassVar[str] = "action_skipped"
    county: str
    reason: str


@KINDS.add
@dataclass(frozen=True)
class BuildingBuilt(ActionFact):
    """A building paid for and placed (W-A1)."""

    kind: ClassVar[str] = "building_built"
    county: str
    building: str
    price: int
    calmed: int

    def apply(self, state: State) -> State:
        county = state.counties[self.county]
        stock = {**state.bank.buildings}
        stock[self.building] -= 1
        return (
            super()
            .apply(state)
            .but(bank=state.bank.but(buildings=stock))
            .with_player(self.seat, money=-self.price)
            .with_county(
                self.county,
                buildings=(*county.buildings, self.building),
                revolt=county.revolt - self.calmed,
            )
        )


@KINDS.add
@dataclass(frozen=True)
class GrainCollected(ActionFact):
    """Grain brought in (W-A2)."""

    kind: ClassVar[str] = "grain_collected"
    county: str
    amount: int

    def apply(self, state: State) -> State:
        return super().apply(state).with_player(self.seat, grain=self.amount)


@KINDS.add
@dataclass(frozen=True)
class TaxesCollected(ActionFact):
    """Taxes brought in (W-A3)."""

    kind: ClassVar[str] = "taxes_collected"
    county: str
    amount: int

    def apply(self, state: State) -> State:
        return super().apply(state).with_player(self.seat, money=self.amount)


@KINDS.add
@dataclass(frozen=True)
class RevoltMarkerAdded(Fact):
    """The peasants of a county are one step closer to revolt (W-A4)."""

    kind: ClassVar[str] = "revolt_marker_added"
    seat: Seat
    county: str

    def apply(self, state: State) -> State:
        return state.with_county(self.county, revolt=state.counties[self.county].revolt + 1)


@KINDS.add
@dataclass(frozen=True)
class ArmiesDeployed(ActionFact):
    """Armies paid for and placed (W-A5 to W-A7)."""

    kind: ClassVar[str] = "armies_deployed"
    county: str
    armies: int
    price: int

    def apply(self, state: State) -> State:
        return (
            super()
            .apply(state)
            .with_player(self.seat, money=-self.price, supply=-self.armies)
            .with_county(self.county, armies=state.counties[self.county].armies + self.armies)
        )


@KINDS.add
@dataclass(frozen=True)
class MarchDeclined(ActionFact):
    """The seat may move and does not (W-A7, W-A8)."""

    kind: ClassVar[str] = "march_declined"
    county: str


@KINDS.add
@dataclass(frozen=True)
class ArmiesMoved(ActionFact):
    """Armies moved between two counties of one owner (W-A7 to W-A9)."""

    kind: ClassVar[str] = "armies_moved"
    origin: str
    county: str
    armies: int

    def apply(self, state: State) -> State:
        origin, target = state.counties[self.origin], state.counties[self.county]
        return (
            super()
            .apply(state)
            .with_county(self.origin, armies=origin.armies - self.armies)
            .with_county(self.county, armies=target.armies + self.armies)
        )
