"""Put every sealed secret under the newest key, so that older ones can be retired."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import store
from games.models import Game, IdempotencyKey, SavedDraft, Webhook
from games.seals import LostKey, resealed


class Command(BaseCommand):
    """Reads WALLENSTEIN_SEAL_KEYS, newest first; can be repeated and interrupted."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Reseal logs, chains, drafts, remembered responses and webhooks."""
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
            for hook in Webhook.objects.iterator():
                secret = resealed(hook.secret_sealed)
                Webhook.objects.filter(pk=hook.pk).update(secret_sealed=secret)
        except LostKey as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{secrets} sealed answers are under the newest key.")
