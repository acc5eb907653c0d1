"""Secrets at rest: sealed with the newest key, opened with any that is still known."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

# Databases hand binary columns out as either.
Sealed = bytes | memoryview


class LostKey(Exception):
    """A secret that none of the known keys opens."""

    def __init__(self) -> None:
        super().__init__(
            "A sealed secret cannot be opened with the keys in use. Put the old key back into "
            "WALLENSTEIN_SEAL_KEYS (or keys.json), behind the new one."
        )


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def seal(value: Any) -> bytes:
    """A JSON value, unreadable without the keys."""
    return seal_bytes(json.dumps(value).encode())


def unseal(sealed: Sealed | None) -> Any:
    """The value again; raises LostKey."""
    return json.loads(unseal_bytes(sealed))


def seal_bytes(value: bytes) -> bytes:
    """Anything, unreadable without the keys."""
    return _box(tuple(settings.SEAL_KEYS)).encrypt(value)


def unseal_bytes(sealed: Sealed | None) -> bytes:
    """The same again; raises LostKey."""
    try:
        return _box(tuple(settings.SEAL_KEYS)).decrypt(bytes(sealed or b""))
    except InvalidToken:
        raise LostKey from None


def resealed(sealed: Sealed | None) -> bytes:
    """The same secret under the newest key; raises LostKey."""
    try:
        return _box(tuple(settings.SEAL_KEYS)).rotate(bytes(sealed or b""))
    except InvalidToken:
        raise LostKey from None
