"""Put every sealed secret under the newest key, so that older ones can be retired."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from games import store
from games.models import FoldedGame, Game, GameNote, IdempotencyKey, SavedDraft, Webhook
from games.seals import LostKey, resealed


class Command(BaseCommand):
    """Reads WALLENSTEIN_SEAL_KEYS, newest first; can be repeated and interrupted."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Reseal logs, chains, drafts, remembered responses, webhooks, notes and second steps."""
        secrets = 0
        try:
            for game in Game.objects.exclude(anchor="").iterator():
                if game.chain_sealed is not None:  # an imported game has drawn its last link
                    chain = resealed(game.chain_sealed)
                    Game.objects.filter(pk=game.pk).update(chain_sealed=chain)
                secrets += store.reseal(game)
            for draft in SavedDraft.objects.iterator():
                answer = resealed(draft.answer_sealed)
                SavedDraft.objects.filter(pk=draft.pk).update(answer_sealed=answer)
            for row in IdempotencyKey.objects.exclude(response="").iterator():
                response = resealed(row.response.encode("ascii")).decode("ascii")
                IdempotencyKey.objects.filter(pk=row.pk).update(response=response)
            for note in GameNote.objects.iterator():
                text = resealed(note.text_sealed)
                GameNote.objects.filter(pk=note.pk).update(text_sealed=text)
            _reseal_second_steps()
            # Made again with the next step of each game.
            FoldedGame.objects.all().delete()
            for hook in Webhook.objects.iterator():
                secret = resealed(hook.secret_sealed)
                Webhook.objects.filter(pk=hook.pk).update(secret_sealed=secret)
        except LostKey as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{secrets} sealed answers are under the newest key.")


def _reseal_second_steps() -> None:
    """Keys of authenticator apps and seeds of recovery codes; passkeys hold no secret of ours."""
    for step in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).iterator():
        for name in {"secret", "seed"} & set(step.data):
            step.data[name] = resealed(step.data[name].encode("ascii")).decode("ascii")
        step.save(update_fields=["data"])
