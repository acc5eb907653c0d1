"""What happened in a game of 2002, for pages: that edition's cards in words, and no bids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy

from engine.kernel.core import Event, Seat
from engine.text.paragraphs import Paragraph
from engine.wallenstein.words import report
from games.boards.wallenstein import story as base
from games.boards.wallenstein.story import (
    FIGURES,
    MAP_TEMPLATE,
    SYMBOLS_TEMPLATE,
    THROW_TEMPLATE,
    changed_words,
    changes,
    chapter_mark,
    colour_name,
    counts,
    county_changes,
    county_of,
    drawn,
    figures,
    is_small,
    map_picture,
    origin_of,
    standing,
    symbol_of,
)
from games.boards.wallenstein_2002.edition import EDITION_2002

__all__ = [
    "FIGURES",
    "MAP_TEMPLATE",
    "STILL_SEALED",
    "SYMBOLS_TEMPLATE",
    "THROW_TEMPLATE",
    "changed_words",
    "changes",
    "chapter_mark",
    "colour_name",
    "counts",
    "county_changes",
    "county_of",
    "drawn",
    "figures",
    "is_small",
    "map_picture",
    "origin_of",
    "paragraphs",
    "revealed_plans",
    "standing",
    "symbol_of",
]

STILL_SEALED: Final = gettext_lazy(
    "The cards as the season turned them up. Standing orders stay sealed until the game is over."
)


def paragraphs(
    events: Iterable[Event[Any]], language: str, names: Mapping[Seat, str]
) -> Iterator[Paragraph]:
    """The facts told under their headings, each line with the facts behind it."""
    return report.paragraphs(events, language, names, EDITION_2002.words.accounts)


def revealed_plans(events: Iterable[Event[Any]], language: str) -> dict[Seat, str]:
    """The cards in the boxes that the season has laid open, as text orders."""
    return base.revealed_plans(events, language, EDITION_2002.text)
