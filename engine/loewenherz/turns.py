"""The course of the game as the book tells it: set-up, castles, income, sell or play, refill, last
cards, end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kernel.core import Json, Seat, Turn
from engine.loewenherz.actions import conclude, is_stopped, settle, steps_of, take
from engine.loewenherz.answers import DECK, SELL, with_canonical_sides
from engine.loewenherz.board import QUARTERS, SHUFFLED
from engine.loewenherz.cards import CARDS, PILES
from engine.loewenherz.events import (
    CARD_LABEL,
    TILE_COUNT,
    TILES_LABEL,
    TURNS_LABEL,
    BoardLaid,
    CardDealt,
    CardPlayed,
    CardSold,
    CastlePlaced,
    DeserterAsked,
    IncomePaid,
    KnightDeserted,
    MarketCardTaken,
    RoundBegan,
    TurnBegan,
    refills,
    to_be_dealt,
)
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.options import give_up_id, turn_id
from engine.loewenherz.standing import first_legal, orders_in_force, ranking_in_force
from engine.loewenherz.state import DEAL, INCOME, PAUSE, Realm


def lay_board(turn: Turn[Realm]) -> None:
    """H-1: the tiles are shuffled around the centre, and all are turned."""
    draw = turn.chance.draw(TILES_LABEL, SHUFFLED, len(SHUFFLED))
    turn.emit(BoardLaid(draw, turn.chance.roll(TURNS_LABEL, QUARTERS, TILE_COUNT)))


def place_castle(turn: Turn[Realm], answer: Json) -> None:
    """H-4: a castle and a knight; after the last of them hands are dealt."""
    placing = turn.state.castle_turn()
    if placing is None:
        raise ValueError("all castles stand")
    turn.emit(CastlePlaced(*placing, answer["castle"], answer["knight"]))
    if turn.state.stage == DEAL:
        deal_hands(turn)


def deal_hands(turn: Turn[Realm]) -> None:
    """H-2: three cards each, off the deck."""
    while (seat := to_be_dealt(turn.state)) is not None:
        deal_card(turn, seat)


def deal_card(turn: Turn[Realm], seat: Seat) -> None:
    """The top card of the deck; the piles lie on each other, each shuffled for itself."""
    letter = turn.state.deck[0]
    turn.deal(partial(CardDealt, seat), CARD_LABEL, letter, PILES[letter])


def begin_turn(turn: Turn[Realm]) -> None:
    """H-6, H-8: the next seat, and its income."""
    seat = turn.state.next_seat()
    if seat is None:
        raise ValueError("nobody has a card")
    if turn.state.stage != PAUSE and turn.state.begins_round(seat):
        turn.emit(RoundBegan(turn.state.round + 1))
    ordered = bool(orders_in_force(turn.state, turn.answers, seat))
    turn.emit(TurnBegan(turn.state.turn + 1, seat, ordered))
    # A deck that somebody wrote down may have been just enough for the hands.
    settle(turn)
    if turn.state.stage == INCOME:
        mines = turn.state.land.mines(seat)
        turn.emit(IncomePaid(seat, mines, len(mines)))


def play_on(turn: Turn[Realm]) -> None:
    """Turn after turn, until somebody is asked or the game is over."""
    conclude(turn)
    while not turn.state.winners:
        begin_turn(turn)
        if not turn.state.ordered:
            return
        take_turn(turn, ordered_answer(turn, turn.state))
        if turn.state.asking:
            return
        conclude(turn)


def ordered_answer(turn: Turn[Realm], state: Realm) -> Json:
    """H-32: what a seat's standing orders make of a position."""
    cards = {handle: turn.chance.card(handle) for handle in state.hands[state.seat]}
    # Left before the turn began, and it would not have begun like this without them.
    before = state.but(turn=state.turn - 1, moved={})
    orders = orders_in_force(before, turn.answers, state.seat)
    return first_legal(state, state.seat, orders, cards)


