"""One bot against others over many games, its seat rotated: how often it wins, and how surely.

A game that several win counts as a share for each: of three winners each has a third of a victory.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Final

from engine.kernel.core import Json, Seat
from engine.kernel.log import Entry
from engine.simulate import SimulatedTable, play

# Standard deviations that leave out one time in twenty.
SURE: Final = 1.96


@dataclass(frozen=True)
class Outcome:
    """A game from one bot's seat: its share of the victory, its points, the others' on average."""

    share: float
    points: int
    others: float
    winners: tuple[Seat, ...] = ()
    # Of each kind of fact asked about how often it happened; of a field, how often with each value.
    facts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Tournament:
    """A bot and its rivals as they sit, the bot first; every game moves them on a seat."""

    table: SimulatedTable
    # Kinds of facts that are counted, each with a field of it or without: `kind`, `kind.field`.
    asked: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = {cls.kind: {one.name for one in fields(cls)} for cls in self.table.ruleset.events}
        for name in self.asked:
            kind, _, key = name.partition(".")
            if kind not in known:
                raise ValueError(f"no fact {kind!r}; known: {', '.join(sorted(known))}")
            if key and key not in known[kind]:
                accepted = ", ".join(sorted(known[kind]))
                raise ValueError(f"{kind} has no field {key!r}; known: {accepted}")

    def seated(self, number: int) -> tuple[SimulatedTable, str]:
        """The table of a game, and the seat of the bot there."""
        place = number % self.table.players
        ring = self.table.bots
        bots = tuple(ring[(seat - place) % len(ring)] for seat in range(len(ring)))
        table = self.table
        moved = SimulatedTable(table.ruleset, table.players, table.seed, table.options, bots)
        return moved, table.seats[place]

    @property
    def seatings(self) -> int:
        """In how many ways they can sit before it is as it was: bots that are all alike in one."""
        ring = self.table.bots
        return next(n for n in range(1, len(ring) + 1) if ring[n:] + ring[:n] == ring)

    def outcome(self, number: int) -> Outcome:
        """How the game with this number ends for the bot; each round of seats is a new deal."""
        at_table, seat = self.seated(number)
        played = play(at_table, number // self.seatings)
        summary = played.summary()
        winners, points = summary["winners"], dict(summary["scores"])
        own = points.pop(seat)
        share = 1 / len(winners) if seat in winners else 0.0
        others = sum(points.values()) / max(1, len(points))
        facts = {name: counted(played.entries, name) for name in self.asked}
        return Outcome(share, own, others, tuple(winners), facts)


def counted(entries: Iterable[Entry], name: str) -> Mapping[str, int]:
    """How often a fact stands in a log, by the values of a field if one is named."""
    kind, _, key = name.partition(".")
    payloads = (entry.payload for entry in entries if entry.kind == kind)
    return Counter(str(payload.get(key)) if key else "" for payload in payloads)


def by_seat(outcomes: Iterable[Outcome], seats: Sequence[Seat]) -> Json:
    """Victories by seat, whoever sat there, and how far they are from an even share: games with
    one winner only, because the test knows no halves."""
    alone = Counter(outcome.winners[0] for outcome in outcomes if len(outcome.winners) == 1)
    even = alone.total() / len(seats)
    square = sum((alone[seat] - even) ** 2 for seat in seats) / even if even else 0.0
    return {"seats": {seat: alone[seat] for seat in seats}, "chi_square": round(square, 2)}


def counts(outcomes: Sequence[Outcome]) -> Json:
    """Of each fact asked about its mean number a game; of a field how often it had which value."""
    totals: dict[str, Counter[str]] = {}
    for outcome in outcomes:
        for name, tally in outcome.facts.items():
            totals.setdefault(name, Counter()).update(tally)
    return {
        name: dict(sorted(total.items())) if "." in name else round(total[""] / len(outcomes), 2)
        for name, total in totals.items()
    }


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
