"""Tails and exact sums, against closed forms and counting by hand."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.luck.law import (
    at_least,
    at_most,
    chi_square_tail,
    hits,
    mean_of,
    span_of,
    sum_of,
    two_sided,
)


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [
        # From printed tables.
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (18.307038053275146, 10, 0.05),
        (124.34211340400407, 100, 0.05),
        (0.0, 3, 1.0),
    ],
)
def test_the_tail_of_a_chi_square_is_that_of_the_tables(
    value: float, freedom: int, tail: float
) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=1e-9)


@given(st.floats(0.001, 300), st.integers(1, 60))
def test_with_an_even_freedom_the_tail_is_a_finite_sum(value: float, half: int) -> None:
    logs = [k * math.log(value / 2) - math.lgamma(k + 1) - value / 2 for k in range(half)]
    assert chi_square_tail(value, 2 * half) == pytest.approx(
        math.fsum(map(math.exp, logs)), rel=1e-9, abs=1e-12
    )


@given(st.floats(0.001, 30))
def test_with_one_degree_of_freedom_it_is_the_normal_law(strayed: float) -> None:
    assert chi_square_tail(strayed**2, 1) == pytest.approx(two_sided(strayed), rel=1e-8, abs=1e-15)


def test_without_a_degree_of_freedom_there_is_no_tail() -> None:
    with pytest.raises(ValueError, match="at least one"):
        chi_square_tail(1.0, 0)


@given(st.lists(st.floats(0, 1), max_size=7))
def test_hits_are_counted_as_if_every_course_were_tried(chances: list[float]) -> None:
    law = hits(chances)
    tried = [0.0] * (len(chances) + 1)
    for course in product((0, 1), repeat=len(chances)):
        share = math.prod(p if hit else 1 - p for p, hit in zip(chances, course, strict=True))
        tried[sum(course)] += share
    assert law == pytest.approx(tried, abs=1e-12)
    assert mean_of(law) == pytest.approx(sum(chances), abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.data())
def test_a_span_leaves_out_at_most_a_fortieth_at_either_end(
    chances: list[float], data: st.DataObject
) -> None:
    law = hits(chances)
    low, high = span_of(law)
    assert 0 <= low <= high < len(law)
    assert math.fsum(law[:low]) <= 0.025 + 1e-9
    assert math.fsum(law[high + 1 :]) <= 0.025 + 1e-9
    assert math.fsum(law[: low + 1]) > 0.025
    assert math.fsum(law[high:]) > 0.025
    count = data.draw(st.integers(0, len(law) - 1))
    both = at_least(law, count) + at_most(law, count)
    assert both == pytest.approx(1 + law[count], abs=1e-9)


def test_the_span_of_ten_fair_coins() -> None:
    assert span_of(hits([0.5] * 10)) == (2, 8)
    assert span_of(hits([])) == (0, 0)
    assert span_of(hits([1.0, 1.0])) == (2, 2)


def test_sums_of_counts_are_added_exactly() -> None:
    assert sum_of([[0.5, 0.5], [0.25, 0.5, 0.25]]) == pytest.approx([0.125, 0.375, 0.375, 0.125])
