"""The example of docs/scenarios.md can be played, and the page names every key."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.registry import SCENARIOS, WALLENSTEINS, checked_options, newest
from engine.wallenstein.scenario import KEYS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text("utf-8")


def test_the_example_can_be_played() -> None:
    example = re.search(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
    assert example
    scenario = json.loads(example[1])
    ruleset = newest(scenario["ruleset"])
    played = SCENARIOS[ruleset.key](ruleset, checked_options(ruleset, {}), scenario)
    assert played["state"]["counties"]["kursachsen"]["owner"] == "A"


def test_the_page_names_every_key() -> None:
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE, re.M)
    named = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    described = {one.option for ruleset in WALLENSTEINS for one in ruleset.expansions}
    scripted = {key for ruleset in WALLENSTEINS for key in ruleset.scripts}
    assert named == {*KEYS, *described, *scripted}
