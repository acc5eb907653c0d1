"""A command to run and a finished game's log to run it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli import main
from engine.kernel.log import write_log
from engine.simulate import play, table
from tests.cli.command import RULESET, Result, Run


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


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game's log."""
    played = play(table(RULESET, 3, 4), 0)
    path = tmp_path_factory.mktemp("log") / "game.wlog.jsonl"
    path.write_bytes(b"".join(write_log(played.game.header, played.entries)))
    return path
