"""Every scenario file of Löwenherz: one rule, one position, and what must come of it.

A file says `rule`, `about`, `scenario` and `expect`: `state`, a part of the position afterwards;
`events`, parts of facts that must come in this order; `absent`, kinds of facts that must not come;
or `refused`, where and why an answer is not allowed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.scenarios import BadScenario
from engine.loewenherz.events import KINDS
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.scenario import RefusedAnswer, play_scenario
from tests.rules.test_scenarios import differences, out_of_order

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))
RULES = Loewenherz()
FIELDS = {kind.kind: {"kind", *kind.__dataclass_fields__} for kind in KINDS}
# What no scenario can tell: the laying of the board, the deal, and distances that fall.
ELSEWHERE = {"H-1", "H-2", "H-29"}

Json = dict[str, Any]


def read(path: Path) -> Json:
    test: Json = json.loads(path.read_text("utf-8"))
    prefix = test["rule"].lower().replace("-", "_") + "_"
    assert path.stem.startswith(prefix)
    assert test.keys() == {"rule", "about", "scenario", "expect"}
    assert test["expect"]
    assert test["expect"].keys() <= {"state", "events", "absent", "refused"}
    for fact in test["expect"].get("events", []):
        assert fact.keys() <= FIELDS[fact["kind"]]
    assert set(test["expect"].get("absent", [])) <= set(FIELDS)
    return test


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_rule(path: Path) -> None:
    test = read(path)
    expect = test["expect"]
    if "refused" in expect:
        with pytest.raises(RefusedAnswer) as refusal:
            play_scenario(RULES, {}, test["scenario"])
        problem = refusal.value.problem
        rule = problem.data.get("rule")
        given = {"where": problem.where, "code": problem.code, "rule": rule, **problem.data}
        assert list(differences(expect["refused"], given, "refused")) == []
        return
    result = play_scenario(RULES, {}, test["scenario"])
    assert list(differences(expect.get("state", {}), result["state"], "state")) == []
    assert list(out_of_order(expect.get("events", []), result["events"])) == []
    assert not {fact["kind"] for fact in result["events"]} & set(expect.get("absent", []))


def test_every_rule_has_a_file() -> None:
    rules = {read(path)["rule"] for path in FILES}
    assert rules == {f"H-{number}" for number in range(1, 33)} - ELSEWHERE


def test_an_answer_can_be_fed_back_in() -> None:
    """What stands on the table after a turn is a position again."""
    test = read(next(path for path in FILES if path.stem.startswith("h_14_a_stronger")))
    after = play_scenario(RULES, {}, test["scenario"])["state"]
    kept = ("castles", "knights", "borders", "alliances", "money", "points", "market", "hands")
    again = {key: after[key] for key in (*kept, "turn")}
    seat = after["turn"]
    again |= {"board": test["scenario"]["board"], "seats": test["scenario"]["seats"]}
    again["hands"] = {**after["hands"], seat: ["D:alliance"]}
    again["answers"] = [{"seat": seat, "card": "D:alliance", "do": "sell"}]
    second = play_scenario(RULES, {}, again)["state"]
    assert second["domains"] == after["domains"]
    assert second["money"][seat] == after["money"][seat] + 4


def test_nothing_is_played_beyond_the_last_answer() -> None:
    with pytest.raises(BadScenario, match=re.escape("answers.0: missing: C must answer turn")):
        play_scenario(RULES, {}, {"castles": {"A": ["c4"]}, "board": ["." * 12] * 12})
