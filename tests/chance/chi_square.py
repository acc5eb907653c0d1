"""Pearson's chi-square test, by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

ONE_IN_A_MILLION = 4.7534  # standard deviations of a normal distribution, one-sided


def critical_value(freedom: int, deviations: float = ONE_IN_A_MILLION) -> float:
    """What the statistic stays below, but for one time in a million (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + deviations * spread**0.5) ** 3)


def against_shares(counts: Sequence[int], shares: Sequence[float]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; thin cells at the edges are put together."""
    total = sum(counts)
    cells = [[0.0, 0.0]]
    for count, share in zip(counts, shares, strict=True):
        if cells[-1][1] >= 10:
            cells.append([0.0, 0.0])
        cells[-1][0] += count
        cells[-1][1] += share * total
    if cells[-1][1] < 10 and len(cells) > 1:
        rest = cells.pop()
        cells[-1] = [cells[-1][0] + rest[0], cells[-1][1] + rest[1]]
    return sum((count - expected) ** 2 / expected for count, expected in cells), len(cells) - 1


def two_samples(one: Mapping[object, int], other: Mapping[object, int]) -> tuple[float, int]:
    """The statistic and its degrees of freedom for two samples; rare outcomes are one cell."""
    ones, others = sum(one.values()), sum(other.values())
    rare, cells = [0, 0], []
    for outcome in {**one, **other}:
        pair = [one.get(outcome, 0), other.get(outcome, 0)]
        if sum(pair) >= 20:
            cells.append(pair)
        else:
            rare = [rare[0] + pair[0], rare[1] + pair[1]]
    if sum(rare):
        cells.append(rare)
    statistic = 0.0
    for a, b in cells:
        share = (a + b) / (ones + others)
        statistic += (a - share * ones) ** 2 / (share * ones)
        statistic += (b - share * others) ** 2 / (share * others)
    return statistic, len(cells) - 1
