"""Files for the commands to read: a scenario, a forged log, and what is neither."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.kernel.log import read_log, write_log
from tests.cli.command import RULESET

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


def forged(log: Path, tmp_path: Path, kind: str = "taxes_collected") -> tuple[Path, int]:
    """A log with a changed fact, and the fact's number."""
    header, entries = read_log(log.read_bytes().splitlines(keepends=True))
    place = next(n for n, entry in enumerate(entries) if entry.kind == kind)
    entries[place] = entries[place].but(payload={**entries[place].payload, "amount": 99})
    path = tmp_path / "forged.wlog.jsonl"
    path.write_bytes(b"".join(write_log(header, entries)))
    return path, place + 1


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
