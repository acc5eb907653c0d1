"""The log of all games: append-only, one stream a game."""

from __future__ import annotations

from django.db import models


class FoldedGame(models.Model):
    """A position some steps ago, sealed: spares folding a long log; may be thrown away any time."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="folded")
    code = models.CharField(max_length=64)
    position_sealed = models.BinaryField()

    def __str__(self) -> str:
        return self.game_id


class LogEntry(models.Model):
    """One line of a game's log; `games.log.store` is the only code that touches these rows."""

    # Found by the index of the constraint below, which begins with the game.
    game = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    version = models.PositiveSmallIntegerField()
    at = models.CharField(max_length=30)
    payload = models.JSONField()
    secret_digest = models.CharField(max_length=64, null=True)
    secret_sealed = models.BinaryField(null=True)
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="log_seq_once_per_game")
        ]
        ordering = ["game", "seq"]

    def __str__(self) -> str:
        return f"{self.game_id} #{self.seq} {self.kind}"
