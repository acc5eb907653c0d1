"""`scenario` plays a season somebody wrote down, or refuses it in one line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.command import RULESET, Run, refused
from tests.cli.input_files import BAD_JSON, SCENARIO


def test_scenario_plays_a_season(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(SCENARIO))
    result = run("scenario", path)
    assert (result.code, result.err) == (0, "")
    (output,) = result.lines
    assert set(output) == {"events", "state"}
    assert all(isinstance(event["kind"], str) for event in output["events"])
    assert output["events"][-1]["kind"] == "season_ended"
    bids = next(event for event in output["events"] if event["kind"] == "bids_revealed")
    assert bids["bids"] == {"A": 3, "B": None, "C": None}
    assert set(output["state"]) == {
        "counties",
        "money",
        "grain",
        "points",
        "supply",
        "tower",
        "order",
        "year",
        "season",
        "finished",
        "winners",
    }
    assert set(output["state"]["counties"]) <= {"lausitz", "kursachsen"}
    assert set(output["state"]["supply"]) == {"A", "B", "C", "peasants", "buildings"}
    assert run("scenario", path) == result


def test_scenario_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"ruleset": RULESET}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    result = run("scenario", "-")
    assert (result.code, result.err) == (0, "")


def scenario(**changes: Any) -> bytes:
    return json.dumps({**SCENARIO, **changes}).encode()


BAD_SCENARIOS: dict[str, bytes] = {
    **BAD_JSON,
    "a key twice": b'{"ruleset": "wallenstein-2010", "ruleset": "wallenstein-2010"}',
    "a key twice within": scenario()[:-1] + b', "grain": {"A": 1, "A": 2}}',
    "NaN within": scenario(money={"A": float("nan")}),
    "infinity within": scenario(money={"A": float("inf")}),
    "a fraction": scenario(money={"A": 1.5}),
    "a whole fraction": scenario(money={"A": 2.0}),
    "a fraction as a position": scenario(plans={"A": {"positions": [1.0]}}),
    "an exponent": scenario()[:-1] + b', "grain": {"A": 1e3}}',
    "an endless number": scenario()[:-1] + b', "grain": {"A": ' + b"9" * 5000 + b"}}",
    "a huge number": scenario(money={"A": 10**4000}),
    "a number below nothing": scenario(money={"A": -1}),
    "truth as a number": scenario(money={"A": True}),
    "half a surrogate pair": b'{"ruleset": "wallenstein-2010", "seats": ["\\ud800", "B", "C"]}',
    "nested deep within": scenario()[:-1] + b', "grain": ' + b"[" * 400 + b"]" * 400 + b"}",
    "no ruleset": b"{}",
    "ruleset as a number": scenario(ruleset=1),
    "unknown ruleset": scenario(ruleset="chess"),
    "ruleset with line break": scenario(ruleset="a\nb"),
    "unknown key": scenario(seed=1),
    "unknown key with line break": scenario(**{"a\nb": 1}),
    "options as a list": scenario(options=[]),
    "option as a number": scenario(options={"choices": 1}),
    "unknown option": scenario(options={"speed": "fast"}),
    "unknown value of an option": scenario(options={"choices": "maybe"}),
    "seats as a text": scenario(seats="ABC"),
    "two seats": scenario(seats=["A", "B"]),
    "a seat twice": scenario(seats=["A", "B", "B"]),
    "unknown county": scenario(counties={"atlantis": {"owner": "A"}}),
    "unknown owner": scenario(counties={"lausitz": {"owner": "Z", "armies": 1}}),
    "more armies than there are": scenario(counties={"lausitz": {"owner": "A", "armies": 63}}),
    "a building twice": scenario(
        counties={"lausitz": {"owner": "A", "armies": 1, "buildings": ["palace", "palace"]}}
    ),
    "unknown season": scenario(season="monsoon"),
    "winter in spring": scenario(until="winter_end"),
    "unknown event": scenario(event="plague"),
    "a tile twice": scenario(tiles=["six_armies"] * 5),
    "actions missing": scenario(actions=["combat_a"]),
    "a plan that breaks a rule": scenario(plans={"A": {"boxes": {"combat_a": "boehmen"}}}),
    "a bid that cannot be paid": scenario(money={"A": 1}, plans={"A": {"bid": 4}}),
    "a plan as a list": scenario(plans={"A": []}),
    "a throw of more than there is": scenario(throws=[{"A": 60}]),
    "a throw of unknown cubes": scenario(throws=[{"Z": 1}]),
    "throws as an object": scenario(throws={}),
}


@pytest.mark.parametrize("content", BAD_SCENARIOS.values(), ids=BAD_SCENARIOS)
def test_a_bad_scenario_is_refused_in_one_line(content: bytes, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scenario.json"
    path.write_bytes(content)
    assert f"scenario: {path}: " in refused(run("scenario", path))


def test_a_bad_scenario_on_standard_input_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    refused(run("scenario", "-"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70) | st.sampled_from(["A", "lausitz", "", "coin"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["A", "B", "lausitz", "boxes", "bid"]), inner, max_size=3)
    ),
    max_leaves=6,
)
SCENARIO_KEYS = [*SCENARIO, "options", "year", "until", "grain", "points", "tower", "event"]
SCENARIO_KEYS += ["winter_event", "tiles", "actions", "revolts"]


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(SCENARIO_KEYS), json_values, min_size=1, max_size=3))
def test_any_scenario_is_played_or_refused(run: Run, tmp_path: Path, changes: Any) -> None:
    path = tmp_path / "scenario.json"
    path.write_bytes(scenario(**changes))
    result = run("scenario", path)
    if result.code:
        refused(result)
    else:
        assert set(result.lines[0]) == {"events", "state"}
