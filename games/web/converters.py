"""What may stand in an address; anything else is not even looked for."""

from __future__ import annotations

import re

from django.urls import register_converter
from django.urls.converters import StringConverter

from games.models.game import ID_LETTERS


class GameId(StringConverter):
    """A game's id."""

    regex = f"[{ID_LETTERS}]{{1,20}}"


def is_game_id(text: str) -> bool:
    """Whether a game could be called so, where no pattern of an address has looked at it."""
    return re.fullmatch(GameId.regex, text) is not None


class DecisionId(StringConverter):
    """A decision's id."""

    regex = "[0-9A-Za-z._-]{1,80}"


class SeatConverter(StringConverter):
    """A seat."""

    regex = "[A-F]"


class RowId(StringConverter):
    """A number a database can hold."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:  # type: ignore[override]
        return int(value)


class PlayerUid(StringConverter):
    """A person, as logs call them."""

    regex = "p-[0-9a-f]{16}"


class PlayerName(StringConverter):
    """The name of an account."""

    regex = r"[\w.@+-]{1,150}"


class ChannelConverter(StringConverter):
    """Where something is said beside a game."""

    regex = "players|spectators"


class Token(StringConverter):
    """A signed key of a letter."""

    regex = "[0-9A-Za-z_.-]{20,400}"


def register() -> None:
    """Make them known to Django, once."""
    for name, converter in (
        ("game", GameId),
        ("decision", DecisionId),
        ("seat", SeatConverter),
        ("row", RowId),
        ("player", PlayerName),
        ("uid", PlayerUid),
        ("channel", ChannelConverter),
        ("token", Token),
    ):
        register_converter(converter, name)
