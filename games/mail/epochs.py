"""How long the keys in letters are good: until their reader has another password or address."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import User

LETTERS: Final = 16


def epoch_of(user: User) -> str:
    """The time between two changes, as a few letters that tell nothing about what has changed."""
    return next(epochs_of(user))


def is_epoch(user: User, epoch: str) -> bool:
    """Whether nothing has changed since; also if the key of the site has."""
    return any(hmac.compare_digest(epoch.encode(), good.encode()) for good in epochs_of(user))


def epochs_of(user: User) -> Iterator[str]:
    """The epoch under the key in use, then under those that were."""
    credentials = "\n".join((str(user.pk), user.password, user.email.lower(), user.address.lower()))
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = salted_hmac("games.mail.epochs", credentials, secret=key, algorithm="sha256")
        yield made.hexdigest()[:LETTERS]
