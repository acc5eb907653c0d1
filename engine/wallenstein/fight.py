"""A fight without its telling: which cubes join it, and what the tray says of it then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.kernel.core import Seat
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.state import Cubes, State, added

if TYPE_CHECKING:
    from engine.wallenstein.rules import Rules


@dataclass(frozen=True)
class Verdict:
    """What a battle comes to: who holds the county, with how many, and which cubes go home."""

    attackers_fell: int
    defenders_fell: int
    outcome: str
    owner: Seat | None
    garrison: int
    home: dict[str, int]


def judge_attack(
    tray: Cubes, attacker: Seat, defender: Seat | None, allied: bool, reserve: int = 0
) -> Verdict:
    """W-B3 to W-B8; `allied`: the peasants in the tray stand with the defending player.

    Peasants alone defend the county for a player who has a `reserve` there to hold it (E-3).
    """
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
    elif defence > attack and (own or reserve):
        outcome, owner, garrison = "defender", defender, own - max(0, attack - peasants)
    else:
        outcome, owner, garrison = "tie", None, 0
    if owner:
        sides[owner] -= garrison
    return Verdict(attack, defence, outcome, owner, garrison, added(sides, {}))


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


def rising(state: State, county: str, peasants: int) -> int:
    """W-V1: how many rise where the rules say so many, as far as the supply reaches."""
    return min(peasants + state.effect(county).more_rebels, state.supply(PEASANTS))


@dataclass(frozen=True)
class RevoltVerdict:
    """What a revolt comes to: whether the county is held, with how many, what goes home."""

    armies_fell: int
    peasants_fell: int
    held: bool
    garrison: int
    home: dict[str, int]


def judge_revolt(tray: Cubes, seat: Seat) -> RevoltVerdict:
    """W-V2: the county is held by who has more, and peasants in the tray count for the revolt."""
    own, against = tray.get(seat, 0), tray.get(PEASANTS, 0)
    garrison = max(0, own - against)
    home = added({seat: own - garrison}, {PEASANTS: against})
    return RevoltVerdict(own, against, own > against, garrison, home)
