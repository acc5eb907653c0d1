"""What the land allows: each function says what is wrong with one step, or nothing.

Rules, options, answers, previews and sceptics ask the same questions here.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.core import Json, Seat
from engine.loewenherz.board import BIT, INDEX, SIDE_BITS, SIDES, SQUARES, beside, squares_in
from engine.loewenherz.land import Growth, Landscape
from engine.loewenherz.state import Realm, forest_price


class Fault(NamedTuple):
    """What is wrong with a step: a word for it, the rule, and the facts of the matter."""

    code: str
    rule: str
    data: Json


def parted_colour(land: Landscape, side: str) -> str | None:
    """The colour of two figures that a border would part; none: it parts none of one colour."""
    both = SIDE_BITS[side]
    return next((c for c, mask in land.figures.items() if mask & both == both), None)


def border_fault(land: Landscape, side: str) -> Fault | None:
    """H-11, H-19, H-23: what is wrong with a border on a side."""
    if side in land.borders:
        return Fault("side_taken", "H-23", {"side": side})
    if land.borders_left < 1:
        return Fault("no_border_left", "H-19", {"side": side, "left": 0})
    one, other = SIDES[side]
    castle = land.domain_at(1 << one)
    if castle is not None and land.domains[castle] >> other & 1:
        return Fault("inside_domain", "H-11", {"side": side, "castle": castle})
    colour = parted_colour(land, side)
    if colour is not None:
        squares = [SQUARES[one], SQUARES[other]]
        return Fault("parts_figures", "H-11", {"side": side, "colour": colour, "squares": squares})
    return None


def legal_sides(land: Landscape) -> list[str]:
    """H-11: every side where a border may be placed now."""
    if land.borders_left < 1:
        return []
    closed = [*land.domains.values(), *land.figures.values()]
    return [
        side
        for side, both in SIDE_BITS.items()
        if side not in land.borders and not any(mask & both == both for mask in closed)
    ]


def knight_squares(state: Realm, seat: Seat, within: int | None = None) -> list[str]:
    """H-13: the squares where a knight may be placed now, its price aside."""
    land = state.land
    if state.knights_left(seat) < 1 or seat not in land.figures:
        return []
    near = land.within_reach(land.figures[seat]) & land.terrain.open & ~land.occupied
    return squares_in(near if within is None else near & within)


def knight_fault(state: Realm, seat: Seat, square: str, within: int | None = None) -> Fault | None:
    """H-13, H-23, H-27: what is wrong with a knight on a square (of a domain)."""
    land, bit = state.land, BIT[square]
    if state.knights_left(seat) < 1:
        return Fault("no_knight_left", "H-13", {"square": square, "left": 0})
    if not bit & land.terrain.open:
        return Fault("no_land_for_knights", "H-13", {"square": square, "sign": sign(land, square)})
    if bit & land.occupied:
        return Fault("square_taken", "H-13", {"square": square})
    accepted = knight_squares(state, seat, within)
    if within is not None and not bit & within:
        return Fault("outside_domain", "H-27", {"square": square, "accepted": accepted})
    if square not in accepted:
        return Fault("not_beside_figure", "H-13", {"square": square, "accepted": accepted})
    price = forest_price(land, square)
    if price > state.money[seat]:
        data = {"square": square, "price": price, "money": state.money[seat]}
        return Fault("forest_too_dear", "H-13", data)
    return None


def sign(land: Landscape, square: str) -> str:
    """The land of a square."""
    return land.board[INDEX[square]]


def expand_fault(state: Realm, castle: str, square: str) -> Fault | None:
    """H-14, H-19, H-25: what is wrong with a domain's step onto a square."""
    land, bit, number = state.land, BIT[square], INDEX[square]
    own, colour = land.domains[castle], land.castles[castle]
    if bit & own:
        return Fault("already_inside", "H-14", {"square": square, "castle": castle})
    if not bit & beside(own):
        return Fault("not_beside_domain", "H-14", {"square": square, "castle": castle})
    figure = land.castles.get(square) or land.knights.get(square)
    if figure is not None and (square in land.castles or figure != colour):
        return Fault("figure_there", "H-14", {"square": square, "colour": figure})
    source = land.domain_at(bit)
    if source is not None:
        fault = _enemy_fault(state, castle, source, square)
        if fault is not None:
            return fault
    growth = land.growth(castle, number)
    if figure is not None:
        others = [one for one in land.chained_castles(square) if one != castle]
        if others or castle not in land.chained_castles(square):
            return Fault("other_chain", "H-25", {"square": square, "castles": others})
        for side in growth.placed:
            if parted_colour(land, side) is not None:
                both = {"side": side, "squares": side.split("|")}
                return Fault("parts_figures", "H-14", {**both, "square": square, "colour": colour})
    left = land.borders_left + len(growth.freed)
    if len(growth.placed) > left:
        needed = len(growth.placed)
        data: Json = {"square": square, "needed": needed, "left": left}
        return Fault("too_few_borders", "H-19", data)
    return None


def _enemy_fault(state: Realm, castle: str, source: str, square: str) -> Fault | None:
    land = state.land
    if land.castles[source] == land.castles[castle]:
        return Fault("own_domain", "H-14", {"square": square, "castle": source})
    if (castle, source) in state.allied:
        return Fault("allied", "H-16", {"square": square, "castle": source})
    own, enemy = land.strength(castle), land.strength(source)
    if own <= enemy:
        data = {"square": square, "castle": source, "own": own, "enemy": enemy}
        return Fault("not_stronger", "H-14", data)
    return None


def growths(state: Realm, castle: str) -> dict[str, Growth]:
    """H-14: the squares that a domain may take now, with what each does."""
    land = state.land
    near = beside(land.domains[castle]) & ~land.domains[castle]
    return {
        square: land.growth(castle, INDEX[square])
        for square in squares_in(near)
        if expand_fault(state, castle, square) is None
    }


def deserter_fault(state: Realm, seat: Seat, castle: str, against: str) -> Fault | None:
    """H-15, H-27: what is wrong with a knight that changes sides between two domains."""
    land = state.land
    accepted = [one for one in land.adjacent(castle) if land.castles[one] != seat]
    data: Json = {"castle": castle, "against": against}
    if against not in accepted:
        return Fault("not_adjacent", "H-15", {**data, "accepted": accepted})
    for one in (castle, against):
        if not land.strength(one):
            return Fault("no_knight_there", "H-15", {"castle": one})
    if not knight_squares(state, seat, land.domains[castle]):
        return Fault("no_room", "H-15", {"castle": castle, "left": state.knights_left(seat)})
    return None


def alliance_fault(state: Realm, seat: Seat, castle: str, against: str) -> Fault | None:
    """H-16, H-28: what is wrong with an alliance of two domains."""
    land = state.land
    accepted = [one for one in land.adjacent(castle) if land.castles[one] != seat]
    data: Json = {"castle": castle, "against": against}
    if against not in accepted:
        return Fault("not_adjacent", "H-16", {**data, "accepted": accepted})
    if (castle, against) in state.allied:
        return Fault("allied_already", "H-28", data)
    return None
