"""The exact throw, the simulated and the computed distribution are one and the same tower."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.devices.tower import DEFAULT_TOWER, TOWERS, fall_counts, fall_distribution, throw
from tests.chance.chi_square import against_shares, critical_value, two_samples
from tests.tower.figures import BulkWords

TOWER = TOWERS[DEFAULT_TOWER]
THROWS = 20_000
CASES: list[tuple[dict[str, int], dict[str, int]]] = [
    ({"A": 5, "B": 3}, {"A": 2, "B": 1, "peasants": 3}),
    ({"A": 12, "B": 8, "peasants": 1}, {"B": 4, "C": 2}),
    ({"A": 7, "B": 7, "C": 7, "peasants": 10}, {}),
    ({"B": 1}, {"A": 3, "peasants": 4}),
]
COLOURS = ("A", "B", "peasants")
Outcomes = Counter[object]


def thrown_exactly(thrown: dict[str, int], lodged: dict[str, int], key: int) -> list[list[int]]:
    """For each colour, how many fell in each of many exact throws."""
    words = BulkWords(key)
    throws = [throw(TOWER, words, thrown, lodged) for _ in range(THROWS)]
    return [[fell.get(colour, 0) for fell in throws] for colour in COLOURS]


@cache
def case_thrown_exactly(case: int) -> list[list[int]]:
    return thrown_exactly(*CASES[case], key=11 + case)


def simulated(thrown: dict[str, int], lodged: dict[str, int], seed: int) -> list[list[int]]:
    fell = fall_counts(TOWER, thrown, lodged, 2 * THROWS, seed)
    return [fell[colour].tolist() if colour in fell else [0] * 2 * THROWS for colour in COLOURS]


def together(columns: list[list[int]], *watched: int) -> Outcomes:
    return Counter(zip(*(columns[colour] for colour in watched), strict=True))


@pytest.mark.parametrize("watched", [(0, 1), (0, 2), (1, 2)])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_t_6_simulated_throws_fall_like_exact_ones(case: int, watched: tuple[int, int]) -> None:
    statistic, freedom = two_samples(
        together(case_thrown_exactly(case), *watched),
        together(simulated(*CASES[case], seed=21 + case), *watched),
    )
    assert statistic < critical_value(freedom)


@pytest.mark.parametrize("colour", range(len(COLOURS)))
@pytest.mark.parametrize("case", range(len(CASES)))
def test_t_6_exact_throws_fall_as_computed(case: int, colour: int) -> None:
    thrown, lodged = CASES[case]
    entering, inside = thrown.get(COLOURS[colour], 0), lodged.get(COLOURS[colour], 0)
    computed = fall_distribution(TOWER, entering, inside, sum(thrown.values()))
    fell = case_thrown_exactly(case)[colour]
    statistic, freedom = against_shares([fell.count(n) for n in range(len(computed))], computed)
    assert statistic < critical_value(freedom) if freedom else statistic == 0


def test_t_2_swapping_two_colours_swaps_the_results() -> None:
    here = thrown_exactly({"A": 3, "peasants": 6}, {"A": 4}, key=31)
    there = thrown_exactly({"A": 6, "peasants": 3}, {"peasants": 4}, key=32)
    statistic, freedom = two_samples(together(here, 0, 2), together(there, 2, 0))
    assert statistic < critical_value(freedom)


@pytest.mark.parametrize(
    "wrong", [{"A": 2, "B": 2, "peasants": 2}, {"A": 1, "B": 1, "peasants": 4}]
)
def test_the_chi_square_test_would_notice_one_cube_of_another_colour(wrong: dict[str, int]) -> None:
    exact = together(case_thrown_exactly(0), 0, 1)
    other = together(simulated(CASES[0][0], wrong, seed=21), 0, 1)
    statistic, freedom = two_samples(exact, other)
    assert statistic > critical_value(freedom)


def test_simulation_repeats_itself_and_knows_its_colours() -> None:
    thrown, lodged = CASES[1]
    once, again = (fall_counts(TOWER, thrown, lodged, 1_000, 5) for _ in range(2))
    assert list(once) == ["A", "B", "C", "peasants"]
    assert all(np.array_equal(once[colour], again[colour]) for colour in once)
    for colour, counts in once.items():
        assert len(counts) == 1_000
        assert counts.min() >= 0
        assert counts.max() <= thrown.get(colour, 0) + lodged.get(colour, 0)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_a_computed_distribution_adds_up(thrown: int, lodged: int, others: int) -> None:
    computed = fall_distribution(TOWER, thrown, lodged, thrown + others)
    assert len(computed) == thrown + lodged + 1
    assert min(computed) >= 0
    assert sum(computed) == pytest.approx(1)
    loose = 1 - 0.93 ** (thrown + others)
    mean = sum(count * share for count, share in enumerate(computed))
    assert mean == pytest.approx(0.6 * thrown + loose * lodged)


def test_computed_distributions_are_frozen_to_the_last_bit() -> None:
    assert [share.hex() for share in fall_distribution(TOWER, 2, 1, 3)] == [
        "0x1.07925b0bea441p-3",
        "0x1.ab6965495ae7ep-2",
        "0x1.88ae3c93da120p-2",
        "0x1.207cc27357909p-4",
    ]
