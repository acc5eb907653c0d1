"""The table of the edition of 2002: drawn order, no tiles, boxes that were said to stay empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.kernel.core import Json, Seat
from engine.wallenstein.edition_2002.facts import PART
from engine.wallenstein.words.names import ACTION_NAMES
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein import table as base
from games.boards.wallenstein.table import (
    CARDS_TEMPLATE,
    PLACES_TEMPLATE,
    PLAYERS_TEMPLATE,
    TEMPLATE,
    TablePicture,
    places,
)
from games.boards.wallenstein_2002.edition import EDITION_2002

__all__ = [
    "CARDS_TEMPLATE",
    "PLACES_TEMPLATE",
    "PLAYERS_TEMPLATE",
    "TEMPLATE",
    "places",
    "table",
]


def table(view: Json, language: str, names: Mapping[Seat, str], place: str = "") -> TablePicture:
    """The table as somebody may see it, and of one county everything."""
    voice = Voice.of(language, names)
    left_empty = tuple(
        (seat, voice.seat(seat), ", ".join(ACTION_NAMES[box][voice.language] for box in boxes))
        for seat, boxes in view[PART]["empty"].items()
    )
    return replace(base.table(view, language, names, place, EDITION_2002), left_empty=left_empty)
