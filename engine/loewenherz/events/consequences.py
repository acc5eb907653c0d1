"""The facts that follow of themselves: domains, monopolies, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.kernel.canonical import same
from engine.kernel.core import Event, EventKinds, Seat
from engine.loewenherz.board import mask_of
from engine.loewenherz.settling import closing, due
from engine.loewenherz.state import OVER, Realm

KINDS: EventKinds[Realm] = EventKinds()


class Consequence(Event[Realm]):
    """A fact that follows of itself, as soon as it can and exactly like this."""

    def fits(self, state: Realm) -> bool:
        follows = due(state) or closing(state)
        return (
            follows is not None
            and follows.kind == self.kind
            and same(follows.payload, self.payload())
        )


@KINDS.add
@dataclass(frozen=True)
class DomainArose(Consequence):
    """H-12: a castle's area is closed; it scores for its owner, borders inside are freed."""

    kind: ClassVar[str] = "domain_arose"
    castle: str
    owner: str
    squares: list[str]
    points: int
    freed: list[str]
    # What lies in it, for whoever tells of it without a board.
    landmarks: dict[str, int]

    def apply(self, state: Realm) -> Realm:
        land = state.land
        domains = {**land.domains, self.castle: mask_of(self.squares)}
        land = land.but(domains=domains, borders=land.borders.difference(self.freed))
        return state.but(land=land).with_points(self.owner, self.points)


@KINDS.add
@dataclass(frozen=True)
class MonopolyWon(Consequence):
    """H-17: three mines of a kind, or more."""

    kind: ClassVar[str] = "monopoly_won"
    seat: Seat
    mine: str
    points: int

    def apply(self, state: Realm) -> Realm:
        monopolies = state.monopolies | {(self.seat, self.mine)}
        return state.but(monopolies=monopolies).with_points(self.seat, self.points)


@KINDS.add
@dataclass(frozen=True)
class MonopolyLost(Consequence):
    """H-17: no longer three mines of a kind; its points are negative."""

    kind: ClassVar[str] = "monopoly_lost"
    seat: Seat
    mine: str
    points: int

    def apply(self, state: Realm) -> Realm:
        monopolies = state.monopolies - {(self.seat, self.mine)}
        return state.but(monopolies=monopolies).with_points(self.seat, self.points)


@KINDS.add
@dataclass(frozen=True)
class DeckEmptied(Consequence):
    """H-18: the last card was drawn; from now on nobody refills."""

    kind: ClassVar[str] = "deck_emptied"
    seat: Seat

    def apply(self, state: Realm) -> Realm:
        return state.but(last=True)


@KINDS.add
@dataclass(frozen=True)
class GoalReached(Consequence):
    """H-18, H-22: everything stops."""

    kind: ClassVar[str] = "goal_reached"
    seats: list[str]
    goal: int

    def apply(self, state: Realm) -> Realm:
        return state.but(stage=OVER, ending="goal")


@KINDS.add
@dataclass(frozen=True)
class DucatsScored(Consequence):
    """H-18, H-31: the last card is played or sold, and ducats bring points."""

    kind: ClassVar[str] = "ducats_scored"
    money: dict[str, int]
    points: dict[str, int]

    def apply(self, state: Realm) -> Realm:
        points = {seat: had + self.points.get(seat, 0) for seat, had in state.points.items()}
        return state.but(points=points, stage=OVER, ending="deck")


@KINDS.add
@dataclass(frozen=True)
class KingReturned(Consequence):
    """H-18: the game is over, by the goal or by the deck."""

    kind: ClassVar[str] = "game_ended"
    winners: list[str]
    ending: str
    points: dict[str, int]
    money: dict[str, int]

    def apply(self, state: Realm) -> Realm:
        return state.but(winners=tuple(self.winners))


# What follows of itself, by its kind.
CONSEQUENCES: Final = {
    cls.kind: cls
    for cls in (
        DomainArose,
        MonopolyWon,
        MonopolyLost,
        DeckEmptied,
        GoalReached,
        DucatsScored,
        KingReturned,
    )
}
