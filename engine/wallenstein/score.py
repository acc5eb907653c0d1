"""What a winter is worth (W-W4): counties, buildings, and the most buildings of a kind in a region.

It asks for nothing but the map and the prizes, so the sum of winter can be shown at any time to
whoever sees the map.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.kernel.core import Json, Seat
from engine.wallenstein.board import BUILDING_KINDS, COUNTIES, REGIONS
from engine.wallenstein.state import County

Counties = Mapping[str, County]
# What the most buildings of a kind bring (`Rules.majorities`).
Prizes = Mapping[str, int]


@dataclass(frozen=True)
class Contest:
    """The buildings of a kind in a region: who has how many, and what the most of them bring."""

    region: str
    building: str
    prize: int
    # In seat order, and only of those who have any.
    counts: Mapping[Seat, int]

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """Whoever has most; nobody where there is no building."""
        most = max(self.counts.values(), default=0)
        return tuple(seat for seat, count in self.counts.items() if count == most)

    @property
    def tied_prize(self) -> int:
        """What each of several leaders gets."""
        return self.prize - 1

    @property
    def share(self) -> int:
        """What each leader gets now."""
        return self.tied_prize if len(self.leaders) > 1 else self.prize

    def points(self, seat: Seat) -> int:
        """What a seat gets for it now."""
        return self.share if seat in self.leaders else 0


def contests(seats: Sequence[Seat], counties: Counties, prizes: Prizes) -> list[Contest]:
    """Every region and kind of building, in the order of the board."""
    built: dict[tuple[str, str], list[Seat]] = {}
    for name, county in counties.items():
        if county.owner:
            for building in county.buildings:
                built.setdefault((COUNTIES[name].region, building), []).append(county.owner)
    return [
        Contest(region, building, prizes[building], _counted(seats, owners))
        for region in REGIONS
        for building in BUILDING_KINDS
        for owners in [built.get((region, building), [])]
    ]


def winter_scores(seats: Sequence[Seat], counties: Counties, prizes: Prizes) -> dict[Seat, Json]:
    """Everybody's points of a winter, item by item."""
    won: dict[Seat, list[Json]] = {seat: [] for seat in seats}
    for contest in contests(seats, counties, prizes):
        item = {"region": contest.region, "building": contest.building, "points": contest.share}
        for seat in contest.leaders:
            won[seat].append(dict(item))
    return {seat: _seat_score(seat, counties, won[seat]) for seat in seats}


def _counted(seats: Sequence[Seat], owners: Sequence[Seat]) -> dict[Seat, int]:
    return {seat: owners.count(seat) for seat in seats if seat in owners}


def _seat_score(seat: Seat, counties: Counties, majorities: list[Json]) -> Json:
    own = [county for county in counties.values() if county.owner == seat]
    buildings = sum(len(county.buildings) for county in own)
    bonus = sum(item["points"] for item in majorities)
    return {
        "counties": len(own),
        "buildings": buildings,
        "majorities": majorities,
        "total": len(own) + buildings + bonus,
    }
