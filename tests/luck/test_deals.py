"""The luck of deals: counted against what lay in the pile, and fair on average."""

from __future__ import annotations

from itertools import permutations
from statistics import mean

import pytest

from games.luck.deals import DealtCard, dealt_fortunes

PILES = {"A": (2, 3, 3, 5), "B": (1, 4)}


def dealt(order: str, cards: tuple[int, ...], pile: str = "A") -> list[DealtCard]:
    return [DealtCard(seat, pile, card) for seat, card in zip(order, cards, strict=True)]


def test_a_card_is_held_against_what_was_left_of_its_pile() -> None:
    deals = [*dealt("ABA", (5, 2, 3)), *dealt("B", (4,), "B")]
    one, other = dealt_fortunes("AB", deals, PILES, int)
    assert (one.cards, one.worth.count) == (2, 8)
    assert one.worth.expected == pytest.approx(13 / 4 + 6 / 2)
    assert (other.cards, other.worth.count) == (2, 6)
    assert other.worth.expected == pytest.approx(8 / 3 + 5 / 2)
    assert sum(other.worth.law) == pytest.approx(1)


def test_over_all_deals_nobody_is_lucky() -> None:
    """Got and expected agree on average, however the pile lies, also for whoever draws last."""
    games = [
        dealt_fortunes("AB", dealt("ABBA", order), PILES, int) for order in permutations(PILES["A"])
    ]
    for seat in (0, 1):
        got = mean(game[seat].worth.count for game in games)
        assert got == pytest.approx(mean(game[seat].worth.expected for game in games))
    assert len({game[0].worth.count for game in games}) > 1


def test_a_range_holds_what_could_have_been() -> None:
    (alone,) = dealt_fortunes("A", dealt("AAAA", PILES["A"]), PILES, int)
    low, high = alone.worth.span
    # Whoever gets the whole pile gets what lies in it; only the order was chance.
    assert low <= alone.worth.count <= high
    assert alone.worth.side == 0
    (nothing,) = dealt_fortunes("A", [], PILES, int)
    assert (nothing.cards, nothing.worth.count, nothing.worth.expected) == (0, 0, 0)
