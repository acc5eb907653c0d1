"""Which card into which box: the assignment worth most, by the Hungarian method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_FAR: Final = 1 << 60


def best_laid(values: Sequence[Sequence[int]]) -> list[int]:
    """For each box (a row) its card (a column), no card twice, with the greatest total value.

    There must be at least as many cards as boxes. Shortest augmenting paths over potentials,
    rows and columns counted from 1; column 0 stands for the box being placed.
    """
    columns = len(values[0])
    box_price = [0] * (len(values) + 1)
    card_price = [0] * (columns + 1)
    box_of = [0] * (columns + 1)
    for box in range(1, len(values) + 1):
        box_of[0] = box
        came_from, last = _cheapest_path(values, box_price, card_price, box_of)
        while last:
            before = came_from[last]
            box_of[last] = box_of[before]
            last = before
    laid = [0] * len(values)
    for card in range(1, columns + 1):
        if box_of[card]:
            laid[box_of[card] - 1] = card - 1
    return laid


def _cheapest_path(
    values: Sequence[Sequence[int]],
    box_price: list[int],
    card_price: list[int],
    box_of: list[int],
) -> tuple[list[int], int]:
    columns = len(card_price)
    slack = [_FAR] * columns
    came_from = [0] * columns
    unseen = list(range(1, columns))
    seen = [0]
    here = 0
    while box_of[here]:
        row, price = values[box_of[here] - 1], box_price[box_of[here]]
        nearest, step = 0, _FAR
        for card in unseen:
            cost = -row[card - 1] - price - card_price[card]
            if cost < slack[card]:
                slack[card] = cost
                came_from[card] = here
            if slack[card] < step:
                nearest, step = card, slack[card]
        for card in seen:
            box_price[box_of[card]] += step
            card_price[card] -= step
        for card in unseen:
            slack[card] -= step
        unseen.remove(nearest)
        seen.append(nearest)
        here = nearest
    return came_from, here
