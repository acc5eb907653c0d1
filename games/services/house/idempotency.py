"""The same request twice is carried out once and answered twice alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games import clock
from games.errors import Illegal
from games.log.seals import seal, unseal
from games.models import IdempotencyKey, User

KEPT_FOR: Final = timedelta(days=7)
_KEY: Final = re.compile(r"[!-~]{1,100}", re.ASCII)


@dataclass(frozen=True)
class RequestOutcome:
    """What a request was answered with, and whether that was an earlier one."""

    body: Any
    replayed: bool


def request_digest(*parts: bytes) -> str:
    """What tells two requests apart.

    Keyed, because the body may be a sealed answer: out of a bare digest a reader of the database
    could guess a short one.
    """
    framed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return salted_hmac("games.idempotency", framed, algorithm="sha256").hexdigest()


def earlier(*, user: User, key: str, digest: str) -> RequestOutcome | None:
    """What this key was answered with before, for work that begins outside of a transaction."""
    _require_key(key)
    row = IdempotencyKey.objects.filter(user=user, key=key).first()
    return _again(row, digest) if row else None


def once(*, user: User, key: str, digest: str, work: Callable[[], Any]) -> RequestOutcome:
    """Do the work unless this key has done it; a refusal is not remembered, for nothing changed.

    The answer is kept sealed: a receipt holds the salt of its owner's answer.
    """
    _require_key(key)
    with transaction.atomic():
        try:
            # Somebody with the same key waits here until we are done.
            with transaction.atomic():
                row = IdempotencyKey.objects.create(
                    user=user, key=key, request_digest=digest, response=""
                )
        except IntegrityError:
            return _again(IdempotencyKey.objects.get(user=user, key=key), digest)
        body = work()
        row.response = seal(body).decode("ascii")
        row.save(update_fields=["response"])
    return RequestOutcome(body, replayed=False)


def _require_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        message = _("An Idempotency-Key is 1 to 100 visible ASCII characters.")
        raise Illegal("bad_idempotency_key", message)


def _again(row: IdempotencyKey, digest: str) -> RequestOutcome:
    if not constant_time_compare(row.request_digest, digest):
        message = _("This Idempotency-Key was used for another request.")
        raise Illegal("idempotency_key_reused", message)
    return RequestOutcome(unseal(row.response.encode("ascii")), replayed=True)


def forget_old() -> int:
    """Drop keys nobody will send again; how many."""
    forgotten, _by_model = IdempotencyKey.objects.filter(
        created_at__lt=clock.now() - KEPT_FOR
    ).delete()
    return forgotten
