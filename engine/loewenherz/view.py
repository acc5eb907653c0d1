"""What a seat, or a spectator, may know: everything but what is on the hidden cards."""

from __future__ import annotations

from engine.kernel.core import Json
from engine.loewenherz.board import rows_of, squares_in
from engine.loewenherz.land import NEUTRAL, ordered
from engine.loewenherz.state import CASTLES, SET_UP, Realm


def phase_of(state: Realm) -> str:
    """The part of the game: castles, play, or the last cards."""
    if state.stage in (SET_UP, CASTLES):
        return CASTLES
    return "last" if state.last else "play"


def turn_of(state: Realm) -> str | None:
    """Whose turn it is; none before the board is laid and after the end."""
    if state.winners or state.stage == SET_UP:
        return None
    placing = state.castle_turn() if state.stage == CASTLES else None
    if placing is not None:
        return placing[0]
    return state.next_seat() if state.turn_over else state.seat


def domains_view(state: Realm) -> list[Json]:
    """The domains in the order of their castles, with what their land is worth."""
    land = state.land
    return [
        {
            "castle": castle,
            "owner": land.castles[castle],
            "squares": squares_in(land.domains[castle]),
            "points": land.terrain.worth(land.domains[castle]),
            "knights": squares_in(land.knights_of(castle)),
        }
        for castle in ordered(land.domains)
    ]


def table_view(state: Realm) -> Json:
    """What lies on the table."""
    land = state.land
    return {
        "castles": {square: land.castles[square] for square in ordered(land.castles)},
        "knights": {square: land.knights[square] for square in ordered(land.knights)},
        "borders": land.borders_within(-1),
        "domains": domains_view(state),
        "alliances": [list(pair) for pair in state.alliances],
        "money": dict(state.money),
        "points": dict(state.points),
        "market": list(state.market.values()),
        "hands": {seat: list(hand) for seat, hand in state.hands.items()},
        "deck": len(state.deck),
        "supply": {
            "borders": land.borders_left,
            "knights": {colour: state.knights_left(colour) for colour in state.colours},
        },
        "turn": turn_of(state),
        "finished": bool(state.winners),
        "winners": list(state.winners),
    }


def view(state: Realm) -> Json:
    """The whole position; nothing of it depends on who looks."""
    land = state.land
    return {
        "chapter": state.chapter,
        "round": state.round,
        "phase": phase_of(state),
        "goal": state.goal,
        "board": rows_of(land.board),
        **table_view(state),
        "played": list(state.played.values()),
        "open": dict(state.open),
        "next_card": state.deck[:1],
        "mines": {seat: land.mines(seat) for seat in state.seats},
        "monopolies": {
            seat: sorted(kind for owner, kind in state.monopolies if owner == seat)
            for seat in state.seats
        },
        "neutral": NEUTRAL in state.colours,
    }
