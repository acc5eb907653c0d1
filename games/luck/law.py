"""What chance allows: tails, exact sums and spans; numbers only, nothing of a game or a site."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

import numpy as np

# Of a hundred honest results five lie outside of such a span.
SPAN: Final = 0.95
# The normal law: so many standard deviations to either side hold that share.
REACH: Final = 1.959963984540054
_MOST_TERMS: Final = 100_000
_SMALL: Final = 1e-300


def chi_square_tail(value: float, freedom: int) -> float:
    """How often chance alone makes a chi-square of at least this value."""
    if freedom < 1:
        raise ValueError(f"a chi-square has at least one degree of freedom, not {freedom}")
    return upper_gamma(freedom / 2, value / 2) if value > 0 else 1.0


def two_sided(deviation: float) -> float:
    """How often the normal law strays at least so many standard deviations, to either side."""
    return math.erfc(abs(deviation) / math.sqrt(2))


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x)."""
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1.0 - front * _series(a, x))
    return front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    for step in range(1, _MOST_TERMS):
        term *= x / (a + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction of Q, by Lentz's way, which never divides by nothing."""
    b = x + 1.0 - a
    c, d = 1.0 / _SMALL, 1.0 / b
    fraction = d
    for step in range(1, _MOST_TERMS):
        part = -step * (step - a)
        b += 2.0
        d = 1.0 / _not_nothing(part * d + b)
        c = _not_nothing(b + part / c)
        fraction *= d * c
        if abs(d * c - 1.0) < 1e-15:
            break
    return fraction


def _not_nothing(value: float) -> float:
    return value if abs(value) > _SMALL else _SMALL


def sum_of(laws: Iterable[Sequence[float]]) -> list[float]:
    """The exact law of a sum of independent counts, each given by its chances of 0, 1, 2…"""
    whole = reduce(np.convolve, (np.asarray(law) for law in laws), np.ones(1))
    return [float(chance) for chance in whole]


def hits(chances: Iterable[float]) -> list[float]:
    """The exact law of how many of some independent things happen."""
    return sum_of([1.0 - chance, chance] for chance in chances)


def mean_of(law: Sequence[float]) -> float:
    """What a count is on average."""
    return math.fsum(count * chance for count, chance in enumerate(law))


def span_of(law: Sequence[float], share: float = SPAN) -> tuple[int, int]:
    """The middle of a law: beyond either end lies at most half of what the share leaves out."""
    rest = (1.0 - share) / 2
    # What is lost in adding up must not move an end.
    allowed = rest + 1e-12
    low, below = 0, law[0]
    while below <= allowed:
        low += 1
        below += law[low]
    high, above = len(law) - 1, law[-1]
    while above <= allowed:
        high -= 1
        above += law[high]
    return low, high


def at_least(law: Sequence[float], count: int) -> float:
    """How often the count is so high or higher."""
    return min(1.0, math.fsum(law[count:]))


def at_most(law: Sequence[float], count: int) -> float:
    """How often the count is so low or lower."""
    return min(1.0, math.fsum(law[: count + 1]))
