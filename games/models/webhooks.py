"""Webhooks: addresses of players' programs that are told when a game moves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Webhook(models.Model):
    """An address to call for one game; the secret that signs the calls is sealed at rest."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("you have a question to answer")
        # Known to programs by this name, whatever a game calls its chapters.
        REPORT = "season_report", _("a step was resolved")
        GAME_OVER = "game_over", _("the game is over")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="webhooks")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(max_length=500)
    secret_sealed = models.BinaryField(editable=False)
    kinds = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    # In a row; an answer that is welcome sets it back.
    failures = models.PositiveSmallIntegerField(default=0, editable=False)
    # When the first of them was.
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id} hook {self.pk}"
