"""The shapes of bodies, in and out: what is read is checked here, what is shown is listed here."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.core import SEATS
from games.models import Absence, ApiToken, Game, Webhook
from games.services.deadlines import LONGEST_EXTENSION

LARGEST_PAGE = 100


class Strict(serializers.Serializer):
    """Refuses what it does not know: a misspelt field must not be a silent default."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else []
        if unknown:
            message = _("There is no such field; there are: {known}.")
            known = ", ".join(self.fields) or "–"
            raise serializers.ValidationError(
                {name[:80]: [str(message).format(known=known)] for name in unknown}, code="unknown"
            )
        return super().to_internal_value(data)


class Nothing(Strict):
    """No body, or an empty object."""


class Text(serializers.CharField):
    """A text that is not empty; one of blanks alone is for the services to judge."""

    def __init__(self, **given: Any) -> None:
        super().__init__(min_length=1, trim_whitespace=False, **given)


@extend_schema_field({"$ref": "#/components/schemas/Json"})
class SomeJson(serializers.JSONField):
    """An answer; what it must look like is said by the decision's options in the board."""


@extend_schema_field({"$ref": "#/components/schemas/JsonOrNull"})
class AnyJson(serializers.JSONField):
    """The same, or nothing yet."""


class NewGame(Strict):
    """What a table is made of."""

    name = Text(max_length=80)
    ruleset = Text(max_length=60)
    players = serializers.IntegerField(min_value=1, max_value=len(SEATS))
    options = serializers.DictField(child=Text(max_length=60), required=False)
    visibility = serializers.ChoiceField(Game.Visibility.choices, default=Game.Visibility.PUBLIC)
    schedule = serializers.DictField(
        child=AnyJson(allow_null=True),
        required=False,
        help_text="kind, hours, at, zone, weekdays, minimum_hours, …",
    )
    lateness = serializers.ChoiceField(Game.Lateness.choices, default=Game.Lateness.WAIT)
    bots = serializers.ListField(child=Text(max_length=40), max_length=len(SEATS), required=False)


class SeatGiven(Strict):
    """Who plays a seat from now on: an account or a bot."""

    player = Text(max_length=150, required=False)
    bot = Text(max_length=40, required=False)
    why = serializers.CharField(max_length=300, allow_blank=True, default="")


class Substitute(Strict):
    """Who may stand in."""

    player = Text(max_length=150)


class Vote(Strict):
    """A voice on more time."""

    yes = serializers.BooleanField()


class NewAbsence(Strict):
    """Days on which somebody is away, the first and the last included."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()


class SeatChange(Strict):
    """A bot for a seat."""

    bot = Text(max_length=40)


class Answer(Strict):
    """An answer to a decision, and if wanted the salt it is sealed with."""

    answer = SomeJson()
    salt = serializers.RegexField(
        r"^[0-9a-f]{64}\Z", required=False, help_text="64 hexadecimal digits, lower case"
    )


class Draft(Strict):
    """An answer somebody is still working on."""

    answer = AnyJson(allow_null=True)


class Why(Strict):
    """A reason, which goes into the log."""

    why = serializers.CharField(max_length=300, allow_blank=True, default="")


class Extension(Why):
    """More time."""

    hours = serializers.IntegerField(min_value=1, max_value=LONGEST_EXTENSION.days * 24)


class NewToken(Strict):
    """A token to be made."""

    name = Text(max_length=80)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(ApiToken.Scope.choices),
        min_length=1,
        max_length=len(ApiToken.Scope),
    )


class GameFilter(serializers.Serializer):
    """Which games to list."""

    status = serializers.ChoiceField(Game.Status.choices, required=False)
    ruleset = Text(required=False, max_length=60)
    name = Text(required=False, max_length=80, help_text="a part of the name")
    mine = serializers.BooleanField(required=False, help_text="those I sit at")
    waiting = serializers.BooleanField(required=False, help_text="those that wait for my answer")
    invited = serializers.BooleanField(required=False, help_text="those I am invited to by name")
    open_seats = serializers.BooleanField(required=False, help_text="those with a free seat")
    page = serializers.IntegerField(min_value=1, required=False)
    page_size = serializers.IntegerField(min_value=1, max_value=LARGEST_PAGE, required=False)


class EventFilter(serializers.Serializer):
    """Which entries to read."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=2**31 - 1)
    limit = serializers.IntegerField(default=100, min_value=1, max_value=500)


class ProfileChange(Strict):
    """What somebody wants to be different about their account."""

    username = Text(required=False, max_length=150)
    language = Text(required=False, max_length=10)
    time_zone = Text(required=False, max_length=64)
    notify_address = serializers.CharField(
        required=False, max_length=254, allow_blank=True, help_text="waits for its mailed code"
    )


