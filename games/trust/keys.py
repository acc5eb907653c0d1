"""The keys of the site: one signs at a time, all of them are public for ever."""

from __future__ import annotations

import hashlib
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.kernel.core import Json
from games import clock
from games.log.fast_sql import Prepared
from games.log.seals import seal_bytes, unseal_bytes
from games.models import SigningKey

# Opened keys of this process, by their ids: which one signs is asked of the database each time.
_OPENED: dict[str, Ed25519PrivateKey] = {}
_USABLE = Prepared(lambda: SigningKey.objects.exclude(private_sealed=None).order_by("number"))


def key_id(public: bytes) -> str:
    """The name of a key: the beginning of the digest of its public half."""
    return hashlib.sha256(public).hexdigest()[:16]


def new_key(number: int, since: datetime) -> SigningKey:
    """A key that was never used, not stored yet."""
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    return SigningKey(
        id=key_id(public),
        number=number,
        public=public.hex(),
        private_sealed=seal_bytes(private.private_bytes_raw()),
        since=since,
    )


def first_key(moment: datetime) -> SigningKey:
    """The key a site begins with, made when it is first needed."""
    made = new_key(1, moment)
    fields = {field.attname: getattr(made, field.attname) for field in made._meta.concrete_fields}
    # Two workers may need it at once: one number, one key.
    return SigningKey.objects.get_or_create(number=fields.pop("number"), defaults=fields)[0]


def signer(moment: datetime) -> tuple[str, Ed25519PrivateKey]:
    """The key in use at a moment: what was begun before a rotation is signed as of then."""
    known = [(key.pk, key.since) for key in _USABLE.rows()] or [(first_key(moment).pk, moment)]
    begun = [name for name, since in known if since <= moment]
    name = begun[-1] if begun else known[0][0]
    if name not in _OPENED:
        row = SigningKey.objects.get(pk=name)
        _OPENED[name] = Ed25519PrivateKey.from_private_bytes(unseal_bytes(row.private_sealed))
    return name, _OPENED[name]


def public_keys() -> Json:
    """Every key the site ever signed with, as it is published."""
    return {
        "keys": [
            {
                "id": key.pk,
                "public": key.public,
                "from": clock.written(key.since),
                "until": clock.written(key.until) if key.until else None,
            }
            for key in SigningKey.objects.order_by("number")
        ]
    }
