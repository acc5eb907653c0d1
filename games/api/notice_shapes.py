"""The shapes of notices: what somebody wants to be told and where, and what became of it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from games.api.shapes import LARGEST_PAGE, Strict, Text
from games.models import Channel, Destination, OutboxRow
from games.models.channels import CHOSEN_BY_KIND
from games.notice_kinds import KINDS
from games.notify.destinations import LONGEST_NAME
from games.notify.states import kind_in_words, state_in_words

CHOICES = [(channel.value, channel.label) for channel in CHOSEN_BY_KIND]
LONGEST_ADDRESS = 500


# Clients know it by the name it had first.
@extend_schema_serializer(component_name="Choice")
class NoticeWish(Strict):
    """Whether a kind of notice goes over a channel."""

    kind = serializers.ChoiceField([(name, kind.label) for name, kind in KINDS.items()])
    channel = serializers.ChoiceField(CHOICES)
    wanted = serializers.BooleanField()


class WishesChange(Strict):
    """What to change about the notices you get; what is not named stays as it is."""

    choices = serializers.ListField(
        child=NoticeWish(), required=False, max_length=len(KINDS) * len(CHOICES)
    )
    quiet_from = serializers.TimeField(required=False, allow_null=True)
    quiet_until = serializers.TimeField(required=False, allow_null=True)
    digest_at = serializers.TimeField(required=False, allow_null=True)


class KindShown(serializers.Serializer):
    """A kind of notice, and the channels it goes over."""

    kind = serializers.CharField()
    label = serializers.CharField()
    urgent = serializers.BooleanField(help_text="never in the daily mail")
    channels = serializers.ListField(child=serializers.ChoiceField(CHOICES))


class WishesShown(serializers.Serializer):
    """What you want to be told, and when; times are those of your own time zone."""

    kinds = KindShown(many=True)
    quiet_from = serializers.CharField(allow_null=True, help_text="by your clock, as in 22:00:00")
    quiet_until = serializers.CharField(allow_null=True, help_text="by your clock, as in 22:00:00")
    digest_at = serializers.CharField(allow_null=True, help_text="by your clock, as in 22:00:00")
    push_key = serializers.CharField(
        allow_blank=True, help_text="the site's public key, for browsers; empty: no push here"
    )
    unreachable = serializers.BooleanField(
        help_text="no channel would tell you that it is your turn"
    )


class Subscription(Strict):
    """What a browser's PushSubscription says."""

    endpoint = Text(max_length=LONGEST_ADDRESS)
    p256dh = Text(max_length=200)
    auth = Text(max_length=100)


class NewDestination(Strict):
    """A browser, by its subscription, or a service, by its address for Apprise."""

    name = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")
    subscription = Subscription(required=False)
    address = Text(required=False, max_length=LONGEST_ADDRESS, help_text="such as discord://…")


class DestinationShown(serializers.ModelSerializer):
    """A browser or service that is told; its address is never shown again."""

    class Meta:
        model = Destination
        fields: tuple[str, ...] = (
            "id",
            "channel",
            "name",
            "hint",
            "active",
            "trouble",
            "created_at",
            "used_at",
        )
        read_only_fields: tuple[str, ...] = fields


class PostFilter(serializers.Serializer):
    """Which notices to list."""

    game = Text(required=False, max_length=20)
    page = serializers.IntegerField(min_value=1, max_value=10_000, default=1)
    page_size = serializers.IntegerField(min_value=1, max_value=LARGEST_PAGE, default=50)


class NoticeShown(serializers.ModelSerializer):
    """A notice to you, and what became of it."""

    game = serializers.CharField(source="game_id", allow_null=True)
    about = serializers.SerializerMethodField(help_text="its kind, in words")
    channel = serializers.ChoiceField(Channel.choices)
    to = serializers.CharField(source="destination.name", default=None, allow_null=True)
    words = serializers.SerializerMethodField(help_text="its state, in words")

    class Meta:
        model = OutboxRow
        fields: tuple[str, ...] = (
            "id",
            "game",
            "kind",
            "about",
            "channel",
            "to",
            "state",
            "words",
            "attempts",
            "created_at",
            "due_at",
            "sent_at",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_about(self, row: Any) -> str:
        return kind_in_words(row.kind)

    def get_words(self, row: Any) -> str:
        return state_in_words(row)


class NoticePage(serializers.Serializer):
    """A page of notices, newest first."""

    count = serializers.IntegerField()
    results = NoticeShown(many=True)
