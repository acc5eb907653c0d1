"""`verify` tells honest logs from forged ones and refuses what is no log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.kernel.log import entry_after, read_log, visible, write_log
from tests.cli.command import Result, Run, refused
from tests.cli.input_files import BAD_JSON, forged


def test_verify_says_ok(run: Run, log: Path) -> None:
    _, entries = read_log(log.read_bytes().splitlines(keepends=True))
    throws = sum(entry.kind == "tower_thrown" for entry in entries)
    expected = f"ok {log} events={len(entries)} throws={throws} head={entries[-1].hash}\n"
    assert run("verify", log) == Result(0, expected, "")
    assert run("verify", log, log) == Result(0, expected * 2, "")


def test_nothing_but_a_line_feed_ends_a_line(run: Run, log: Path, tmp_path: Path) -> None:
    path = tmp_path / "spaced.wlog.jsonl"
    path.write_bytes(log.read_bytes().replace(b'"seq":', b'\r"seq":'))
    assert run("verify", path).out == run("verify", log).out.replace(str(log), str(path))


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
def test_a_damaged_log_is_refused_with_its_entry_and_line(
    damage: Callable[[bytes], bytes], run: Run, log: Path, tmp_path: Path
) -> None:
    path = tmp_path / "game.wlog.jsonl"
    path.write_bytes(damaged(log, damage))
    assert f"{path}: entry 9, line 10: " in refused(run("verify", path))


def test_a_log_that_ends_within_a_line_is_refused(run: Run, log: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.wlog.jsonl"
    path.write_bytes(log.read_bytes()[:-1])
    assert "cut off" in refused(run("verify", path))
