"""Tables at planning time, and what is wrong with a plan laid there."""

from __future__ import annotations

from typing import Any

from engine.kernel.core import Decision, Json
from engine.wallenstein.board import ACTIONS, counties_in_play
from engine.wallenstein.plan import plan_problems
from engine.wallenstein.rules import RULES_2010
from tests.rules.table import Table

COUNTIES = counties_in_play(3)
A_3: Json = {"owner": "A", "armies": 3}
B_3: Json = {"owner": "B", "armies": 3}


def owning(counties: int, money: int = 18) -> Table:
    """A table at planning time where only A has something to plan."""
    owned = {name: {"owner": "A", "armies": 1} for name in COUNTIES[:counties]}
    return Table(3, scenario={"counties": owned, "money": {"A": money}})


def codes(decision: Decision, plan: Any) -> list[tuple[str, str]]:
    problems = plan_problems(RULES_2010, decision, plan)
    assert all("accepted" in problem.data for problem in problems)
    return [(problem.where, problem.code) for problem in problems]


def with_boxes(plan: Json, **boxes: Any) -> Json:
    return {**plan, "boxes": {**plan["boxes"], **boxes}}


def others(*actions: str) -> list[str]:
    return [action for action in ACTIONS if action not in actions]
