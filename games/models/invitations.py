"""Who is awaited at a table without holding its link."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Invitation(models.Model):
    """A person the host has invited by name; a rematch keeps a seat for each of its players."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    # Kept for this person while the invitation stands; blank: any free seat.
    seat = models.CharField(max_length=1, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="invited_once_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} ← {self.user_id}"
