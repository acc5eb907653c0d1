"""The commands of `python -m engine`, as docs and scripts may rely on them."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cli import COMMANDS, main
from engine.log import entry_after, read_log, visible, write_log
from engine.simulate import play, table

ROOT = Path(__file__).resolve().parents[2]
RULESET = "wallenstein-2010"
NAMES = [command.__name__.rpartition(".")[2] for command in COMMANDS]
SIMULATE = ("simulate", "--ruleset", RULESET, "--players", "3", "--seed", "4")
ODDS = ("odds", "--ruleset", RULESET, "--attack", "3", "--defend", "2")
SCENARIO: dict[str, Any] = {
    "ruleset": RULESET,
    "seats": ["A", "B", "C"],
    "season": "spring",
    "counties": {
        "lausitz": {"owner": "A", "armies": 4, "buildings": ["palace"], "revolt": 1},
        "kursachsen": {"owner": "B", "armies": 2},
    },
    "money": {"A": 10},
    "plans": {
        "A": {
            "boxes": {"collect_taxes": "lausitz"},
            "bid": 3,
            "positions": [2, 1],
        },
        "B": {
            "boxes": {"combat_a": "kursachsen"},
            "moves": {"combat_a": [{"to": "lausitz", "armies": 1}]},
        },
    },
    "throws": [{"A": 3, "peasants": 1}],
}


@dataclass(frozen=True)
class Result:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A command in this process, which is quicker than a hundred new ones."""

    def call(*arguments: str | Path) -> Result:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


def refused(result: Result) -> str:
    """Bad input: code 2, one line on stderr that says so, nothing on stdout."""
    assert result.code == 2, result
    assert result.out == ""
    assert result.err.endswith("\n")
    assert result.err.count("\n") == 1, result.err
    assert "Traceback" not in result.err
    assert len(result.err) > 15
    return result.err


def in_a_process(*arguments: str, **more: Any) -> Result:
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        check=False,
        **{"capture_output": True, "text": True, **more},
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game's log."""
    played = play(table(RULESET, 3, 4), 0)
    path = tmp_path_factory.mktemp("log") / "game.wlog.jsonl"
    path.write_bytes(b"".join(write_log(played.game.header, played.entries)))
    return path


# What each command does.


