"""The numbers and rulings of an edition: a fix is a field that a new version sets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Shortage:
    """A row of the supply table: unfed counties up to, revolting counties, peasants on top."""

    unfed: int
    counties: int
    extra_peasants: int


@dataclass(frozen=True)
class Deployment:
    """A deploy action: its price, its armies, and its armies while supply problems hold."""

    price: int
    armies: int
    armies_in_shortage: int


@dataclass(frozen=True)
class Rules:
    """What one version of one edition plays by."""

    seats: tuple[int, ...] = (3, 4, 5)
    years: int = 2
    armies: int = 62
    peasants: int = 20
    start_money: Mapping[int, int] = field(default_factory=lambda: {3: 18, 4: 15, 5: 12})
    buildings: Mapping[str, int] = field(
        default_factory=lambda: {"palace": 28, "church": 26, "trading_post": 26}
    )
    prices: Mapping[str, int] = field(
        default_factory=lambda: {"palace": 3, "church": 2, "trading_post": 1}
    )
    majorities: Mapping[str, int] = field(
        default_factory=lambda: {"palace": 3, "church": 2, "trading_post": 1}
    )
    deployments: Mapping[str, Deployment] = field(
        default_factory=lambda: {
            "deploy_5": Deployment(3, 5, 3),
            "deploy_3": Deployment(2, 3, 2),
            "deploy_1_move": Deployment(1, 1, 1),
        }
    )
    fill_armies: int = 7
    fill_peasants: int = 10
    open_actions: int = 5
    open_events: int = 4
    neutral_peasants: int = 1
    militant_peasants: int = 2
    # W-B3: with so many revolt markers the peasants no longer stand with the defending player.
    markers_that_turn_peasants: int = 1
    tile_armies: int = 6
    tax_ceiling: int = 5
    tax_floor: int = 6
    grain_ceiling: int = 3
    grain_floor: int = 4
    shortages: tuple[Shortage, ...] = (
        Shortage(1, 1, 1),
        Shortage(2, 1, 2),
        Shortage(4, 2, 2),
        Shortage(6, 2, 3),
        Shortage(10_000, 3, 3),
    )

    def shortage(self, unfed: int) -> Shortage:
        """W-W2: the row of the table for so many unfed counties."""
        return next(row for row in self.shortages if unfed <= row.unfed)


RULES_2010: Final = Rules()
