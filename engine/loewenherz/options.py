"""Everything that is legal, as form, mail, API, bots and tests read it."""

from __future__ import annotations

from typing import Final

from engine.kernel.core import Decision, Json, Seat
from engine.loewenherz.actions import ActionStep, TrialRun, gains_of, take
from engine.loewenherz.cards import CARDS
from engine.loewenherz.land import ordered
from engine.loewenherz.legality import (
    alliance_fault,
    deserter_fault,
    growths,
    knight_squares,
    legal_sides,
)
from engine.loewenherz.state import (
    ACT,
    CASTLES,
    CHOOSE,
    Doing,
    Realm,
    castle_places,
    forest_price,
)

PRINTED_CARDS: Final[Json] = {
    name: {"price": card.price, "sale": card.sale, "actions": dict(card.actions)}
    for name, card in CARDS.items()
}


def border_options(state: Realm) -> Json:
    """H-11: the sides where a border may be placed now."""
    return {"left": state.land.borders_left, "sides": legal_sides(state.land)}


def knight_options(state: Realm, seat: Seat) -> Json:
    """H-13: the squares for a knight now, with what they cost besides the card."""
    squares = knight_squares(state, seat)
    prices = {square: forest_price(state.land, square) for square in squares}
    return {"left": state.knights_left(seat), "squares": prices}


def expand_options(state: Realm, seat: Seat) -> Json:
    """H-14: the squares that each own domain may take now, with what each would bring."""
    return {castle: domain_options(state, castle) for castle in state.land.owned_by(seat)}


def domain_options(state: Realm, castle: str) -> Json:
    """The squares that a domain may take now, with what each would bring."""
    seat = state.land.castles[castle]
    acting = state.but(stage=ACT, doing=Doing("", "", "expand", 1))
    options = {}
    for square, growth in growths(state, castle).items():
        trial = TrialRun(acting)
        take(trial, seat, ActionStep("", "expand", square, castle))
        options[square] = {
            "from": growth.taken_from,
            "points": gains_of(trial.facts),
            "placed": len(growth.placed),
            "freed": len(growth.freed),
        }
    return options


def deserter_options(state: Realm, seat: Seat) -> Json:
    """H-15: between which domains a knight may change sides, and where it may stand then."""
    land = state.land
    options: Json = {}
    for castle in land.owned_by(seat):
        targets = {
            other: {
                "places": {
                    square: forest_price(land, square)
                    for square in knight_squares(state, seat, land.domains[castle])
                },
                "knights": land.removable(other),
            }
            for other in land.adjacent(castle)
            if deserter_fault(state, seat, castle, other) is None
        }
        if targets:
            options[castle] = targets
    return options


def alliance_options(state: Realm, seat: Seat) -> Json:
    """H-16: which own domain may ally with which others."""
    land = state.land
    pairs = {
        castle: [
            other
            for other in land.adjacent(castle)
            if alliance_fault(state, seat, castle, other) is None
        ]
        for castle in land.owned_by(seat)
    }
    return {castle: others for castle, others in pairs.items() if others}


def turn_options(state: Realm, seat: Seat) -> Json:
    """What a seat may do in its turn: with each action the legal first steps."""
    return {
        "turn": state.turn,
        "hand": list(state.hands[seat]),
        "money": state.money[seat],
        "refill": not state.last,
        "cards": PRINTED_CARDS,
        "market": list(state.market.values()),
        "borders": border_options(state),
        "knights": knight_options(state, seat),
        "expand": expand_options(state, seat),
        "deserter": deserter_options(state, seat),
        "alliance": alliance_options(state, seat),
    }


def castle_decision(state: Realm) -> Decision | None:
    """H-4: the question for the next castle."""
    placing = state.castle_turn()
    if placing is None:
        return None
    seat, colour = placing
    least, squares = castle_places(state.land, colour)
    options = {"colour": colour, "distance": least, "squares": squares}
    return Decision(f"castle{len(state.land.castles) + 1}.{seat}", seat, "castle", options)


def turn_id(turn: int, seat: Seat) -> str:
    """The id of the question what to do in a turn."""
    return f"{turn}.turn.{seat}"


def give_up_id(turn: int, seat: Seat) -> str:
    """The id of the question which knight deserts."""
    return f"{turn}.give_up.{seat}"


def wish_id(turn: int, kind: str, seat: Seat, *, asking: bool) -> str:
    """The id of a question that need not be answered; it is put again after every step."""
    return f"{turn}.{kind}{2 if asking else ''}.{seat}"


def decisions(state: Realm) -> list[Decision]:
    """What the game waits on, and what may be left beforehand."""
    if state.stage == CASTLES:
        castle = castle_decision(state)
        return [castle] if castle else []
    asking = state.asking
    if asking:
        options = {
            "by": state.seat,
            "domain": asking.domain,
            "against": asking.against,
            "place": asking.place,
            "knights": list(asking.knights),
        }
        name = give_up_id(state.turn, asking.seat)
        return [Decision(name, asking.seat, "give_up", options), *_wishes(state)]
    if state.stage == CHOOSE and not state.ordered:
        options = turn_options(state, state.seat)
        name = turn_id(state.turn, state.seat)
        return [Decision(name, state.seat, "turn", options), *_wishes(state)]
    return []


def _wishes(state: Realm) -> list[Decision]:
    """H-20: orders for the next turn, and a ranking of knights, of everybody else."""
    asking = state.asking is not None
    wishes = []
    for seat in state.seats:
        if seat == state.seat:
            continue
        hand, market = list(state.hands[seat]), list(state.market.values())
        if hand:
            name = wish_id(state.turn, "orders", seat, asking=asking)
            options = {"hand": hand, "market": market, "turn": state.turn}
            wishes.append(Decision(name, seat, "orders", options, optional=True))
        own = ordered(square for square, colour in state.land.knights.items() if colour == seat)
        if own and not (state.asking and state.asking.seat == seat):
            name = wish_id(state.turn, "ranking", seat, asking=asking)
            wishes.append(Decision(name, seat, "ranking", {"knights": own}, optional=True))
    return wishes
