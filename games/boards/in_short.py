"""A chapter in short: what its reader wants to know first, as values for pages and letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from engine.devices.tower import Tower
from engine.kernel.core import Event, Seat

# What a line means for its reader; most mean neither.
GOOD: Final = "good"
BAD: Final = "bad"


@dataclass(frozen=True)
class Passage:
    """A stretch of a game: what happened in it, and the position before and after.

    Made of the public log alone. So whatever is told of it may be told to everybody.
    """

    events: Sequence[Event[Any]]
    before: Any
    after: Any
    tower: Tower | None = None


class Likelihood(NamedTuple):
    """How likely something was at some time, out of a hundred."""

    when: str
    hundred: int


class ShortLine(NamedTuple):
    """A line of the head: what it is about, and what became of that.

    `place` is the event that tells more, by its place in the passage.
    """

    about: str
    text: str
    place: int | None = None
    mine: bool = False
    tone: str = ""
    symbol: str = ""
    chances: Sequence[Likelihood] = ()


@dataclass(frozen=True)
class ShortGroup:
    """Lines under a title; `key` tells the groups of a game apart."""

    key: str
    title: str
    lines: Sequence[ShortLine]


@dataclass(frozen=True)
class InShort:
    """The head of a report: a sentence for its reader, and what belongs to it."""

    headline: str
    groups: Sequence[ShortGroup]


@dataclass(frozen=True)
class ScoredRound:
    """What a chapter scored for everybody, item by item; the items add up to what it brought."""

    chapter: str
    items: Sequence[tuple[str, Mapping[Seat, int]]]
