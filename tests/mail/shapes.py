"""The stored mails: real-world shapes, and what is to be read in each (`eml/expected.json`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "eml"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
NAMES = sorted(EXPECTED)
# Stands in the files for the address of a turn, which is another in every game.
ADDRESS = b"turn@@address.example"

# What the writers of these mails order.
PLAN: dict[str, Any] = {
    "boxes": {"collect_grain": "koeln", "collect_taxes": "lueneburg", "combat_a": "anhalt"},
    "bid": 3,
    "moves": {"combat_a": [{"to": "kursachsen", "armies": 4}]},
}
CONDITIONS = {"held_by": "enemy", "at_most": 20, "at_least": 1}
PLAN_IF: dict[str, Any] = {
    **PLAN,
    "moves": {"combat_a": [{"to": "kursachsen", "armies": 4, "when": CONDITIONS}]},
}
NINE = (
    *("anhalt", "lausitz", "kursachsen", "boehmen", "maehren", "kaernten", "steiermark"),
    *("tirol", "vogtland"),
)
ANSWERS: dict[str, dict[str, Any]] = {
    "": {},
    "plan": PLAN,
    "plan_if": PLAN_IF,
    "plan_long": {**PLAN_IF, "revolt_order": list(NINE)},
    "bid_only": {"bid": 3},
}


def raw(name: str, address: str = "turn@wallenstein.example") -> bytes:
    """A stored mail, to an address."""
    return (FOLDER / f"{name}.eml").read_bytes().replace(ADDRESS, address.encode())
