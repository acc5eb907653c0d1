"""The shapes of what the site signs, and of a fork."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import Strict, Text


class NewFork(Strict):
    """From which step a game goes on, and why."""

    step = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    why = Text(max_length=300)


class GameMade(serializers.Serializer):
    """The id of a new game."""

    id = serializers.CharField()


class SignedShown(serializers.Serializer):
    """Something the site says, and its signature; docs/audit.md tells how to check it."""

    statement = serializers.DictField()
    key = serializers.CharField(help_text="which of /.well-known/wallenstein-keys.json")
    signature = serializers.CharField(help_text="Ed25519 over the canonical JSON of the statement")


class HeadsShown(serializers.Serializer):
    """How a log ended after each step, as the site has signed it."""

    heads = SignedShown(many=True)


class ReceiptsShown(serializers.Serializer):
    """The answers of a seat, as the site has accepted them."""

    receipts = SignedShown(many=True)
