"""The geography of the board: counties, borders and coast as SVG paths, built once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import chain, pairwise
from math import hypot
from typing import Any, Final

from engine.wallenstein.board import COUNTIES

Point = tuple[float, float]

# Points nearer than this to the line between their neighbours are not seen, only sent.
TOO_FINE: Final = 0.8


@dataclass(frozen=True)
class Land:
    """Where a county lies: its outline, its path, and its cities in the order of its card."""

    id: str
    outline: tuple[Point, ...]
    path: str
    label: Point
    cities: tuple[Point, ...]


@dataclass(frozen=True)
class Atlas:
    """Everything about the map that no game changes."""

    width: int
    height: int
    lands: Mapping[str, Land]
    region_borders: str
    coast: str


@cache
def atlas(too_fine: float = TOO_FINE) -> Atlas:
    """The map of the board, without what is too fine to be seen."""
    text = resources.files("games.boards.wallenstein").joinpath("data", "map.json")
    raw = json.loads(text.read_text("utf-8"))
    arcs = [_simplified([(x, y) for x, y in arc], too_fine) for arc in raw["arcs"]]
    between_regions, coast = _sorted_arcs(arcs, raw["arc_sides"])
    _, _, width, height = raw["view_box"]
    return Atlas(
        width=width,
        height=height,
        lands={county: _land(county, raw["counties"][county], arcs) for county in COUNTIES},
        region_borders=_path(between_regions),
        coast=_path(coast),
    )


def _land(county: str, raw: Mapping[str, Any], arcs: Sequence[Sequence[Point]]) -> Land:
    (ring,) = raw["rings"]
    outline: list[Point] = []
    for number in ring:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        outline.extend(arc[:-1])
    cities = raw["cities"]
    return Land(
        id=county,
        outline=tuple(outline),
        path=_path([outline]) + "z",
        label=_point(raw["label"]),
        cities=tuple(_point(cities[city]) for city in COUNTIES[county].cities),
    )


def _sorted_arcs(
    arcs: Sequence[Sequence[Point]], sides: Sequence[Sequence[str | None]]
) -> tuple[list[Sequence[Point]], list[Sequence[Point]]]:
    """The arcs between two regions, and those along the sea."""
    between, coast = [], []
    for arc, (left, right) in zip(arcs, sides, strict=True):
        if left is None or right is None:
            coast.append(arc)
        elif COUNTIES[left].region != COUNTIES[right].region:
            between.append(arc)
    return between, coast


def _point(raw: Sequence[float]) -> Point:
    x, y = raw
    return x, y


def _simplified(points: list[Point], too_fine: float) -> list[Point]:
    """The same line with fewer points; its ends stay, so that counties still meet there."""
    if len(points) < 3:
        return points
    first, last = points[0], points[-1]
    far = [_distance(point, first, last) for point in points]
    widest = max(range(len(points)), key=far.__getitem__)
    if far[widest] <= too_fine:
        return [first, last]
    before, after = points[: widest + 1], points[widest:]
    return _simplified(before, too_fine)[:-1] + _simplified(after, too_fine)


def _distance(point: Point, start: Point, end: Point) -> float:
    """How far a point lies from the line between two others."""
    along = (end[0] - start[0], end[1] - start[1])
    off = (point[0] - start[0], point[1] - start[1])
    length = hypot(*along)
    if not length:
        return hypot(*off)
    return abs(along[0] * off[1] - along[1] * off[0]) / length


def _path(lines: Iterable[Sequence[Point]]) -> str:
    """Lines as path data: relative and in whole steps, because that is short and nobody sees it."""
    parts = []
    for line in lines:
        whole = [(round(x), round(y)) for x, y in line]
        steps = [(x - before_x, y - before_y) for (before_x, before_y), (x, y) in pairwise(whole)]
        parts.append(f"M{_row(whole[0])}l{_row(chain.from_iterable(steps))}")
    return "".join(parts)


def _row(values: Iterable[int]) -> str:
    """Numbers in a row; a minus parts them as well as a space."""
    return " ".join(map(str, values)).replace(" -", "-")
