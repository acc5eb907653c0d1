"""Signed statements: made here, and checked here as anybody else would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine.kernel.canonical import canonical
from engine.kernel.core import Json
from engine.kernel.journal import AnswerSealed, ForkBegan, StepBegan
from engine.kernel.log import Entry
from games.models import SignedHead, SignedReceipt, SigningKey
from games.trust.keys import signer

RECEIPT: Final = "receipt"
HEAD: Final = "head"


def signed(statement: Json, moment: datetime) -> Json:
    """A statement with the signature of the key in use at a moment."""
    name, private = signer(moment)
    signature = private.sign(canonical(statement)).hex()
    return {"statement": statement, "key": name, "signature": signature}


def is_signed(promise: Json, keys: Mapping[str, str]) -> bool:
    """Whether one of these public keys has signed a statement."""
    public = keys.get(promise["key"])
    if public is None:
        return False
    try:
        signature, statement = bytes.fromhex(promise["signature"]), canonical(promise["statement"])
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, statement)
    except (InvalidSignature, ValueError):
        return False
    return True


def agrees(statement: Json, game: str, entries: Sequence[Entry]) -> bool:
    """Whether a log, from its first entry on, says what a statement says of it, as the verifiers
    compare it."""
    seq = statement["seq"]
    # Entry 0 is the header: its hash, the genesis, is what the first entry follows.
    heads = [entry.prev for entry in entries[:1]] + [entry.hash for entry in entries]
    if not 0 <= seq < len(heads) or heads[seq] != statement["head"]:
        return False
    if statement["game"] != _name_at(seq, game, entries):
        return False
    if statement["kind"] == HEAD:
        steps = sum(entry.kind == StepBegan.kind for entry in entries[:seq])
        return bool(statement["step"] == steps)
    if seq == 0:
        return False
    entry, wanted = entries[seq - 1], ("decision", "seat", "digest", "at")
    payload = entry.payload
    sealed = (payload.get("decision"), payload.get("seat"), entry.secret_digest, entry.at)
    return entry.kind == AnswerSealed.kind and sealed == tuple(statement[key] for key in wanted)


def _name_at(seq: int, game: str, entries: Sequence[Entry]) -> str:
    """What a game was called at an entry: a fork has another name from its beginning on."""
    forks = (e for e in entries[:seq] if e.kind == ForkBegan.kind)
    return reduce(lambda _name, fork: str(fork.payload["game"]), forks, game)


def promises(game_id: str) -> list[Json]:
    """Everything the site has signed about a game."""
    kinds = (SignedReceipt.objects, SignedHead.objects)
    return [row.to_json() for kind in kinds for row in kind.filter(game=game_id)]


def broken_promise(signed: Sequence[Json], game: str, entries: Sequence[Entry]) -> int | None:
    """The first entry of a log that is not what the site has signed; none if all is well.

    `game` is what the header calls it.
    """
    keys = dict(SigningKey.objects.values_list("pk", "public"))
    broken = [
        promise["statement"]["seq"]
        for promise in signed
        if not is_signed(promise, keys) or not agrees(promise["statement"], game, entries)
    ]
    return min(broken, default=None)
