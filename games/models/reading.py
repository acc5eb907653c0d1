"""How far somebody has read in the story of a game, and which games they know."""

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


class KnownGame(models.Model):
    """A kind of game that a person wants no introduction to any more."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="known_games"
    )
    # Which rules: editions that share a rule book are one and the same here.
    rules = models.CharField(max_length=80)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "rules"], name="known_once_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.rules}"
