"""Time zones to choose from: those named after a place, by continent."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Final

from games.clock import zones as known_zones

_CONTINENTS: Final = frozenset(
    {
        "Africa",
        "America",
        "Antarctica",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    }
)

Group = tuple[str, list[tuple[str, str]]]


@cache
def _by_continent() -> list[Group]:
    places = sorted(z for z in known_zones() if z.partition("/")[0] in _CONTINENTS)
    grouped = groupby(places, key=lambda zone: zone.partition("/")[0])
    return [
        (continent, [(zone, zone.partition("/")[2].replace("_", " ")) for zone in zones])
        for continent, zones in grouped
    ]


def choices(current: str = "") -> list[tuple[str, str] | Group]:
    """Every zone, and the current one even if it is an old or odd name."""
    listed = _by_continent()
    known = {"UTC"} | {zone for _c, zones in listed for zone, _name in zones}
    odd = [(current, current)] if current and current not in known else []
    return [*odd, ("UTC", "UTC"), *listed]
