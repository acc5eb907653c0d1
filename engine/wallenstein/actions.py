"""The ten actions, each as one function: what it needs, what it does (W-A1 to W-A9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core import Json, Seat, Turn
from engine.wallenstein.battle import attack, revolt
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.choices import March, ask, asks, first_possible, plan_of, targets
from engine.wallenstein.events import (
    ActionSkipped,
    ArmiesDeployed,
    ArmiesMoved,
    BuildingBuilt,
    GrainCollected,
    MarchDeclined,
    RevoltMarkerAdded,
    TaxesCollected,
)
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import State

Perform = Callable[[Turn[State], Rules, Seat, str, str], None]


def build(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A1: a building in a free city."""
    state, building = turn.state, action.removeprefix("build_")
    reason = building_obstacle(state, rules, seat, building, county)
    if reason:
        turn.emit(ActionSkipped(seat, action, county, reason))
        return
    here, price = state.counties[county], rules.prices[building]
    supported = building == "trading_post" and state.event == "trade_support"
    calmed = min(1, here.revolt) if supported else 0
    turn.emit(BuildingBuilt(seat, action, county, building, price, calmed))


def building_obstacle(
    state: State, rules: Rules, seat: Seat, building: str, county: str
) -> str | None:
    """W-A1: why nothing of the kind can be built there now; none if it can."""
    here = state.counties[county]
    if state.players[seat].money < rules.prices[building]:
        return "no_money"
    if building in here.buildings:
        return "building_there"
    if len(here.buildings) >= len(COUNTIES[county].cities):
        return "no_free_city"
    return None if state.bank.buildings[building] else "no_tile_left"


def collect(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A2 to W-A4: income first, then what the peasants make of it."""
    markers = turn.state.counties[county].revolt
    if action == "collect_grain":
        turn.emit(
            GrainCollected(seat, action, county, grain_yield(turn.state, rules, seat, county))
        )
    else:
        turn.emit(TaxesCollected(seat, action, county, tax_yield(turn.state, rules, seat, county)))
    if not markers or revolt(turn, county, markers, action):
        turn.emit(RevoltMarkerAdded(seat, county))


def grain_yield(state: State, rules: Rules, seat: Seat, county: str) -> int:
    """W-A2: the printed grain, then the event, then the tile."""
    amount, event = COUNTIES[county].grain, state.event
    if event == "grain_floor":
        amount = max(amount, rules.grain_floor)
    elif event == "grain_ceiling":
        amount = min(amount, rules.grain_ceiling)
    return amount + (state.season.tile(seat) == "extra_grain")


def tax_yield(state: State, rules: Rules, seat: Seat, county: str) -> int:
    """W-A3: the printed tax, then the event, then the tile."""
    amount, event = COUNTIES[county].tax, state.event
    if event == "tax_floor":
        amount = max(amount, rules.tax_floor)
    elif event == "tax_ceiling":
        amount = min(amount, rules.tax_ceiling)
    return amount + (state.season.tile(seat) == "extra_thaler")


def armies_deployed(state: State, rules: Rules, seat: Seat, action: str) -> int:
    """W-A5 to W-A7: how many armies the action places."""
    deployment = rules.deployments[action]
    short = state.event == "supply_problems"
    armies = deployment.armies_in_shortage if short else deployment.armies
    tile = action == "deploy_5" and state.season.tile(seat) == "six_armies"
    return rules.tile_armies if tile and state.supply(seat) >= rules.tile_armies else armies


def deploy(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A5 to W-A7: armies from the supply, all of them or none."""
    state = turn.state
    reason = deploying_obstacle(state, rules, seat, action)
    if reason:
        turn.emit(ActionSkipped(seat, action, county, reason))
        return
    armies = armies_deployed(state, rules, seat, action)
    turn.emit(ArmiesDeployed(seat, action, county, armies, rules.deployments[action].price))
    if action == "deploy_1_move" and targets(turn.state, seat, county, action):
        march(turn, rules, seat, action, county)


def deploying_obstacle(state: State, rules: Rules, seat: Seat, action: str) -> str | None:
    """W-A5 to W-A7: why no armies can be placed now; none if they can."""
    if state.players[seat].money < rules.deployments[action].price:
        return "no_money"
    enough = state.supply(seat) >= armies_deployed(state, rules, seat, action)
    return None if enough else "no_armies_left"


def march(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A7 to W-A9: armies to one adjacent county, by standing order, by answer, or not at all."""
    state = turn.state
    if state.counties[county].armies < 2:
        turn.emit(ActionSkipped(seat, action, county, "one_army_must_stay"))
        return
    if not targets(state, seat, county, action):
        turn.emit(ActionSkipped(seat, action, county, "nowhere_to_go"))
        return
    orders = plan_of(turn, seat).get("moves", {}).get(action)
    chosen = None if orders is None else first_possible(state, seat, county, action, orders)
    if chosen is None and asks(state):
        about: Json = {"action": action, "origin": county}
        answer = ask(turn, seat, action, "move", about)
        if answer is None:
            return
        chosen = first_possible(state, seat, county, action, answer["orders"])
    carry_out(turn, rules, seat, action, county, chosen)


def carry_out(
    turn: Turn[State], rules: Rules, seat: Seat, action: str, origin: str, chosen: Any
) -> None:
    """A march that was chosen: into an own county, or into battle."""
    if not isinstance(chosen, March):
        turn.emit(MarchDeclined(seat, action, origin))
    elif turn.state.counties[chosen.county].owner == seat:
        turn.emit(ArmiesMoved(seat, action, origin, chosen.county, chosen.armies))
    else:
        attack(turn, rules, seat, action, origin, chosen.county, chosen.armies)


PERFORM: dict[str, Perform] = {
    "build_palace": build,
    "build_church": build,
    "build_trading_post": build,
    "collect_grain": collect,
    "collect_taxes": collect,
    "deploy_5": deploy,
    "deploy_3": deploy,
    "deploy_1_move": deploy,
    "combat_a": march,
    "combat_b": march,
}
