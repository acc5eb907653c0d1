"""The facts of battles and revolts: cubes gathered, thrown, and what the tray then says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.kernel.core import EventKinds, Json, Seat
from engine.wallenstein.action_events import ActionFact
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.events import Fact
from engine.wallenstein.fight import (
    RevoltVerdict,
    Verdict,
    extra_cubes,
    judge_attack,
    judge_revolt,
    peasants_join,
    rising,
)
from engine.wallenstein.state import State, added, removed

KINDS: EventKinds[State] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class AttackMade(ActionFact):
    """The cubes of both sides are gathered in the tray, ready to be thrown (W-B1)."""

    kind: ClassVar[str] = "attack_made"
    within: ClassVar[tuple[str, ...]] = ("actions",)
    decided_by: ClassVar[tuple[str, ...]] = (
        *("battle_decided", "seat", "origin", "county", "armies", "defender"),
    )
    origin: str
    county: str
    armies: int
    defender: Seat | None
    defenders: int
    extras: dict[str, int]

    def fits(self, state: State) -> bool:
        origin, target = state.counties[self.origin], state.counties[self.county]
        is_theirs = origin.owner == self.seat != target.owner
        is_gathered = (self.defender, self.defenders) == (target.owner, target.armies)
        extras = extra_cubes(state, state.rules, self.seat, self.county)
        return (
            is_theirs and is_gathered and 0 < self.armies < origin.armies and self.extras == extras
        )

    def apply(self, state: State) -> State:
        origin = state.counties[self.origin]
        gathered = added(self.extras, {self.seat: self.armies})
        state = super().apply(state).take_supply(self.extras)
        state = state.with_county(self.origin, armies=origin.armies - self.armies)
        if self.defender is not None:
            gathered = added(gathered, {self.defender: self.defenders})
            state = state.with_county(self.county, armies=0)
        return state.into_tray(gathered)


@KINDS.add
@dataclass(frozen=True)
class RevoltBrokeOut(Fact):
    """The armies of a county and the revolting peasants are gathered in the tray (W-V1)."""

    kind: ClassVar[str] = "revolt_broke_out"
    within: ClassVar[tuple[str, ...]] = ("actions", "hunger")
    decided_by: ClassVar[tuple[str, ...]] = ("revolt_decided", "seat", "county")
    seat: Seat
    county: str
    cause: str
    armies: int
    peasants: int

    def fits(self, state: State) -> bool:
        county = state.counties[self.county]
        # Only winter knows more peasants than there are markers.
        risen = rising(state, self.county, county.revolt + state.season.extra_peasants)
        gathered = (self.seat, self.armies, self.peasants)
        return gathered == (county.owner, county.armies, risen)

    def apply(self, state: State) -> State:
        waiting = tuple(name for name in state.season.revolts if name != self.county)
        return (
            state.take_supply({PEASANTS: self.peasants})
            .with_county(self.county, armies=0)
            .into_tray(added({self.seat: self.armies}, {PEASANTS: self.peasants}))
            .with_season(revolts=waiting)
        )


@KINDS.add
@dataclass(frozen=True)
class TowerThrown(Fact):
    """Everything in the tray went into the tower; some of it, and of what was inside, fell out."""

    kind: ClassVar[str] = "tower_thrown"
    after: ClassVar[tuple[str, ...]] = ("fill_gathered", "attack_made", "revolt_broke_out")
    throw: Json

    def fits(self, state: State) -> bool:
        tower = state.tower
        return bool(self.throw["thrown"] == tower.tray and self.throw["lodged"] == tower.lodged)

    def apply(self, state: State) -> State:
        fell = self.throw["fell"]
        lodged = removed(added(self.throw["lodged"], self.throw["thrown"]), fell)
        return state.but(tower=state.tower.but(lodged=lodged, tray=added(fell, {})))


@KINDS.add
@dataclass(frozen=True)
class BattleDecided(Fact):
    """What the tray says of an attack (W-B3 to W-B8)."""

    kind: ClassVar[str] = "battle_decided"
    or_after: ClassVar[tuple[str, ...]] = ("tower_thrown",)
    seat: Seat
    origin: str
    county: str
    armies: int
    defender: Seat | None
    attackers_fell: int
    defenders_fell: int
    outcome: str
    owner: Seat | None
    garrison: int
    home: dict[str, int]

    def fits(self, state: State) -> bool:
        allied = peasants_join(state, state.rules, self.county)
        verdict = Verdict(
            self.attackers_fell,
            self.defenders_fell,
            self.outcome,
            self.owner,
            self.garrison,
            self.home,
        )
        reserve = state.rules.reserve(state, self.county)
        tray = state.tower.tray
        return verdict == judge_attack(tray, self.seat, self.defender, allied, reserve)

    def apply(self, state: State) -> State:
        gone = dict(self.home)
        if self.garrison and self.owner:
            gone = added(gone, {self.owner: self.garrison})
        state = state.into_tray({colour: -count for colour, count in gone.items()})
        state = state.take_supply(self.home, sign=-1)
        if self.owner is None:
            return state.raze(self.county)
        changed = state.season.changed
        if self.owner != self.defender:
            state = state.with_season(changed=changed | {self.county})
        return state.with_county(self.county, owner=self.owner, armies=self.garrison)


@KINDS.add
@dataclass(frozen=True)
class RevoltDecided(Fact):
    """What the tray says of a revolt (W-V2)."""

    kind: ClassVar[str] = "revolt_decided"
    or_after: ClassVar[tuple[str, ...]] = ("tower_thrown",)
    seat: Seat
    county: str
    armies_fell: int
    peasants_fell: int
    held: bool
    garrison: int
    home: dict[str, int]

    def fits(self, state: State) -> bool:
        verdict = RevoltVerdict(
            self.armies_fell, self.peasants_fell, self.held, self.garrison, self.home
        )
        return verdict == judge_revolt(state.tower.tray, self.seat)

    def apply(self, state: State) -> State:
        gone = added(self.home, {self.seat: self.garrison})
        state = state.into_tray({colour: -count for colour, count in gone.items()})
        state = state.take_supply(self.home, sign=-1)
        if self.held:
            return state.with_county(self.county, armies=self.garrison)
        return state.raze(self.county)
