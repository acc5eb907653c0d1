"""The map in small, for lists of games: whose land it is, and nothing that must be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES
from games.boards.palette import colours, seat_colour
from games.boards.wallenstein.map.atlas import atlas

# What is less wide than this cannot be seen in a picture of a finger's breadth.
TOO_FINE: Final = 9.0
MARGIN: Final = 12


def miniature(view: Json) -> str:
    """An SVG document: the lands of each seat in one colour, the rest as the board prints it."""
    counties = view["counties"]
    lands: dict[str, list[str]] = {}
    for name in COUNTIES:
        owner = counties[name]["owner"] if name in counties else None
        colour = seat_colour(owner) if owner else _printed(name, view["in_play"])
        lands.setdefault(colour, []).append(name)
    width, height = atlas().width + 2 * MARGIN, atlas().height + 2 * MARGIN
    drawn = "".join(_drawn(colour, names) for colour, names in lands.items())
    line = colours()["border"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{MARGIN} -{MARGIN} {width} {height}" '
        f'stroke="{line}" stroke-width="4" stroke-linejoin="round">{drawn}</svg>'
    )


def _printed(county: str, in_play: Iterable[str]) -> str:
    land = f"region-{COUNTIES[county].region}" if county in in_play else "out-of-play"
    return colours()[land]


def _drawn(colour: str, counties: Iterable[str]) -> str:
    path = "".join(atlas(TOO_FINE).lands[county].path for county in counties)
    return f'<path fill="{colour}" d="{path}"/>'