class Code(Strict):
    """The code of a letter."""

    code = Text(max_length=1000)


class Password(Strict):
    """The password, again."""

    password = Text(max_length=1000)


class NewInvitation(Strict):
    """Whom to invite."""

    player = Text(max_length=150)


class NewWebhook(Strict):
    """A program to be called."""

    url = Text(max_length=500, help_text="https://…, of a public address")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(Webhook.Kind.choices), min_length=1, max_length=3
    )


class SeatShown(serializers.Serializer):
    """A place at a table."""

    letter = serializers.CharField()
    player = serializers.CharField(source="user.username", default=None, allow_null=True)
    bot = serializers.CharField(allow_blank=True)
    substitute = serializers.CharField(source="substitute.username", default=None, allow_null=True)
    free = serializers.BooleanField(source="is_free")


class QuestionShown(serializers.Serializer):
    """A question the game waits on: to whom, and whether it is answered; not how."""

    decision = serializers.CharField()
    seat = serializers.CharField(source="letter")
    kind = serializers.CharField()
    answered = serializers.SerializerMethodField()

    def get_answered(self, row: Any) -> bool:
        return row.sealed_seq is not None


class ProposalShown(serializers.Serializer):
    """A vote on more time: who asked, and which seats have said yes."""

    seat = serializers.CharField()
    hours = serializers.IntegerField()
    why = serializers.CharField(allow_blank=True)
    yes = serializers.ListField(child=serializers.CharField())


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


class YouShown(serializers.Serializer):
    """What the asking person is at this table."""

    seat = serializers.CharField(allow_null=True)
    host = serializers.BooleanField()


class GameShown(serializers.ModelSerializer):
    """A game from outside: who sits there, what it waits on, until when."""

    host = serializers.CharField(source="host.username", default=None, allow_null=True)
    options = serializers.DictField(child=serializers.CharField())
    schedule = serializers.DictField()
    scores = serializers.DictField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.CharField())
    seats = SeatShown(many=True)
    decisions = QuestionShown(many=True, source="open_decisions")
    proposal = ProposalShown(allow_null=True)
    halted = serializers.SerializerMethodField(help_text="a season could not be resolved")

    class Meta:
        model = Game
        fields: tuple[str, ...] = (
            "id",
            "name",
            "host",
            "visibility",
            "status",
            "halted",
            "ruleset",
            "version",
            "options",
            "players",
            "schedule",
            "lateness",
            "created_at",
            "started_at",
            "finished_at",
            "deadline",
            "proposal",
            "step",
            "turn",
            "seq",
            "head",
            "scores",
            "winners",
            "rematch_of",
            "seats",
            "decisions",
        )
        read_only_fields: tuple[str, ...] = fields

    def get_halted(self, game: Game) -> bool:
        return bool(game.trouble)


class GameInDetail(GameShown):
    """The same, and what the asking person is there; the invitation is for the host."""

    you = YouShown()
    invite = serializers.CharField(allow_null=True)

    class Meta(GameShown.Meta):
        fields: tuple[str, ...] = (*GameShown.Meta.fields, "you", "invite")
        read_only_fields: tuple[str, ...] = fields


class GamePage(serializers.Serializer):
    """A page of games, and the addresses of the pages around it."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = GameShown(many=True)


class EventShown(serializers.Serializer):
    """An entry of the log as everybody may read it."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.CharField()
    text = serializers.CharField(help_text="a sentence, in the reader's language")
    payload = serializers.DictField()


class EventPage(serializers.Serializer):
    """Entries, and where to read on; null: there is no more yet."""

    head = serializers.CharField()
    next_after = serializers.IntegerField(allow_null=True)
    events = EventShown(many=True)


class InvitationShown(serializers.Serializer):
    """Somebody who is awaited, and the seat that is kept for them."""

    player = serializers.CharField(source="user.username")
    seat = serializers.CharField(source="letter", allow_blank=True)


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


class SeatTaken(serializers.Serializer):
    """The seat somebody has sat down on."""

    seat = serializers.CharField()


class ReceiptShown(serializers.Serializer):
    """Proof that an answer was accepted, and when."""

    game = serializers.CharField()
    decision = serializers.CharField()
    digest = serializers.CharField()
    salt = serializers.CharField()
    at = serializers.CharField()
    seq = serializers.IntegerField()
    head = serializers.CharField()


class DraftShown(serializers.Serializer):
    """A saved draft."""

    answer = AnyJson(allow_null=True)


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
