"""The battles and revolts of a season beside their odds: when planned, and when it came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.devices.tower import Tower
from engine.kernel.core import Seat
from engine.kernel.journal import StepBegan
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.board import ACTIONS, PEASANTS
from engine.wallenstein.odds import revolt
from engine.wallenstein.state import State, added
from games.boards.in_short import Passage
from games.boards.wallenstein.tower.stakes import stakes
from games.boards.wallenstein.turn.battles import odds_of

# What happened was less likely than not.
UNLIKELY: Final = 50


@dataclass(frozen=True)
class Fight:
    """A battle as its attacker saw it, or a revolt as the owner of the county did.

    `planned` and `came` are their chances to win it, out of a hundred: with the armies and the
    tower as they stood when the season was planned, and as they were when it came. Of what could
    not be foreseen there is no first one.
    """

    place: int
    seat: Seat
    rival: Seat | None
    county: str
    origin: str
    armies: int
    score: str
    outcome: str
    planned: int | None
    came: int

    @property
    def won(self) -> bool:
        """Whether it went as its seat wished."""
        return self.outcome == "attacker"

    @property
    def is_revolt(self) -> bool:
        """Whether peasants rose, and nobody marched."""
        return not self.origin

    @property
    def is_level(self) -> bool:
        """Whether as many fell out for the one as for the other: peasants win that."""
        one, other = self.score.split(" : ")
        return one == other

    @property
    def unlikely(self) -> int:
        """How often it would have ended otherwise, out of a hundred, as things were when it came.

        A tie is no win.
        """
        return 100 - self.came if self.won else self.came

    @property
    def surprise(self) -> int:
        """How far it ended from what could be expected, then or at last, out of a hundred."""
        chances = [self.came] if self.planned is None else [self.came, self.planned]
        return max(100 - chance if self.won else chance for chance in chances)


def surprises(passage: Passage, most: int) -> list[Fight]:
    """The fights farthest from their odds, the farthest first; none that went as expected."""
    far = [fight for fight in fights(passage) if fight.surprise > UNLIKELY]
    return sorted(far, key=lambda fight: (-fight.surprise, fight.place))[:most]


def fights(passage: Passage) -> Iterator[Fight]:
    """Every battle and revolt of a passage, in order; none where nothing is thrown."""
    tower = passage.tower
    if tower is None:
        return
    # Each throw has a stake for its attacker, or for the owner of a county in revolt, first.
    came: dict[int, int] = {}
    for stake in stakes(passage.before, passage.events, tower):
        came.setdefault(stake.place, round(100 * stake.chance))
    then = planning_state(passage)
    began: AttackMade | RevoltBrokeOut | None = None
    throw = 0
    for place, event in enumerate(passage.events):
        if isinstance(event, AttackMade | RevoltBrokeOut):
            began = event
        elif isinstance(event, TowerThrown):
            throw = place
        elif isinstance(event, BattleDecided) and isinstance(began, AttackMade):
            yield _battle(place, began, event, _planned_attack(then, began, tower), came[throw])
        elif isinstance(event, RevoltDecided) and isinstance(began, RevoltBrokeOut):
            yield _revolt(place, began, event, _planned_revolt(then, began, tower), came[throw])


def planning_state(passage: Passage) -> State:
    """The position in which the season was planned: before its first step."""
    state: State = passage.before
    for event in passage.events:
        if isinstance(event, StepBegan):
            break
        state = event.apply(state)
    return state


def _battle(
    place: int, began: AttackMade, decided: BattleDecided, planned: int | None, came: int
) -> Fight:
    return Fight(
        place=place,
        seat=began.seat,
        rival=began.defender,
        county=began.county,
        origin=began.origin,
        armies=began.armies,
        score=f"{decided.attackers_fell} : {decided.defenders_fell}",
        outcome=decided.outcome,
        planned=planned,
        came=came,
    )


def _revolt(
    place: int, began: RevoltBrokeOut, decided: RevoltDecided, planned: int | None, came: int
) -> Fight:
    return Fight(
        place=place,
        seat=began.seat,
        rival=None,
        county=began.county,
        origin="",
        armies=began.armies,
        score=f"{decided.armies_fell} : {decided.peasants_fell}",
        outcome="attacker" if decided.held else "defender",
        planned=planned,
        came=came,
    )


def _planned_attack(then: State, began: AttackMade, tower: Tower) -> int | None:
    """With those of its armies that stood ready then; none if none did, or nobody was to fight."""
    origin, target = then.counties[began.origin], then.counties[began.county]
    armies = min(began.armies, origin.armies - 1)
    if origin.owner != began.seat or target.owner == began.seat or armies < 1:
        return None
    return odds_of(then, then.rules, began.seat, "", began.county, armies, tower).win


def _planned_revolt(then: State, began: RevoltBrokeOut, tower: Tower) -> int | None:
    """Against as many peasants as came; a hungry winter is planned by nobody."""
    here = then.counties[began.county]
    if began.cause not in ACTIONS or here.owner != began.seat:
        return None
    thrown = added(then.tower.tray, {began.seat: here.armies, PEASANTS: began.peasants})
    return round(100 * revolt(began.seat).exact_shares(tower, thrown, then.tower.lodged).win)
