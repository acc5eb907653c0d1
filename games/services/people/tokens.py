"""API tokens: shown once when made, kept as a digest, listed and revoked by their owner."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db.models import Q, QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext as _

from games import clock
from games.errors import Illegal, NotFound, Refused
from games.log.fast_sql import Prepared
from games.models import ApiToken, User

PREFIX: Final = "wbp_"
MOST_TOKENS: Final = 50
# Knowing the minute of a token's last use is enough, and spares a write with every request.
USE_NOTED_EVERY: Final = timedelta(minutes=1)
_TOKENS = Prepared(
    lambda digest: ApiToken.objects.select_related("user").filter(digest=digest).order_by(),
    "d",
)


@dataclass(frozen=True)
class IssuedToken:
    """A token and, this one time, its text."""

    token: ApiToken
    text: str = field(repr=False)


def token_create(*, user: User, name: str, scopes: Sequence[str]) -> IssuedToken:
    """Make a token; its text is in the answer and nowhere else."""
    unknown = [scope for scope in scopes if scope not in ApiToken.Scope.values]
    if unknown or not scopes:
        known = ", ".join(ApiToken.Scope.values)
        raise Illegal("bad_scopes", _("A token needs one or more of the scopes %s.") % known)
    if not name.strip():
        raise Illegal("no_name", _("A token needs a name."))
    if tokens_of(user).count() >= MOST_TOKENS:
        raise Refused("too_many_tokens", _("Revoke a token first: 50 is the limit."))
    text = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name.strip()[:80],
        digest=digest_of(text),
        hint=text[:8],
        scopes=[scope for scope in ApiToken.Scope.values if scope in scopes],
    )
    return IssuedToken(token, text)


def token_revoke(*, user: User, token_id: int) -> None:
    """End a token of this person's; it opens nothing from now on."""
    revoked = tokens_of(user).filter(pk=token_id).update(revoked_at=clock.now())
    if not revoked:
        raise NotFound("no_such_token", _("You have no such token."))


def tokens_revoke_all(*, user: User) -> int:
    """End every token of this person's; how many there were."""
    return tokens_of(user).update(revoked_at=clock.now())


@receiver(post_save, sender=User)
def end_with_the_password(instance: User, *, created: bool, **_: object) -> None:
    """Whoever had the old password has no token either, wherever it was changed."""
    # Django's own mark of a new password; a hash that is merely renewed has none.
    if not created and getattr(instance, "_password", None) is not None:
        tokens_revoke_all(user=instance)


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The tokens of a person that still open something."""
    return ApiToken.objects.filter(user=user, revoked_at__isnull=True).order_by("pk")


def token_for(text: str) -> ApiToken | None:
    """The valid token of that text, its use noted; none if there is none."""
    token = _TOKENS.first(digest_of(text))
    if token is None or token.revoked_at or token.user.deleted_at or not token.user.is_active:
        return None
    _note_use(token)
    return token


def digest_of(text: str) -> str:
    """What is kept of a token: 256 random bits need no salt and no slow hash."""
    return sha256(text.encode()).hexdigest()


def _note_use(token: ApiToken) -> None:
    moment = clock.now()
    if token.used_at is not None and moment - token.used_at < USE_NOTED_EVERY:
        return
    long_ago = Q(used_at__isnull=True) | Q(used_at__lte=moment - USE_NOTED_EVERY)
    ApiToken.objects.filter(long_ago, pk=token.pk).update(used_at=moment)
