"""Tables whose plans leave a choice open: at the front in spring, and hungry in winter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.core import Json
from engine.wallenstein.board import ACTIONS
from tests.rules.table import Table, lay

FRONT: Json = {
    "counties": {
        "lausitz": {"owner": "A", "armies": 5},
        "mittelmark": {"owner": "A", "armies": 2},
        "kursachsen": {"owner": "B", "armies": 2},
        "trier": {"owner": "C", "armies": 2},
    },
    "money": {"A": 1, "B": 0, "C": 0},
    "tiles": ["six_armies", "extra_grain", "extra_thaler", "extra_defender", "extra_attacker"],
}
HELD = {"positions": [1, 2, 3]}


def first(*actions: str) -> list[str]:
    return [*actions, *(action for action in ACTIONS if action not in actions)]


def front(choices: str = "ask", seed: int = 0, players: int = 3, **changes: Any) -> Table:
    return Table(players, seed, scenario={**FRONT, **changes}, choices=choices)


def planned(
    table: Table, standing: Mapping[str, Json] | None = None, **boxes: Mapping[str, str]
) -> list[Json]:
    """Send plans with these boxes and standing orders by seat, a position for all, and move on."""
    plans = {}
    for decision in table.waiting:
        orders = (standing or {}).get(decision.seat, HELD)
        plans[decision.seat] = lay(decision, standing=orders, **boxes.get(decision.seat, {}))
    return table.go(plans)


def codes(table: Table, answer: Any) -> list[tuple[str, str]]:
    problems = table.ruleset.problems(table.state, table.decision(), answer)
    assert all("accepted" in problem.data for problem in problems)
    return [(problem.where, problem.code) for problem in problems]


def replied(table: Table, answer: Any) -> list[Json]:
    table.answer(table.decision(), answer)
    return table.advance()


def taken(table: Table) -> dict[str, int]:
    return {fact["seat"]: fact["position"] for fact in table.facts("position_taken")}


HUNGRY = {
    "altmark": {"owner": "A", "armies": 2},
    "neumark": {"owner": "A", "armies": 6},
    "lausitz": {"owner": "A", "armies": 4},
    "trier": {"owner": "B", "armies": 5},
    "koeln": {"owner": "B", "armies": 3},
    "mark": {"owner": "B", "armies": 1},
}


def hungry(seed: int = 0, choices: str = "ask") -> Table:
    scenario = {"season": "autumn", "counties": HUNGRY, "money": {"A": 0, "B": 0}}
    return Table(3, seed, scenario=scenario, choices=choices)


def starved(table: Table, **rankings: list[str]) -> list[Json]:
    """Autumn without an action: the cards lie where nobody can pay for them."""
    plans = {}
    for d in table.waiting:
        standing: Json = {"positions": [1] if d.seat == "A" else [2, 3]}
        if d.seat in rankings:
            standing["revolt_order"] = rankings[d.seat]
        plans[d.seat] = lay(d, bid=0 if d.seat == "A" else None, standing=standing)
    return table.go(plans)
