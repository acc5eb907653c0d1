"""The map for somebody who has no game yet: five marshals in their second summer, in few bytes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from engine.kernel.core import Json, Seat
from engine.wallenstein.board import COUNTIES
from games.boards.wallenstein.map.atlas import atlas
from games.boards.wallenstein.map.picture import grounds

# What nobody sees at half its size is not sent either.
TOO_FINE: Final = 2.8
# How wide a building is drawn, so that it is still seen there.
SYMBOL: Final = 17


class SmallMark(NamedTuple):
    """Something small at a place, with what is written there."""

    x: int
    y: int
    text: str = ""


@dataclass(frozen=True)
class Specimen:
    """Everything of one kind together, so that it is said once what kind it is."""

    width: int
    height: int
    coast: str
    region_borders: str
    lands: Mapping[str, Sequence[tuple[int, str]]]
    owned: Mapping[Seat, Sequence[int]]
    buildings: Mapping[str, Sequence[SmallMark]]
    names: Mapping[float, Sequence[SmallMark]]
    armies: Mapping[Seat, Sequence[SmallMark]]


@cache
def specimen() -> Specimen:
    """The same for everybody."""
    drawn, standing = atlas(TOO_FINE), _position()
    lands: dict[str, list[tuple[int, str]]] = defaultdict(list)
    owned: dict[Seat, list[int]] = defaultdict(list)
    buildings: dict[str, list[SmallMark]] = defaultdict(list)
    names: dict[float, list[SmallMark]] = defaultdict(list)
    armies: dict[Seat, list[SmallMark]] = defaultdict(list)
    for number, ground in enumerate(grounds()):
        lands[COUNTIES[ground.id].region].append((number, drawn.lands[ground.id].path))
        for line in ground.lines:
            names[ground.size].append(SmallMark(round(ground.x), round(line.y), line.text))
        if (county := standing.get(ground.id)) is None or county["owner"] is None:
            continue
        owned[county["owner"]].append(number)
        badge = SmallMark(round(ground.badge[0]), round(ground.badge[1]), str(county["armies"]))
        armies[county["owner"]].append(badge)
        for building, (x, y) in zip(county["buildings"], ground.cities, strict=False):
            buildings[building].append(SmallMark(round(x - SYMBOL / 2), round(y - SYMBOL / 2)))
    return Specimen(
        drawn.width,
        drawn.height,
        drawn.coast,
        drawn.region_borders,
        # As they are: a template would find “items” of a mapping that makes what it lacks.
        dict(lands),
        dict(owned),
        dict(buildings),
        dict(names),
        dict(armies),
    )


def _position() -> Json:
    text = resources.files("games.boards.wallenstein").joinpath("data", "specimen.json")
    position: Json = json.loads(text.read_text("utf-8"))["counties"]
    return position
