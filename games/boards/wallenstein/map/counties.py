"""Everything about one county, for the panel beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Final

from engine.kernel.core import Json, Seat
from engine.wallenstein.board import COUNTIES, REGIONS
from engine.wallenstein.words.names import county_name, region_name
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.map.picture import NEUTRAL, building_name, grounds

# So much of the map lies under a panel in its upper left.
COVERED: Final = (430, 430)


@dataclass(frozen=True)
class Site:
    """A city and what is built there; buildings fill the cities in their order."""

    city: str
    building: str | None
    name: str


@dataclass(frozen=True)
class Neighbour:
    """A county next door."""

    id: str
    name: str
    owner: Seat | None


@dataclass(frozen=True)
class CountyPanel:
    """A county with all that is printed on its card and stands on its land."""

    id: str
    name: str
    full_name: str
    region: str
    tax: int
    grain: int
    in_play: bool
    owner: Seat | None
    owner_name: str
    armies: int
    revolt: int
    sites: tuple[Site, ...]
    neighbours: tuple[Neighbour, ...]
    # Whether it lies where the panel would cover it on the map, in the upper left.
    is_northwest: bool


def county_panel(
    view: Json, county: str, language: str, names: Mapping[Seat, str]
) -> CountyPanel | None:
    """A county by its id; nothing if there is none."""
    card = COUNTIES.get(county)
    if card is None:
        return None
    voice, shown = Voice.of(language, names), view["counties"].get(county, NEUTRAL)
    sites = zip_longest(card.cities, shown["buildings"])
    return CountyPanel(
        id=county,
        name=card.name,
        full_name=card.full_name,
        region=region_name(card.region),
        tax=card.tax,
        grain=card.grain,
        in_play=county in view["in_play"],
        owner=shown["owner"],
        owner_name=voice.seat(shown["owner"]) if shown["owner"] else "",
        armies=shown["armies"],
        revolt=shown["revolt"],
        sites=tuple(
            Site(city, kind, building_name(kind, voice) if kind else "") for city, kind in sites
        ),
        neighbours=tuple(
            Neighbour(other, county_name(other), view["counties"].get(other, NEUTRAL)["owner"])
            for other in card.neighbours
            if other in view["in_play"]
        ),
        is_northwest=county in _northwest(),
    )


@cache
def _northwest() -> frozenset[str]:
    width, height = COVERED
    return frozenset(
        ground.id for ground in grounds() if ground.badge[0] < width and ground.badge[1] < height
    )


def region_lists(view: Json) -> list[tuple[str, list[tuple[str, str]]]]:
    """The counties in play, by region: for those who would rather read than point."""
    return [
        (name, [(c.id, c.name) for c in COUNTIES.values() if _is_in(c.id, region, view)])
        for region, name in REGIONS.items()
    ]


def _is_in(county: str, region: str, view: Json) -> bool:
    return COUNTIES[county].region == region and county in view["in_play"]
