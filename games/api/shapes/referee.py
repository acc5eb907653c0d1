"""The shapes of what is done around a running game: more time, other players."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes.basics import Reason, Strict, Text, Why
from games.services.play.deadlines import LONGEST_EXTENSION


class SeatGiven(Strict):
    """Who plays a seat from now on: an account or a bot."""

    player = Text(max_length=150, required=False)
    bot = Text(max_length=40, required=False)
    why = Text(max_length=300)


class Substitute(Reason):
    """Who may stand in, and why."""

    player = Text(max_length=150)


class Vote(Why):
    """A voice on more time; a no has to say why, unless it takes one's own request back."""

    yes = serializers.BooleanField()


class Extension(Reason):
    """More time, asked for by a player or given by the host."""

    hours = serializers.IntegerField(min_value=1, max_value=LONGEST_EXTENSION.days * 24)
