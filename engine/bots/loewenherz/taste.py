"""What the baron thinks things are worth, in thousandths of a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Taste:
    """The numbers it judges by; found by playing variants against each other (docs/bots.md)."""

    # What is left of the worth of land that is not closed yet, in thousandths, for each border
    # that is missing; less when few turns are left.
    patience: int = 870
    haste: int = 600
    # The first ducats, those after them, and those of the rich, five at a time.
    ducats: tuple[int, ...] = (420, 300, 200, 120)
    # Of a ducat a turn from the mines, each turn still to come; never more turns than these.
    income: int = 230
    longest_income: int = 14
    # The second mine of a kind.
    near_monopoly: int = 700
    # What a rival's points count, with two, three and four players; more near the goal.
    rivals: tuple[int, int, int] = (700, 400, 300)
    near_goal: int = 4
    alarm: int = 2500
    # What a place for a castle loses for each other castle near it, in thousandths.
    crowded: int = 100
    near: int = 3
    # A square in reach of a stronger neighbour, and of a weaker neighbour's, in thousandths of it.
    threat: int = 500
    prospect: int = 250
    # A domain, besides what it has scored: it is safe, and can grow.
    domain: int = 1000
    # Each knight of a domain, the first ones only; each one outside.
    knight: int = 250
    garrison: int = 3
    scout: int = 120
    # What is left of a card's use if it is kept for another turn, in thousandths.
    kept: int = 350
    # A card of the deck may be better than the average of its pile, because one may choose.
    surprise: int = 300
    # As many thousandths of a point decide between equals.
    whim: int = 40
    # Whether it looks at what a move leaves to others.
    wary: bool = True


TASTE: Final = Taste()
