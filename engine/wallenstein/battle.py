"""Battles and revolts, from the gathering of the cubes to what becomes of the county."""

from __future__ import annotations

from engine.devices.tower import throw_cubes
from engine.kernel.core import Json, Seat, Turn
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.fight import (
    extra_cubes,
    judge_attack,
    judge_revolt,
    peasants_join,
    rising,
)
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import Cubes, State


def throw_tray(turn: Turn[State]) -> Cubes:
    """Everything in the tray goes into the tower; what falls out lies in the tray."""
    tower = turn.state.tower
    turn.emit(TowerThrown(throw_cubes(turn.chance, tower.tray, tower.lodged)))
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
    reserve = rules.reserve(turn.state, county)
    verdict = judge_attack(throw_tray(turn), seat, target.owner, allied, reserve)
    turn.emit(BattleDecided(seat, origin, county, armies, target.owner, **vars(verdict)))
    if target.owner is None and verdict.owner == seat:
        for _ in range(rules.markers_of_conquest):
            rules.unrest(turn, seat, county)
    rules.after_battle(turn, county)


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
    verdict = judge_revolt(throw_tray(turn), seat)
    turn.emit(RevoltDecided(seat, county, **vars(verdict)))
    rules.after_battle(turn, county)
    return verdict.held
