"""Recomputes every example of the log part of docs/audit.md from what the page says."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from engine.kernel.canonical import canonical
from engine.kernel.journal import JOURNAL
from engine.kernel.log import Secret, entry_hash, read_log
from engine.registry import RULESETS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "audit.md").read_text("utf-8")


def example(heading: str) -> dict[str, str]:
    """The block under a heading, as names and values."""
    section = re.search(rf"^### {heading}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert section, f"docs/audit.md has no part on {heading}"
    block = re.findall(r"^```text\n(.*?)^```", section[1], re.M | re.S)[-1]
    return dict(re.split(r"\s+= ", line, maxsplit=1) for line in block.splitlines())


def test_the_genesis_is_the_hash_of_the_header() -> None:
    given = example("Header")
    header, entries = read_log([given["header"].encode() + b"\n"])
    assert header.genesis() == given["genesis"]
    assert entries == []
    assert sha256(canonical(json.loads(given["header"]))).hexdigest() == given["genesis"]


def test_a_digest_covers_salt_and_answer() -> None:
    given = example("Secrets")
    secret = Secret(given["salt"], json.loads(given["answer"]))
    assert secret.digest() == given["digest"]


def test_an_entry_is_hashed_as_the_page_says() -> None:
    given = example("Entries")
    payload = json.loads(given["payload"])
    made = entry_hash(
        given["prev"],
        int(given["seq"]),
        given["kind"],
        int(given["version"]),
        given["at"],
        payload,
        given["secret_digest"],
    )
    assert made == given["hash"]
    by_hand = sha256(given["prev"].encode("ascii") + given["public"].encode("utf-8")).hexdigest()
    assert by_hand == given["hash"]


def test_the_page_names_every_kind_of_the_journal() -> None:
    section = PAGE[PAGE.index("### Steps") : PAGE.index("All other entries are facts")]
    named = set(re.findall(r"^\| `(\w+)` \|", section, re.M))
    assert named == {event.kind for event in JOURNAL}


def test_the_page_says_what_every_use_of_chance_is_asked_about() -> None:
    section = PAGE[
        PAGE.index("What chance was asked about") : PAGE.index("### The course of a game")
    ]
    first_cells = re.findall(r"^\| (`[^|]+) \|", section, re.M)
    named = {kind for cell in first_cells for kind in re.findall(r"`(\w+)`", cell)}
    resting = {"draw", "draws", "throw"}
    # What a ruleset of the second format is asked about stands with its tables.
    first = [ruleset for ruleset in RULESETS.values() if ruleset.log_format == 1]
    known = {event for ruleset in first for event in ruleset.events}
    assert named == {e.kind for e in known if resting & set(e.__dataclass_fields__)}
