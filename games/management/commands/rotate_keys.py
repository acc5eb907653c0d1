"""Put every sealed secret under the newest key, so that older ones can be retired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from games.log import store
from games.log.seals import LostKey, resealed
from games.mail.account_letters import KIND as ACCOUNT
from games.models import (
    Destination,
    FoldedGame,
    Game,
    GameNote,
    IdempotencyKey,
    InboundMail,
    OutboxRow,
    SavedDraft,
    SigningKey,
    Webhook,
)


class Command(BaseCommand):
    """Reads WALLENSTEIN_SEAL_KEYS, newest first; can be repeated and interrupted."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Reseal whatever is kept sealed: logs, chains, drafts, addresses, mails, keys and more."""
        secrets = 0
        try:
            for game in Game.objects.exclude(anchor="").iterator():
                secrets += store.reseal(game)
            # An imported game has drawn its last link.
            _reseal(Game.objects.exclude(chain_sealed=None), "chain_sealed", resealed)
            _reseal(Game.objects.exclude(veil_sealed=None), "veil_sealed", resealed)
            _reseal(SavedDraft.objects.all(), "answer_sealed", resealed)
            _reseal(IdempotencyKey.objects.exclude(response=""), "response", _resealed_text)
            _reseal(GameNote.objects.all(), "text_sealed", resealed)
            _reseal(Webhook.objects.all(), "secret_sealed", resealed)
            _reseal(SigningKey.objects.all(), "private_sealed", resealed)
            _reseal(InboundMail.objects.all(), "answer_sealed", resealed)
            _reseal(InboundMail.objects.exclude(said_sealed=None), "said_sealed", resealed)
            _reseal(OutboxRow.objects.filter(kind=ACCOUNT), "data", _resealed_letter)
            _reseal(Destination.objects.all(), "address_sealed", resealed)
            # Passkeys hold no secret of ours.
            second_steps = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)
            _reseal(second_steps, "data", _resealed_step)
            # Made again with the next step of each game.
            FoldedGame.objects.all().delete()
        except LostKey as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{secrets} sealed answers are under the newest key.")


def _reseal(rows: QuerySet[Any], field: str, change: Callable[[Any], Any]) -> None:
    """Change a field of every row, while people go on writing to them."""
    for key in list(rows.values_list("pk", flat=True)):
        row = rows.filter(pk=key)
        # Written only over what was read: if somebody was faster, theirs is read and sealed anew.
        while (value := row.values_list(field, flat=True).first()) is not None:
            if row.filter(**{field: value}).update(**{field: change(value)}):
                break


def _resealed_text(sealed: str) -> str:
    return resealed(sealed.encode("ascii")).decode("ascii")


def _resealed_letter(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "sealed": _resealed_text(data["sealed"])}


def _resealed_step(data: dict[str, Any]) -> dict[str, Any]:
    """Keys of authenticator apps and seeds of recovery codes."""
    ours = {"secret", "seed"} & set(data)
    return {**data, **{name: _resealed_text(data[name]) for name in ours}}
