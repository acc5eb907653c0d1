"""The shapes of games: how they are made, listed and shown, and what happened in them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from engine.kernel.core import SEATS
from games.api.shapes.basics import AnyJson, Strict, Text
from games.models import Game
from games.names import chapter_name

LARGEST_PAGE = 100


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


class SeatChange(Strict):
    """A bot for a seat."""

    bot = Text(max_length=40)


class GameFilter(serializers.Serializer):
    """Which games to list."""

    status = serializers.ChoiceField(Game.Status.choices, required=False)
    ruleset = Text(required=False, max_length=60)
    name = Text(required=False, max_length=80, help_text="a part of the name")
    mine = serializers.BooleanField(required=False, help_text="those I sit at")
    waiting = serializers.BooleanField(required=False, help_text="those waiting for my answer")
    invited = serializers.BooleanField(required=False, help_text="those I am invited to by name")
    open_seats = serializers.BooleanField(required=False, help_text="those with a free seat")
    page = serializers.IntegerField(min_value=1, required=False)
    page_size = serializers.IntegerField(min_value=1, max_value=LARGEST_PAGE, required=False)


class EventFilter(serializers.Serializer):
    """Which entries to read."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=2**31 - 1)
    limit = serializers.IntegerField(default=100, min_value=1, max_value=500)


# Clients know it by the name it had first.
@extend_schema_serializer(component_name="SeatTaken")
class TakenSeatShown(serializers.Serializer):
    """The seat somebody has sat down on."""

    seat = serializers.CharField()


class SeatShown(serializers.Serializer):
    """A place at a table."""

    seat = serializers.CharField(source="key")
    letter = serializers.CharField(source="key", help_text="the old name of `seat`")
    player = serializers.CharField(source="user.username", default=None, allow_null=True)
    bot = serializers.CharField(allow_blank=True)
    substitute = serializers.CharField(source="substitute.username", default=None, allow_null=True)
    free = serializers.BooleanField(source="is_free")


class QuestionShown(serializers.Serializer):
    """A question the game waits on: to whom, and whether it is answered; not how."""

    decision = serializers.CharField()
    seat = serializers.CharField()
    kind = serializers.CharField()
    optional = serializers.BooleanField(help_text="the game goes on without an answer")
    answered = serializers.SerializerMethodField()

    def get_answered(self, row: Any) -> bool:
        return row.sealed_seq is not None


class ProposalShown(serializers.Serializer):
    """A vote on more time: who asked, and which seats have said yes."""

    seat = serializers.CharField()
    hours = serializers.IntegerField()
    why = serializers.CharField(allow_blank=True)
    yes = serializers.ListField(child=serializers.CharField())


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
    chapter = serializers.SerializerMethodField(
        help_text="what players call the turn the game is in; empty before the start"
    )
    halted = serializers.SerializerMethodField(help_text="a step could not be resolved")

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
            "chapter",
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

    def get_chapter(self, game: Game) -> str:
        return chapter_name(game)


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
