"""People: accounts, tokens, absences."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_player_uid() -> str:
    """A name for a person in the logs of games, which says nothing about them."""
    return "p-" + secrets.token_hex(8)


class User(AbstractUser):
    """A person who plays; the log of a game knows them only by `player_uid`."""

    class Language(models.TextChoices):
        GERMAN = "de", "Deutsch"
        ENGLISH = "en", "English"

    email = models.EmailField(_("e-mail address"), unique=True)
    player_uid = models.CharField(
        max_length=40, unique=True, default=new_player_uid, editable=False
    )
    language = models.CharField(
        _("language"), max_length=2, choices=Language.choices, default=Language.ENGLISH
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Berlin")
    notify_address = models.EmailField(_("address for notifications"), blank=True)
    # When a letter came back from there, and what the mail server said; empty while all is well.
    bounced_at = models.DateTimeField(null=True, blank=True, editable=False)
    bounced_from = models.EmailField(blank=True, editable=False)
    bounce_status = models.CharField(max_length=20, blank=True, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    @property
    def address(self) -> str:
        """Where notifications go."""
        return self.notify_address or self.email

    @property
    def address_fails(self) -> bool:
        """Whether letters to where they go now come back."""
        return self.bounced_at is not None and self.bounced_from == self.address


class ApiToken(models.Model):
    """A key to the API; only its digest is kept."""

    class Scope(models.TextChoices):
        READ = "read", _("see my games")
        PLAY = "play", _("answer for me")
        HOST = "host", _("create and run games")
        ACCOUNT = "account", _("change and delete my account")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=8, editable=False)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"


class Absence(models.Model):
    """Days on which a player's deadlines wait."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="absences")
    first_day = models.DateField()
    last_day = models.DateField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")),
                name="absence_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"


class IdempotencyKey(models.Model):
    """A request that was carried out, so that sending it twice changes nothing twice."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=100)
    request_digest = models.CharField(max_length=64)
    response = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_per_user")
        ]

    def __str__(self) -> str:
        return self.key
