"""The site's keys: from the environment in production, else made once and kept."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from wallenstein_site import environment as env

# What Django's own check of a deployment wants of a secret.
SHORTEST_SECRET: Final = 50
_PUSH_KEY: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class SiteKeys:
    """Django's own secret and the keys that seal plans; never shown, not even by accident."""

    django: str
    seals: tuple[str, ...]
    # Django's secrets of before: they sign nothing, and what they have signed still counts.
    old_django: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"SiteKeys(with {len(self.seals)} seal keys)"


def site_keys(home: Path, *, from_environment: bool) -> SiteKeys:
    """The keys to use; raises ImproperlyConfigured with what to do."""
    if from_environment:
        django = env.required("DJANGO_SECRET_KEY", "a long random text, kept secret.")
        seals = env.listing("WALLENSTEIN_SEAL_KEYS")
        if not seals:
            raise ImproperlyConfigured(
                "Set WALLENSTEIN_SEAL_KEYS: one or more keys made by `manage.py new_seal_key`, "
                "newest first. Without them sealed plans cannot be opened."
            )
        return SiteKeys(django, _checked(seals), _old_secrets())
    return _kept(home / "keys.json")


def push_key(home: Path, *, from_environment: bool) -> str:
    """The key that signs pushes to browsers; empty where an operator wants none."""
    if from_environment:
        key = env.text("WALLENSTEIN_PUSH_KEY")
    else:
        file = home / "push.key"
        if not file.exists():
            _make(file, new_push_key())
        key = file.read_text().strip()
    if key and not _PUSH_KEY.fullmatch(key):
        raise ImproperlyConfigured(
            "WALLENSTEIN_PUSH_KEY (or push.key) is no key made by `manage.py new_push_key`."
        )
    return key


def new_push_key() -> str:
    """A key for pushes: a number of 32 bytes that the curve P-256 has."""
    made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(made.to_bytes(32)).rstrip(b"=").decode()


def _make(file: Path, content: str) -> None:
    """Write a file of secrets, unless somebody else has just done so."""
    file.parent.mkdir(parents=True, exist_ok=True)
    # Readable by nobody else, not even for a moment; and whole from the first moment, because
    # web, worker and beat may all start now: the first to come makes the keys of all.
    handle, unfinished = tempfile.mkstemp(dir=file.parent, prefix=".keys-")
    with os.fdopen(handle, "w") as out:
        out.write(content)
    with contextlib.suppress(FileExistsError):
        os.link(unfinished, file)
    Path(unfinished).unlink()


def _kept(file: Path) -> SiteKeys:
    if not file.exists():
        made = {"django": get_random_secret_key(), "seals": [Fernet.generate_key().decode()]}
        _make(file, json.dumps(made))
    try:
        kept = json.loads(file.read_text())
        return SiteKeys(str(kept["django"]), _checked(kept["seals"]))
    except (ValueError, KeyError, TypeError) as problem:
        raise ImproperlyConfigured(
            f"{file} is damaged ({type(problem).__name__}). Put the copy from your backup there: "
            "sealed plans can be opened with those keys only."
        ) from None


def _old_secrets() -> tuple[str, ...]:
    name = "DJANGO_SECRET_KEY_FALLBACKS"
    old = env.listing(name)
    for number, former in enumerate(old, 1):
        # A key with a comma or a space in it comes in pieces, and none of them is the key.
        if len(former) < SHORTEST_SECRET:
            raise ImproperlyConfigured(
                f"Key number {number} in {name} is too short to be one. Put former values of "
                "DJANGO_SECRET_KEY there, whole, with commas or spaces between them."
            )
    return tuple(old)


def _checked(seals: list[str]) -> tuple[str, ...]:
    for number, seal in enumerate(seals, 1):
        try:
            Fernet(seal)
        except (ValueError, TypeError):
            raise ImproperlyConfigured(f"Seal key number {number} is not a Fernet key.") from None
    return tuple(seals)
