"""Mail that came in: enough to take each once, to answer it, and to go on from it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class InboundMail(models.Model):
    """A mail to the address of a turn; what it said is kept sealed, as it may be a plan."""

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("orders sealed")
        REJECTED = "rejected", _("orders not sealed")
        COMMAND = "command", _("a question answered")
        WITHDRAWN = "withdrawn", _("orders taken back")
        NOTHING = "nothing", _("no orders found")
        REFUSED = "refused", _("refused")

    # A digest of who, where and the mail's own name: a second delivery has the same.
    key = models.CharField(max_length=64, unique=True, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mails"
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="mails")
    # The question the address belongs to, as the address names it.
    thread = models.CharField(max_length=10, editable=False)
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    # Whether an order, well written or not, or a command was in it; unknown machines say neither.
    # With a default in the database, too: a listener of an older version does not name it.
    says_something = models.BooleanField(default=True, db_default=True, editable=False)
    message_id = models.CharField(max_length=250, editable=False)
    sent_at = models.DateTimeField(null=True, editable=False)
    # Orders that could be read and were not sealed: what is missing may come with the next mail.
    said_sealed = models.BinaryField(null=True, editable=False)
    answer_sealed = models.BinaryField(editable=False)
    received_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["user", "received_at"])]

    def __str__(self) -> str:
        return f"{self.game_id} {self.outcome} {self.received_at}"
