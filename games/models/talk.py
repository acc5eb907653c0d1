"""What people write beside a game: talk at the table, and notes to themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ChatMessage(models.Model):
    """Something said beside a game; no part of its log."""

    class Channel(models.TextChoices):
        PLAYERS = "players", _("the table")
        SPECTATORS = "spectators", _("the gallery")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="chat")
    channel = models.CharField(max_length=10, choices=Channel.choices)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.TextField(max_length=1000)
    said_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    hidden_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game", "channel", "id"]),
            models.Index(fields=["author", "said_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.channel} #{self.pk}"


class TalkRead(models.Model):
    """How far a player has read what is said at a table."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    # The newest message they have seen, by its number: messages are never renumbered.
    upto = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="talk_read_once_per_person")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id} #{self.upto}"


class GameNote(models.Model):
    """What a player wants to remember about a game; theirs alone, and sealed."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_notes"
    )
    text_sealed = models.BinaryField()
    edition = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_note_per_person_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
