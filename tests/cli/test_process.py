"""A command in a process of its own ends with the right code, whoever reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ROOT, SIMULATE, in_a_process, refused
from tests.cli.input_files import forged


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
