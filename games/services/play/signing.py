"""Signing: a receipt for every accepted answer, a head after every step, keys that change."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final, Protocol

from django.db import transaction

from engine.kernel.core import Json
from games import clock
from games.log.fast_sql import insert
from games.models import SignedHead, SignedReceipt, SigningKey
from games.services.play.table import Table
from games.trust.keys import first_key, new_key
from games.trust.sources import engine_digest
from games.trust.statements import HEAD, RECEIPT, signed

# What was begun before a rotation is signed long before that.
STRAGGLERS: Final = timedelta(days=1)


class Accepted(Protocol):
    """What a log says of an answer that was just added to it."""

    @property
    def decision(self) -> str:
        """The question."""

    @property
    def digest(self) -> str:
        """The digest of salt and answer."""

    @property
    def seq(self) -> int:
        """The entry."""

    @property
    def head(self) -> str:
        """The hash of that entry."""


def sign_receipt(held: Table, seat: str, answer: Accepted, moment: datetime) -> Json:
    """Vouch for an answer, in the transaction that adds it to the log."""
    statement = {
        "kind": RECEIPT,
        "game": held.game.id,
        "decision": answer.decision,
        "seat": seat,
        "digest": answer.digest,
        "seq": answer.seq,
        "head": answer.head,
        "at": clock.written(moment),
    }
    promise = signed(statement, moment)
    row = SignedReceipt(game=held.game, seq=answer.seq, seat=seat, statement=statement)
    _keep(held, row, promise)
    return promise


def sign_head(held: Table, moment: datetime) -> Json:
    """Vouch for the end of a log after a step or a repair, in the same transaction."""
    position = held.position
    statement = {
        "kind": HEAD,
        "game": held.game.id,
        "seq": position.seq,
        "head": position.head,
        "step": position.step,
        # So that an engine that is changed in mid-game leaves a trace.
        "engine": engine_digest(),
        "at": clock.written(moment),
    }
    promise = signed(statement, moment)
    _keep(held, SignedHead(game=held.game, seq=position.seq, statement=statement), promise)
    return promise


def _keep(held: Table, row: SignedReceipt | SignedHead, promise: Json) -> None:
    row.key_id, row.signature = promise["key"], promise["signature"]
    held.beside(partial(insert, [row]))


def signing_key_rotate() -> SigningKey:
    """Sign with a new key from now on; what the old ones have signed can be checked for ever."""
    moment = clock.now()
    first_key(moment)
    with transaction.atomic():
        # The first key is there for good: whoever holds its row rotates alone.
        SigningKey.objects.select_for_update().get(number=1)
        retired = SigningKey.objects.latest("number")
        retired.until = moment
        retired.save(update_fields=["until"])
        made = new_key(retired.number + 1, moment)
        made.save(force_insert=True)
    return made


def forget_private_keys() -> None:
    """Let nobody sign with a key that was retired some time ago, ourselves included."""
    old = SigningKey.objects.filter(until__lt=clock.now() - STRAGGLERS)
    old.exclude(private_sealed=None).update(private_sealed=None)