def test_the_commands_of_the_contract_are_there() -> None:
    assert {"rulesets", "simulate", "verify", "scenario", "odds", "bench"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_command_explains_itself(name: str, run: Run) -> None:
    result = run(name, "--help")
    assert result.code == 0
    assert result.err == ""
    assert result.out.startswith(f"usage: python -m engine {name}")


def test_the_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    assert all(re.search(rf"^    {name} ", result.out, re.M) for name in NAMES)


def test_rulesets_lists_key_version_seats_and_options(run: Run) -> None:
    result = run("rulesets")
    assert (result.code, result.err) == (0, "")
    (listed,) = result.lines
    ours = next(ruleset for ruleset in listed if ruleset["key"] == RULESET)
    assert ours["version"] >= 1
    assert ours["seats"] == [3, 4, 5]
    assert ours["options"]["choices"] == {"default": "orders", "values": ["orders", "ask"]}
    assert ours["options"]["line_up"] == {"default": "default", "values": ["default", "draft"]}


def test_simulate_prints_a_line_a_game(run: Run) -> None:
    result = run(*SIMULATE, "--games", "2")
    assert (result.code, result.err) == (0, "")
    assert len(result.lines) == 2
    for number, line in enumerate(result.lines):
        assert list(line) == [
            "game",
            "seed",
            "players",
            "ruleset",
            "version",
            "events",
            "throws",
            "scores",
            "winners",
            "head",
        ]
        assert line["game"].endswith(f"-g{number}")
        assert (line["seed"], line["players"], line["ruleset"]) == (4, 3, RULESET)
        assert line["version"] >= 1
        assert line["events"] > line["throws"] > 0
        assert list(line["scores"]) == ["A", "B", "C"]
        best = max(line["scores"].values())
        assert all(line["scores"][winner] == best for winner in line["winners"])
        assert line["winners"]
        assert re.fullmatch("[0-9a-f]{64}", line["head"])
    assert run(*SIMULATE, "--games", "2") == result


def test_simulate_writes_the_logs_it_counts(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    result = run(*SIMULATE, "--games", "2", "--out", out)
    assert result == run(*SIMULATE, "--games", "2")
    files = sorted(out.iterdir())
    assert [path.name for path in files] == [f"{line['game']}.wlog.jsonl" for line in result.lines]
    for path, line in zip(files, result.lines, strict=True):
        header, entries = read_log(path.read_bytes().splitlines(keepends=True))
        assert header.game == line["game"]
        assert len(entries) == line["events"]
        assert entries[-1].hash == line["head"]
        expected = f"ok {path} events={line['events']} throws={line['throws']}"
        assert run("verify", path) == Result(0, f"{expected} head={line['head']}\n", "")


@pytest.mark.parametrize(
    "more",
    [
        ["--option", "choices=ask"],
        ["--option", "line_up=draft", "--option", "choices=ask"],
        ["--bots", "random"],
        ["--bots", "random,random,random"],
    ],
    ids=" ".join,
)
def test_simulate_takes_options_and_bots(more: list[str], run: Run) -> None:
    result = run(*SIMULATE, *more)
    assert (result.code, result.err) == (0, "")
    assert len(result.lines) == 1


def test_verify_says_ok(run: Run, log: Path) -> None:
    _, entries = read_log(log.read_bytes().splitlines(keepends=True))
    throws = sum(entry.kind == "tower_thrown" for entry in entries)
    expected = f"ok {log} events={len(entries)} throws={throws} head={entries[-1].hash}\n"
    assert run("verify", log) == Result(0, expected, "")
    assert run("verify", log, log) == Result(0, expected * 2, "")


def forged(log: Path, tmp_path: Path, kind: str = "taxes_collected") -> tuple[Path, int]:
    """A log with a changed fact, and the fact's number."""
    header, entries = read_log(log.read_bytes().splitlines(keepends=True))
    place = next(n for n, entry in enumerate(entries) if entry.kind == kind)
    entries[place] = entries[place].but(payload={**entries[place].payload, "amount": 99})
    path = tmp_path / "forged.wlog.jsonl"
    path.write_bytes(b"".join(write_log(header, entries)))
    return path, place + 1


def test_verify_says_where_a_log_fails(run: Run, log: Path, tmp_path: Path) -> None:
    path, seq = forged(log, tmp_path)
    result = run("verify", path)
    assert (result.code, result.err) == (1, "")
    assert re.fullmatch(rf"FAILED {re.escape(str(path))} seq={seq} \S.*\n", result.out)


def test_verify_goes_on_after_a_failure(run: Run, log: Path, tmp_path: Path) -> None:
    path, _ = forged(log, tmp_path)
    result = run("verify", path, log)
    assert result.code == 1
    assert [line.split()[0] for line in result.out.splitlines()] == ["FAILED", "ok"]
    result = run("verify", tmp_path / "missing", path, log)
    assert result.code == 2
    assert [line.split()[0] for line in result.out.splitlines()] == ["FAILED", "ok"]
    assert result.err.count("\n") == 1


def test_verify_says_what_sealed_answers_kept_it_from(run: Run, log: Path, tmp_path: Path) -> None:
    header, entries = read_log(log.read_bytes().splitlines(keepends=True))
    last = max(n for n, entry in enumerate(entries) if entry.kind == "answer_sealed")
    path = tmp_path / "sealed.wlog.jsonl"
    path.write_bytes(b"".join(write_log(header, visible(entries[: last + 1], "A", False))))
    result = run("verify", path)
    assert result.code == 0
    assert re.fullmatch(rf"ok \S+ events={last + 1} throws=\d+ head=[0-9a-f]{{64}}\n", result.out)
    assert re.fullmatch(
        r"verify: \S+: the game is not over; answers are sealed, 1 of \d+ steps replayed\n",
        result.err,
    )


def test_a_log_cannot_write_lines_of_its_own(run: Run, log: Path, tmp_path: Path) -> None:
    header, entries = read_log(log.read_bytes().splitlines(keepends=True))
    payload = {"decision": "x", "seat": "A\nok game.wlog.jsonl\x1b[2K", "by": "me"}
    lie = entry_after(entries[0].prev, 1, "answer_sealed", 1, "now", payload, None)
    path = tmp_path / "log\nok other"
    path.write_bytes(b"".join(write_log(header, [lie])))
    result = run("verify", path)
    assert result.code == 1
    assert result.out.count("\n") == 1
    assert "\x1b" not in result.out
    unknown = json.dumps({**lie.to_json(), "a\nb": 1}).encode() + b"\n"
    path.write_bytes(b"".join(write_log(header, [])) + unknown)
    refused(run("verify", path))


def test_scenario_plays_a_season(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps(SCENARIO))
    result = run("scenario", path)
    assert (result.code, result.err) == (0, "")
    (told,) = result.lines
    assert set(told) == {"events", "state"}
    assert all(isinstance(event["kind"], str) for event in told["events"])
    assert told["events"][-1]["kind"] == "season_ended"
    bids = next(event for event in told["events"] if event["kind"] == "bids_revealed")
    assert bids["bids"] == {"A": 3, "B": None, "C": None}
    assert set(told["state"]) == {
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
    assert set(told["state"]["counties"]) <= {"lausitz", "kursachsen"}
    assert set(told["state"]["supply"]) == {"A", "B", "C", "peasants", "buildings"}
    assert run("scenario", path) == result


def test_scenario_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"ruleset": RULESET}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    result = run("scenario", "-")
    assert (result.code, result.err) == (0, "")


def test_odds_gives_shares(run: Run) -> None:
    result = run(*ODDS, "--trials", "2000", "--lodged", "A=2,peasants=3", "--tray", "C=1")
    assert (result.code, result.err) == (0, "")
    (odds,) = result.lines
    assert odds["win"] + odds["tie"] + odds["loss"] == pytest.approx(1)
    assert odds["exact"]["win"] == pytest.approx(odds["win"], abs=0.06)
    assert odds["trials"] == 2000
    neutral = run("odds", "--ruleset", RULESET, "--attack", "3", "--defend", "0")
    peasants = run(
        "odds", "--ruleset", RULESET, "--attack", "3", "--defend", "0", "--peasants", "1"
    )
    assert neutral == peasants


def test_bench_measures(run: Run) -> None:
    result = run("bench", "--games", "5")
    assert (result.code, result.err) == (0, "")
    (bench,) = result.lines
    assert {
        "games_per_second",
        "seasons_per_second",
        "events_folded_per_second",
        "events_verified_per_second",
        "throws_per_second",
        "odds_trials_per_second",
    } <= set(bench["engine"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_play_tells_a_game(language: str, run: Run) -> None:
    result = run("play", "--players", "3", "--bots", "random", "--language", language)
    assert (result.code, result.err) == (0, "")
    assert re.search(r"[0-9a-f]{64}", result.out)


# What none of them takes.

BAD_ARGUMENTS: dict[str, list[str]] = {
    "no command": [],
    "unknown command": ["conquer"],
    "unknown argument": ["rulesets", "--all"],
    "an argument with a line break": ["rulesets", "a\nb"],
    "simulate without ruleset": ["simulate", "--players", "3"],
    "simulate without players": ["simulate", "--ruleset", RULESET],
    "unknown ruleset": ["simulate", "--ruleset", "chess", "--players", "3"],
    "a ruleset with a line break": ["simulate", "--ruleset", "a\nb", "--players", "3"],
    "players 9": [*SIMULATE, "--players", "9"],
    "players 2": [*SIMULATE, "--players", "2"],
    "players 0": [*SIMULATE, "--players", "0"],
    "players in words": [*SIMULATE, "--players", "three"],
    "players endless": [*SIMULATE, "--players", "9" * 5000],
    "half a player": [*SIMULATE, "--players", "2.5"],
    "no games": [*SIMULATE, "--games", "0"],
    "games below nothing": [*SIMULATE, "--games", "-1"],
    "too many games": [*SIMULATE, "--games", "1000000000"],
    "seed below nothing": [*SIMULATE, "--seed", "-1"],
    "seed too large": [*SIMULATE, "--seed", str(2**70)],
    "seed in words": [*SIMULATE, "--seed", "luck"],
    "unknown option": [*SIMULATE, "--option", "speed=fast"],
    "option without value": [*SIMULATE, "--option", "choices"],
    "option with empty value": [*SIMULATE, "--option", "choices="],
    "option with unknown value": [*SIMULATE, "--option", "choices=maybe"],
    "empty option": [*SIMULATE, "--option", ""],
    "unknown bot": [*SIMULATE, "--bots", "napoleon"],
    "no bot": [*SIMULATE, "--bots", ""],
    "too few bots": [*SIMULATE, "--bots", "random,random"],
    "too many bots": [*SIMULATE, "--bots", "random,random,random,random"],
    "out is a file": [*SIMULATE, "--out", str(Path(__file__))],
    "out within a file": [*SIMULATE, "--out", str(Path(__file__) / "x")],
    "out is not writable": [*SIMULATE, "--out", "/proc/nobody"],
    "out is nothing": [*SIMULATE, "--out", ""],
    "out has a name too long": [*SIMULATE, "--out", "x" * 5000],
    "verify nothing": ["verify"],
    "verify what is not there": ["verify", "/nowhere/at/all.wlog.jsonl"],
    "scenario nothing": ["scenario"],
    "scenario two files": ["scenario", "a", "b"],
    "scenario that is not there": ["scenario", "/nowhere/at/all.json"],
    "odds of an unknown ruleset": ["odds", "--ruleset", "x", "--attack", "1", "--defend", "1"],
    "odds without an attack": ["odds", "--ruleset", RULESET, "--defend", "2"],
    "odds below nothing": [*ODDS, "--attack", "-1"],
    "odds in words": [*ODDS, "--defend", "all"],
    "odds of too many": [*ODDS, "--attack", "100000"],
    "odds of no trials": [*ODDS, "--trials", "0"],
    "odds of too many trials": [*ODDS, "--trials", "1000000000000"],
    "odds with an unknown colour": [*ODDS, "--lodged", "green=1"],
    "odds with no number": [*ODDS, "--lodged", "A"],
    "odds with an empty number": [*ODDS, "--tray", "A="],
    "odds with a number below nothing": [*ODDS, "--tray", "A=-1"],
    "odds with an endless number": [*ODDS, "--tray", "A=" + "9" * 5000],
    "odds with a strange number": [*ODDS, "--tray", "A=²"],
    "bench of one game": ["bench", "--games", "1"],
    "bench of words": ["bench", "--games", "some"],
    "play an unknown ruleset": ["play", "--ruleset", "chess"],
    "play with nine": ["play", "--players", "9"],
    "play with an unknown bot": ["play", "--bots", "napoleon"],
    "play in Latin": ["play", "--language", "la"],
    "play with a bad option": ["play", "--option", "choices"],
}


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS.values(), ids=BAD_ARGUMENTS)
def test_bad_arguments_are_refused_in_one_line(arguments: list[str], run: Run) -> None:
    refused(run(*arguments))


def scenario(**changes: Any) -> bytes:
    return json.dumps({**SCENARIO, **changes}).encode()


BAD_JSON: dict[str, bytes] = {
    "empty": b"",
    "white": b" \n\n",
    "binary": bytes(range(256)) * 10,
    "zeros": bytes(1000),
    "not UTF-8": b'{"ruleset": "\xff\xfe"}',
    "UTF-16": json.dumps(SCENARIO).encode("utf-16"),
    "cut off": json.dumps(SCENARIO).encode()[:-20],
    "a list": b"[]",
    "a text": b'"wallenstein-2010"',
    "null": b"null",
    "a number": b"1634",
    "NaN": b"NaN",
    "nested deep": b"[" * 100_000,
    "an object nested deep": b'{"a":' * 100_000,
}
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


@pytest.mark.parametrize("content", BAD_JSON.values(), ids=BAD_JSON)
def test_a_file_that_is_no_log_is_refused_in_one_line(
    content: bytes, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "game.wlog.jsonl"
    for tried in (content, content + b"\n"):
        path.write_bytes(tried)
        assert str(path) in refused(run("verify", path))


def damaged(log: Path, damage: Callable[[bytes], bytes]) -> bytes:
    """A log whose tenth line is damaged."""
    lines = log.read_bytes().splitlines(keepends=True)
    lines[9] = damage(lines[9])
    return b"".join(lines)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "gone": lambda line: b"\n",
    "cut off": lambda line: line[:-10] + b"\n",
    "not UTF-8": lambda line: line.replace(b'"kind":"', b'"kind":"\xff'),
    "NaN": lambda line: line.replace(b'"payload":{', b'"payload":{"x":NaN,'),
    "a fraction": lambda line: line.replace(b'"payload":{', b'"payload":{"x":0.5,'),
    "an endless number": lambda line: line.replace(b'{"', b'{"x":' + b"9" * 5000 + b',"', 1),
    "a key twice": lambda line: line.replace(b'{"', b'{"seq":10,"', 1),
    "nested deep": lambda line: b"[" * 100_000 + b"\n",
    "an unknown key": lambda line: line.replace(b'{"', b'{"x":1,"', 1),
    "half a surrogate pair": lambda line: line.replace(
        b'"payload":{', b'"payload":{"x":"\\ud800",'
    ),
    "longer than any line": lambda line: b" " * 2_000_000 + line,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_log_is_refused_with_its_line(
    damage: Callable[[bytes], bytes], run: Run, log: Path, tmp_path: Path
) -> None:
    path = tmp_path / "game.wlog.jsonl"
    path.write_bytes(damaged(log, damage))
    assert f"{path}: line 10: " in refused(run("verify", path))


def test_a_log_that_ends_within_a_line_is_refused(run: Run, log: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.wlog.jsonl"
    path.write_bytes(log.read_bytes()[:-1])
    assert "cut off" in refused(run("verify", path))


@pytest.mark.parametrize("command", ["verify", "scenario"])
def test_what_is_no_file_is_refused(command: str, run: Run, tmp_path: Path) -> None:
    sparse = tmp_path / "sparse"
    sparse.touch()
    os.truncate(sparse, 200 * 1024 * 1024)
    for path in (tmp_path, tmp_path / "missing", sparse, Path("/dev/zero"), Path("/dev/null")):
        assert str(path) in refused(run(command, path))


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


# As a process of its own.


def test_the_module_runs() -> None:
    result = in_a_process("rulesets")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)


def test_bad_input_ends_a_process_with_2() -> None:
    refused(in_a_process("simulate", "--ruleset", "chess", "--players", "3"))
    refused(in_a_process("verify", "/nowhere"))
    refused(in_a_process("simulate", "--players", "9"))


def test_a_failed_check_ends_a_process_with_1(log: Path, tmp_path: Path) -> None:
    path, seq = forged(log, tmp_path)
    result = in_a_process("verify", str(path))
    assert result.code == 1
    assert result.out.startswith(f"FAILED {path} seq={seq} ")
    assert result.err == ""


def test_a_reader_who_leaves_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", *SIMULATE, "--games", "20"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        result = in_a_process("rulesets", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert result.code == 2
    assert result.err == "rulesets: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(
    "arguments",
    [["simulate", "--help"], ["play", "--players", "3", "--bots", "random", "--language", "de"]],
    ids=lambda arguments: arguments[0],
)
def test_a_terminal_without_umlauts_is_no_error(arguments: list[str]) -> None:
    result = in_a_process(*arguments, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (result.code, result.err) == (0, "")
    assert result.out.isascii()
