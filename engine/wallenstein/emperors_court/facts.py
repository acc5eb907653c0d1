"""What happens at court, and what it changes (K-1 to K-8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.devices.deck import is_draw
from engine.kernel.core import EventKinds, Json, Seat
from engine.wallenstein.emperors_court.cards import CALM, FAVORS, SPACES, TARGETED
from engine.wallenstein.emperors_court.hall import CONVERT, PART, TOWER, court, laid_out
from engine.wallenstein.emperors_court.targets import legal_targets
from engine.wallenstein.events import Fact
from engine.wallenstein.gains import gained, into_tray, to_be_had
from engine.wallenstein.state import State

KINDS: EventKinds[State] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class CourtiersArrived(Fact):
    """For each army that fell out of the first filling a courtier comes to court (K-1)."""

    kind: ClassVar[str] = "courtiers_arrived"
    courtiers: dict[str, int]

    def apply(self, state: State) -> State:
        part = court(state)
        for seat, number in self.courtiers.items():
            part = part.moved("supply", "entrance", seat, number)
        return state.with_part(PART, part)


@KINDS.add
@dataclass(frozen=True)
class FavorsLaid(Fact):
    """Three favour cards are turned up (K-2)."""

    kind: ClassVar[str] = "favors_laid"
    after: ClassVar[tuple[str, ...]] = ("phase favors",)
    label: ClassVar[str] = "favors"
    draw: Json

    def fits(self, state: State) -> bool:
        return is_draw(self.draw, self.label, court(state).unseen, len(SPACES))

    def apply(self, state: State) -> State:
        drawn, part = self.draw["drawn"], court(state)
        unseen = tuple(number for number in part.unseen if number not in drawn)
        return state.with_part(PART, part.but(unseen=unseen, cards=laid_out(drawn), served=()))


@KINDS.add
@dataclass(frozen=True)
class CourtiersSent(Fact):
    """Armies of a county or of the tray go home, and as many courtiers to court (K-4)."""

    kind: ClassVar[str] = "courtiers_sent"
    within: ClassVar[tuple[str, ...]] = ("convert",)
    once: ClassVar[tuple[str, ...]] = ("seat", "box")
    seat: Seat
    box: str
    card: str
    courtiers: int
    tray: dict[str, int]

    def fits(self, state: State) -> bool:
        number = self.courtiers
        tray = {self.seat: number} if self.card == TOWER else {}
        return CONVERT.get(self.box) == number and self.tray == tray

    def apply(self, state: State) -> State:
        number = self.courtiers
        if self.card == TOWER:
            state = state.into_tray({seat: -count for seat, count in self.tray.items()})
        else:
            armies = state.counties[self.card].armies - number
            state = state.with_county(self.card, armies=armies)
        part = court(state).moved("supply", "entrance", self.seat, number)
        return state.take_supply({self.seat: number}, sign=-1).with_part(PART, part)


@KINDS.add
@dataclass(frozen=True)
class NobodySent(Fact):
    """A card lay in a box of the court, but nothing could be done with it (K-4)."""

    kind: ClassVar[str] = "nobody_sent"
    seat: Seat
    box: str
    card: str
    reason: str

    def apply(self, state: State) -> State:
        return state


@KINDS.add
@dataclass(frozen=True)
class AudienceBegan(Fact):
    """All courtiers of a seat go from the entrance hall to the audience hall (K-5)."""

    kind: ClassVar[str] = "audience_began"
    seat: Seat
    courtiers: int

    def apply(self, state: State) -> State:
        part = court(state).moved("entrance", "audience", self.seat, self.courtiers)
        return state.with_part(PART, part.but(served=(*part.served, self.seat)))


@KINDS.add
@dataclass(frozen=True)
class FavorTaken(Fact):
    """A seat takes a favour card, and its courtiers go home (K-5)."""

    kind: ClassVar[str] = "favor_taken"
    within: ClassVar[tuple[str, ...]] = ("audience",)
    once: ClassVar[tuple[str, ...]] = ("seat",)
    seat: Seat
    card: int
    courtiers: int

    def fits(self, state: State) -> bool:
        return self.card in court(state).cards.values()

    def apply(self, state: State) -> State:
        part = court(state).moved("audience", "supply", self.seat, self.courtiers)
        left = {space: card for space, card in part.cards.items() if card != self.card}
        return state.but(asking=None).with_part(PART, part.but(cards=left))


@KINDS.add
@dataclass(frozen=True)
class FavorDeclined(Fact):
    """A seat could take a favour card and does not (K-5)."""

    kind: ClassVar[str] = "favor_declined"
    seat: Seat

    def apply(self, state: State) -> State:
        return state.but(asking=None)


@KINDS.add
@dataclass(frozen=True)
class FavorGained(Fact):
    """Thalers, grain, victory points, or armies into the tray (K-8)."""

    kind: ClassVar[str] = "favor_gained"
    or_after: ClassVar[tuple[str, ...]] = (FavorTaken.kind,)
    alike: ClassVar[tuple[str, ...]] = ("seat", "card")
    seat: Seat
    card: int
    gain: str
    amount: int
    tray: dict[str, int]

    def fits(self, state: State) -> bool:
        favor = FAVORS[self.card]
        amount = to_be_had(state, self.seat, favor.kind, favor.amount)
        is_told = (self.gain, self.amount) == (favor.kind, amount)
        return is_told and self.tray == into_tray(self.seat, self.gain, amount)

    def apply(self, state: State) -> State:
        return gained(state, self.seat, self.gain, self.amount)


@KINDS.add
@dataclass(frozen=True)
class EventCancelled(Fact):
    """The event of the season does not hold any more (K-8)."""

    kind: ClassVar[str] = "event_cancelled"
    seat: Seat
    event: str

    def apply(self, state: State) -> State:
        return state.with_season(event=None)


@KINDS.add
@dataclass(frozen=True)
class MarkerRemoved(Fact):
    """A revolt marker leaves a county (K-8)."""

    kind: ClassVar[str] = "marker_removed"
    seat: Seat
    county: str

    def apply(self, state: State) -> State:
        return state.with_county(self.county, revolt=state.counties[self.county].revolt - 1)


@KINDS.add
@dataclass(frozen=True)
class WardKept(Fact):
    """A seat without revolt markers keeps the card against the next one (K-8)."""

    kind: ClassVar[str] = "ward_kept"
    seat: Seat

    def apply(self, state: State) -> State:
        return _with_ward(state, self.seat, 1)


@KINDS.add
@dataclass(frozen=True)
class MarkerWardedOff(Fact):
    """The card that was kept wards off a revolt marker (K-8)."""

    kind: ClassVar[str] = "marker_warded_off"
    seat: Seat
    county: str

    def apply(self, state: State) -> State:
        return _with_ward(state, self.seat, -1)


def _with_ward(state: State, seat: Seat, change: int) -> State:
    part = court(state)
    wards = {**part.wards, seat: part.wards.get(seat, 0) + change}
    return state.with_part(PART, part.but(wards={s: n for s, n in wards.items() if n}))


@KINDS.add
@dataclass(frozen=True)
class BuildingGranted(Fact):
    """A building for nothing (K-8)."""

    kind: ClassVar[str] = "building_granted"
    seat: Seat
    card: int
    county: str
    building: str
    calmed: int

    def apply(self, state: State) -> State:
        county, stock = state.counties[self.county], dict(state.bank.buildings)
        stock[self.building] -= 1
        return state.but(bank=state.bank.but(buildings=stock)).with_county(
            self.county,
            buildings=(*county.buildings, self.building),
            revolt=county.revolt - self.calmed,
        )


@KINDS.add
@dataclass(frozen=True)
class ProtectionGranted(Fact):
    """A seat cannot be attacked with some actions this season (K-8)."""

    kind: ClassVar[str] = "protection_granted"
    seat: Seat
    card: int

    def apply(self, state: State) -> State:
        part = court(state)
        protected = {**part.protected, self.seat: FAVORS[self.card].against}
        return state.with_part(PART, part.but(protected=protected))


@KINDS.add
@dataclass(frozen=True)
class ArmiesGranted(Fact):
    """Armies for nothing, into an own county or a neutral one, which is taken (K-8)."""

    kind: ClassVar[str] = "armies_granted"
    or_after: ClassVar[tuple[str, ...]] = (FavorTaken.kind,)
    alike: ClassVar[tuple[str, ...]] = ("seat",)
    seat: Seat
    county: str
    armies: int
    conquered: bool

    def apply(self, state: State) -> State:
        there = state.counties[self.county].armies + self.armies
        state = state.take_supply({self.seat: self.armies})
        state = state.with_county(self.county, owner=self.seat, armies=there)
        if not self.conquered:
            return state
        return state.with_season(changed=state.season.changed | {self.county})


@KINDS.add
@dataclass(frozen=True)
class FavorWasted(Fact):
    """A favour is used without effect (K-8, P-7)."""

    kind: ClassVar[str] = "favor_wasted"
    or_after: ClassVar[tuple[str, ...]] = (FavorTaken.kind,)
    alike: ClassVar[tuple[str, ...]] = ("seat", "card")
    seat: Seat
    card: int

    def fits(self, state: State) -> bool:
        favor = FAVORS[self.card]
        if favor.kind not in TARGETED or not state.rules.favors_find_a_county:
            return True
        # Without a marker to remove the fourth card is kept.
        return favor.kind != CALM and not legal_targets(state, self.seat, favor)

    def apply(self, state: State) -> State:
        return state


@KINDS.add
@dataclass(frozen=True)
class CourtClosed(Fact):
    """Courtiers return to the entrance hall, cards left over leave the game (K-2, K-6)."""

    kind: ClassVar[str] = "court_closed"
    cards: list[int]

    def apply(self, state: State) -> State:
        part = court(state)
        for seat, number in part.audience.items():
            part = part.moved("audience", "entrance", seat, number)
        return state.with_part(PART, part.but(cards={}, served=()))


@KINDS.add
@dataclass(frozen=True)
class ProtectionEnded(Fact):
    """With the season the protection of the Emperor is over (K-8)."""

    kind: ClassVar[str] = "protection_ended"

    def apply(self, state: State) -> State:
        return state.with_part(PART, court(state).but(protected={}))
