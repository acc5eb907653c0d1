"""What the verifier makes of the land of Löwenherz is what the rules make of it, anywhere."""

from __future__ import annotations

import pytest

from engine.loewenherz.board import SIDES, SQUARES
from engine.loewenherz.legality import growths, knight_squares, legal_sides
from engine.loewenherz.state import Realm, castle_places
from games.trust.verifier import TABLES, AuditReport
from games.trust.verifier.encoding import Wrong
from games.trust.verifier.loewenherz import LoewenherzCourse
from games.trust.verifier.position import LogPosition
from tests.rules.loewenherz.tables import stream_of, with_castles
from tests.trust.loewenherz_games import LOEWENHERZ
from tests.trust.rich_loewenherz import RICH, rich_game, snapshot

# Told seldom, and by none of the games that begin with an empty board.
SELDOM = {"monopoly_won", "monopoly_lost", "deserter_asked", "knight_deserted", "alliance_made"}


def course_at(state: Realm) -> LoewenherzCourse:
    """A verifier that has followed a game up to a position between two turns."""
    at, given = LogPosition(AuditReport()), snapshot(state)
    at.seats, at.rules = list(state.seats), TABLES["rulesets"][LOEWENHERZ]
    course = LoewenherzCourse(at)
    land = course.land
    land.signs = dict(zip(SQUARES, given.pop("board"), strict=True))
    land.castles, land.knights = given.pop("castles"), given.pop("knights")
    land.borders = set(given.pop("borders"))
    land.domains = {castle: set(squares) for castle, squares in given.pop("domains").items()}
    for name, value in given.items():
        setattr(course, name, value)
    return course


def test_the_facts_of_rich_games_are_those_it_expects() -> None:
    kinds, cut_off = set(), 0
    for seats, name in RICH:
        state, steps = rich_game(seats, name)
        course = course_at(state)
        for step in steps:
            course.at.decided |= set(step.decided)
            for kind, payload in step.facts:
                course.after_chance(1, kind, payload)
                kinds.add(kind)
                cut_off += len(payload.get("lost", ())) > 1
            agree(course, step.state)
    assert kinds >= SELDOM
    assert cut_off


def agree(course: LoewenherzCourse, state: Realm) -> None:
    """What is legal now for the seat on turn, square by square and side by side."""
    land = state.land
    assert (course.points, course.money) == (state.points, state.money)
    course.action = course.domain = ""
    assert {s for s in SQUARES if course._has_room(s)} == set(knight_squares(state, state.seat))
    for castle in land.owned_by(state.seat):
        may = {square for square in SQUARES if course._may_grow(castle, square)}
        assert may == set(growths(state, castle))
        assert course.land.removable(castle) == land.removable(castle)
    legal = set(legal_sides(land))
    for side in SIDES:
        placed = set(course.land.borders), course.may, course.done
        try:
            course.border_placed({"border": side})
            assert side in legal
        except Wrong:
            assert side not in legal
        course.land.borders, course.may, course.done = placed


@pytest.mark.parametrize("number", range(6))
def test_castles_may_stand_where_the_rules_say(number: int) -> None:
    state = with_castles("ABCD"[: 2 + number % 3], stream_of(f"castles {number}"))
    course = course_at(state)
    figures = [*zip(state.land.castles.items(), state.land.knights.items(), strict=True)]
    for standing in range(len(figures)):
        castles = dict(castle for castle, _ in figures[:standing])
        knights = dict(knight for _, knight in figures[:standing])
        course.land.castles, course.land.knights = castles, knights
        for colour in state.colours:
            _, places = castle_places(state.land.but(castles=castles, knights=knights), colour)
            assert course.land.castle_places(colour) == places
