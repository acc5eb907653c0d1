"""What is printed: counties, cards, tiles, prices. Data without behaviour."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

PEASANTS: Final = "peasants"

BUILDING_KINDS: Final = ("palace", "church", "trading_post")
ACTIONS: Final = (
    "build_palace",
    "build_church",
    "build_trading_post",
    "collect_grain",
    "collect_taxes",
    "deploy_5",
    "deploy_3",
    "deploy_1_move",
    "combat_a",
    "combat_b",
)
MOVE_ACTIONS: Final = ("deploy_1_move", "combat_a", "combat_b")
TILES: Final = ("extra_thaler", "extra_grain", "six_armies", "extra_attacker", "extra_defender")
POSITIONS: Final = (1, 2, 3, 4, 5)
COINS: Final = (0, 1, 2, 3, 4)
SEASONS: Final = ("spring", "summer", "autumn")


@dataclass(frozen=True)
class CountyCard:
    """A county as printed on the board and on its card."""

    id: str
    name: str
    full_name: str
    printed: str
    region: str
    tax: int
    grain: int
    cities: tuple[str, ...]
    in_three_player_game: bool
    neighbours: tuple[str, ...]


@dataclass(frozen=True)
class EventCard:
    """An event card: its effect while it holds, its grain loss if it is left for winter."""

    id: str
    kind: str
    grain_loss: int
    meaning: str


def _read(name: str) -> Any:
    text = resources.files("engine.wallenstein").joinpath("data", name).read_text("utf-8")
    return json.loads(text)


def _county(raw: Mapping[str, Any]) -> CountyCard:
    fields = dict(raw)
    fields["cities"] = tuple(raw["cities"])
    fields["neighbours"] = tuple(raw["neighbours"])
    return CountyCard(**fields)


_COUNTY_FILE = _read("counties.json")
_LINE_UP_FILE = _read("line_ups.json")

REGIONS: Final[Mapping[str, str]] = {r["id"]: r["name"] for r in _COUNTY_FILE["regions"]}
COUNTIES: Final[Mapping[str, CountyCard]] = {
    raw["id"]: _county(raw) for raw in _COUNTY_FILE["counties"]
}
EVENTS: Final[Mapping[str, EventCard]] = {
    raw["id"]: EventCard(raw["id"], raw["kind"], raw["grain_loss"], raw["meaning"])
    for raw in _read("events_2010.json")["cards"]
}
ARMY_GROUPS: Final[Mapping[int, tuple[int, ...]]] = {
    int(players): tuple(groups) for players, groups in _LINE_UP_FILE["army_groups"].items()
}
LINE_UPS: Final[Mapping[int, Mapping[str, Mapping[str, int]]]] = {
    int(players): line_up for players, line_up in _LINE_UP_FILE["line_ups"].items()
}


@cache
def neighbours_in_play(players: int) -> Mapping[str, list[str]]:
    """W-S1: which counties border on each other when so many play."""
    known = counties_in_play(players)
    return {
        name: [other for other in COUNTIES[name].neighbours if other in known] for name in known
    }


@cache
def counties_in_play(players: int) -> tuple[str, ...]:
    """W-S1: with three players eight counties are out."""
    return tuple(card.id for card in COUNTIES.values() if players > 3 or card.in_three_player_game)
