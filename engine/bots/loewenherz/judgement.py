"""What a position is worth to a seat: points, mines, land that can be closed, knights, ducats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from engine.bots.loewenherz.enclosures import ROUGH, THOROUGH, Enclosure, Worth, enclosures, gaps
from engine.bots.loewenherz.taste import Taste
from engine.kernel.core import Seat
from engine.loewenherz.board import FOREST, MINES, ROYAL_CITY, VILLAGE, Terrain, beside
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.state import MONOPOLY, MONOPOLY_POINTS, Realm, ducat_points

POINT: Final = 1000
VICTORY: Final = 1_000_000
# What a neighbour would like to take, the best first; meadow is a way to more.
PREY: Final = (
    (ROYAL_CITY, 5000),
    (VILLAGE, 3000),
    *((mine, 2000) for mine in MINES),
    (FOREST, 1000),
)
MEADOW_PREY: Final = 250
# From so few cards in the deck on, the ducats at the end count.
FEW_CARDS: Final = 10
# Beyond so many turns it does not matter how many.
LONG: Final = 4
# The most borders of a card.
ONE_CARD: Final = 3


def turns_left(state: Realm, seat: Seat) -> int:
    """About how many turns a seat will have, this one among them."""
    if state.last:
        return len(state.hands[seat])
    return 3 + -(-len(state.deck) // len(state.seats))


class Judgement:
    """How a seat sees a position, and what would become of it."""

    def __init__(self, state: Realm, seat: Seat, taste: Taste) -> None:
        self.state, self.seat, self.taste = state, seat, taste
        self.terrain: Terrain = state.land.terrain
        self.turns = turns_left(state, seat)
        kept = max(0, taste.patience - taste.haste // (self.turns + 1))
        # What is left of a worth with so many borders missing, in thousandths.
        self.hopes = [1000]
        while len(self.hopes) < 64:
            self.hopes.append(self.hopes[-1] * kept // 1000)

    @cached_property
    def rival_weights(self) -> Mapping[Seat, int]:
        """What each rival's points count; more if it may soon win."""
        state, taste = self.state, self.taste
        usual = taste.rivals[len(state.seats) - 2]
        return {
            rival: usual * taste.alarm // 1000 if self.is_near_goal(rival) else usual
            for rival in state.seats
            if rival != self.seat
        }

    def is_near_goal(self, rival: Seat) -> bool:
        """Whether the points of a rival, with what it could close with one card, come close."""
        land, points = self.state.land, self.state.points[rival]
        quick = [
            self.terrain.worth(plan.squares)
            for castle, plans in self.enclosures.items()
            if land.castles[castle] == rival
            for plan in plans
            if gaps(plan.squares, land.walls) <= ONE_CARD
        ]
        return points + max(quick, default=0) >= self.state.goal - self.taste.near_goal

    def after(self, state: Realm) -> Judgement:
        """How the seat sees what it has made of the position: what castles could close is not
        searched for again, only what of it is still free."""
        later = Judgement(state, self.seat, self.taste)
        later.enclosures = {
            castle: [plan for plan in plans if not plan.squares & blocked]
            for castle, plans in self.enclosures.items()
            if castle not in state.land.domains
            for blocked in [self.blocked(state, state.land.castles[castle])]
        }
        return later

    @staticmethod
    def blocked(state: Realm, colour: str) -> int:
        """The squares that a new domain of a colour cannot have."""
        land = state.land
        return land.claimed | land.occupied & ~land.figures.get(colour, 0)

    def outlook(self, worth: int, missing: int) -> int:
        """What land is worth as long as so many borders are missing."""
        return worth * self.hopes[missing] // 1000

    @cached_property
    def enclosures(self) -> Mapping[str, list[Enclosure]]:
        """What each castle without a domain could close, the best first."""
        land = self.state.land
        seats = self.state.seats if self.taste.wary else (self.seat,)
        return {
            castle: enclosures(
                land,
                castle,
                self.worth_to(colour),
                self.outlook,
                THOROUGH if colour == self.seat else ROUGH,
            )
            for castle, colour in land.castles.items()
            if castle not in land.domains and colour in seats
        }

    def worth_to(self, seat: Seat) -> Worth:
        """What more land brings a seat, its mines counted with those it has."""
        signs = self.terrain.signs
        forest, village, city = signs[FOREST], signs[VILLAGE], signs[ROYAL_CITY]
        have = self.state.land.mines(seat)
        worths, mines = [], 0
        for sign, kind in MINES.items():
            mines |= signs[sign]
            before = self.mines_worth(have.get(kind, 0))
            # More than there are on the board there cannot be.
            counts = range(signs[sign].bit_count() + 1)
            steps = [self.mines_worth(have.get(kind, 0) + more) - before for more in counts]
            worths.append((signs[sign], steps))

        def worth(squares: int) -> int:
            total = POINT * (
                (squares & forest).bit_count()
                + 3 * (squares & village).bit_count()
                + 5 * (squares & city).bit_count()
            )
            if squares & mines:
                for mask, steps in worths:
                    total += steps[(squares & mask).bit_count()]
            # Of equals the larger: land to grow from, room for knights.
            return total + 60 * squares.bit_count()

        return worth

    def mines_worth(self, count: int) -> int:
        """What so many mines of one kind bring until the end."""
        if not count:
            return 0
        worth = self.taste.income * min(self.turns, self.taste.longest_income)
        if count >= MONOPOLY - 1:
            worth += self.taste.near_monopoly
        return worth + MONOPOLY_POINTS * POINT if count >= MONOPOLY else worth

    def value(self, state: Realm) -> int:
        """What a position is worth to the seat."""
        if state.winners:
            return VICTORY if self.seat in state.winners else -VICTORY
        total = self.held(state, self.seat) + self.purse(state)
        for rival, weight in self.rival_weights.items():
            total -= weight * self.held(state, rival) // 1000
        return total

    def held(self, state: Realm, seat: Seat) -> int:
        """What a seat has on the board, and what it may hope for there."""
        land = state.land
        total = POINT * state.points[seat]
        for count in land.mines(seat).values():
            # A monopoly has its points already.
            total += self.mines_worth(min(count, MONOPOLY - 1))
        blocked = self.blocked(state, seat)
        for castle, plans in self.enclosures.items():
            if land.castles[castle] == seat and castle not in land.domains:
                total += self.hope(plans, blocked, land.walls)
        if self.taste.wary:
            total += self.borderlands(state, seat)
        knights = land.figures.get(seat, 0) & ~land.castle_mask
        inside = 0
        for castle in land.owned_by(seat):
            guards = land.strength(castle)
            inside += guards
            total += self.taste.domain
            total += self.taste.knight * min(guards, self.taste.garrison)
        return total + self.taste.scout * (knights.bit_count() - inside)

    def hope(self, plans: list[Enclosure], blocked: int, walls: tuple[int, int]) -> int:
        """What the best of what a castle could close is worth now."""
        best = 0
        for squares, worth in plans:
            if not squares & blocked:
                best = max(best, worth * self.hopes[gaps(squares, walls)])
        return best // 1000

    def borderlands(self, state: Realm, seat: Seat) -> int:
        """Squares that neighbours could take from a seat, and those it could take from them."""
        land, taste = state.land, self.taste
        allied = state.allied
        total = 0
        for castle in land.owned_by(seat):
            mask, strength = land.domains[castle], land.strength(castle)
            near = beside(mask)
            for other, theirs in land.domains.items():
                owner = land.castles[other]
                if owner == seat or not theirs & near or (castle, other) in allied:
                    continue
                ahead = strength - land.strength(other)
                if ahead > 0:
                    total += taste.prospect * self.prey(theirs & near & ~land.occupied) // 1000
                elif ahead < 0 and owner != NEUTRAL:
                    reach = mask & beside(theirs) & ~land.occupied
                    total -= taste.threat * self.prey(reach) // 1000
        return total * min(self.turns, LONG) // LONG

    def prey(self, squares: int) -> int:
        """The best of some squares."""
        if not squares:
            return 0
        signs = self.terrain.signs
        return next((worth for sign, worth in PREY if squares & signs[sign]), MEADOW_PREY)

    def purse(self, state: Realm) -> int:
        """What the seat's ducats are worth: as long as there are turns to spend them in, and at
        the end."""
        ducats = state.money[self.seat]
        total, steps = 0, self.taste.ducats
        for step in steps[:-1]:
            total += step * min(5, ducats)
            ducats = max(0, ducats - 5)
        total = (total + steps[-1] * ducats) * min(self.turns - 1, LONG) // LONG
        scored = ducat_points(state.money)
        late = FEW_CARDS - min(FEW_CARDS, len(state.deck))
        bonus = scored.get(self.seat, 0) * POINT
        for rival, weight in self.rival_weights.items():
            bonus -= scored.get(rival, 0) * weight
        # Who is just behind is nearer to it than who is far behind.
        return total + bonus * late // FEW_CARDS + 20 * late * state.money[self.seat] // FEW_CARDS
