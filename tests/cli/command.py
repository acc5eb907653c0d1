"""A call of `python -m engine`, and what came of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RULESET = "wallenstein-2010"
SIMULATE = ("simulate", "--ruleset", RULESET, "--players", "3", "--seed", "4")
ODDS = ("odds", "--ruleset", RULESET, "--attack", "3", "--defend", "2")


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
