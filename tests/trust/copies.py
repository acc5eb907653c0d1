"""Copies of recorded games with one thing changed, by a clumsy hand or by one that hashes anew."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.kernel.journal import JOURNAL

RECORDED = Path(__file__).resolve().parents[1] / "recorded"
GAMES = sorted(RECORDED.glob("wallenstein-*.wlog.jsonl"))
# Games of the service, in which people played; the first two before everybody gave a reason.
PLAYED, FORKED, REASONS, REASONS_FORKED = (
    RECORDED / "people" / f"{name}.wlog.jsonl"
    for name in ("played", "forked", "reasons", "reasons-forked")
)


def game_of(table: str) -> Path:
    """The recorded game of a table."""
    return RECORDED / f"wallenstein-{table}.wlog.jsonl"


SMALL, SMALL_2002 = game_of("2010-3p-default-orders"), game_of("2002-3p-default-orders")
FIVE = game_of("2010-5p-draft-ask")
LANDSKNECHTE = game_of("2010-3p-draft-orders-landsknechte")
COURT = game_of("2010-5p-default-ask-emperors_court")
BOTH = game_of("2010-4p-default-orders-emperors_court-landsknechte")
# Of the versions in which these are settled: reserves (E-3), favors (P-7) and bonuses (P-5).
NOBODY_FIGHTS = game_of("2002-v2-nobody-fights")
NO_COUNTY_NAMED = game_of("2010-v3-no-county-named")
EMPTY_SUPPLIES = game_of("2010-v3-empty-supplies")
RULINGS = (NOBODY_FIGHTS, NO_COUNTY_NAMED, EMPTY_SUPPLIES)
ONE_OF_EACH = (SMALL, SMALL_2002, LANDSKNECHTE, COURT, BOTH, *RULINGS)
ASKING = ("choice_asked", "phase_began")
# What no member of a payload should be.
ODD: tuple[Any, ...] = (None, True, -1, 2**70, "__proto__", [], {}, [None], {"A": None}, [[1]])
PUBLIC = ("seq", "kind", "version", "at", "payload", "secret_digest")
Log = list[Any]
# Changes one thing in a log, and returns the entry that must be named.
Lie = Callable[[Log], int]


@dataclass(frozen=True)
class Copy:
    """A changed log, and the line that was changed (0: the header)."""

    name: str
    data: bytes
    at: int


def canonical(value: Any) -> bytes:
    """Canonical JSON of a log that is known to have one."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def lines_of(path: Path) -> list[bytes]:
    """The lines of a log, each with its line feed."""
    return path.read_bytes().splitlines(keepends=True)


def log_of(path: Path) -> Log:
    """Header and entries, free to be changed."""
    return log_in(path.read_bytes())


def log_in(data: bytes) -> Log:
    """Header and entries of a file."""
    return [json.loads(line) for line in data.splitlines()]


def written(log: Log) -> bytes:
    """A log as a file, as it stands."""
    return b"".join(canonical(line) + b"\n" for line in log)


def rehashed(log: Log) -> bytes:
    """A log as a file, with numbers and hashes as if nothing had happened."""
    head = sha256(canonical(log[0])).hexdigest()
    for seq, entry in enumerate(log[1:], 1):
        entry["seq"], entry["prev"] = seq, head
        public = {key: entry[key] for key in PUBLIC if key in entry}
        head = sha256(head.encode("ascii") + canonical(public)).hexdigest()
        entry["hash"] = head
    return written(log)


def places(log: Log, kind: str, that: Callable[[Any], bool] = lambda payload: True) -> list[int]:
    """The numbers of the entries of a kind."""
    return [e["seq"] for e in log[1:] if e["kind"] == kind and that(e["payload"])]


def first_of(log: Log, kind: str, number: int = 0) -> tuple[int, Any]:
    """The first entry of a kind, or one of the next, and its payload."""
    at = places(log, kind)[number]
    return at, log[at]["payload"]


def insert(log: Log, at: int, kind: str, payload: Any) -> None:
    """Write a further entry into a log."""
    blank = {key: log[1][key] for key in ("version", "at", "seq", "prev", "hash")}
    log.insert(at, {**blank, "kind": kind, "payload": payload})


def between_steps(log: Log, about: int) -> Log:
    """The log as it stood when a step had been taken, before the next answer; about so long."""
    asked = {seq for seq in places(log, "answer_sealed") if log[seq - 1]["kind"] in ASKING}
    return log[: min(asked, key=lambda seq: abs(seq - about))]


def in_the_dark(log: Log, at: int, name: str) -> Copy:
    """The log up to the questions after a lie, with no answer open, hashed anew."""
    end = next((n for n in range(at + 1, len(log)) if log[n]["kind"] in JOURNAL), len(log))
    del log[end:]
    for entry in log[1:]:
        entry.pop("secret", None)
    return Copy(name, rehashed(log), at)


# ---- One byte, one line: nothing is hashed anew -------------------------------------------------


def with_a_byte_changed(path: Path, count: int, seed: str) -> Iterator[Copy]:
    """Copies in each of which one byte is another one."""
    dice = random.Random(seed)
    lines = lines_of(path)
    for number in range(count):
        at = dice.randrange(len(lines))
        place = dice.randrange(len(lines[at]) - 1)
        old = lines[at][place]
        new = dice.choice([byte for byte in range(32, 127) if byte != old])
        changed = lines[at][:place] + bytes([new]) + lines[at][place + 1 :]
        data = b"".join([*lines[:at], changed, *lines[at + 1 :]])
        yield Copy(f"byte {number}: {chr(old)!r} to {chr(new)!r} in line {at}", data, at)


def with_lines_moved(path: Path, seed: str) -> Iterator[Copy]:
    """Copies with an entry dropped, doubled, exchanged for the next, or cut off."""
    lines, at = lines_of(path), 0
    dice = random.Random(seed)
    at = dice.randrange(1, len(lines) - 1)
    before, line, after = lines[:at], lines[at], lines[at + 1 :]
    yield Copy("dropped", b"".join([*before, *after]), at)
    yield Copy("doubled", b"".join([*before, line, line, *after]), at + 1)
    yield Copy("exchanged", b"".join([*before, after[0], line, *after[1:]]), at)
    yield Copy("cut off", b"".join([*before, line[: len(line) // 2]]), at)
    yield Copy("empty line", b"".join([*before, b"\n", line, *after]), at)


# ---- A hand that knows the format: one thing changed, every hash made anew (`lies.py`) ----------

Change = Callable[[Log, random.Random], int]


def rewritten(path: Path, change: Change, seed: str) -> Copy:
    """A copy that is whole in itself but for one lie."""
    log = log_of(path)
    at = change(log, random.Random(seed))
    return Copy(change.__name__, rehashed(log), at)


def clumsy(path: Path, count: int) -> Iterator[Copy]:
    """Copies of a game that no longer fit their hashes."""
    yield from with_a_byte_changed(path, count, path.name)
    yield from with_lines_moved(path, path.name)
