"""Channels: where somebody is told of things besides their mailbox, of what, and when."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    """The ways to tell somebody something."""

    MAIL = "mail", _("e-mail")
    PUSH = "push", _("push to a browser")
    APPRISE = "apprise", _("another service")
    WEBHOOK = "webhook", _("webhook")


# A webhook belongs to one game and has its kinds with it; the others are chosen kind by kind.
CHOSEN_BY_KIND = (Channel.MAIL, Channel.PUSH, Channel.APPRISE)
# What a destination may be.
PLACES = [(channel.value, channel.label) for channel in (Channel.PUSH, Channel.APPRISE)]


class Destination(models.Model):
    """A browser or a service that somebody wants to be told through.

    Whoever knows its address can write to the person, so it is sealed and never shown again; the
    hint is the host or the name of the service, and no more.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="destinations"
    )
    channel = models.CharField(max_length=10, choices=PLACES)
    name = models.CharField(max_length=60)
    hint = models.CharField(max_length=80, blank=True)
    address_sealed = models.BinaryField(editable=False)
    # Knows an address again without telling it.
    digest = models.CharField(max_length=64, editable=False)
    active = models.BooleanField(default=True)
    # In a row; one that is taken sets it back.
    failures = models.PositiveSmallIntegerField(default=0, editable=False)
    # When the first of them was.
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)
    # Why it was switched off: what the other side answered.
    trouble = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="destination_once_per_user")
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.pk}"


class NoticeChoice(models.Model):
    """Whether somebody wants a kind of notice over a channel, where they have said so."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices"
    )
    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=10, choices=Channel.choices)
    wanted = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "channel"], name="notice_choice_once_per_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} over {self.channel}"


class NoticeTimes(models.Model):
    """When somebody wants to be left alone, and when to get what can wait in one letter.

    All of it by the clock of the person's own time zone.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_times"
    )
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    digest_at = models.TimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_begin_and_end",
            )
        ]

    def __str__(self) -> str:
        return f"times of {self.user_id}"
