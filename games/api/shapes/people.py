"""The shapes of accounts, their tokens and absences, and of what can be played here."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import Strict, Text
from games.models import Absence, ApiToken


class NewAbsence(Strict):
    """Days on which somebody is away, the first and the last included."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()


class AbsenceShown(serializers.ModelSerializer):
    """Days on which you are away."""

    class Meta:
        model = Absence
        fields: tuple[str, ...] = ("id", "first_day", "last_day")
        read_only_fields: tuple[str, ...] = fields


class AbsencesShown(serializers.Serializer):
    """Your absences, and how many days of a year there may be."""

    days_a_year = serializers.IntegerField()
    absences = AbsenceShown(many=True)


class ProfileChange(Strict):
    """What somebody wants to be different about their account."""

    username = Text(required=False, max_length=150)
    language = Text(required=False, max_length=10)
    time_zone = Text(required=False, max_length=64)
    notify_address = serializers.CharField(
        required=False,
        max_length=254,
        allow_blank=True,
        help_text="counts after its mailed code is confirmed",
    )


class Code(Strict):
    """The code of a letter."""

    code = Text(max_length=1000)


class Password(Strict):
    """The password, again."""

    password = Text(max_length=1000)


class MeShown(serializers.Serializer):
    """Whoever asks."""

    username = serializers.CharField()
    email = serializers.CharField()
    player_uid = serializers.CharField()
    language = serializers.CharField()
    time_zone = serializers.CharField()
    notify_address = serializers.CharField(allow_blank=True)
    awaits_code = serializers.CharField(
        allow_null=True, help_text="a notification address that was just asked for"
    )
    scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="of the token; null in a session"
    )


class NewToken(Strict):
    """A token to be made."""

    name = Text(max_length=80)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(ApiToken.Scope.choices),
        min_length=1,
        max_length=len(ApiToken.Scope),
    )


class TokenShown(serializers.ModelSerializer):
    """A token without its text."""

    scopes = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = ApiToken
        fields: tuple[str, ...] = ("id", "name", "hint", "scopes", "created_at", "used_at")
        read_only_fields: tuple[str, ...] = fields


class TokenMade(TokenShown):
    """A token with its text, this once."""

    token = serializers.CharField()

    class Meta(TokenShown.Meta):
        fields: tuple[str, ...] = (*TokenShown.Meta.fields, "token")
        read_only_fields: tuple[str, ...] = fields


class OptionShown(serializers.Serializer):
    """An option of a ruleset."""

    default = serializers.CharField()
    values = serializers.ListField(child=serializers.CharField())


class RulesetShown(serializers.Serializer):
    """A game that can be played here."""

    key = serializers.CharField()
    version = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = serializers.DictField(child=OptionShown())
    bots = serializers.ListField(child=serializers.CharField())
    bot_levels = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        help_text="How strong each bot is, in words for people; empty where nobody has said.",
    )
    house_values = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Cards on which something is settled by this site, because no rule book says it.",
    )
