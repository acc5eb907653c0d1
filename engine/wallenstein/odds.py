"""How a battle in the tower is likely to end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.devices.tower import Cubes, Tower, fall_counts, fall_distribution
from engine.wallenstein.board import PEASANTS


class Shares(NamedTuple):
    """How often the attacker wins, nobody does, and the attacker loses."""

    win: float
    tie: float
    loss: float


@dataclass(frozen=True)
class Battle:
    """Whose cubes in the tray count for whom, seen from the attacker.

    Allies strengthen the defence but cannot hold the county alone: when the defence has more and
    nothing of it is the defender's own, that is a tie, unless a `reserve` is there to hold it.
    """

    attacker: str
    defender: str
    allies: tuple[str, ...] = ()
    tie_is_loss: bool = False
    reserve: bool = False

    def shares(self, tower: Tower, thrown: Cubes, lodged: Cubes, trials: int, seed: int) -> Shares:
        """The shares in many simulated throws."""
        sides = self.attacker, self.defender, self.allies
        return self._settled(shares(tower, thrown, lodged, *sides, trials, seed, self.reserve))

    def exact_shares(self, tower: Tower, thrown: Cubes, lodged: Cubes) -> Shares:
        """The shares as they are in the long run, without simulation."""
        sides = self.attacker, self.defender, self.allies
        return self._settled(exact_shares(tower, thrown, lodged, *sides, self.reserve))

    def _settled(self, shares: Shares) -> Shares:
        return Shares(shares.win, 0.0, shares.tie + shares.loss) if self.tie_is_loss else shares


def against_player(
    attacker: str, defender: str, *, peasants_help: bool, reserve: bool = False
) -> Battle:
    """A battle for a player's county, whose peasants help or stand by."""
    return Battle(attacker, defender, (PEASANTS,) if peasants_help else (), reserve=reserve)


def against_neutral(attacker: str) -> Battle:
    """A battle for a county nobody owns, which its peasants defend."""
    return Battle(attacker, PEASANTS)


def revolt(player: str) -> Battle:
    """A revolt, seen from the player, who loses the county unless they have more."""
    return Battle(player, PEASANTS, tie_is_loss=True)


def shares(
    tower: Tower,
    thrown: Cubes,
    lodged: Cubes,
    attacker: str,
    defender: str,
    allies: Sequence[str],
    trials: int,
    seed: int,
    reserve: bool = False,
) -> Shares:
    """The shares in many simulated throws; what lies in the tray is part of what is thrown."""
    if trials < 1:
        raise ValueError(f"the number of trials must be at least 1, not {trials}")
    fell = fall_counts(tower, thrown, lodged, trials, seed)
    none = np.zeros(trials, np.int64)
    attack, own = fell.get(attacker, none), fell.get(defender, none)
    defence = sum((fell[ally] for ally in allies if ally in fell), own)
    win = int(np.count_nonzero(attack > defence))
    loss = int(np.count_nonzero((attack < defence) & ((own > 0) | reserve)))
    return Shares(win / trials, (trials - win - loss) / trials, loss / trials)


def exact_shares(
    tower: Tower,
    thrown: Cubes,
    lodged: Cubes,
    attacker: str,
    defender: str,
    allies: Sequence[str],
    reserve: bool = False,
) -> Shares:
    """The exact shares; what lies in the tray is part of what is thrown."""
    return _exact_shares(
        tower,
        sum(thrown.values()),
        (thrown.get(attacker, 0), lodged.get(attacker, 0)),
        (thrown.get(defender, 0), lodged.get(defender, 0)),
        (sum(thrown.get(a, 0) for a in allies), sum(lodged.get(a, 0) for a in allies)),
        reserve,
    )


_Side = tuple[int, int]  # cubes thrown and lodged


@lru_cache(maxsize=65536)
def _exact_shares(
    tower: Tower, n: int, attack: _Side, defence: _Side, help_: _Side, reserve: bool
) -> Shares:
    attackers = fall_distribution(tower, *attack, n)
    defenders = fall_distribution(tower, *defence, n)
    helpers = fall_distribution(tower, *help_, n)
    # Added up one by one: from Python 3.12 on `sum` rounds differently than before.
    win = tie = loss = 0.0
    for attacking, attack_share in enumerate(attackers):
        for defending, defence_share in enumerate(defenders):
            share = attack_share * defence_share
            for helping, help_share in enumerate(helpers):
                if attacking > defending + helping:
                    win += share * help_share
                elif (defending or reserve) and attacking < defending + helping:
                    loss += share * help_share
                else:
                    tie += share * help_share
    return Shares(win, tie, loss)
