"""What the first edition adds to the table, and the facts that change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, cast

from engine.devices.deck import is_draw
from engine.kernel.core import Event, EventKinds, Json, Seat
from engine.wallenstein.action_events import ActionFact
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.events import Fact
from engine.wallenstein.state import Part, State

PART = "edition_2002"
KINDS: EventKinds[State] = EventKinds()


@dataclass(frozen=True)
class Reserve:
    """Armies that stand back while the others of their county fight."""

    seat: Seat
    county: str
    armies: int


@dataclass(frozen=True)
class Customs(Part):
    """The order of the season before, boxes said to stay empty, and armies that stand back."""

    order: tuple[Seat, ...] = ()
    empty: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    reserve: Reserve | None = None

    def view(self) -> Json:
        """All of it is public (E-2, E-3)."""
        return {
            "order": list(self.order),
            "empty": {seat: list(boxes) for seat, boxes in self.empty.items()},
            "held_back": dict(self.reserve.__dict__) if self.reserve else None,
        }

    def admits(self, fact: Event[State], before: str) -> bool:
        """E-3: armies stand back for one fight, in the county it is for, and come back at once."""
        if self.reserve is None:
            return not isinstance(fact, ReserveReturned)
        if isinstance(fact, AttackMade | RevoltBrokeOut):
            return before == DefenceChosen.kind and fact.county == self.reserve.county
        if before in (BattleDecided.kind, RevoltDecided.kind):
            return isinstance(fact, ReserveReturned)
        return isinstance(fact, TowerThrown | BattleDecided | RevoltDecided)


def customs(state: State) -> Customs:
    """The part of the position that only this edition has."""
    return cast(Customs, state.parts[PART])


@KINDS.add
@dataclass(frozen=True)
class BoxesLeftEmpty(Fact):
    """A seat with too few cards has named the boxes it leaves empty (E-2)."""

    kind: ClassVar[str] = "boxes_left_empty"
    seat: Seat
    boxes: list[str]

    def apply(self, state: State) -> State:
        part = customs(state)
        empty = {**part.empty, self.seat: tuple(self.boxes)}
        return state.but(asking=None).with_part(PART, part.but(empty=empty))


@KINDS.add
@dataclass(frozen=True)
class OrderDrawn(Fact):
    """The order of play is drawn after the plans (E-1); the boxes named empty were laid by then."""

    kind: ClassVar[str] = "order_drawn"
    after: ClassVar[tuple[str, ...]] = ("phase order",)
    label: ClassVar[str] = "player order"
    draw: Json

    def fits(self, state: State) -> bool:
        return is_draw(self.draw, self.label, state.seats, len(state.seats))

    def apply(self, state: State) -> State:
        order = tuple(self.draw["drawn"])
        part = customs(state).but(order=order, empty={})
        return state.with_season(order=order).with_part(PART, part)


@KINDS.add
@dataclass(frozen=True)
class DefenceChosen(Fact):
    """How many armies of a county fight, and how many stand back (E-3)."""

    kind: ClassVar[str] = "defence_chosen"
    seat: Seat
    county: str
    armies: int
    held_back: int

    def fits(self, state: State) -> bool:
        here = state.counties[self.county]
        is_whole = min(self.armies, self.held_back) >= 0
        return is_whole and (self.seat, self.armies + self.held_back) == (here.owner, here.armies)

    def apply(self, state: State) -> State:
        reserve = Reserve(self.seat, self.county, self.held_back) if self.held_back else None
        state = state.but(asking=None).with_county(self.county, armies=self.armies)
        return state.with_part(PART, customs(state).but(reserve=reserve))


@KINDS.add
@dataclass(frozen=True)
class ReserveReturned(Fact):
    """Armies that stood back stay in their county, or go home with it when it is lost (E-3)."""

    kind: ClassVar[str] = "reserve_returned"
    seat: Seat
    county: str
    armies: int
    home: bool

    def fits(self, state: State) -> bool:
        is_lost = state.counties[self.county].owner != self.seat
        reserve = Reserve(self.seat, self.county, self.armies)
        return self.home == is_lost and reserve == customs(state).reserve

    def apply(self, state: State) -> State:
        state = state.with_part(PART, customs(state).but(reserve=None))
        if self.home:
            return state.take_supply({self.seat: self.armies}, sign=-1)
        there = state.counties[self.county].armies
        return state.with_county(self.county, armies=there + self.armies)


@KINDS.add
@dataclass(frozen=True)
class FeePaid(ActionFact):
    """The Thaler of a deployment is paid, and no army is placed (E-7)."""

    kind: ClassVar[str] = "fee_paid"
    county: str
    price: int

    def apply(self, state: State) -> State:
        return super().apply(state).with_player(self.seat, money=-self.price)
