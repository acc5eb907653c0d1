"""Arguments that no command takes are refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.command import ODDS, RULESET, SIMULATE, Run, refused

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


@pytest.mark.parametrize("command", ["verify", "scenario"])
def test_what_is_no_file_is_refused(command: str, run: Run, tmp_path: Path) -> None:
    sparse = tmp_path / "sparse"
    sparse.touch()
    os.truncate(sparse, 200 * 1024 * 1024)
    for path in (tmp_path, tmp_path / "missing", sparse, Path("/dev/zero"), Path("/dev/null")):
        assert str(path) in refused(run(command, path))
