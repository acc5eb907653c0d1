"""The facts of a game's course: the board, the castles, rounds, turns and income."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.devices.deck import is_draw
from engine.kernel.canonical import same
from engine.kernel.core import EventKinds, Json, Seat
from engine.loewenherz.board import QUARTERS, SHUFFLED, laid
from engine.loewenherz.events.cards import to_be_dealt
from engine.loewenherz.events.deeds import Deed
from engine.loewenherz.state import (
    CASTLES,
    CHOOSE,
    DEAL,
    INCOME,
    PAUSE,
    SET_UP,
    Realm,
    castle_places,
    income,
)

KINDS: EventKinds[Realm] = EventKinds()

# The labels under which chance is asked.
TILES_LABEL: Final = "tiles"
TURNS_LABEL: Final = "turns"
TILE_COUNT: Final = len(SHUFFLED) + 1


@KINDS.add
@dataclass(frozen=True)
class BoardLaid(Deed):
    """H-1: eight tiles in the order drawn around the centre, nine turned as rolled."""

    kind: ClassVar[str] = "board_laid"
    draw: Json
    roll: Json

    def opens_chapter(self) -> str:
        return CASTLES

    def allowed(self, state: Realm) -> bool:
        label, sides = self.roll["stream"].rpartition(" ")[0], self.roll["sides"]
        rolled = (label, sides, len(self.roll["rolled"])) == (TURNS_LABEL, QUARTERS, TILE_COUNT)
        drawn = is_draw(self.draw, TILES_LABEL, SHUFFLED, len(SHUFFLED))
        return state.stage == SET_UP and drawn and rolled

    def apply(self, state: Realm) -> Realm:
        board = laid(self.draw["drawn"], self.roll["rolled"])
        return state.but(land=state.land.but(board=board), stage=CASTLES)


@KINDS.add
@dataclass(frozen=True)
class CastlePlaced(Deed):
    """H-4, H-5: a castle and its first knight."""

    kind: ClassVar[str] = "castle_placed"
    seat: Seat
    colour: str
    castle: str
    knight: str

    def allowed(self, state: Realm) -> bool:
        if state.stage != CASTLES or state.castle_turn() != (self.seat, self.colour):
            return False
        _, places = castle_places(state.land, self.colour)
        return self.knight in places.get(self.castle, ())

    def apply(self, state: Realm) -> Realm:
        castles = {**state.land.castles, self.castle: self.colour}
        knights = {**state.land.knights, self.knight: self.colour}
        placed = state.but(land=state.land.but(castles=castles, knights=knights), seat=self.seat)
        if placed.castle_turn() is not None:
            return placed
        return placed.but(stage=DEAL, first=self.seat)


@KINDS.add
@dataclass(frozen=True)
class RoundBegan(Deed):
    """Every seat has had its turn, or the first one comes."""

    kind: ClassVar[str] = "round_began"
    round: int

    def opens_chapter(self) -> str:
        return str(self.round)

    def allowed(self, state: Realm) -> bool:
        dealt = state.stage == DEAL and to_be_dealt(state) is None
        if not dealt and (state.stage == PAUSE or not state.turn_over):
            return False
        seat = state.next_seat()
        is_next = self.round == state.round + 1
        return is_next and seat is not None and state.begins_round(seat)

    def apply(self, state: Realm) -> Realm:
        return state.but(round=self.round, stage=PAUSE)


@KINDS.add
@dataclass(frozen=True)
class TurnBegan(Deed):
    """H-6: the next seat is on turn; whether it has left orders, it is not asked then."""

    kind: ClassVar[str] = "turn_began"
    turn: int
    seat: Seat
    ordered: bool

    def allowed(self, state: Realm) -> bool:
        if (self.turn, self.seat) != (state.turn + 1, state.next_seat()):
            return False
        within_round = state.turn_over and not state.begins_round(self.seat)
        return state.stage == PAUSE or within_round

    def apply(self, state: Realm) -> Realm:
        stage = INCOME if income(state, self.seat) else CHOOSE
        return state.but(
            turn=self.turn,
            seat=self.seat,
            ordered=self.ordered,
            moved={**state.moved, self.seat: self.turn},
            doing=None,
            stage=stage,
        )


@KINDS.add
@dataclass(frozen=True)
class IncomePaid(Deed):
    """H-8: a ducat for each kind of mine."""

    kind: ClassVar[str] = "income_paid"
    seat: Seat
    mines: dict[str, int]
    ducats: int

    def allowed(self, state: Realm) -> bool:
        mines = state.land.mines(state.seat)
        expected = same([self.seat, self.mines, self.ducats], [state.seat, mines, len(mines)])
        return state.stage == INCOME and expected

    def apply(self, state: Realm) -> Realm:
        return state.with_money(self.seat, self.ducats).but(stage=CHOOSE)
