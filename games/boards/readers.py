"""A story for one reader, who may have come to their seat while it was under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.kernel.core import Event, Seat
from engine.text.paragraphs import Paragraph
from games.boards.board import Names, StoryPart


def paragraphs_for(
    reader: Seat | None,
    story: StoryPart,
    events: Sequence[Event[Any]],
    earlier: Sequence[Event[Any]],
    language: str,
    names: Names,
) -> list[Paragraph]:
    """The facts under their headings, told to whoever sits at a seat.

    Of those that happened `earlier` the seat is told by its name: another had it then.
    """
    spoken = list(story.paragraphs(events, language, names, reader))
    if reader is None or not earlier:
        return spoken
    # Facts hold dictionaries and cannot be in a set themselves.
    theirs = {id(event) for event in earlier}
    by_name = story.paragraphs(events, language, names)
    return [
        replace(
            part,
            lines=tuple(
                named if id(named.events[0]) in theirs else line
                for line, named in zip(part.lines, other.lines, strict=True)
            ),
        )
        for part, other in zip(spoken, by_name, strict=True)
    ]
