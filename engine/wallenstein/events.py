"""The facts of a season's course: what each one changes, and nothing about why it came to pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.devices.deck import is_draw
from engine.kernel.core import Event, EventKinds, Json, Seat
from engine.kernel.phases import Question
from engine.wallenstein.board import ACTIONS, SEASONS
from engine.wallenstein.plan import equal_bids
from engine.wallenstein.state import Result, State, chapter_id

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

    def place(self) -> str:
        """What those that come after it call the place they stand at."""
        return self.kind


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

    def place(self) -> str:
        return f"phase {self.phase}"

    def fits(self, state: State) -> bool:
        return (self.year, self.season) == season_after(state)

    def opens_chapter(self) -> str:
        return chapter_id(self.year, self.season)

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

    def place(self) -> str:
        return f"phase {self.phase}"

    def apply(self, state: State) -> State:
        return state.but(phase=self.phase)


@KINDS.add
@dataclass(frozen=True)
class ChoiceAsked(Fact):
    """The season stops until a seat has chosen."""

    kind: ClassVar[str] = "choice_asked"
    asks: ClassVar[bool] = True
    decision: str
    choice: str
    seat: Seat
    about: Json

    def place(self) -> str:
        return f"choice {self.choice}"

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
    or_after: ClassVar[tuple[str, ...]] = ("phase year_end",)
    ranking: list[Json]
    winners: list[str]

    def fits(self, state: State) -> bool:
        return state.season.year >= state.rules.years

    def apply(self, state: State) -> State:
        return state.but(result=Result(tuple(self.winners)))
