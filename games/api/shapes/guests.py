"""The shapes of invitations, and of programs that are called."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import Strict, Text
from games.models import Webhook


class NewInvitation(Strict):
    """Whom to invite."""

    player = Text(max_length=150)


class InvitationShown(serializers.Serializer):
    """Somebody who is awaited, and the seat that is kept for them."""

    player = serializers.CharField(source="user.username")
    seat = serializers.CharField(allow_blank=True)


class NewWebhook(Strict):
    """A program to be called."""

    url = Text(max_length=500, help_text="https://…, of a public address")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(Webhook.Kind.choices), min_length=1, max_length=3
    )


class WebhookShown(serializers.ModelSerializer):
    """A program that is called, without the secret that signs the calls."""

    kinds = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = ("id", "url", "kinds", "active", "failures", "created_at")
        read_only_fields: tuple[str, ...] = fields


class WebhookMade(WebhookShown):
    """A webhook with its secret, this once."""

    secret = serializers.CharField()

    class Meta(WebhookShown.Meta):
        fields: tuple[str, ...] = (*WebhookShown.Meta.fields, "secret")
        read_only_fields: tuple[str, ...] = fields
