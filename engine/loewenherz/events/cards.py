"""The facts of cards: dealt, sold, played, and taken from the market."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.kernel.canonical import same
from engine.kernel.core import EventKinds, Json, Seat
from engine.loewenherz.cards import CARDS, HAND
from engine.loewenherz.events.deeds import Deed
from engine.loewenherz.state import ACT, CHOOSE, DEAL, REFILL, SELL, Doing, Realm

KINDS: EventKinds[Realm] = EventKinds()

# The label under which chance is asked for a card.
CARD_LABEL: Final = "card"


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
