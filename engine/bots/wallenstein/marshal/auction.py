"""The auction: what positions and tiles are worth, and so how high to bid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.bots.wallenstein.marshal.harvest import Harvest
from engine.bots.wallenstein.marshal.lands import Survey
from engine.wallenstein.board import POSITIONS

# The action without which a tile is worth nothing.
USED_BY: Final = {
    "extra_thaler": ("collect_taxes",),
    "extra_grain": ("collect_grain",),
    "six_armies": ("deploy_5",),
    "extra_attacker": ("combat_a", "combat_b"),
}


class Auction:
    """One season's auction as one seat sees it."""

    def __init__(self, survey: Survey, harvest: Harvest) -> None:
        self.survey = survey
        army = max(100, harvest.army)
        self.tiles = {
            "extra_thaler": harvest.thaler,
            "extra_grain": harvest.mouth_cost,
            "six_armies": army,
            "extra_attacker": army,
            "extra_defender": 2 * army,
        }
        gains = [self.gain(position) for position in POSITIONS]
        self.stakes = max(gains) - sum(gains) // len(gains)

    def gain(self, position: int, planned: Iterable[str] | None = None) -> int:
        """What a position is worth: its tile, if the planned actions use it, and moving early."""
        tile = self.survey.state.season.tiles[position - 1]
        uses = 1
        if tile in USED_BY and planned is not None:
            uses = sum(action in USED_BY[tile] for action in planned)
        return uses * self.tiles[tile] - position * self.survey.weights.initiative

    def ranking(self, positions: list[int], planned: Iterable[str] | None = None) -> list[int]:
        """Positions, the best first."""
        return sorted(positions, key=lambda position: -self.gain(position, planned))

    def by_coin(self, coin: int, thaler: int) -> int:
        """What a coin card is worth as a bid, after it is paid."""
        return self.stakes * self.survey.weights.bid_shares[coin] // 1000 - coin * thaler

    @property
    def by_county(self) -> int:
        """What a county card is worth as a bid."""
        return self.stakes * self.survey.weights.county_bid_share // 1000
