"""How the attacks of a plan may end: the engine's odds with the tower as it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Decision, Json, Seat
from engine.odds import revolt
from engine.registry import FORECASTS
from engine.tower import DEFAULT_TOWER, TOWERS
from engine.wallenstein.battle import peasants_join
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.choices import march_strength
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import Cubes, State, added
from games.boards.wallenstein.advice import marches

# The long run is computed and not thrown: one throw is the least the forecast can be asked for.
ONE_THROW = 1


@dataclass(frozen=True)
class Odds:
    """The chances of one attack, in hundredths that add up to a hundred."""

    where: str
    county: str
    armies: int
    win: int
    tie: int
    loss: int


def attack_odds(state: State, rules: Rules, decision: Decision, answer: Any) -> list[Odds]:
    """The odds of every order into a county that is not one's own, as things stand."""
    found: list[Odds] = []
    seat = decision.seat
    for where, origin, order in _orders(decision.kind, decision.options, answer):
        target = state.counties.get(order["to"])
        source = state.counties.get(origin)
        if target is None or source is None or target.owner == seat:
            continue
        armies = march_strength(order, source.armies - 1)
        # An order for more than there are now hopes for more to come: then so many go.
        wished = order.get("armies")
        armies = armies or (wished if isinstance(wished, int) else 0)
        if armies > 0:
            found.append(odds_of(state, rules, seat, where, order["to"], min(armies, rules.armies)))
    return found


def _orders(kind: str, options: Json, answer: Any) -> Iterator[tuple[str, str, Json]]:
    if kind == "plan":
        yield from marches(answer, ("combat_a", "combat_b"))
    elif kind == "move":
        orders = answer.get("orders") if isinstance(answer, dict) else None
        as_plan = {"boxes": {"orders": options["origin"]}, "moves": {"orders": orders}}
        for where, origin, order in marches(as_plan, ("orders",)):
            yield where.removeprefix("moves."), origin, order


def odds_of(state: State, rules: Rules, seat: Seat, where: str, county: str, armies: int) -> Odds:
    """The odds of one attack with so many armies."""
    target = state.counties[county]
    sides = {seat: "A", PEASANTS: PEASANTS}
    if target.owner is not None:
        sides[target.owner] = "B"
    shares = FORECASTS[Wallenstein.key](
        attack=armies,
        defend=target.armies if target.owner else 0,
        peasants=None,
        peasants_help=peasants_join(state, rules, county),
        lodged=_as_sides(state.tower.lodged, sides),
        tray=_as_sides(state.tower.tray, sides),
        trials=ONE_THROW,
    )["exact"]
    win, loss = round(100 * shares["win"]), round(100 * shares["loss"])
    loss = min(loss, 100 - win)
    return Odds(where, county, armies, win, 100 - win - loss, loss)


def revolt_odds(state: State, seat: Seat, county: str) -> int:
    """How often out of a hundred a revolt in a county is put down, as things stand (W-V1)."""
    here, tower = state.counties[county], state.tower
    rising = min(here.revolt, state.supply(PEASANTS))
    thrown = added(tower.tray, {seat: here.armies, PEASANTS: rising})
    shares = revolt(seat).exact_shares(TOWERS[DEFAULT_TOWER], thrown, tower.lodged)
    return round(100 * shares.win)


def _as_sides(cubes: Cubes, sides: Mapping[str, str]) -> dict[str, int]:
    """Cubes as the forecast names them: A attacks, B defends, everybody else stands by."""
    named: dict[str, int] = {}
    for colour, count in cubes.items():
        side = sides.get(colour, f"bystander {colour}")
        named[side] = named.get(side, 0) + count
    return named
