"""The facts of a season: what each one changes, and nothing about why it came to pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.chance import is_draw
from engine.core import Event, EventKinds, Json, Seat
from engine.wallenstein.board import ACTIONS, PEASANTS, SEASONS
from engine.wallenstein.plan import equal_bids
from engine.wallenstein.state import Question, Result, State, added, removed

KINDS: EventKinds[State] = EventKinds()

# The label under which action cards are turned up, at first and one by one.
ACTIONS_LABEL: Final = "actions"


class Fact(Event[State]):
    """An event of Wallenstein; where it may stand among the others is asked by `course.py`."""

    # Directly after one of these it always stands, and nowhere else but after the others: kinds
    # of facts, the beginning of a phase (“phase plan”), a question (“choice draft_pick”).
    after: ClassVar[tuple[str, ...]] = ()
    or_after: ClassVar[tuple[str, ...]] = ()
    # The phases in which it may be told; none: in any.
    within: ClassVar[tuple[str, ...]] = ()
    # Where it gathers cubes for a throw: the fact that decides it, and what both tell alike.
    decided_by: ClassVar[tuple[str, ...]] = ()
    # The members by which it is told once a season; none: as often as its place allows.
    once: ClassVar[tuple[str, ...]] = ()
    # What it tells alike with the fact directly before it.
    alike: ClassVar[tuple[str, ...]] = ()


def hidden_actions(state: State) -> list[str]:
    """W-R1: the action cards that are still face down."""
    return [action for action in ACTIONS if action not in state.season.actions]


def season_after(state: State) -> tuple[int, str]:
    """The year and the name of the season that comes next."""
    season, seasons = state.season, (*SEASONS, "winter")
    if season.name not in SEASONS:
        return season.year + 1, seasons[0]
    return season.year, seasons[seasons.index(season.name) + 1]


@KINDS.add
@dataclass(frozen=True)
class SeasonBegan(Fact):
    """A new season; winter keeps the order of autumn."""

    kind: ClassVar[str] = "season_began"
    year: int
    season: str
    phase: str

    def fits(self, state: State) -> bool:
        return (self.year, self.season) == season_after(state)

    def apply(self, state: State) -> State:
        old = state.season
        fresh = type(old)(year=self.year, name=self.season)
        if self.season == "winter":
            fresh = fresh.but(order=old.order, positions=old.positions)
        return state.but(season=fresh, phase=self.phase)


@KINDS.add
@dataclass(frozen=True)
class PhaseBegan(Fact):
    """The next paragraph of the rule book."""

    kind: ClassVar[str] = "phase_began"
    phase: str

    def apply(self, state: State) -> State:
        return state.but(phase=self.phase)


@KINDS.add
@dataclass(frozen=True)
class ChoiceAsked(Fact):
    """The season stops until a seat has chosen."""

    kind: ClassVar[str] = "choice_asked"
    decision: str
    choice: str
    seat: Seat
    about: Json

    def apply(self, state: State) -> State:
        return state.but(asking=Question(self.decision, self.choice, self.seat, self.about))


@KINDS.add
@dataclass(frozen=True)
class ActionsRevealed(Fact):
    """Action cards turned up (W-R1)."""

    kind: ClassVar[str] = "actions_revealed"
    after: ClassVar[tuple[str, ...]] = ("phase display",)
    draw: Json

    def fits(self, state: State) -> bool:
        return is_draw(self.draw, ACTIONS_LABEL, hidden_actions(state), state.rules.open_actions)

    def apply(self, state: State) -> State:
        return state.with_season(actions=state.season.actions + tuple(self.draw["drawn"]))


@KINDS.add
@dataclass(frozen=True)
class TilesLaid(Fact):
    """Bonus tiles laid on positions 1 to 5 (W-R2)."""

    kind: ClassVar[str] = "tiles_laid"
    after: ClassVar[tuple[str, ...]] = ("actions_revealed",)
    label: ClassVar[str] = "tiles"
    draw: Json

    def fits(self, state: State) -> bool:
        tiles = state.rules.tiles
        return bool(tiles) and is_draw(self.draw, self.label, tiles, len(tiles))

    def apply(self, state: State) -> State:
        return state.with_season(tiles=tuple(self.draw["drawn"]))


@KINDS.add
@dataclass(frozen=True)
class EventDrawn(Fact):
    """One of the open event cards holds for the season (W-R5)."""

    kind: ClassVar[str] = "event_drawn"
    after: ClassVar[tuple[str, ...]] = ("phase event",)
    label: ClassVar[str] = "event"
    draw: Json

    def fits(self, state: State) -> bool:
        return is_draw(self.draw, self.label, state.events.open, 1)

    def apply(self, state: State) -> State:
        card = self.draw["drawn"][0]
        still_open = tuple(other for other in state.events.open if other != card)
        return state.but(events=state.events.but(open=still_open)).with_season(event=card)


@KINDS.add
@dataclass(frozen=True)
class BidsRevealed(Fact):
    """Bids shown and paid, and the order of choosing that follows (W-R6)."""

    kind: ClassVar[str] = "bids_revealed"
    after: ClassVar[tuple[str, ...]] = ("phase bids",)
    label: ClassVar[str] = "order tie"
    bids: dict[str, Any]
    paid: dict[str, int]
    draws: list[Json]
    choosing: list[str]

    def fits(self, state: State) -> bool:
        equals = [seats for seats in equal_bids(self.bids) if len(seats) > 1]
        return len(self.draws) == len(equals) and all(
            is_draw(draw, self.label, seats, len(seats))
            for draw, seats in zip(self.draws, equals, strict=True)
        )

    def apply(self, state: State) -> State:
        for seat, paid in self.paid.items():
            state = state.with_player(seat, money=-paid)
        return state.with_season(bids=self.bids, choosing=tuple(self.choosing))


@KINDS.add
@dataclass(frozen=True)
class PositionTaken(Fact):
    """A seat takes a position and its tile (W-R6)."""

    kind: ClassVar[str] = "position_taken"
    seat: Seat
    position: int
    tile: str

    def apply(self, state: State) -> State:
        positions = {**state.season.positions, self.seat: self.position}
        order = tuple(sorted(positions, key=positions.__getitem__))
        return state.but(asking=None).with_season(positions=positions, order=order)


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
        return (self.owner is not None) == (self.garrison > 0)

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
        return self.held == (self.garrison > 0)

    def apply(self, state: State) -> State:
        gone = added(self.home, {self.seat: self.garrison})
        state = state.into_tray({colour: -count for colour, count in gone.items()})
        state = state.take_supply(self.home, sign=-1)
        if self.held:
            return state.with_county(self.county, armies=self.garrison)
        return state.raze(self.county)


@KINDS.add
@dataclass(frozen=True)
class ActionEnded(Fact):
    """All seats have performed an action; a further action card may be turned up (W-R1, W-R7)."""

    kind: ClassVar[str] = "action_ended"
    within: ClassVar[tuple[str, ...]] = ("actions",)
    action: str
    draw: Json | None

    def fits(self, state: State) -> bool:
        hidden = hidden_actions(state)
        if self.draw is None:
            return not hidden
        return is_draw(self.draw, ACTIONS_LABEL, hidden, 1)

    def apply(self, state: State) -> State:
        season = state.season
        shown = tuple(self.draw["drawn"]) if self.draw else ()
        return state.with_season(done=season.done + 1, acted=None, actions=season.actions + shown)


@KINDS.add
@dataclass(frozen=True)
class SeasonEnded(Fact):
    """The event leaves the game, cards and tiles come back (W-R10)."""

    kind: ClassVar[str] = "season_ended"

    def apply(self, state: State) -> State:
        return state.with_season(event=None, tiles=(), changed=frozenset())


@KINDS.add
@dataclass(frozen=True)
class GameEnded(Fact):
    """The last winter is scored (W-W5, W-W6)."""

    kind: ClassVar[str] = "game_ended"
    ranking: list[Json]
    winners: list[str]

    def apply(self, state: State) -> State:
        return state.but(result=Result(tuple(self.winners)))
