"""The 60 power cards: what each allows, what playing it costs, what selling it brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.loewenherz.board import printed

ACTIONS: Final = ("borders", "knights", "expand", "deserter", "alliance")
LETTERS: Final = "ABCD"
HAND: Final = 3


@dataclass(frozen=True)
class PowerCard:
    """A card as printed; equal ones have one name."""

    name: str
    letter: str
    # How often each action may be done; whoever plays the card takes one of them (H-10).
    actions: Mapping[str, int]
    price: int
    sale: int
    copies: int
    # Whether it is of this project's making, which players are told.
    house: bool = False


def _power_card(raw: Mapping[str, Any]) -> PowerCard:
    written = [
        one["action"] + (f"-{one['count']}" if "count" in one else "") for one in raw["any_one_of"]
    ]
    return PowerCard(
        name=f"{raw['letter']}:{'/'.join(written)}",
        letter=raw["letter"],
        actions={one["action"]: one.get("count", 1) for one in raw["any_one_of"]},
        price=raw["price"],
        sale=raw["sale"],
        copies=raw["copies"],
        house=raw.get("house", False),
    )


CARDS: Final[Mapping[str, PowerCard]] = {
    card.name: card for card in map(_power_card, printed("cards.json")["cards"])
}
# H-2: the cards of each pile, equal ones side by side, in the order of the data.
PILES: Final[Mapping[str, tuple[str, ...]]] = {
    letter: tuple(
        card.name for card in CARDS.values() if card.letter == letter for _ in range(card.copies)
    )
    for letter in LETTERS
}
# The backs of a whole deck, the top one first: its letters are for all to see.
FULL_DECK: Final = "".join(letter * len(PILES[letter]) for letter in LETTERS)
