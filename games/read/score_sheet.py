"""Points that are counted at one moment: for what, and what everybody had and has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel.core import Event, Json, Seat
from games.boards.board import Names, StoryPart


@dataclass(frozen=True)
class ScoreLine:
    """What a player got when points were counted, item by item, and what they had and have."""

    seat: Seat
    name: str
    items: Sequence[int]
    before: int
    after: int


@dataclass(frozen=True)
class ScoreSheet:
    """Points that are counted, the most first."""

    items: Sequence[str]
    lines: Sequence[ScoreLine]

    @property
    def most(self) -> int:
        """The longest bar."""
        return max(line.after for line in self.lines)


def score_sheet(
    story: StoryPart, event: Event[Any], shown: Json, language: str, names: Names
) -> ScoreSheet | None:
    """What an event counted, with the view after it; nothing where it counts no points."""
    for counted in story.rounds([event], language):
        lines = [
            ScoreLine(
                seat,
                name,
                [points.get(seat, 0) for _item, points in counted.items],
                shown["points"][seat] - sum(points.get(seat, 0) for _item, points in counted.items),
                shown["points"][seat],
            )
            for seat, name in names.items()
        ]
        lines.sort(key=lambda line: -line.after)
        return ScoreSheet([item for item, _points in counted.items], lines)
    return None
