"""Every scenario file in `scenarios/`: one rule, one position, and what must come of it.

A file says `rule`, `about` (a sentence for players), `scenario` (as in the contract) and `expect`:
`state`, a part of the position afterwards, where null says that something is not there;
`events`, parts of facts that must come in this order; `absent`, facts that must not come.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.registry import (
    RULESETS,
    SCENARIOS,
    WALLENSTEINS,
    checked_options,
    newest,
    ruleset_of,
)
from engine.wallenstein.board import BUILDING_KINDS, COUNTIES, PEASANTS
from engine.wallenstein.rules import RULES_2010

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))
WALLENSTEIN_KEYS = {ruleset.key for ruleset in WALLENSTEINS}
COLOURS = ("A", "B", "C", "D", "E", PEASANTS)
# Another game may tell a fact of the same name otherwise.
FIELDS = {
    kind.kind: {field.name for field in fields(kind)}
    for ruleset in RULESETS.values()
    if ruleset.key in WALLENSTEIN_KEYS
    for kind in ruleset.events
}
# Of the first edition and the expansions; K-1 is told before any season, in test_emperors_court.
RULES_WITH_A_FILE = {
    *(f"E-{number}" for number in range(1, 11)),
    *(f"K-{number}" for number in range(2, 9)),
    *(f"L-{number}" for number in range(1, 4)),
    *("P-4", "P-5", "P-7"),
}
PATHS_THAT_MAY_BE_EMPTY = (
    ("counties", tuple(COUNTIES)),
    ("tower.lodged", COLOURS),
    ("tower.tray", COLOURS),
)

Json = dict[str, Any]


class BadTestFile(AssertionError):
    """A file that checks nothing, or not what it says."""


def must(holds: bool, where: str, what: str) -> None:
    if not holds:
        raise BadTestFile(f"{where}: {what}")


def no_key_twice(pairs: list[tuple[str, Any]]) -> Json:
    must(len(dict(pairs)) == len(pairs), "file", f"a key stands twice in {[k for k, _ in pairs]}")
    return dict(pairs)


def read(path: Path) -> Json:
    test = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=no_key_twice)
    check_file(test, path.stem)
    return dict(test)


def check_file(test: Any, name: str) -> None:
    """Refuse a file whose checks could not fail."""
    must(isinstance(test, dict), name, "not an object")
    wanted = {"rule", "about", "scenario", "expect"}
    must(set(test) == wanted, name, f"the keys are {sorted(test)}, not {sorted(wanted)}")
    rule, about = test["rule"], test["about"]
    must(bool(re.fullmatch(r"[WEKLP]-[SRABVW]?\d+", str(rule))), "rule", f"{rule!r} is no rule id")
    prefix = rule.lower().replace("-", "_") + "_"
    must(name.startswith(prefix), "rule", f"a test of {rule} is named {prefix}…, not {name}")
    must(isinstance(about, str) and len(about) > 10, "about", "say it in a sentence")
    must(isinstance(test["scenario"], dict), "scenario", "not an object")
    expect = test["expect"]
    must(isinstance(expect, dict) and bool(expect), "expect", "nothing is expected")
    for key, kind in (("state", dict), ("events", list), ("absent", list)):
        if key in expect:
            must(isinstance(expect[key], kind), f"expect.{key}", f"not a {kind.__name__}")
            must(bool(expect[key]), f"expect.{key}", "empty, so it checks nothing")
    must(set(expect) <= {"state", "events", "absent"}, "expect", f"unknown key in {list(expect)}")
    must(set(expect) != {"absent"}, "expect", "only absences: say what happens as well")
    check_nulls(expect.get("state", {}), "")
    for key in ("events", "absent"):
        for number, event in enumerate(expect.get(key, [])):
            check_event(event, f"expect.{key}.{number}", alone=key == "absent")


def check_nulls(part: Json, path: str) -> None:
    """A null under a misspelt name would always hold."""
    for key, value in part.items():
        here = f"{path}.{key}".lstrip(".")
        if value is None:
            allowed = any(path == p and key in names for p, names in PATHS_THAT_MAY_BE_EMPTY)
            must(allowed, f"expect.state.{here}", "null is for counties and cubes only")
        elif isinstance(value, dict):
            must(bool(value), f"expect.state.{here}", "empty, so it checks nothing")
            check_nulls(value, here)


def check_event(event: Any, where: str, *, alone: bool) -> None:
    if alone and isinstance(event, str):
        event = {"kind": event}
    must(isinstance(event, dict) and "kind" in event, where, "a fact has a kind")
    must(event["kind"] in FIELDS, where, f"there is no kind {event['kind']!r}")
    for key, value in event.items():
        known = key == "kind" or key in FIELDS[event["kind"]]
        must(known, where, f"{event['kind']} has no field {key!r}")
        if isinstance(value, dict):
            check_null_colours(value, f"{where}.{key}")


def check_null_colours(part: Json, where: str) -> None:
    for key, value in part.items():
        if value is None:
            must(key in COLOURS, f"{where}.{key}", "null is for cubes only")
        elif isinstance(value, dict):
            must(bool(value), f"{where}.{key}", "empty, so it checks nothing")
            check_null_colours(value, f"{where}.{key}")


def differences(expected: Any, actual: Any, where: str) -> Iterator[str]:
    """Where the actual value is not as expected; objects may hold more, null means absent."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            if value is None and actual.get(key) is None:
                continue
            if key not in actual:
                yield f"{where}.{key}: expected {value!r}, but there is nothing"
            else:
                yield from differences(value, actual[key], f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            yield f"{where}: expected {expected!r}, got {actual!r}"
            return
        for number, (one, other) in enumerate(zip(expected, actual, strict=True)):
            yield from differences(one, other, f"{where}.{number}")
    elif expected != actual or type(expected) is not type(actual):
        yield f"{where}: expected {expected!r}, got {actual!r}"


def matches(expected: Json, event: Json) -> bool:
    return not any(differences(expected, event, ""))


def objections(expect: Json, result: Json) -> list[str]:
    """Everything in which a result is not as a test file expects."""
    problems = list(differences(expect.get("state", {}), result["state"], "state"))
    problems.extend(out_of_order(expect.get("events", []), result["events"]))
    for entry in expect.get("absent", []):
        unwanted = {"kind": entry} if isinstance(entry, str) else entry
        problems.extend(
            f"absent: {event} must not happen"
            for event in result["events"]
            if matches(unwanted, event)
        )
    return problems


def out_of_order(expected: list[Json], events: list[Json]) -> Iterator[str]:
    position = 0
    for number, wanted in enumerate(expected):
        later = (at for at in range(position, len(events)) if matches(wanted, events[at]))
        place = next(later, None)
        if place is None:
            alike = [e for e in events[position:] if e["kind"] == wanted["kind"]]
            listing = "\n    ".join(map(str, alike)) or "(none of this kind)"
            yield f"events.{number}: {wanted}\n  does not come here; what comes:\n    {listing}"
            return
        position = place + 1


def loose_ends(scenario: Json, result: Json) -> Iterator[str]:
    """A script that is not used up is a test of something else; cubes and tiles are not lost."""
    thrown = sum(event["kind"] == "tower_thrown" for event in result["events"])
    scripted = len(scenario.get("throws", []))
    if thrown != scripted:
        yield f"throws: {scripted} are scripted, {thrown} happened"
    drawn = {
        e["seat"]: e["draw"]["drawn"] for e in result["events"] if e["kind"] == "revolts_drawn"
    }
    if drawn != scenario.get("revolts", {}):
        yield f"revolts: {scenario.get('revolts', {})} are scripted, {drawn} happened"
    yield from what_got_lost(result["state"])


def what_got_lost(state: Json) -> Iterator[str]:
    """W-S2, W-S3: 62 armies each, 20 peasants, 28 + 26 + 26 buildings, wherever they are."""
    cubes: Counter[str] = Counter()
    tiles: Counter[str] = Counter(state["supply"]["buildings"])
    for place in (state["tower"]["lodged"], state["tower"]["tray"]):
        cubes.update(place)
    for colour, count in state["supply"].items():
        if colour != "buildings":
            cubes[colour] += count
    for county in state["counties"].values():
        cubes[county["owner"]] += county["armies"]
        tiles.update(county["buildings"])
    for colour, count in cubes.items():
        all_of_them = RULES_2010.peasants if colour == PEASANTS else RULES_2010.armies
        if count != all_of_them:
            yield f"cubes of {colour}: {count}, not {all_of_them}"
    for building in BUILDING_KINDS:
        if tiles[building] != RULES_2010.buildings[building]:
            yield f"{building}: {tiles[building]}, not {RULES_2010.buildings[building]}"


def play(scenario: Mapping[str, Any]) -> Json:
    key = scenario["ruleset"]
    ruleset = ruleset_of(key, scenario["version"]) if "version" in scenario else newest(key)
    options = checked_options(ruleset, scenario.get("options", {}))
    return SCENARIOS[ruleset.key](ruleset, options, scenario)


@cache
def played(path: Path) -> tuple[Json, Json]:
    test = read(path)
    return test, play(test["scenario"])


def name_of(path: Path) -> str:
    rule, number, about = path.stem.split("_", 2)
    return f"{rule.upper()}-{number.upper()}-{about}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_rule(path: Path) -> None:
    test, result = played(path)
    problems = [*objections(test["expect"], result), *loose_ends(test["scenario"], result)]
    listing = "\n".join(problems)
    assert not problems, f"{test['rule']}: {test['about']}\n{listing}"


def leaves(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to every value in an expectation that says something."""
    if isinstance(part, dict | list) and part:
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(value, (*path, key))
    else:
        yield path


def spoilt(part: Any, path: tuple[Any, ...]) -> Any:
    """A copy of an expectation with the value at a path made impossible."""
    if not path:
        return {"impossible": "value"} if part is None else "impossible"
    copy = dict(part) if isinstance(part, dict) else list(part)
    copy[path[0]] = spoilt(part[path[0]], path[1:])
    return copy


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_expectation_of_a_file_can_fail(path: Path) -> None:
    test, result = played(path)
    expect = {key: value for key, value in test["expect"].items() if key != "absent"}
    toothless = [leaf for leaf in leaves(expect) if not objections(spoilt(expect, leaf), result)]
    assert not toothless


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_scenario_plays_the_same_twice(path: Path) -> None:
    test, result = played(path)
    assert play(test["scenario"]) == result


def planted(**changes: Any) -> Json:
    test: Json = {
        "rule": "W-A3",
        "about": "Lausitz gives its 7 Thalers.",
        "scenario": {"ruleset": "wallenstein-2010"},
        "expect": {"state": {"money": {"A": 7}}},
    }
    return {**test, **changes}


def test_no_rule_of_an_edition_or_expansion_is_without_a_file() -> None:
    assert {read(path)["rule"] for path in FILES} >= RULES_WITH_A_FILE


def test_a_sound_file_is_accepted() -> None:
    check_file(planted(), "w_a3_planted")


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"rules": "W-A3"}, "keys"),
        ({"rule": "W-X3"}, "rule id"),
        ({"rule": "W-A4"}, "named"),
        ({"about": ""}, "about"),
        ({"scenario": []}, "scenario"),
        ({"expect": {}}, "nothing is expected"),
        ({"expect": {"state": {}}}, "checks nothing"),
        ({"expect": {"events": []}}, "checks nothing"),
        ({"expect": {"absent": ["tower_thrown"]}}, "only absences"),
        ({"expect": {"states": {"money": {"A": 7}}}}, "unknown key"),
        ({"expect": {"state": {"counties": {}}}}, "checks nothing"),
        ({"expect": {"state": {"counties": {"lauzitz": None}}}}, "null"),
        ({"expect": {"state": {"money": {"A": None}}}}, "null"),
        ({"expect": {"events": [{"kind": "tower_thrwon"}]}}, "no kind"),
        ({"expect": {"events": [{"kind": "tower_thrown", "thrw": {}}]}}, "no field"),
        ({"expect": {"events": [{"seat": "A"}]}}, "a kind"),
        ({"expect": {"state": {"year": 1}, "absent": ["tower_thrwon"]}}, "no kind"),
        ({"expect": {"events": [{"kind": "tower_thrown", "throw": {"fall": None}}]}}, "cubes only"),
    ],
)
def test_a_file_that_cannot_fail_is_refused(changes: Json, where: str) -> None:
    with pytest.raises(BadTestFile, match=where):
        check_file(planted(**changes), "w_a3_planted")


@pytest.mark.parametrize(
    ("expect", "objection"),
    [
        ({"state": {"money": {"A": 8}}}, "state.money.A: expected 8, got 7"),
        ({"state": {"money": {"F": 7}}}, "state.money.F: expected 7, but there is nothing"),
        ({"state": {"counties": {"lausitz": None}}}, "state.counties.lausitz: expected None"),
        ({"state": {"order": ["A", "B"]}}, "state.order"),
        ({"state": {"finished": 0}}, "state.finished: expected 0, got False"),
        ({"events": [{"kind": "b"}, {"kind": "a"}]}, "events.1"),
        ({"events": [{"kind": "b", "seat": "B"}]}, "{'kind': 'b', 'seat': 'A'}"),
        ({"absent": ["a"]}, "absent"),
        ({"absent": [{"kind": "b", "seat": "A"}]}, "absent"),
    ],
)
def test_a_wrong_result_is_told(expect: Json, objection: str) -> None:
    counties = {"lausitz": {"owner": "A"}}
    state = {"money": {"A": 7}, "counties": counties, "order": ["A"], "finished": False}
    result = {"state": state, "events": [{"kind": "a"}, {"kind": "b", "seat": "A"}]}
    problems = objections(expect, result)
    assert len(problems) == 1
    assert objection in problems[0]


def test_a_right_result_is_not_objected_to() -> None:
    result = {"state": {"money": {"A": 7, "B": 1}, "counties": {}}, "events": [{"kind": "a"}]}
    expect = {"state": {"money": {"A": 7}, "counties": {"trier": None}}, "events": [{"kind": "a"}]}
    assert objections({**expect, "absent": ["b"]}, result) == []
