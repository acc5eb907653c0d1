"""Odds of battles and revolts."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.devices.tower import DEFAULT_TOWER, TOWERS, fall_distribution
from engine.wallenstein.odds import (
    Battle,
    Shares,
    against_neutral,
    against_player,
    exact_shares,
    revolt,
    shares,
)

TOWER = TOWERS[DEFAULT_TOWER]
HELPED = against_player("A", "B", peasants_help=True)
ALONE = against_player("A", "B", peasants_help=False)
few = st.dictionaries(st.sampled_from(["A", "B", "C", "peasants"]), st.integers(0, 6))


def by_hand(battle: Battle, thrown: dict[str, int], lodged: dict[str, int]) -> Shares:
    """Every outcome of attacker, defender and peasants, judged as the rule book words it."""
    n = sum(thrown.values())
    sides = [
        fall_distribution(TOWER, thrown.get(colour, 0), lodged.get(colour, 0), n)
        for colour in ("A", "B", "peasants")
    ]
    total = {"win": 0.0, "tie": 0.0, "loss": 0.0}
    for a, b, peasants in product(*(range(len(side)) for side in sides)):
        share = sides[0][a] * sides[1][b] * sides[2][peasants]
        total[verdict(battle, a, b, peasants)] += share
    return Shares(**total)


def verdict(battle: Battle, a: int, b: int, peasants: int) -> str:
    if battle == revolt("A"):
        return "win" if a > peasants else "loss"
    if battle == against_neutral("A"):
        return "win" if a > peasants else "loss" if a < peasants else "tie"
    defence = b + peasants if battle == HELPED else b
    if a > defence:
        return "win"
    if a < defence and b > 0:
        return "loss"
    return "tie"


@pytest.mark.parametrize("battle", [HELPED, ALONE, against_neutral("A"), revolt("A")])
@given(thrown=few, lodged=few)
def test_exact_shares_are_those_of_the_rules(
    battle: Battle, thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    shares = battle.exact_shares(TOWER, thrown, lodged)
    assert shares == pytest.approx(by_hand(battle, thrown, lodged))
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("battle", [HELPED, ALONE, against_neutral("A"), revolt("A")])
@pytest.mark.parametrize(
    ("thrown", "lodged"),
    [
        ({"A": 12, "B": 8}, {"A": 2, "B": 2, "C": 2, "peasants": 3}),
        ({"A": 3, "B": 3, "C": 2, "peasants": 2}, {}),
        ({"A": 4, "peasants": 1}, {"B": 3, "peasants": 2}),
    ],
)
def test_simulated_shares_agree_with_exact_ones(
    battle: Battle, thrown: dict[str, int], lodged: dict[str, int]
) -> None:
    trials = 100_000
    shares = battle.shares(TOWER, thrown, lodged, trials, seed=1)
    assert sum(shares) == pytest.approx(1)
    for simulated, exact in zip(shares, battle.exact_shares(TOWER, thrown, lodged), strict=True):
        # Five standard deviations of a share.
        assert abs(simulated - exact) <= 5 * (exact * (1 - exact) / trials) ** 0.5


def test_odds_w_b7_peasants_alone_cannot_hold_a_players_county() -> None:
    thrown, lodged = {"A": 1, "peasants": 20}, {"B": 0}
    helped = HELPED.exact_shares(TOWER, thrown, lodged)
    assert helped.loss == 0
    assert helped.tie > 0.99
    assert HELPED.shares(TOWER, thrown, lodged, 1_000, seed=1).loss == 0
    assert against_neutral("A").exact_shares(TOWER, thrown, lodged).loss > 0.99


def test_odds_w_b8_nothing_against_nothing_is_a_tie() -> None:
    assert HELPED.exact_shares(TOWER, {}, {}) == (0, 1, 0)
    assert HELPED.shares(TOWER, {}, {}, 10, seed=1) == (0, 1, 0)
    assert HELPED.exact_shares(TOWER, {"C": 5}, {"C": 5}) == (0, 1, 0)


def test_odds_w_b3_bystanders_count_for_nobody_but_knock_cubes_loose() -> None:
    thrown = {"A": 3, "B": 3}
    assert ALONE.exact_shares(TOWER, {**thrown, "peasants": 9}, {}) == ALONE.exact_shares(
        TOWER, thrown, {}
    )
    quiet = ALONE.exact_shares(TOWER, thrown, {"A": 3})
    assert ALONE.exact_shares(TOWER, {**thrown, "peasants": 9}, {"A": 3}).win > quiet.win


def test_odds_w_v2_a_tied_revolt_is_lost() -> None:
    fought = exact_shares(TOWER, {"A": 3, "peasants": 2}, {}, "A", "peasants", ())
    lost = revolt("A").exact_shares(TOWER, {"A": 3, "peasants": 2}, {})
    assert fought.tie > 0.1
    assert lost == (fought.win, 0, fought.tie + fought.loss)


def test_both_sides_have_equal_odds_with_equal_cubes() -> None:
    even = ALONE.exact_shares(TOWER, {"A": 6, "B": 6}, {"A": 2, "B": 2})
    assert even.win == pytest.approx(even.loss)


@pytest.mark.parametrize("trials", [0, -5])
def test_a_simulation_needs_trials(trials: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        shares(TOWER, {"A": 1}, {}, "A", "B", (), trials, 0)
