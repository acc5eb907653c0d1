"""The luck of a player: what was won and what fell, beside the law of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.devices.tower import Tower, fall_distribution
from engine.kernel.core import Seat
from games.luck.law import at_least, at_most, hits, mean_of, span_of, sum_of

WON: Final = "won"
TIED: Final = "tied"
LOST: Final = "lost"
# With fewer battles than this nobody should speak of luck.
FEW: Final = 10


@dataclass(frozen=True)
class Side:
    """Cubes that counted for one side of a battle: thrown in, inside before, and how many fell."""

    thrown: int
    lodged: int
    fell: int


@dataclass(frozen=True)
class Stake:
    """What a battle was for one of its players: the chance to win it, and how it ended."""

    place: int
    seat: Seat
    chance: float
    result: str
    size: int
    own: Side
    against: Side


@dataclass(frozen=True)
class Measure:
    """A count and its law, as if all battles were fixed beforehand and none hung on another."""

    key: str
    count: int
    law: Sequence[float]

    @property
    def most(self) -> int:
        """As many as there could have been."""
        return len(self.law) - 1

    @property
    def expected(self) -> float:
        """On average."""
        return mean_of(self.law)

    @property
    def span(self) -> tuple[int, int]:
        """Where at least ninety-five of a hundred such counts lie."""
        return span_of(self.law)

    @property
    def side(self) -> int:
        """1: above the span, -1: below, 0: within it."""
        low, high = self.span
        return (self.count > high) - (self.count < low)

    @property
    def chance(self) -> float:
        """How often as high a count as this comes about, or as low a one if it is low."""
        high = self.count >= self.expected
        return at_least(self.law, self.count) if high else at_most(self.law, self.count)


@dataclass(frozen=True)
class Fortune:
    """The battles of one seat, and three ways to look at them."""

    seat: Seat
    stakes: Sequence[Stake]
    battles: Measure
    own: Measure
    against: Measure

    @property
    def measures(self) -> tuple[Measure, ...]:
        """All of them."""
        return self.battles, self.own, self.against

    @property
    def few(self) -> bool:
        """Whether there are too few battles to speak of luck."""
        return len(self.stakes) < FEW


def fortunes(tower: Tower, seats: Iterable[Seat], stakes: Sequence[Stake]) -> list[Fortune]:
    """The luck of every seat, from all battles of a game."""
    return [_fortune(tower, seat, [s for s in stakes if s.seat == seat]) for seat in seats]


def _fortune(tower: Tower, seat: Seat, stakes: Sequence[Stake]) -> Fortune:
    won = sum(stake.result == WON for stake in stakes)
    return Fortune(
        seat=seat,
        stakes=stakes,
        battles=Measure("battles", won, hits(stake.chance for stake in stakes)),
        own=_cubes(tower, "own", [(stake.own, stake.size) for stake in stakes]),
        against=_cubes(tower, "against", [(stake.against, stake.size) for stake in stakes]),
    )


def _cubes(tower: Tower, key: str, sides: Sequence[tuple[Side, int]]) -> Measure:
    law = sum_of(fall_distribution(tower, side.thrown, side.lodged, n) for side, n in sides)
    return Measure(key, sum(side.fell for side, _ in sides), law)
