"""The position of Löwenherz: frozen and public, hidden cards lie in it as handles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.kernel.core import Seat, Value
from engine.loewenherz.board import (
    BIT,
    FOREST,
    INDEX,
    MEADOW,
    NEIGHBOURS,
    SQUARES,
    distance,
    numbers_in,
)
from engine.loewenherz.cards import FULL_DECK, HAND
from engine.loewenherz.land import NEUTRAL, Landscape

# H-2, H-3.
KNIGHTS: Final = 15
DUCATS: Final = 7
GOALS: Final[Mapping[int, int]] = {2: 50, 3: 40, 4: 30}
# H-4: six squares between castles of one colour.
APART: Final = 7
MONOPOLY: Final = 3
MONOPOLY_POINTS: Final = 5

# Where the game is, in the order of the book. A turn is `income` (if there is any), `choose`,
# `act` (after a card was played) and `refill`; `pause` lies before the first turn of a round.
SET_UP, CASTLES, DEAL, PAUSE = "set_up", "castles", "deal", "pause"
INCOME, CHOOSE, ACT, REFILL, OVER = "income", "choose", "act", "refill", "over"
SELL: Final = "sell"
EMPTY: Final = Landscape()


@dataclass(frozen=True)
class Doing(Value):
    """The card of the turn under way: sold, or played for an action that may go on."""

    handle: str
    card: str
    action: str
    # How many borders, knights or squares it still allows, and how many were done.
    left: int = 0
    done: int = 0
    # The own domain, and the one that a deserter leaves.
    domain: str = ""
    against: str = ""
    # Where the knight that takes a deserter's place must stand, if its victim was told.
    place: str = ""


@dataclass(frozen=True)
class Desertion(Value):
    """The question which knight deserts, which stops a turn: whom it is put to, about which
    domain, and where the new knight will stand."""

    seat: Seat
    domain: str
    against: str
    place: str
    knights: tuple[str, ...]


@dataclass(frozen=True)
class Realm(Value):
    """A game of Löwenherz between two facts; everything in it is public."""

    seats: tuple[Seat, ...]
    money: Mapping[Seat, int]
    points: Mapping[Seat, int]
    # Handles, the card held longest first.
    hands: Mapping[Seat, tuple[str, ...]]
    land: Landscape = EMPTY
    # The backs of the deck, the top card first.
    deck: str = FULL_DECK
    # Cards that lie open, by handle, the one that has lain longest first.
    market: Mapping[str, str] = field(default_factory=dict)
    played: Mapping[str, str] = field(default_factory=dict)
    # Cards in hands that everybody has seen, because they were taken from the market.
    open: Mapping[str, str] = field(default_factory=dict)
    # Pairs of castles, each in the order of the board.
    alliances: tuple[tuple[str, str], ...] = ()
    monopolies: frozenset[tuple[Seat, str]] = frozenset()
    stage: str = SET_UP
    round: int = 0
    turn: int = 0
    # Whose turn it is, or was; who placed the last castle.
    seat: Seat = ""
    # Who begins each round.
    first: Seat = ""
    # Whether it plays by standing orders, and is not asked.
    ordered: bool = False
    # The number of each seat's last turn.
    moved: Mapping[Seat, int] = field(default_factory=dict)
    doing: Doing | None = None
    asking: Desertion | None = None
    # Whether the last card of the deck was drawn.
    last: bool = False
    # What has ended the game: the goal, or the deck.
    ending: str = ""
    winners: tuple[Seat, ...] = ()

    @property
    def goal(self) -> int:
        """H-3: the points that end the game."""
        return GOALS[len(self.seats)]

    @property
    def colours(self) -> tuple[str, ...]:
        """The seats, and with two of them the neutral colour."""
        return (*self.seats, NEUTRAL) if len(self.seats) == 2 else self.seats

    @property
    def chapter(self) -> str:
        """The castles, then the round."""
        return str(self.round) if self.round else CASTLES if self.stage != SET_UP else ""

    def castle_turns(self) -> list[tuple[Seat, str]]:
        """H-4, H-5: who places a castle of which colour, in order."""
        rounds = castles_each(len(self.seats))
        own = [(seat, seat) for _ in range(rounds) for seat in self.seats]
        if len(self.seats) > 2:
            return own
        return own + [(self.seats[number % 2], NEUTRAL) for number in range(rounds)]

    def castle_turn(self) -> tuple[Seat, str] | None:
        """Who places the next castle, of which colour; none: all stand."""
        turns, placed = self.castle_turns(), len(self.land.castles)
        return turns[placed] if placed < len(turns) else None

    def knights_left(self, colour: str) -> int:
        """Knights of a colour in its supply."""
        return KNIGHTS - list(self.land.knights.values()).count(colour)

    def next_seat(self) -> Seat | None:
        """H-6, H-30: whose turn comes next; who has no cards is passed over; none: nobody has."""
        at = self.seats.index(self.seat) + (1 if self.turn else 0)
        clockwise = (*self.seats[at:], *self.seats[:at])
        return next((seat for seat in clockwise if self.hands[seat]), None)

    def begins_round(self, seat: Seat) -> bool:
        """Whether the turn of a seat, after the current one, is the first of a round."""
        at = self.seats.index(self.first)
        order = (*self.seats[at:], *self.seats[:at])
        return not self.turn or order.index(seat) <= order.index(self.seat)

    @property
    def allied(self) -> frozenset[tuple[str, str]]:
        """The pairs of allied castles, both ways round."""
        return frozenset([*self.alliances, *((b, a) for a, b in self.alliances)])

    @property
    def turn_over(self) -> bool:
        """Whether everything of the turn under way is done, the refill too."""
        if self.stage == PAUSE:
            return True
        doing = self.doing
        if self.asking or not doing or not doing.done or self.stage not in (ACT, REFILL):
            return False
        return self.last or len(self.hands[self.seat]) >= HAND

    def with_points(self, seat: Seat, points: int) -> Realm:
        """The same with points gained or lost; the neutral colour has none."""
        if not points:
            return self
        return self.but(points={**self.points, seat: self.points[seat] + points})

    def with_money(self, seat: Seat, ducats: int) -> Realm:
        """The same with ducats gained or paid."""
        return self.but(money={**self.money, seat: self.money[seat] + ducats})

    def with_doing(self, **changes: object) -> Realm:
        """The same with the card of the turn further on."""
        return self.but(doing=self.doing.but(**changes)) if self.doing else self


def castles_each(players: int) -> int:
    """H-2: how many castles each colour has."""
    return 3 if players == 4 else 4


def starting(seats: Sequence[Seat]) -> Realm:
    """H-2: the table before anything is laid out."""
    return Realm(
        seats=tuple(seats),
        money=dict.fromkeys(seats, DUCATS),
        points=dict.fromkeys(seats, 0),
        hands=dict.fromkeys(seats, ()),
    )


def castle_places(land: Landscape, colour: str) -> tuple[int, dict[str, list[str]]]:
    """H-4, H-29: how far from the others of its colour a castle must stand, and where it may, with
    the places for its knight."""
    free = land.terrain.open & ~land.occupied
    meadows = land.terrain.signs[MEADOW] & free
    places: dict[int, list[str]] = {}
    for number in numbers_in(meadows):
        beside = [SQUARES[near] for near in NEIGHBOURS[number] if free >> near & 1]
        if beside:
            places[number] = beside
    own = [INDEX[square] for square, owner in land.castles.items() if owner == colour]
    apart = {
        number: min((distance(number, other) for other in own), default=APART) for number in places
    }
    least = min(APART, max(apart.values(), default=APART))
    return least, {
        SQUARES[number]: beside for number, beside in places.items() if apart[number] >= least
    }


def forest_price(land: Landscape, square: str) -> int:
    """H-13: what a knight costs on a square besides the card."""
    return 1 if BIT[square] & land.terrain.signs[FOREST] else 0


def income(state: Realm, seat: Seat) -> int:
    """H-8: a ducat a kind of mine."""
    return len(state.land.mines(seat))


def monopolies(state: Realm) -> frozenset[tuple[Seat, str]]:
    """H-17, H-31: who has three or more mines of a kind."""
    return frozenset(
        (seat, kind)
        for seat in state.seats
        for kind, count in state.land.mines(seat).items()
        if count >= MONOPOLY
    )


def best_of(state: Realm, seats: Sequence[Seat]) -> list[Seat]:
    """H-18, H-22: who of some has most points, then most ducats; equals share."""
    ranks = {seat: (state.points[seat], state.money[seat]) for seat in seats}
    return [seat for seat in seats if ranks[seat] == max(ranks.values())]


def ducat_points(money: Mapping[Seat, int]) -> dict[Seat, int]:
    """H-18, H-31: 5 points for most ducats, 3 for the next lower amount above 0."""
    amounts = sorted({amount for amount in money.values() if amount > 0}, reverse=True)
    bonus = dict(zip(amounts, (5, 3), strict=False))
    return {seat: bonus[amount] for seat, amount in money.items() if amount in bonus}
