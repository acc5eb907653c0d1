"""The shapes of answers, drafts and receipts."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import AnyJson, SomeJson, Strict
from games.api.shapes.trust import SignedShown


class Answer(Strict):
    """An answer to a decision, and the salt it is sealed with: your own part in chance."""

    answer = SomeJson()
    salt = serializers.RegexField(
        r"^[0-9a-f]{64}\Z",
        required=False,
        help_text="64 hexadecimal digits, lower case, drawn by you; else the server draws one",
    )


class Draft(Strict):
    """An answer somebody is still working on."""

    answer = AnyJson(allow_null=True)


class ReceiptShown(serializers.Serializer):
    """Proof that an answer was accepted, and when."""

    game = serializers.CharField()
    decision = serializers.CharField()
    digest = serializers.CharField()
    salt = serializers.CharField()
    by = serializers.ChoiceField(
        ["seat", "relay"], help_text="`seat`: the salt is yours; `relay`: the server drew it"
    )
    at = serializers.CharField()
    seq = serializers.IntegerField()
    head = serializers.CharField()
    signed = SignedShown(allow_null=True)


class DraftShown(serializers.Serializer):
    """A saved draft."""

    answer = AnyJson(allow_null=True)
