"""The shapes of what is done around a running game: more time, other players."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import Reason, Strict, Text, Why
from games.services.deadlines import LONGEST_EXTENSION


class SeatGiven(Strict):
    """Who plays a seat from now on: an account or a bot."""

    player = Text(max_length=150, required=False)
    bot = Text(max_length=40, required=False)
    why = Text(max_length=300)


class Substitute(Strict):
    """Who may stand in."""

    player = Text(max_length=150)


class Vote(Strict):
    """A voice on more time."""

    yes = serializers.BooleanField()


class Extension(Why):
    """More time, asked for."""

    hours = serializers.IntegerField(min_value=1, max_value=LONGEST_EXTENSION.days * 24)


class ExtensionGiven(Reason):
    """More time, given by the host."""

    hours = serializers.IntegerField(min_value=1, max_value=LONGEST_EXTENSION.days * 24)
