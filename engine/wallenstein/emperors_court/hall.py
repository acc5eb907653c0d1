"""The court: courtiers in the two halls, three cards, and what favours still hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from engine.kernel.core import Json, Seat
from engine.wallenstein.emperors_court.cards import FAVORS, SPACES
from engine.wallenstein.state import Part, State

PART: Final = "emperors_court"
COURTIERS: Final = 7
TOWER: Final = "tower"
TOWER_CARDS: Final = 3
# K-4: the boxes in the order in which they are run, and how many each converts.
CONVERT: Final[Mapping[str, int]] = {"convert_3": 3, "convert_2": 2, "convert_1": 1}

Courtiers = Mapping[Seat, int]


@dataclass(frozen=True)
class Court(Part):
    """Everything at court; all of it lies open but the order of the cards not yet seen."""

    supply: Courtiers
    entrance: Courtiers
    audience: Courtiers
    unseen: tuple[int, ...] = tuple(FAVORS)
    cards: Mapping[int, int] = field(default_factory=dict)
    served: tuple[Seat, ...] = ()
    protected: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    wards: Courtiers = field(default_factory=dict)

    def view(self) -> Json:
        """Both halls, the cards on their spaces, and favours that still hold."""
        return {
            "supply": dict(self.supply),
            "entrance": dict(self.entrance),
            "audience": dict(self.audience),
            "cards": self.offer(max(SPACES)),
            "protected": {seat: list(against) for seat, against in self.protected.items()},
            "wards": dict(self.wards),
        }

    def offer(self, courtiers: int) -> list[Json]:
        """The cards that can be had for so many courtiers, the dearest first."""
        return [
            {"courtiers": space, **FAVORS[number].shown()}
            for space, number in self.cards.items()
            if space <= courtiers
        ]

    def shields(self, state: State, county: str, action: str) -> bool:
        """K-8: who is protected cannot be attacked with some actions."""
        owner = state.counties[county].owner
        return owner is not None and action in self.protected.get(owner, ())

    def moved(self, origin: str, target: str, seat: Seat, number: int) -> Court:
        """Courtiers of a seat gone from one place to another."""
        before: dict[str, Any] = {origin: getattr(self, origin), target: getattr(self, target)}
        return self.but(
            **{
                origin: {**before[origin], seat: before[origin][seat] - number},
                target: {**before[target], seat: before[target][seat] + number},
            }
        )


def new_court(state: State) -> Court:
    """K-1: all courtiers in their supplies, both halls empty."""
    nobody = dict.fromkeys(state.seats, 0)
    return Court(dict.fromkeys(state.seats, COURTIERS), nobody, nobody)


def court(state: State) -> Court:
    """The part of the position that only this expansion has."""
    return cast(Court, state.parts[PART])


def laid_out(numbers: list[int]) -> dict[int, int]:
    """K-2: the highest number on the space for most courtiers, and so on."""
    return dict(zip(SPACES, sorted(numbers, reverse=True), strict=False))
