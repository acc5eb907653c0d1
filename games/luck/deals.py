"""The luck of a deal: what came off the deck, beside what lay in the pile at that moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel.core import Seat
from games.luck.fortune import Measure
from games.luck.law import sum_of


@dataclass(frozen=True)
class DealtCard:
    """A card that nobody has chosen: whose it became, off which pile, and what it is."""

    seat: Seat
    pile: str
    card: Any


@dataclass(frozen=True)
class DealtFortune:
    """Everything that one seat was dealt: how many cards, and what they are worth together."""

    seat: Seat
    cards: int
    worth: Measure


def dealt_fortunes(
    seats: Iterable[Seat],
    deals: Sequence[DealtCard],
    piles: Mapping[str, Sequence[Any]],
    worth: Callable[[Any], int],
) -> list[DealtFortune]:
    """The luck of every seat, from all deals of a game in their order.

    Given what is left of a pile, the law of its next card is known exactly, whatever came before.
    """
    left = {name: Counter(map(worth, cards)) for name, cards in piles.items()}
    laws: dict[Seat, list[list[float]]] = {seat: [] for seat in seats}
    sums = dict.fromkeys(laws, 0)
    for one in deals:
        pile, value = left[one.pile], worth(one.card)
        laws[one.seat].append(law_of(pile))
        sums[one.seat] += value
        pile[value] -= 1
    return [
        DealtFortune(seat, len(laws[seat]), Measure("worth", sums[seat], sum_of(laws[seat])))
        for seat in laws
    ]


def law_of(pile: Counter[int]) -> list[float]:
    """How likely each worth is of the next card off a pile."""
    return [pile[value] / pile.total() for value in range(max(+pile) + 1)]
