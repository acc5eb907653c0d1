"""Who leads: by the points there are, and those a winter would bring at once."""

from __future__ import annotations

from engine.kernel.core import Json, Seat
from engine.wallenstein.board import BUILDING_KINDS, REGIONS
from engine.wallenstein.state import State
from engine.wallenstein.winter import most_of, seat_score


def lead(state: State) -> dict[Seat, int]:
    """Everybody's points as if winter came now; those they have while the last one is scored."""
    points = {seat: player.points for seat, player in state.players.items()}
    if is_scored(state):
        return points
    return {seat: points[seat] + score["total"] for seat, score in scores_now(state).items()}


def is_scored(state: State) -> bool:
    """Whether the winter of the year is counted already."""
    return state.result is not None or state.phase == "year_end"


def scores_now(state: State) -> dict[Seat, Json]:
    """What a winter would score now, item by item."""
    won: dict[Seat, list[Json]] = {seat: [] for seat in state.seats}
    for region in REGIONS:
        for building in BUILDING_KINDS:
            points, leaders = state.rules.majorities[building], most_of(state, region, building)
            for seat in leaders:
                won[seat].append({"points": points if len(leaders) == 1 else points - 1})
    return {seat: seat_score(state, seat, won[seat]) for seat in state.seats}


def majorities(score: Json) -> int:
    """The points a seat had for majorities."""
    return sum(item["points"] for item in score["majorities"])
