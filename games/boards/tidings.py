"""What an event changed that its own sentence does not say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from engine.kernel.core import Json
from games.boards.board import Names


@runtime_checkable
class Herald(Protocol):
    """A story that knows of such changes; not every game has them."""

    def tidings(self, before: Json, after: Json, language: str, names: Names) -> Sequence[str]:
        """A sentence for each, from the views before and after the event."""


def tidings(story: object, before: Json, after: Json, language: str, names: Names) -> Sequence[str]:
    """What a story has to say of two views in a row; nothing where it says no such things."""
    return story.tidings(before, after, language, names) if isinstance(story, Herald) else ()
