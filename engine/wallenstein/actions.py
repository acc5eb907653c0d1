"""The ten actions, each as one function: what it needs, what it does (W-A1 to W-A9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.core import Json, Seat, Turn
from engine.wallenstein.action_events import (
    ActionSkipped,
    ArmiesDeployed,
    ArmiesMoved,
    BuildingBuilt,
    GrainCollected,
    MarchDeclined,
    TaxesCollected,
)
from engine.wallenstein.battle import attack, revolt
from engine.wallenstein.board import COMBATS, COUNTIES
from engine.wallenstein.choices import (
    March,
    ask,
    asks,
    first_possible,
    march_of_duty,
    plan_of,
    targets,
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
    calmed = calmed_by(state, building, county)
    price = building_price(state, rules, building, county)
    turn.emit(BuildingBuilt(seat, action, county, building, price, calmed))


def calmed_by(state: State, building: str, county: str) -> int:
    """W-A1: the revolt markers that a new building takes out of its county."""
    supported = building == "trading_post" and state.effect(county).posts_calm
    return min(1, state.counties[county].revolt) if supported else 0


def building_price(state: State, rules: Rules, building: str, county: str) -> int:
    """W-A1: what a building costs there now."""
    return state.effect(county).prices.get(building, rules.prices[building])


def building_obstacle(
    state: State, rules: Rules, seat: Seat, building: str, county: str
) -> str | None:
    """W-A1: why nothing of the kind can be built there now; none if it can."""
    if state.players[seat].money < building_price(state, rules, building, county):
        return "no_money"
    return site_obstacle(state, building, county)


def site_obstacle(state: State, building: str, county: str) -> str | None:
    """W-A1: why there is no place or no tile for a building, whatever it costs."""
    here = state.counties[county]
    if building in here.buildings:
        return "building_there"
    if len(here.buildings) >= len(COUNTIES[county].cities):
        return "no_free_city"
    return None if state.bank.buildings[building] else "no_tile_left"


def collect(turn: Turn[State], _: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A2 to W-A4: income first, then what the peasants make of it."""
    markers = turn.state.counties[county].revolt
    if action == "collect_grain":
        turn.emit(GrainCollected(seat, action, county, grain_yield(turn.state, seat, county)))
    else:
        turn.emit(TaxesCollected(seat, action, county, tax_yield(turn.state, seat, county)))
    after_collecting(turn, seat, action, county, markers)


def after_collecting(turn: Turn[State], seat: Seat, action: str, county: str, markers: int) -> None:
    """W-A4: a revolt where there were markers, and one marker more where the county is held."""
    held = revolt(turn, county, markers, action) if markers else True
    if held:
        turn.state.rules.unrest(turn, seat, county)


def grain_yield(state: State, seat: Seat, county: str) -> int:
    """W-A2: the printed grain, then the event, then the tile."""
    effect = state.effect(county)
    amount = min(max(COUNTIES[county].grain, effect.grain_least), effect.grain_most)
    amount = max(0, amount + effect.grain_change)
    return amount + (state.season.tile(seat) == "extra_grain")


def tax_yield(state: State, seat: Seat, county: str) -> int:
    """W-A3: the printed tax, then the event, then the tile."""
    effect = state.effect(county)
    amount = min(max(COUNTIES[county].tax, effect.tax_least), effect.tax_most)
    return amount + (state.season.tile(seat) == "extra_thaler")


def armies_deployed(state: State, rules: Rules, seat: Seat, action: str, county: str) -> int:
    """W-A5 to W-A7: how many armies the action places."""
    deployment = rules.deployments[action]
    short = state.effect(county).fewer_armies
    armies = deployment.armies_in_shortage if short else deployment.armies
    tile = action == "deploy_5" and state.season.tile(seat) == "six_armies"
    return rules.tile_armies if tile and state.supply(seat) >= rules.tile_armies else armies


def deploy(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A5 to W-A7: armies from the supply, all of them or none."""
    state = turn.state
    reason = deploying_obstacle(state, rules, seat, action, county)
    if reason:
        turn.emit(ActionSkipped(seat, action, county, reason))
        return
    armies = armies_deployed(state, rules, seat, action, county)
    price = deploying_price(state, rules, action, county)
    turn.emit(ArmiesDeployed(seat, action, county, armies, price))
    if action == "deploy_1_move" and targets(turn.state, seat, county, action):
        march(turn, rules, seat, action, county)


def deploying_price(state: State, rules: Rules, action: str, county: str) -> int:
    """W-A5 to W-A7: what the action costs there now."""
    return rules.deployments[action].price + state.effect(county).deploy_surcharge


def deploying_obstacle(
    state: State, rules: Rules, seat: Seat, action: str, county: str
) -> str | None:
    """W-A5 to W-A7: why no armies can be placed now; none if they can."""
    if state.players[seat].money < deploying_price(state, rules, action, county):
        return "no_money"
    enough = state.supply(seat) >= armies_deployed(state, rules, seat, action, county)
    return None if enough else "no_armies_left"


def march(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """W-A7 to W-A9: armies to one adjacent county, by standing order, by answer, or not at all."""
    state = turn.state
    if state.counties[county].armies < 2:
        turn.emit(ActionSkipped(seat, action, county, "one_army_must_stay"))
        return
    reachable = targets(state, seat, county, action)
    if not reachable:
        turn.emit(ActionSkipped(seat, action, county, "nowhere_to_go"))
        return
    orders = plan_of(turn, seat).get("moves", {}).get(action)
    chosen = None if orders is None else first_possible(state, seat, county, reachable, orders)
    if chosen is None and asks(state):
        about: Json = {"action": action, "origin": county}
        answer = ask(turn, seat, "move", about)
        if answer is None:
            return
        chosen = first_possible(state, seat, county, reachable, answer["orders"])
    if rules.must_march and action in COMBATS and not isinstance(chosen, March):
        chosen = march_of_duty(state, reachable)
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
