"""The same arguments give the same bytes, in every process and however many games are asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.simulate import play, table

RULESET = "wallenstein-2010"
ROOT = Path(__file__).resolve().parents[2]


def simulated(out: Path, hash_seed: str, *arguments: str) -> tuple[list[bytes], dict[str, bytes]]:
    """The lines printed and the logs written by a process of its own."""
    command = [sys.executable, "-m", "engine", "simulate", "--ruleset", RULESET]
    done = subprocess.run(
        [*command, "--out", str(out), *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    return done.stdout.splitlines(), {path.name: path.read_bytes() for path in out.iterdir()}


@pytest.mark.parametrize(("line_up", "choices"), [("default", "orders"), ("draft", "ask")])
def test_the_seed_of_pythons_hashes_plays_no_part(
    line_up: str, choices: str, tmp_path: Path
) -> None:
    arguments = ["--players", "5", "--games", "2", "--seed", "9", "--bots"]
    arguments += ["random,marshal,random,marshal,random"]
    arguments += ["--option", f"line_up={line_up}", "--option", f"choices={choices}"]
    first = simulated(tmp_path / "first", "0", *arguments)
    second = simulated(tmp_path / "second", "4242", *arguments)
    assert first == second
    assert len(first[0]) == len(first[1]) == 2


def test_a_game_does_not_depend_on_how_many_are_played(tmp_path: Path) -> None:
    arguments = ["--players", "3", "--seed", "5"]
    lines, logs = simulated(tmp_path / "many", "1", *arguments, "--games", "3")
    alone, log = simulated(tmp_path / "one", "2", *arguments, "--games", "1")
    assert alone == lines[:1]
    assert log.items() <= logs.items()
    assert len(set(lines)) == len(set(logs.values())) == 3


def test_whatever_is_asked_for_plays_a_part() -> None:
    tables = [
        table(RULESET, 3, 5),
        table(RULESET, 3, 6),
        table(RULESET, 4, 5),
        table(RULESET, 3, 5, {"choices": "ask"}),
        table(RULESET, 3, 5, {"line_up": "draft"}),
        table(RULESET, 3, 5, bots=["marshal"]),
    ]
    heads = [play(at_table, number).game.head for at_table in tables for number in (0, 1)]
    assert len(set(heads)) == len(heads)
    assert play(tables[0], 1).game.head == heads[1]
