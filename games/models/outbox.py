"""What has to be told to whom: written with the event it tells of, sent by workers."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class OutboxRows(models.QuerySet["OutboxRow"]):
    """Notifications, many at a time."""

    def unsent(self, moment: datetime) -> OutboxRows:
        """Those that wait and that no worker is busy with."""
        free = models.Q(claimed_until__isnull=True) | models.Q(claimed_until__lte=moment)
        return self.filter(free, state=OutboxRow.State.WAITING)

    def to_send(self, moment: datetime) -> OutboxRows:
        """Those of them that are due."""
        return self.unsent(moment).filter(due_at__lte=moment)


class OutboxRow(models.Model):
    """One notification; the dedup key makes it one, however often it is asked for."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("handed over")
        GIVEN_UP = "given_up", _("given up")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="outbox")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="outbox"
    )
    # A program of the person's that is called instead of a letter to them.
    webhook = models.ForeignKey(
        "games.Webhook", null=True, blank=True, on_delete=models.CASCADE, related_name="calls"
    )
    kind = models.CharField(max_length=40)
    dedup = models.CharField(max_length=160, unique=True)
    data = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    # A lease: whoever sends a notice has it until then. One who dies with it loses it by time.
    claimed_by = models.CharField(max_length=32, blank=True, editable=False)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = OutboxRows.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"{self.kind} → {self.user_id}"
