"""Who leads: by the points there are, and those a winter would bring at once."""

from __future__ import annotations

from engine.kernel.core import Json, Seat
from engine.wallenstein.score import winter_scores
from engine.wallenstein.state import State
from games.boards.race import PointsRace


def lead(state: State) -> dict[Seat, int]:
    """Everybody's points as if winter came now; those they have while the last one is scored."""
    points = {seat: player.points for seat, player in state.players.items()}
    if is_scored(state):
        return points
    return {seat: points[seat] + score["total"] for seat, score in scores_now(state).items()}


def is_scored(state: State) -> bool:
    """Whether the winter of the year is counted already."""
    return state.result is not None or state.phase == "year_end"


def race(state: State) -> PointsRace:
    """These points as a race, over when the game is."""
    return PointsRace(lead(state), tuple(state.result.winners) if state.result is not None else ())


def scores_now(state: State) -> dict[Seat, Json]:
    """What a winter would score now, item by item."""
    return winter_scores(state.seats, state.counties, state.rules.majorities)


def majorities(score: Json) -> int:
    """The points a seat had for majorities."""
    return sum(item["points"] for item in score["majorities"])
