"""What is printed: counties, cards, tiles, prices. Data without behaviour."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
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
COMBATS: Final = ("combat_a", "combat_b")
MOVE_ACTIONS: Final = ("deploy_1_move", *COMBATS)
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
class Effect:
    """What an event changes while it holds; by itself it changes nothing."""

    tax_least: int = 0
    tax_most: int = 1000
    grain_least: int = 0
    grain_most: int = 1000
    grain_change: int = 0
    prices: Mapping[str, int] = field(default_factory=dict)
    deploy_surcharge: int = 0
    fewer_armies: bool = False
    posts_calm: bool = False
    neutral_peasants: int | None = None
    more_rebels: int = 0
    palace_guards: bool = False
    church_peace: bool = False


NO_EFFECT: Final = Effect()


@dataclass(frozen=True)
class EventCard:
    """An event card: its effect while it holds, its grain loss if it is left for winter.

    A card that names a region holds in its counties only.
    """

    id: str
    kind: str
    grain_loss: int
    meaning: str
    effect: Effect
    region: str | None = None
    # What no rule book tells us, and this project has settled itself.
    house_effect: bool = False
    house_loss: bool = False


def read_data(name: str) -> Any:
    """A file of printed data."""
    text = resources.files("engine.wallenstein").joinpath("data", name).read_text("utf-8")
    return json.loads(text)


def _county(raw: Mapping[str, Any]) -> CountyCard:
    fields = dict(raw)
    fields["cities"] = tuple(raw["cities"])
    fields["neighbours"] = tuple(raw["neighbours"])
    return CountyCard(**fields)


_COUNTY_FILE = read_data("counties.json")
_LINE_UP_FILE = read_data("line_ups.json")

REGIONS: Final[Mapping[str, str]] = {r["id"]: r["name"] for r in _COUNTY_FILE["regions"]}
COUNTIES: Final[Mapping[str, CountyCard]] = {
    raw["id"]: _county(raw) for raw in _COUNTY_FILE["counties"]
}
ARMY_GROUPS: Final[Mapping[int, tuple[int, ...]]] = {
    int(players): tuple(groups) for players, groups in _LINE_UP_FILE["army_groups"].items()
}
LINE_UPS: Final[Mapping[int, Mapping[str, Mapping[str, int]]]] = {
    int(players): line_up for players, line_up in _LINE_UP_FILE["line_ups"].items()
}


def event_deck(
    file: str, effects: Mapping[str, Effect], *, house_losses: bool = False
) -> Mapping[str, EventCard]:
    """The event cards of an edition, with the effect of each kind."""
    return {
        raw["id"]: EventCard(
            raw["id"],
            raw["kind"],
            raw["grain_loss"],
            raw["meaning"],
            effects[raw["kind"]],
            raw.get("region"),
            raw.get("house_effect", False),
            house_losses,
        )
        for raw in read_data(file)["cards"]
    }


EVENTS: Final = event_deck(
    "events_2010.json",
    {
        "trade_support": Effect(posts_calm=True),
        "militant_peasants": Effect(neutral_peasants=2),
        "palace_guards": Effect(palace_guards=True),
        "church_peace": Effect(church_peace=True),
        "tax_ceiling": Effect(tax_most=5),
        "tax_floor": Effect(tax_least=6),
        "grain_floor": Effect(grain_least=4),
        "grain_ceiling": Effect(grain_most=3),
        "supply_problems": Effect(fewer_armies=True),
    },
)


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
