"""What the site vouches for: its keys, what it has signed, and how its tower has fallen."""

from __future__ import annotations

from django.db import models

from engine.kernel.core import Json


class SigningKey(models.Model):
    """A key of the site; its public half is known to all for ever, the other one only in use."""

    id = models.CharField(primary_key=True, max_length=16, editable=False)
    number = models.PositiveIntegerField(unique=True)
    public = models.CharField(max_length=64)
    # None: retired for good, nothing can be signed with it any more.
    private_sealed = models.BinaryField(null=True, editable=False)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.id


class Statement(models.Model):
    """Something the site has said of an entry of a log, and its signature."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE)
    seq = models.PositiveIntegerField()
    statement = models.JSONField()
    key = models.ForeignKey(SigningKey, on_delete=models.PROTECT)
    signature = models.CharField(max_length=128)

    class Meta:
        abstract = True
        ordering = ["game", "seq"]

    def __str__(self) -> str:
        return f"{self.game_id} #{self.seq}"

    def to_json(self) -> Json:
        """The statement as everybody can check it."""
        return {"statement": self.statement, "key": self.key_id, "signature": self.signature}


class SignedReceipt(Statement):
    """An answer was accepted and stands in the log."""

    seat = models.CharField(max_length=1)

    class Meta(Statement.Meta):
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="receipt_once_per_entry")
        ]
        default_related_name = "receipts"


class SignedHead(Statement):
    """How the log ended after a step."""

    class Meta(Statement.Meta):
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="head_once_per_entry")]
        default_related_name = "heads"


class TowerTally(models.Model):
    """A projection: all throws of a tower on this site, counted; the logs can make it anew."""

    tower = models.CharField(primary_key=True, max_length=40)
    counts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.tower


class CountedGame(models.Model):
    """A projection: how far the throws of a game are counted, and the streak it was in."""

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.CASCADE, related_name="counted"
    )
    step = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    above = models.BooleanField(null=True)
    streak = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.game_id} #{self.seq}"


class KeptArchive(models.Model):
    """A cache: a finished game in a file, as it was when its log and its names had this digest."""

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.CASCADE, related_name="archive"
    )
    made_of = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    body = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return self.game_id
