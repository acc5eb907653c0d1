"""Recomputes every example of the chance part of docs/audit.md from what the page says."""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.devices.deck import DECK
from engine.devices.dice import DICE
from engine.devices.tower import CUBE_TOWER, TOWERS, thresholds, throw_cubes
from engine.kernel.canonical import canonical
from engine.kernel.chance import StepChance, Stream, Veil, links, step_key, stream

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "audit.md").read_text("utf-8")
HEADINGS = (
    "Canonical JSON",
    "Links",
    "Step keys",
    "Streams",
    "Integers",
    "Draws",
    "Throws",
)


def example(heading: str) -> dict[str, str]:
    """The last block under a heading, as names and values."""
    section = re.search(rf"^### {heading}\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S)
    assert section, f"docs/audit.md has no part on {heading}"
    block = re.findall(r"^```text\n(.*?)^```", section[1], re.M | re.S)[-1]
    return dict(re.split(r"\s+= ", line, maxsplit=1) for line in block.splitlines())


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def play(given: dict[str, str]) -> tuple[StepChance, Stream]:
    key = bytes.fromhex(given["key"])
    return StepChance(key, {"tower": CUBE_TOWER, "deck": DECK}), stream(key, given["name"])


def test_the_page_has_a_place_for_each_part() -> None:
    assert [h for h in re.findall(r"^### (.*)", PAGE, re.M) if h in HEADINGS] == list(HEADINGS)
    assert PAGE.index("## The log file") < PAGE.index("## Chance")


def test_canonical_json() -> None:
    given = example("Canonical JSON")
    encoded = canonical(json.loads(given["value"]))
    assert encoded == given["canonical"].encode()
    assert encoded.hex() == given["bytes"]


def test_links() -> None:
    given = {name: bytes.fromhex(link) for name, link in example("Links").items()}
    chain = links(given["link 3"], 3)
    assert chain == [given[f"link {n}"] for n in range(4)]
    assert all(sha256(chain[n]).digest() == chain[n - 1] for n in (1, 2, 3))


def test_step_keys() -> None:
    given = example("Step keys")
    link, digests = bytes.fromhex(given["link"]), json.loads(given["digests"])
    assert given["link"] == example("Links")[f"link {given['step']}"]
    assert step_key(link, given["game"], int(given["step"]), digests).hex() == given["key"]
    assert hmac.digest(link, given["message"].encode(), "sha256").hex() == given["key"]


def test_streams() -> None:
    given = example("Streams")
    keyed = hmac.digest(bytes.fromhex(given["key"]), given["name"].encode(), "sha256")
    assert keyed.hex() == given["keyed"]
    k0, k1 = (int.from_bytes(keyed[at : at + 8], "little") for at in (0, 8))
    assert (k0, k1) == (int(given["k0"], 16), int(given["k1"], 16))
    blocks = words(given["block 1"]) + words(given["block 2"])
    assert Stream(keyed).words(8) == philox_as_the_page_says(k0, k1, blocks=2) == blocks


def philox_as_the_page_says(key_0: int, key_1: int, blocks: int) -> list[int]:
    section = PAGE.partition("### Streams")[2]
    constants = [int(text, 16) for text in re.findall(r"0x([0-9a-f]{16})\b", section)]
    multiplier_0, multiplier_1, add_0, add_1 = constants
    low = 2**64 - 1
    result: list[int] = []
    for i in range(1, blocks + 1):
        a, b, c, d, k0, k1 = i, 0, 0, 0, key_0, key_1
        for _ in range(10):
            left, right = a * multiplier_0, c * multiplier_1
            a, b, c, d = right >> 64 ^ b ^ k0, right & low, left >> 64 ^ d ^ k1, left & low
            k0, k1 = (k0 + add_0) & low, (k1 + add_1) & low
        result += [a, b, c, d]
    return result


def test_integers() -> None:
    given, n = example("Integers"), int(example("Integers")["n"])
    assert 2**64 - 2**64 % n == int(given["limit"])
    _, source = play(example("Streams"))
    integers = [int(text) for text in given["integers"].split()]
    assert [source.below(n), source.below(n)] == integers
    first, refused, third, _ = words(example("Streams")["block 1"])
    assert refused >= int(given["limit"])
    assert integers == [first % n, third % n]


def test_rolls() -> None:
    given = example("Rolls")
    key, rolled = bytes.fromhex(given["key"]), json.loads(given["rolled"])
    sides, source = int(given["sides"]), stream(key, given["name"])
    assert [1 + source.below(sides) for _ in rolled] == rolled
    record = StepChance(key, {"dice": DICE}).roll("attack", sides, len(rolled))
    assert record == {"stream": given["name"], "sides": sides, "rolled": rolled}


def test_deals() -> None:
    given = example("Deals")
    key, veil = bytes.fromhex(given["key"]), bytes.fromhex(given["veil"])
    assert sha256(veil).hexdigest() == given["header"]
    private = hmac.digest(key, veil, "sha256")
    assert private.hex() == given["private"]
    deck, card = json.loads(given["deck"]), json.loads(given["card"])
    assert deck[stream(private, given["name"]).below(len(deck))] == card
    salt = hmac.digest(veil, canonical(["veiled", given["game"], given["handle"]]), "sha256")
    assert salt.hex() == given["salt"]
    assert sha256(salt + canonical(card)).hexdigest() == given["digest"]
    chance = StepChance(key, {}, Veil(veil, given["game"]))
    handle, record = chance.deal("card", "cards", deck)
    assert record == {"stream": given["name"], "deck": "cards", "of": len(deck)}
    shown = {"handle": given["handle"], "card": card, "salt": given["salt"]}
    assert chance.shown(handle) == shown


def test_draws() -> None:
    given = example("Draws")
    chance, source = play(given)
    items, drawn = json.loads(given["from"]), json.loads(given["drawn"])
    assert source.words(len(drawn)) == words(given["words"])
    assert chance.draw("event", items, len(drawn)) == {
        "stream": given["name"],
        "from": items,
        "drawn": drawn,
    }
    left = list(items)
    assert [left.pop(word % len(left)) for word in words(given["words"])] == drawn


def test_throws() -> None:
    given = example("Throws")
    chance, source = play(given)
    record: dict[str, Any] = {n: json.loads(given[n]) for n in ("thrown", "lodged", "fell")}
    assert throw_cubes(chance, record["thrown"], record["lodged"]) == {
        "stream": given["name"],
        **record,
    }
    cubes = [given["A"], given["B"], given["B inside"], given["peasants inside"]]
    assert source.words(12) == words(" ".join(cubes))
    lodges, loosened = int(given["lodges"], 16), int(given["loosened"], 16)
    assert (lodges, loosened) == (2**64 * 2 // 5, 2**64 - 2**64 * 93**7 // 100**7)
    assert (lodges, loosened) == thresholds(TOWERS["sieve-1"], 7)
    fell = {
        "A": sum(word >= lodges for word in words(given["A"])),
        "B": sum(word >= lodges for word in words(given["B"]))
        + sum(word < loosened for word in words(given["B inside"])),
        "peasants": sum(word < loosened for word in words(given["peasants inside"])),
    }
    assert {colour: count for colour, count in fell.items() if count} == record["fell"]


@pytest.mark.parametrize("heading", HEADINGS)
def test_every_part_has_an_example(heading: str) -> None:
    assert len(example(heading)) >= 3