def take_turn(turn: Turn[Realm], answer: Json) -> None:
    """H-7: exactly one card is sold or played, then the hand is refilled."""
    answer = with_canonical_sides(answer)
    seat, handle = turn.state.seat, answer["card"]
    card: str = turn.chance.card(handle)
    shown = None if handle in turn.state.open else turn.chance.shown(handle)
    if answer["do"] == SELL:
        turn.emit(CardSold(seat, handle, card, shown, CARDS[card].sale))
    else:
        action = answer["action"]
        turn.emit(CardPlayed(seat, handle, card, shown, action, CARDS[card].price))
        if action == "deserter":
            desert(turn, answer)
        else:
            act(turn, answer)
    if not turn.state.asking:
        refill(turn, answer.get("refill", ()))


def act(turn: Turn[Realm], answer: Json) -> None:
    """H-10, H-21, H-22: step by step, until the goal stops everything."""
    for step in steps_of(answer):
        if is_stopped(turn.state):
            return
        take(turn, turn.state.seat, step)


def desert(turn: Turn[Realm], answer: Json) -> None:
    """H-15, H-27: a knight leaves the other domain, a new one comes into the own."""
    land, against = turn.state.land, answer["against"]
    victim, knights = land.castles[against], land.removable(against)
    if victim == NEUTRAL:
        ranking = answer.get("give_up", [])
        leaving = next((one for one in ranking if one in knights), knights[0])
    elif len(knights) == 1:
        leaving = knights[0]
    else:
        ranking = ranking_in_force(turn.state, turn.answers, victim)
        ranked = next((one for one in ranking if one in knights), None)
        if ranked is None:
            place, seat = answer["knight"], turn.state.seat
            turn.ask(DeserterAsked(victim, seat, answer["domain"], against, place, knights))
            return
        leaving = ranked
    leave(turn, answer, leaving)


def leave(turn: Turn[Realm], answer: Json, knight: str) -> None:
    """The knight goes, and the new one is placed."""
    seat, against = turn.state.seat, answer["against"]
    colour = turn.state.land.castles[against]
    turn.emit(KnightDeserted(colour, seat, knight, against, answer["domain"]))
    act(turn, answer)


def give_up(turn: Turn[Realm]) -> None:
    """The victim has chosen, and the turn that was stopped goes on."""
    asking = turn.state.asking
    if asking is None:
        raise ValueError("nobody was asked for a knight")
    answer = stopped_answer(turn)
    leave(turn, answer, turn.answers[give_up_id(turn.state.turn, asking.seat)]["knight"])
    refill(turn, answer.get("refill", ()))


def stopped_answer(turn: Turn[Realm]) -> Json:
    """The answer of the turn that a deserter has stopped: the one that was sealed, or what its
    standing orders said of the position before its card was played."""
    state, doing = turn.state, turn.state.doing
    if not state.ordered or doing is None:
        return turn.answers[turn_id(state.turn, state.seat)]
    hand = (doing.handle, *state.hands[state.seat])
    before = state.with_money(state.seat, CARDS[doing.card].price)
    before = before.but(hands={**state.hands, state.seat: hand}, doing=None, asking=None)
    return ordered_answer(turn, before)


def refill(turn: Turn[Realm], wishes: Sequence[str]) -> None:
    """H-7, H-30: the first wish that can be had, else the deck, up to three cards."""
    while refills(turn.state):
        handle = wished(turn.state, wishes)
        if handle is None:
            deal_card(turn, turn.state.seat)
        else:
            state = turn.state
            turn.emit(MarketCardTaken(state.seat, handle, state.market[handle]))
        settle(turn)


def wished(state: Realm, wishes: Sequence[str]) -> str | None:
    """The card of the market that the wishes come to; none: the deck."""
    sold = state.doing.handle if state.doing else ""
    for wish in wishes:
        if wish == DECK:
            return None
        for handle, card in state.market.items():
            if card == wish and handle != sold:
                return handle
    return None
