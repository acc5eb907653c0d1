"""The table of the edition of 2002: drawn order, no tiles, boxes that were said to stay empty."""

from __future__ import annotations

from dataclasses import replace

from engine.kernel.core import Json
from engine.wallenstein.edition_2002.facts import PART
from engine.wallenstein.words.names import ACTION_NAMES
from engine.wallenstein.words.voice import Voice
from games.boards.board import Names
from games.boards.wallenstein.table import TablePicture, WallensteinTable


class Table2002(WallensteinTable):
    """The table of 2002."""

    def table(self, view: Json, language: str, names: Names, place: str = "") -> TablePicture:
        """The table as somebody may see it, and of one county everything."""
        voice = Voice.of(language, names)
        left_empty = tuple(
            (seat, voice.seat(seat), ", ".join(ACTION_NAMES[box][voice.language] for box in boxes))
            for seat, boxes in view[PART]["empty"].items()
        )
        return replace(super().table(view, language, names, place), left_empty=left_empty)
