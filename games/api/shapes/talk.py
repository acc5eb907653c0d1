"""The shapes of talk beside a game: messages, and a note to oneself."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import Strict, Text
from games.models import ChatMessage
from games.services.tables.talk import LONGEST_MESSAGE, LONGEST_NOTE, LONGEST_REASON

LARGEST_ID = 2**63 - 1
LARGEST_EDITION = 2**31 - 1


class ChatFilter(serializers.Serializer):
    """Which messages to read."""

    after = serializers.IntegerField(
        default=0, min_value=0, max_value=LARGEST_ID, help_text="the id of a message"
    )
    limit = serializers.IntegerField(default=100, min_value=1, max_value=500)


class NewMessage(Strict):
    """Something to say; line breaks are kept."""

    text = Text(max_length=LONGEST_MESSAGE)


class Hiding(Strict):
    """Why a message is hidden; everybody who reads the channel sees it."""

    why = Text(max_length=LONGEST_REASON)


class NoteChange(Strict):
    """A note, and the edition it was made from: 0 where there was none."""

    text = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, trim_whitespace=False)
    edition = serializers.IntegerField(min_value=0, max_value=LARGEST_EDITION)


class MessageShown(serializers.ModelSerializer):
    """Something that was said; a hidden message comes without its text."""

    author = serializers.CharField(source="author.username", default=None, allow_null=True)
    text = serializers.SerializerMethodField()
    hidden = serializers.SerializerMethodField()

    class Meta:
        model = ChatMessage
        fields: tuple[str, ...] = (
            "id",
            "channel",
            "author",
            "said_at",
            "text",
            "hidden",
            "hidden_why",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_text(self, message: ChatMessage) -> str | None:
        return message.text if message.hidden_at is None else None

    def get_hidden(self, message: ChatMessage) -> bool:
        return message.hidden_at is not None


class MessagePage(serializers.Serializer):
    """Messages, oldest first, and where to read on; null: there is no more yet."""

    may_write = serializers.BooleanField()
    next_after = serializers.IntegerField(allow_null=True)
    messages = MessageShown(many=True)


class NoteShown(serializers.Serializer):
    """A note to oneself; edition 0: there is none yet."""

    text = serializers.CharField(allow_blank=True)
    edition = serializers.IntegerField()
