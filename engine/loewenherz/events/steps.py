"""The facts of an action's steps: borders, knights, expansions, deserters, alliances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.kernel.canonical import same
from engine.kernel.core import EventKinds, Seat
from engine.loewenherz.board import INDEX, SIDES, mask_of, squares_in
from engine.loewenherz.events.deeds import Deed, done_once, is_doing
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.legality import (
    alliance_fault,
    border_fault,
    deserter_fault,
    expand_fault,
    knight_fault,
)
from engine.loewenherz.state import Desertion, Realm, forest_price

KINDS: EventKinds[Realm] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class BorderPlaced(Deed):
    """H-11: a border stands between two squares."""

    kind: ClassVar[str] = "border_placed"
    seat: Seat
    border: str

    def allowed(self, state: Realm) -> bool:
        if not is_doing(state, self.seat, "borders") or self.border not in SIDES:
            return False
        return border_fault(state.land, self.border) is None

    def apply(self, state: Realm) -> Realm:
        return done_once(state, state.land.but(borders=state.land.borders | {self.border}))


@KINDS.add
@dataclass(frozen=True)
class KnightPlaced(Deed):
    """H-13, H-27: a knight joins its colour; in the forest it costs a ducat."""

    kind: ClassVar[str] = "knight_placed"
    seat: Seat
    square: str
    price: int

    def allowed(self, state: Realm) -> bool:
        doing = state.doing
        if doing is None or self.square not in INDEX:
            return False
        within = None
        if doing.action == "deserter":
            if not doing.against or doing.place not in ("", self.square):
                return False
            within = state.land.domains[doing.domain]
        elif doing.action != "knights":
            return False
        fault = knight_fault(state, self.seat, self.square, within)
        priced = same(self.price, forest_price(state.land, self.square))
        return is_doing(state, self.seat, doing.action) and fault is None and priced

    def apply(self, state: Realm) -> Realm:
        land = state.land.but(knights={**state.land.knights, self.square: self.seat})
        return done_once(state.with_money(self.seat, -self.price), land)


@KINDS.add
@dataclass(frozen=True)
class DomainGrew(Deed):
    """H-14: a domain takes a square; whoever had it loses it, with all that it cuts off."""

    kind: ClassVar[str] = "domain_grew"
    seat: Seat
    castle: str
    square: str
    points: int
    placed: list[str]
    freed: list[str]
    # The castle of the domain that shrinks and its colour; none: the land was unclaimed.
    taken_from: str | None
    loser: str | None
    lost: list[str]
    lost_points: int

    def allowed(self, state: Realm) -> bool:
        doing, land = state.doing, state.land
        if doing is None or not is_doing(state, self.seat, "expand") or self.square not in INDEX:
            return False
        if land.castles.get(self.castle) != self.seat or self.castle not in land.domains:
            return False
        one_domain = doing.domain in ("", self.castle)
        if not one_domain or expand_fault(state, self.castle, self.square) is not None:
            return False
        return same(self.payload(), growth_of(state, self.castle, self.square).payload())

    def apply(self, state: Realm) -> Realm:
        land = state.land
        domains = {**land.domains, self.castle: land.domains[self.castle] | mask_of([self.square])}
        if self.taken_from is not None:
            domains[self.taken_from] &= ~mask_of(self.lost)
        borders = land.borders.difference(self.freed).union(self.placed)
        grown = done_once(state, land.but(borders=borders, domains=domains), domain=self.castle)
        grown = grown.with_points(self.seat, self.points)
        return grown.with_points(self.loser, self.lost_points) if self.loser else grown


def growth_of(state: Realm, castle: str, square: str) -> DomainGrew:
    """The fact that a domain takes a square, which it may."""
    land = state.land
    growth, worth = land.growth(castle, INDEX[square]), land.terrain.worth
    loser = land.castles[growth.taken_from] if growth.taken_from else None
    return DomainGrew(
        seat=land.castles[castle],
        castle=castle,
        square=square,
        points=worth(mask_of([square])),
        placed=list(growth.placed),
        freed=list(growth.freed),
        taken_from=growth.taken_from,
        loser=loser,
        lost=squares_in(growth.lost),
        lost_points=0 if loser in (None, NEUTRAL) else -worth(growth.lost),
    )


def names_desertion(state: Realm, by: Seat, domain: str, against: str) -> bool:
    """Whether a seat is at a deserter, and these two domains may be named for it."""
    if not is_doing(state, by, "deserter") or (state.doing and state.doing.against):
        return False
    castles, domains = state.land.castles, state.land.domains
    own = castles.get(domain) == by and domain in domains and against in domains
    return own and deserter_fault(state, by, domain, against) is None


@KINDS.add
@dataclass(frozen=True)
class DeserterAsked(Deed):
    """H-15: the turn stops until the victim has chosen the knight that leaves."""

    kind: ClassVar[str] = "deserter_asked"
    asks: ClassVar[bool] = True
    seat: Seat
    by: Seat
    domain: str
    against: str
    place: str
    knights: list[str]

    def allowed(self, state: Realm) -> bool:
        if not names_desertion(state, self.by, self.domain, self.against):
            return False
        land = state.land
        expected = [land.castles[self.against], land.removable(self.against)]
        if [self.seat, self.knights] != expected or self.seat == NEUTRAL or len(self.knights) < 2:
            return False
        known = self.place in INDEX
        within = land.domains[self.domain]
        return known and knight_fault(state, self.by, self.place, within) is None

    def apply(self, state: Realm) -> Realm:
        knights = tuple(self.knights)
        return state.but(
            asking=Desertion(self.seat, self.domain, self.against, self.place, knights)
        )


@KINDS.add
@dataclass(frozen=True)
class KnightDeserted(Deed):
    """H-15: a knight leaves its domain; one of the other side comes into `domain` next."""

    kind: ClassVar[str] = "knight_deserted"
    seat: str
    by: Seat
    square: str
    against: str
    domain: str

    def allowed(self, state: Realm) -> bool:
        asking = state.asking
        if asking and (asking.domain, asking.against) != (self.domain, self.against):
            return False
        if not names_desertion(state.but(asking=None), self.by, self.domain, self.against):
            return False
        land = state.land
        leaves = self.square in land.removable(self.against)
        return leaves and land.castles[self.against] == self.seat

    def apply(self, state: Realm) -> Realm:
        knights = {sq: colour for sq, colour in state.land.knights.items() if sq != self.square}
        left = state.but(land=state.land.but(knights=knights), asking=None)
        place = state.asking.place if state.asking else ""
        return left.with_doing(domain=self.domain, against=self.against, place=place)


@KINDS.add
@dataclass(frozen=True)
class AllianceMade(Deed):
    """H-16: two domains that will never expand into each other."""

    kind: ClassVar[str] = "alliance_made"
    seat: Seat
    castles: list[str]

    def allowed(self, state: Realm) -> bool:
        land = state.land
        if not is_doing(state, self.seat, "alliance") or len(self.castles) != 2:
            return False
        if self.castles != sorted(self.castles, key=INDEX.__getitem__):
            return False
        own = [castle for castle in self.castles if land.castles.get(castle) == self.seat]
        if len(own) != 1 or not all(castle in land.domains for castle in self.castles):
            return False
        other = next(castle for castle in self.castles if castle != own[0])
        return alliance_fault(state, self.seat, own[0], other) is None

    def apply(self, state: Realm) -> Realm:
        pair = (self.castles[0], self.castles[1])
        return done_once(state.but(alliances=(*state.alliances, pair)), state.land)
