"""What was at stake in each battle and revolt of a game, by the exact law of the tower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.devices.tower import Tower
from engine.kernel.core import Event, Json
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.odds import Battle, revolt
from engine.wallenstein.state import State
from games.boards.wallenstein.turn.battles import battle_for
from games.luck.fortune import LOST, TIED, WON, Side, Stake

_ATTACKER: Final = {"attacker": WON, "tie": TIED, "defender": LOST}
_DEFENDER: Final = {"attacker": LOST, "tie": TIED, "defender": WON}


def stakes(state: State, events: Sequence[Event[Any]], tower: Tower) -> Iterator[Stake]:
    """Every battle once for each player in it; `state` is the position before the first event."""
    battle: Battle | None = None
    place = 0
    record: Json = {}
    for at, event in enumerate(events):
        if isinstance(event, AttackMade):
            # Seen before it begins: the attack itself takes the armies from the map.
            battle = battle_for(state, state.rules, event.seat, event.county)
        elif isinstance(event, RevoltBrokeOut):
            battle = revolt(event.seat)
        elif isinstance(event, TowerThrown):
            place, record = at, event.throw
        elif isinstance(event, BattleDecided) and battle is not None:
            yield from _of_battle(place, battle, record, tower, event)
        elif isinstance(event, RevoltDecided) and battle is not None:
            yield _stake(place, battle, record, tower, WON if event.held else LOST)
        state = event.apply(state)


def _of_battle(
    place: int, battle: Battle, record: Json, tower: Tower, decided: BattleDecided
) -> Iterator[Stake]:
    attack = _stake(place, battle, record, tower, _ATTACKER[decided.outcome])
    yield attack
    if decided.defender is not None:
        shares = battle.exact_shares(tower, record["thrown"], record["lodged"])
        yield Stake(
            place=place,
            seat=decided.defender,
            chance=shares.loss,
            result=_DEFENDER[decided.outcome],
            size=attack.size,
            own=attack.against,
            against=attack.own,
        )


def _stake(place: int, battle: Battle, record: Json, tower: Tower, result: str) -> Stake:
    return Stake(
        place=place,
        seat=battle.attacker,
        chance=battle.exact_shares(tower, record["thrown"], record["lodged"]).win,
        result=result,
        size=sum(record["thrown"].values()),
        own=_side(record, [battle.attacker]),
        against=_side(record, [battle.defender, *battle.allies]),
    )


def _side(record: Json, colours: Sequence[str]) -> Side:
    cubes = {
        what: sum(record[what].get(colour, 0) for colour in colours)
        for what in ("thrown", "lodged", "fell")
    }
    return Side(**cubes)
