"""The site's keys: from the environment in production, else made once and kept."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from wallenstein_site import environment as env


@dataclass(frozen=True)
class SiteKeys:
    """Django's own secret and the keys that seal plans; never shown, not even by accident."""

    django: str
    seals: tuple[str, ...]

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
        return SiteKeys(django, _checked(seals))
    return _kept(home / "keys.json")


def _kept(file: Path) -> SiteKeys:
    if not file.exists():
        made = {"django": get_random_secret_key(), "seals": [Fernet.generate_key().decode()]}
        file.parent.mkdir(parents=True, exist_ok=True)
        # Readable by nobody else, not even for a moment; and whole from the first moment, because
        # web, worker and beat may all start now: the first to come makes the keys of all.
        handle, unfinished = tempfile.mkstemp(dir=file.parent, prefix=".keys-")
        with os.fdopen(handle, "w") as out:
            json.dump(made, out)
        with contextlib.suppress(FileExistsError):
            os.link(unfinished, file)
        Path(unfinished).unlink()
    try:
        kept = json.loads(file.read_text())
        return SiteKeys(str(kept["django"]), _checked(kept["seals"]))
    except (ValueError, KeyError, TypeError) as problem:
        raise ImproperlyConfigured(
            f"{file} is damaged ({type(problem).__name__}). Put the copy from your backup there: "
            "sealed plans can be opened with those keys only."
        ) from None


def _checked(seals: list[str]) -> tuple[str, ...]:
    for number, seal in enumerate(seals, 1):
        try:
            Fernet(seal)
        except (ValueError, TypeError):
            raise ImproperlyConfigured(f"Seal key number {number} is not a Fernet key.") from None
    return tuple(seals)
