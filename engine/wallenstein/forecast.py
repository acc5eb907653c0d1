"""The odds of a battle between A and B, or of A and a neutral county."""

from __future__ import annotations

from collections.abc import Mapping

from engine.devices.tower import DEFAULT_TOWER, TOWERS
from engine.kernel.core import Json
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.odds import against_neutral, against_player
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import added


def forecast(
    rules: Rules,
    attack: int,
    defend: int,
    peasants: int | None,
    peasants_help: bool,
    lodged: Mapping[str, int],
    tray: Mapping[str, int],
    trials: int,
) -> Json:
    """Shares in many trials and in the long run; without defenders the peasants defend (W-B3)."""
    battle = (
        against_player("A", "B", peasants_help=peasants_help) if defend else against_neutral("A")
    )
    if peasants is None:
        peasants = 0 if defend else rules.neutral_peasants
    tower = TOWERS[DEFAULT_TOWER]
    thrown = added(tray, {"A": attack, "B": defend, PEASANTS: peasants})
    simulated = battle.shares(tower, thrown, lodged, trials, 0)
    return {
        **simulated._asdict(),
        "trials": trials,
        "exact": battle.exact_shares(tower, thrown, lodged)._asdict(),
        "peasants_help": peasants_help or not defend,
        "tower": tower.version,
    }
