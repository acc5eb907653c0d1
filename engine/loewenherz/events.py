"""The facts of Löwenherz: what each one changes, and whether it can be told of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.devices.deck import is_draw
from engine.kernel.canonical import same
from engine.kernel.core import Event, EventKinds, Json, Seat
from engine.loewenherz.board import INDEX, QUARTERS, SHUFFLED, SIDES, laid, mask_of, squares_in
from engine.loewenherz.cards import CARDS, HAND
from engine.loewenherz.land import NEUTRAL, Landscape
from engine.loewenherz.legality import (
    alliance_fault,
    border_fault,
    deserter_fault,
    expand_fault,
    knight_fault,
)
from engine.loewenherz.settling import closing, due
from engine.loewenherz.state import (
    ACT,
    CASTLES,
    CHOOSE,
    DEAL,
    INCOME,
    OVER,
    PAUSE,
    REFILL,
    SELL,
    SET_UP,
    Desertion,
    Doing,
    Realm,
    castle_places,
    forest_price,
    income,
)

KINDS: EventKinds[Realm] = EventKinds()

# The labels under which chance is asked.
TILES_LABEL: Final = "tiles"
TURNS_LABEL: Final = "turns"
CARD_LABEL: Final = "card"
TILE_COUNT: Final = len(SHUFFLED) + 1


class Deed(Event[Realm]):
    """A fact somebody brings about; it waits until everything that follows of itself was told."""

    def fits(self, state: Realm) -> bool:
        return due(state) is None and self.allowed(state)

    def allowed(self, state: Realm) -> bool:
        """Whether the table allows it here."""
        raise NotImplementedError


class Consequence(Event[Realm]):
    """A fact that follows of itself, as soon as it can and exactly like this."""

    def fits(self, state: Realm) -> bool:
        follows = due(state) or closing(state)
        return (
            follows is not None
            and follows.kind == self.kind
            and same(follows.payload, self.payload())
        )


def is_doing(state: Realm, seat: Seat, action: str) -> bool:
    """Whether a seat is at an action of which something is left."""
    doing = state.doing
    return bool(
        state.stage == ACT
        and doing
        and not state.asking
        and (state.seat, doing.action) == (seat, action)
        and doing.left > 0
    )


def done_once(state: Realm, land: Landscape, **changes: object) -> Realm:
    """One of the card's steps is done, and the land has changed."""
    doing = state.doing
    if doing is None:
        return state.but(land=land)
    step = {"left": doing.left - 1, "done": doing.done + 1}
    return state.but(land=land, doing=doing.but(**step, **changes))


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
class CardDealt(Deed):
    """H-2, H-7: the top card of the deck goes into a hand, unseen."""

    kind: ClassVar[str] = "card_dealt"
    veiled: ClassVar[bool] = True
    seat: Seat
    handle: str
    deal: Json

    def allowed(self, state: Realm) -> bool:
        if not state.deck:
            return False
        letter = state.deck[0]
        label, deck = self.deal["stream"].rpartition(" ")[0], self.deal["deck"]
        top = (label, deck, self.deal["of"]) == (CARD_LABEL, letter, state.deck.count(letter))
        dealt = sum(map(len, state.hands.values())) + len(state.market) + len(state.played)
        numbered = self.handle == f"{CARD_LABEL} {dealt + 1}"
        return top and numbered and self.seat == to_be_dealt(state)

    def apply(self, state: Realm) -> Realm:
        hands = {**state.hands, self.seat: (*state.hands[self.seat], self.handle)}
        stage = DEAL if state.stage == DEAL else REFILL
        return state.but(hands=hands, deck=state.deck[1:], stage=stage)


def to_be_dealt(state: Realm) -> Seat | None:
    """Who gets the next card: the first that lacks one, then whoever refills."""
    if state.stage == DEAL:
        return next((seat for seat in state.seats if len(state.hands[seat]) < HAND), None)
    return state.seat if refills(state) else None


def refills(state: Realm) -> bool:
    """Whether the turn has come to its refill, and a card is missing."""
    doing = state.doing
    acted = doing is not None and doing.done > 0 and state.stage in (ACT, REFILL)
    return acted and not state.asking and not state.turn_over


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


class CardUsed(Deed):
    """A card leaves a hand; everybody sees it, for the first time unless it was in the market."""

    seat: Seat
    handle: str
    card: str
    shown: Json | None

    def is_from_hand(self, state: Realm) -> bool:
        """Whether the seat on turn has this card, and turns it up as it must be."""
        if state.stage != CHOOSE or self.seat != state.seat or self.card not in CARDS:
            return False
        if self.handle not in state.hands[self.seat]:
            return False
        if self.shown is None:
            return state.open.get(self.handle) == self.card
        turned_up = (self.shown["handle"], self.shown["card"]) == (self.handle, self.card)
        return turned_up and self.handle not in state.open

    def out_of_hand(self, state: Realm) -> Realm:
        """The same without the card in the hand."""
        hand = tuple(one for one in state.hands[self.seat] if one != self.handle)
        still_open = {one: card for one, card in state.open.items() if one != self.handle}
        return state.but(hands={**state.hands, self.seat: hand}, open=still_open)


@KINDS.add
@dataclass(frozen=True)
class CardSold(CardUsed):
    """H-9: a card goes to the market."""

    kind: ClassVar[str] = "card_sold"
    seat: Seat
    handle: str
    card: str
    shown: Json | None
    ducats: int

    def allowed(self, state: Realm) -> bool:
        return self.is_from_hand(state) and same(self.ducats, CARDS[self.card].sale)

    def apply(self, state: Realm) -> Realm:
        market = {**state.market, self.handle: self.card}
        sold = self.out_of_hand(state).with_money(self.seat, self.ducats)
        doing = Doing(self.handle, self.card, SELL, done=1)
        return sold.but(market=market, doing=doing, stage=REFILL)


@KINDS.add
@dataclass(frozen=True)
class CardPlayed(CardUsed):
    """H-10: a card is paid for, and one of its actions begins."""

    kind: ClassVar[str] = "card_played"
    seat: Seat
    handle: str
    card: str
    shown: Json | None
    action: str
    price: int

    def allowed(self, state: Realm) -> bool:
        if not self.is_from_hand(state) or self.action not in CARDS[self.card].actions:
            return False
        affordable = self.price <= state.money[self.seat]
        return affordable and same(self.price, CARDS[self.card].price)

    def apply(self, state: Realm) -> Realm:
        paid = self.out_of_hand(state).with_money(self.seat, -self.price)
        left = CARDS[self.card].actions[self.action]
        doing = Doing(self.handle, self.card, self.action, left)
        return paid.but(played={**state.played, self.handle: self.card}, doing=doing, stage=ACT)


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


@KINDS.add
@dataclass(frozen=True)
class MarketCardTaken(Deed):
    """H-7, H-30: a card of the market goes into a hand; not the one just sold."""

    kind: ClassVar[str] = "market_card_taken"
    seat: Seat
    handle: str
    card: str

    def allowed(self, state: Realm) -> bool:
        sold = state.doing.handle if state.doing else ""
        offered = state.market.get(self.handle) == self.card and self.handle != sold
        return offered and refills(state) and self.seat == state.seat

    def apply(self, state: Realm) -> Realm:
        market = {one: card for one, card in state.market.items() if one != self.handle}
        hands = {**state.hands, self.seat: (*state.hands[self.seat], self.handle)}
        seen = {**state.open, self.handle: self.card}
        return state.but(market=market, hands=hands, open=seen, stage=REFILL)


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
