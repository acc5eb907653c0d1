"""What has to be told to whom: written with the event it tells of, sent by workers."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.channels import Channel

if TYPE_CHECKING:
    from games.models.game import Game


class OutboxRows(models.QuerySet["OutboxRow"]):
    """Notifications, many at a time."""

    def unsent(self, moment: datetime) -> OutboxRows:
        """Those that wait, or are kept in reserve, and that no worker is busy with."""
        free = models.Q(claimed_until__isnull=True) | models.Q(claimed_until__lte=moment)
        return self.filter(free, state__in=(OutboxRow.State.WAITING, OutboxRow.State.SPARE))

    def to_send(self, moment: datetime) -> OutboxRows:
        """Those of them that are due."""
        return self.unsent(moment).filter(state=OutboxRow.State.WAITING, due_at__lte=moment)

    def claimed_by(self, name: str) -> OutboxRows:
        """Those that somebody has; few of all rows, and said so, as SQLite's index wants it."""
        return self.filter(~models.Q(claimed_by=""), claimed_by=name)

    def to_collect(self, moment: datetime) -> OutboxRows:
        """Those that should be in the daily letter of their person by now."""
        state = OutboxRow.State.COLLECTED
        return self.filter(state=state, digest__isnull=True, due_at__lte=moment)


class OutboxRow(models.Model):
    """One notification over one channel; the dedup key makes it one, however often it is asked for.

    The key of a letter is the notice itself (person, game, occasion, kind); those of other
    channels have the channel with it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("delivered")
        GIVEN_UP = "given_up", _("given up")
        # A letter nobody asked for, kept in case the channel fails that was asked for.
        SPARE = "spare", _("kept in case another channel fails")
        SWITCHED = "switched", _("switched to mail")
        COLLECTED = "collected", _("in the daily mail")
        # What it asks was answered, or a newer one tells it better, before it was sent.
        OVERTAKEN = "overtaken", _("no longer needed")

    # Some notices are about no game: a test, a daily letter, a channel that was switched off.
    # Text that Django itself indexes has a second index on PostgreSQL, for LIKE; nobody asks so
    # here, therefore its indexes are named below.
    game = models.ForeignKey(
        "games.Game",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="outbox",
        db_index=False,
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="outbox"
    )
    # A program of the person's that is called instead of a letter to them.
    webhook = models.ForeignKey(
        "games.Webhook", null=True, blank=True, on_delete=models.CASCADE, related_name="calls"
    )
    destination = models.ForeignKey(
        "games.Destination", null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    kind = models.CharField(max_length=40)
    # What it is about, the same for all channels.
    notice = models.CharField(max_length=160, default="")
    dedup = models.CharField(max_length=200)
    data = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    # A lease: whoever sends a notice has it until then. One who dies with it loses it by time.
    claimed_by = models.CharField(max_length=32, blank=True, editable=False)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True)
    # The daily letter this notice went into.
    digest = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="collected",
        db_index=False,
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = OutboxRows.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dedup"], name="outbox_dedup_once")]
        indexes = [
            models.Index(fields=["state", "due_at"]),
            models.Index(fields=["game"], name="outbox_game"),
            models.Index(fields=["notice"], name="outbox_notice"),
            models.Index(fields=["created_at"], name="outbox_written"),
            models.Index(
                fields=["claimed_by"], condition=~models.Q(claimed_by=""), name="outbox_claimed"
            ),
            models.Index(fields=["digest", "state", "due_at"], name="outbox_to_collect"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} → {self.user_id}"

    @property
    def language(self) -> str:
        """What it is written in: what its reader spoke when it went, until then what they speak."""
        return str(self.data.get("language") or self.user.language)

    @property
    def the_game(self) -> Game:
        """The game of a notice that is about one."""
        if self.game is None:
            raise ValueError(f"a notice of kind {self.kind} is about no game")
        return self.game
