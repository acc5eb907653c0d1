"""How far somebody has read in the story of a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class ReadChapter(models.Model):
    """The last chapter of a game that a person has read or put away; it never goes back."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="readers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="read_chapters"
    )
    chapter = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="read_once_per_person_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id} #{self.chapter}"
