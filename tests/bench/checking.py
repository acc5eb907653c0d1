"""How long it takes to check a whole game of five, by each verifier that runs without a browser."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.kernel.canonical import canonical
from engine.kernel.log import read_log
from engine.kernel.verify import verify
from games.trust.joining import joined_program
from games.trust.verifier import check

RECORDED = Path(__file__).resolve().parents[1] / "recorded"
# The longest of the recorded games of 2010.
GAME = RECORDED / "wallenstein-2010-5p-draft-ask.wlog.jsonl"
ROUNDS = 9


def checking() -> dict[str, Any]:
    """Milliseconds for one game, beside the floor of reading and hashing its lines."""
    data = GAME.read_bytes()
    signed, keys = _signed(data)
    floor = _median(partial(_read_and_hash, data))
    file = _median(partial(check, data))
    with_signatures = _median(partial(check, data, signed, keys))
    process = _median(partial(_as_a_program, joined_program()))
    engine = _median(lambda: verify(*read_log(data.splitlines(keepends=True))))
    return {
        "events": data.count(b"\n") - 1,
        "log_bytes": len(data),
        "signatures": len(signed),
        "verifier_file_ms": round(file * 1000, 1),
        "verifier_file_with_signatures_ms": round(with_signatures * 1000, 1),
        "verifier_file_as_a_program_ms": round(process * 1000, 1),
        "engine_with_rules_ms": round(engine * 1000, 1),
        "ratios": {
            "verifier file / json.loads and sha256 of the same lines": round(file / floor, 2),
            "engine with rules / verifier file": round(engine / file, 2),
        },
    }


def _as_a_program(source: str) -> None:
    alone = [sys.executable, "-I", "-S", "-", str(GAME)]
    subprocess.run(alone, check=True, input=source.encode(), stdout=subprocess.DEVNULL)


def _signed(data: bytes) -> tuple[list[Any], list[Any]]:
    """A head for every step and a receipt for every answer, as a site would have signed them."""
    header, *entries = [json.loads(line) for line in data.splitlines()]
    site = Ed25519PrivateKey.from_private_bytes(sha256(b"the key of the bench").digest())
    public = site.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    key = {"id": sha256(public).hexdigest()[:16], "public": public.hex()}
    signed, steps = [], 0
    for entry in entries:
        payload, kind = entry["payload"], entry["kind"]
        steps += kind == "step_began"
        statement = {
            "game": header["game"],
            "seq": entry["seq"],
            "head": entry["hash"],
            "at": entry["at"],
        }
        if kind == "step_began":
            statement |= {"kind": "head", "step": steps}
        elif kind == "answer_sealed":
            statement |= {
                "kind": "receipt",
                "decision": payload["decision"],
                "seat": payload["seat"],
            }
            statement |= {"digest": entry["secret_digest"]}
        else:
            continue
        signature = site.sign(canonical(statement)).hex()
        signed.append({"statement": statement, "key": key["id"], "signature": signature})
    return signed, [{**key, "from": entries[0]["at"], "until": None}]


def _read_and_hash(data: bytes) -> None:
    for line in data.splitlines():
        json.loads(line)
        sha256(line).hexdigest()


def _median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)
