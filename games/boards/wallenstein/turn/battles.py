"""How the attacks of a plan may end: the engine's odds with the tower as it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.devices.tower import DEFAULT_TOWER, TOWERS, Cubes, Tower, fall_shares
from engine.kernel.core import Decision, Json, Seat
from engine.wallenstein.board import COMBATS, PEASANTS
from engine.wallenstein.choices import march_strength, targets
from engine.wallenstein.fight import extra_cubes, peasants_join, rising
from engine.wallenstein.odds import Battle, against_neutral, against_player, revolt
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import State, added
from games.boards.wallenstein.turn.advice import holds_now, marches

USUAL: Final = TOWERS[DEFAULT_TOWER]


class Expected(NamedTuple):
    """How many cubes fall for either side in the long run, and how many of them are peasants."""

    attack: float
    defence: float
    peasants: float


@dataclass(frozen=True)
class Odds:
    """The chances of one attack, in hundredths that add up to a hundred."""

    where: str
    county: str
    armies: int
    win: int
    tie: int
    loss: int
    expected: Expected


def attack_odds(
    state: State, rules: Rules, decision: Decision, answer: Any, tower: Tower = USUAL
) -> list[Odds]:
    """The odds of every order into a county that is not one's own, as things stand.

    An order for more armies than are there now, or whose condition does not hold now, has none:
    nobody would march.
    """
    all_odds: list[Odds] = []
    seat = decision.seat
    for where, origin, order in _orders(decision.kind, decision.options, answer):
        target = state.counties.get(order["to"])
        source = state.counties.get(origin)
        if target is None or source is None or target.owner == seat:
            continue
        if not holds_now(state, seat, order):
            continue
        armies = march_strength(order, source.armies - 1)
        if armies > 0:
            all_odds.append(odds_of(state, rules, seat, where, order["to"], armies, tower))
    return all_odds


def _orders(kind: str, options: Json, answer: Any) -> Iterator[tuple[str, str, Json]]:
    if kind == "plan":
        yield from marches(answer, ("combat_a", "combat_b"))
    elif kind == "move":
        orders = answer.get("orders") if isinstance(answer, dict) else None
        as_plan = {"boxes": {"orders": options["origin"]}, "moves": {"orders": orders}}
        for where, origin, order in marches(as_plan, ("orders",)):
            yield where.removeprefix("moves."), origin, order


def odds_of(
    state: State,
    rules: Rules,
    seat: Seat,
    where: str,
    county: str,
    armies: int,
    tower: Tower = USUAL,
) -> Odds:
    """The odds of one attack with so many armies, and with every cube that is known to join."""
    target = state.counties[county]
    battle = battle_for(state, rules, seat, county)
    sides = {seat: armies}
    if target.owner is not None:
        sides[target.owner] = target.armies
    joining = added(sides, extra_cubes(state, rules, seat, county))
    thrown = added(state.tower.tray, joining)
    shares = battle.exact_shares(tower, thrown, state.tower.lodged)
    win, loss = round(100 * shares.win), round(100 * shares.loss)
    loss = min(loss, 100 - win)
    expected = _expected(battle, tower, thrown, state.tower.lodged)
    return Odds(where, county, armies, win, 100 - win - loss, loss, expected)


def _expected(battle: Battle, tower: Tower, thrown: Cubes, lodged: Cubes) -> Expected:
    passing, loosened = fall_shares(tower, sum(thrown.values()))

    def falling(colour: str) -> float:
        return thrown.get(colour, 0) * passing + lodged.get(colour, 0) * loosened

    defence = {colour: falling(colour) for colour in (battle.defender, *battle.allies)}
    return Expected(falling(battle.attacker), sum(defence.values()), defence.get(PEASANTS, 0.0))


def battle_for(state: State, rules: Rules, seat: Seat, county: str) -> Battle:
    """Whose cubes count for whom when a seat attacks a county as it is (W-B3)."""
    owner = state.counties[county].owner
    if owner is None:
        return against_neutral(seat)
    return against_player(
        seat,
        owner,
        peasants_help=peasants_join(state, rules, county),
        reserve=rules.reserve(state, county) > 0,
    )


@dataclass(frozen=True)
class Front:
    """A county that may be attacked from another one, and the odds by the number of armies."""

    origin: str
    county: str
    owner: Seat | None
    defenders: int
    odds: Sequence[Odds]

    @property
    def best(self) -> Odds:
        """With all armies that are free to go."""
        return self.odds[-1]


def fronts(state: State, rules: Rules, seat: Seat, tower: Tower = USUAL) -> Iterator[Front]:
    """Every battle a seat could begin as things stand, with every number of armies."""
    for origin in state.owned(seat):
        free = state.counties[origin].armies - 1
        if free < 1:
            continue
        # A favor may forbid an attack with one of the two actions only.
        either = [targets(state, seat, origin, action) for action in COMBATS]
        for county, whose in {**either[0], **either[1]}.items():
            if whose != "own":
                here = state.counties[county]
                strengths = range(1, free + 1)
                odds = [
                    odds_of(state, rules, seat, origin, county, number, tower)
                    for number in strengths
                ]
                yield Front(origin, county, here.owner, here.armies, odds)


@dataclass(frozen=True)
class Unrest:
    """A county whose peasants would rise if grain or taxes were collected there."""

    county: str
    armies: int
    peasants: int
    held: int


def unrest(state: State, seat: Seat, tower: Tower = USUAL) -> Iterator[Unrest]:
    """Every revolt a seat could bring about by collecting (W-V1)."""
    for county in state.owned(seat):
        here = state.counties[county]
        if here.revolt:
            held = revolt_odds(state, seat, county, tower)
            yield Unrest(county, here.armies, rising(state, county, here.revolt), held)


def revolt_odds(state: State, seat: Seat, county: str, tower: Tower = USUAL) -> int:
    """How often out of a hundred a revolt in a county is put down, as things stand (W-V1)."""
    here, inside = state.counties[county], state.tower
    thrown = added(inside.tray, {seat: here.armies, PEASANTS: rising(state, county, here.revolt)})
    shares = revolt(seat).exact_shares(tower, thrown, inside.lodged)
    return round(100 * shares.win)
