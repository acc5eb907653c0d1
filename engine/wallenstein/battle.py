"""Battles and revolts: who throws what into the tower, and what the tray then says."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Json, Seat, Turn
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import Cubes, State, added


@dataclass(frozen=True)
class Verdict:
    """What a battle comes to: who holds the county, with how many, and which cubes go home."""

    outcome: str
    attackers_fell: int
    defenders_fell: int
    owner: Seat | None
    garrison: int
    home: dict[str, int]


def judge_attack(tray: Cubes, attacker: Seat, defender: Seat | None, allied: bool) -> Verdict:
    """W-B3 to W-B8; `allied`: the peasants in the tray stand with the defending player."""
    attack = tray.get(attacker, 0)
    own = tray.get(defender, 0) if defender else 0
    peasants = tray.get(PEASANTS, 0) if allied or defender is None else 0
    defence = own + peasants
    sides = {attacker: attack, PEASANTS: peasants}
    if defender:
        sides[defender] = own
    if attack > defence:
        outcome, owner, garrison = "attacker", attacker, attack - defence
    elif defence > attack and defender is None:
        outcome, owner, garrison = "defender", None, 0
    elif defence > attack and own:
        outcome, owner, garrison = "defender", defender, own - max(0, attack - peasants)
    else:
        outcome, owner, garrison = "tie", None, 0
    if owner:
        sides[owner] -= garrison
    return Verdict(outcome, attack, defence, owner, garrison, added(sides, {}))


def extra_cubes(state: State, rules: Rules, attacker: Seat, county: str) -> dict[str, int]:
    """W-B1: cubes that join from the supplies, as far as those reach."""
    target, season = state.counties[county], state.season
    effect = state.effect(county)
    wanted: dict[str, int] = {}
    if target.owner is None:
        usual, now = rules.neutral_peasants, effect.neutral_peasants
        wanted[PEASANTS] = usual if now is None else now
    if season.tile(attacker) == "extra_attacker":
        wanted[attacker] = 1
    if target.owner is not None:
        tile = season.tile(target.owner) == "extra_defender"
        guards = effect.palace_guards and "palace" in target.buildings
        wanted[target.owner] = tile + guards
    reach = {colour: min(count, state.supply(colour)) for colour, count in wanted.items()}
    return added(reach, {})


def peasants_join(state: State, rules: Rules, county: str) -> bool:
    """W-B3: where there is no unrest the peasants stand with the defending player."""
    return state.counties[county].revolt < rules.markers_that_turn_peasants


def throw_tray(turn: Turn[State]) -> Cubes:
    """Everything in the tray goes into the tower; what falls out lies in the tray."""
    tower = turn.state.tower
    turn.emit(TowerThrown(turn.chance.throw(tower.tray, tower.lodged)))
    return turn.state.tower.tray


def attack(
    turn: Turn[State], rules: Rules, seat: Seat, action: str, origin: str, county: str, armies: int
) -> None:
    """An attack from one county on another, to the end or to a question for the defender."""
    about: Json = {"action": action, "by": seat, "origin": origin, "armies": armies}
    if turn.state.counties[county].owner and not rules.muster(turn, county, about):
        return
    target = turn.state.counties[county]
    allied = peasants_join(turn.state, rules, county)
    extras = extra_cubes(turn.state, rules, seat, county)
    turn.emit(AttackMade(seat, action, origin, county, armies, target.owner, target.armies, extras))
    verdict = judge_attack(throw_tray(turn), seat, target.owner, allied)
    turn.emit(
        BattleDecided(
            seat=seat,
            origin=origin,
            county=county,
            armies=armies,
            defender=target.owner,
            attackers_fell=verdict.attackers_fell,
            defenders_fell=verdict.defenders_fell,
            outcome=verdict.outcome,
            owner=verdict.owner,
            garrison=verdict.garrison,
            home=verdict.home,
        )
    )
    if target.owner is None and verdict.owner == seat:
        for _ in range(rules.markers_of_conquest):
            rules.unrest(turn, seat, county)
    rules.after_battle(turn, county)


def rising(state: State, county: str, peasants: int) -> int:
    """W-V1: how many rise where the rules say so many, as far as the supply reaches."""
    return min(peasants + state.effect(county).more_rebels, state.supply(PEASANTS))


def revolt(turn: Turn[State], county: str, peasants: int, cause: str) -> bool:
    """A revolt, to the end; true if the player holds the county (W-V1, W-V2).

    Where the player must first say who fights the turn is paused, and nothing is decided.
    """
    rules = turn.state.rules
    about: Json = {"action": cause, "by": None, "peasants": rising(turn.state, county, peasants)}
    if not rules.muster(turn, county, about):
        return False
    state = turn.state
    seat, armies = state.counties[county].owner, state.counties[county].armies
    if seat is None:
        raise ValueError(f"nobody to revolt against in {county}")
    turn.emit(RevoltBrokeOut(seat, county, cause, armies, rising(state, county, peasants)))
    tray = throw_tray(turn)
    own, against = tray.get(seat, 0), tray.get(PEASANTS, 0)
    held = own > against
    garrison = own - against if held else 0
    home = added({seat: own - garrison}, {PEASANTS: against})
    turn.emit(RevoltDecided(seat, county, own, against, held, garrison, home))
    rules.after_battle(turn, county)
    return held
