"""One bot against others over many games, its seat rotated: how often it wins, and how surely.

A game that several win counts as a share for each: of three winners each has a third of a victory.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.kernel.core import Json
from engine.simulate import SimulatedTable, play

# Standard deviations that leave out one time in twenty.
SURE: Final = 1.96


@dataclass(frozen=True)
class Outcome:
    """A game from one bot's seat: its share of the victory, its points, the others' on average."""

    share: float
    points: int
    others: float


@dataclass(frozen=True)
class Tournament:
    """A bot and its rivals as they sit, the bot first; every game moves them on a seat."""

    table: SimulatedTable

    def seated(self, number: int) -> tuple[SimulatedTable, str]:
        """The table of a game, and the seat of the bot there."""
        place = number % self.table.players
        ring = self.table.bots
        bots = tuple(ring[(seat - place) % len(ring)] for seat in range(len(ring)))
        table = self.table
        moved = SimulatedTable(table.ruleset, table.players, table.seed, table.options, bots)
        return moved, table.seats[place]

    def outcome(self, number: int) -> Outcome:
        """How the game with this number ends for the bot; each round of seats is a new deal."""
        at_table, seat = self.seated(number)
        summary = play(at_table, number // at_table.players).summary()
        winners, points = summary["winners"], dict(summary["scores"])
        own = points.pop(seat)
        share = 1 / len(winners) if seat in winners else 0.0
        return Outcome(share, own, sum(points.values()) / max(1, len(points)))


def reckoned(outcomes: Iterable[Outcome]) -> Json:
    """Wins, their share with its interval, and mean points."""
    played = list(outcomes)
    games, wins = len(played), sum(outcome.share for outcome in played)
    return {
        "games": games,
        "wins": round(wins, 2),
        "share": round(wins / games, 4),
        "interval": [round(bound, 4) for bound in wilson(wins, games)],
        "points": round(sum(outcome.points for outcome in played) / games, 2),
        "others_points": round(sum(outcome.others for outcome in played) / games, 2),
    }


def wilson(wins: float, games: int) -> Sequence[float]:
    """Between which shares the true one lies, 19 times in 20 (Wilson 1927)."""
    share, square = wins / games, SURE * SURE
    middle = share + square / (2 * games)
    spread = SURE * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
