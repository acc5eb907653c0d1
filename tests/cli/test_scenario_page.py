"""The examples of docs/scenarios.md can be played, and each game's part names every key."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from engine.loewenherz import scenario as loewenherz
from engine.registry import SCENARIOS, WALLENSTEINS, checked_options, newest
from engine.wallenstein.scenario import KEYS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text("utf-8")
WALLENSTEIN, LOEWENHERZ = PAGE.split("\n## Löwenherz\n")


def played_example(part: str) -> dict[str, Any]:
    example = re.search(r"^```json\n(.*?)^```", part, re.M | re.S)
    assert example
    scenario = json.loads(example[1])
    ruleset = newest(scenario["ruleset"])
    return SCENARIOS[ruleset.key](ruleset, checked_options(ruleset, {}), scenario)


def keys_named(part: str) -> set[str]:
    rows = re.findall(r"^\| (`[^|]*`) \|", part, re.M)
    return {key for row in rows for key in re.findall(r"`(\w+)`", row)}


def test_the_example_can_be_played() -> None:
    played = played_example(WALLENSTEIN)
    assert played["state"]["counties"]["kursachsen"]["owner"] == "A"


def test_the_example_of_loewenherz_can_be_played() -> None:
    state = played_example(LOEWENHERZ)["state"]
    assert (state["points"]["A"], state["market"]) == (4, [])
    assert state["hands"]["A"] == ["A:knights-1", "B:alliance", "A:borders-1"]


def test_the_page_names_every_key() -> None:
    described = {one.option for ruleset in WALLENSTEINS for one in ruleset.expansions}
    scripted = {key for ruleset in WALLENSTEINS for key in ruleset.scripts}
    assert keys_named(WALLENSTEIN) == {*KEYS, *described, *scripted}
    assert keys_named(LOEWENHERZ) == set(loewenherz.KEYS)
