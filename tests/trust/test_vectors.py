"""The shared vectors, computed by the engine and by the verifier of one file.

The page in the browser computes them in tests/browser/test_verify_page.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.devices import deck, tower
from engine.kernel import canonical as engine_canonical
from engine.kernel import chance, log
from tests.trust.handed_out import program

file = program()
VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


def each(part: str) -> list[Any]:
    """The examples of a part."""
    examples: list[Any] = VECTORS[part]
    assert len(examples) >= 3
    return examples


def is_refused(work: Callable[[Any], object], given: Any) -> bool:
    """Whether a reader says no, in its own words."""
    try:
        work(given)
    except ValueError:
        return True
    return False


def test_canonical_json() -> None:
    for given in each("canonical"):
        expected = bytes.fromhex(given["hex"])
        text = given["text"].encode("utf-8")
        assert file.canonical(file.parsed(text)) == expected
        assert engine_canonical.canonical(log.parse_json(text)) == expected


@pytest.mark.parametrize("text", each("not_json"))
def test_what_is_not_json(text: str) -> None:
    assert is_refused(file.parsed, text.encode("utf-8"))
    assert is_refused(log.parse_json, text.encode("utf-8"))


@pytest.mark.parametrize("text", each("no_canonical_form"))
def test_what_has_no_canonical_form(text: str) -> None:
    assert is_refused(file.canonical, file.parsed(text.encode("utf-8")))
    assert is_refused(log.parse_json, text.encode("utf-8"))


def test_digests() -> None:
    for given in each("digests"):
        assert file.digest_of(given["salt"], given["answer"]) == given["digest"]
        assert log.Secret(given["salt"], given["answer"]).digest() == given["digest"]


def test_entries() -> None:
    for given in each("entries"):
        entry = log.Entry(**given)
        public = (
            entry.seq,
            entry.kind,
            entry.version,
            entry.at,
            entry.payload,
            entry.secret_digest,
        )
        assert log.entry_hash(entry.prev, *public) == entry.hash
        audit = file.Audit(file.AuditReport(head=given["prev"]))
        audit._chained(given, given["seq"])
        assert audit.report.head == given["hash"]


def test_links_and_step_keys() -> None:
    chain = [bytes.fromhex(link) for link in each("links")]
    assert chance.links(chain[-1], len(chain) - 1) == chain
    for given in each("steps"):
        parts = (given["game"], given["step"], given["digests"])
        assert file.step_key(given["link"], *parts).hex() == given["key"]
        assert chance.step_key(bytes.fromhex(given["link"]), *parts).hex() == given["key"]


def test_streams() -> None:
    for given in each("streams"):
        key, expected = bytes.fromhex(given["key"]), [int(word, 16) for word in given["words"]]
        assert list(islice(file.words(key, given["name"]), len(expected))) == expected
        assert chance.stream(key, given["name"]).words(len(expected)) == expected


def test_integers() -> None:
    for given in each("integers"):
        key, n, expected = bytes.fromhex(given["key"]), int(given["n"]), given["integers"]
        words, engine_words = file.words(key, given["name"]), chance.stream(key, given["name"])
        assert [str(file.below(words, n)) for _ in expected] == expected
        assert [str(engine_words.below(n)) for _ in expected] == expected


def test_draws() -> None:
    for given in each("draws"):
        key, count = bytes.fromhex(given["key"]), len(given["drawn"])
        words, engine_words = file.words(key, given["name"]), chance.stream(key, given["name"])
        assert file.drawn(words, given["from"], count) == given["drawn"]
        assert deck.drawn(engine_words, given["from"], count) == given["drawn"]


def test_deals() -> None:
    for given in each("deals"):
        key, veil, deck = bytes.fromhex(given["key"]), bytes.fromhex(given["veil"]), given["deck"]
        private, left, cards = file.private_key(key, veil), deck, []
        assert private.hex() == given["private"]
        engine = chance.StepChance(key, {}, chance.Veil(veil, "demo"))
        faces = []
        for number, _ in enumerate(given["dealt"], 1):
            card, left = file.dealt(private, f"card {number}", left)
            cards.append(card)
            faces.append(engine.card(engine.deal("card", "cards", deck)[0]))
        # By their bytes: to Python true is a 1.
        expected = file.canonical(given["dealt"])
        assert (file.canonical(cards), file.canonical(faces)) == (expected, expected)


def test_throws() -> None:
    for given in each("throws"):
        key, model = bytes.fromhex(given["key"]), given["tower"]
        cubes = given["thrown"], given["lodged"]
        words, engine_words = file.words(key, given["name"]), chance.stream(key, given["name"])
        assert file.fallen(words, file.TABLES["towers"][model], *cubes) == given["fell"]
        counted = Counter(cubes[0]), Counter(cubes[1])
        assert tower.throw(tower.TOWERS[model], engine_words, *counted) == given["fell"]


@pytest.mark.parametrize("given", each("signatures"), ids=lambda given: given["why"])
def test_signatures(given: Any) -> None:
    key, message, signature = (
        bytes.fromhex(given[part]) for part in ("public", "message", "signature")
    )
    assert file.signature_holds(key, message, signature) is given["holds"]
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        holds = True
    except InvalidSignature:
        holds = False
    assert holds is given["holds"]
