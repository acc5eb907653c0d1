"""The 21 favour cards, and the spaces they are laid on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.core import Json
from engine.wallenstein.board import read_data

CANCEL: Final = "cancel_event"
CALM: Final = "remove_revolt_marker"
BUILD: Final = "free_building"
IMMUNITY: Final = "immunity"
DEPLOY: Final = "free_armies"
# Favours that are used in a county, which must be named (P-7).
TARGETED: Final = (CALM, BUILD, DEPLOY)

# K-2: the courtiers a card costs, that with the highest number first.
SPACES: Final = (4, 3, 2)


@dataclass(frozen=True)
class Favor:
    """A favour card; a house value is an amount that no rule book tells us."""

    number: int
    kind: str
    house_value: bool
    amount: int = 0
    building: str = ""
    against: tuple[str, ...] = ()

    def shown(self) -> Json:
        """The card as everybody sees it."""
        card: Json = {"favor": self.number, "kind": self.kind, "house_value": self.house_value}
        if self.amount:
            card["amount"] = self.amount
        if self.building:
            card["building"] = self.building
        if self.against:
            card["against"] = list(self.against)
        return card


def _favor(raw: Mapping[str, Any]) -> Favor:
    return Favor(**{**raw, "against": tuple(raw.get("against", ()))})


FAVORS: Final[Mapping[int, Favor]] = {
    raw["number"]: _favor(raw) for raw in read_data("favors.json")["cards"]
}
