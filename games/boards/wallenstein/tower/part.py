"""The cube tower of an edition: throws drawn, odds before them, luck after them, their audit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engine.devices.tower import Tower
from engine.kernel.core import Event, Json, Seat
from engine.text.voice import begun
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.state import State
from games.boards.board import Names
from games.boards.wallenstein.edition import Edition
from games.boards.wallenstein.story import colour_name
from games.boards.wallenstein.tower.odds_text import battles_in_words, battles_listed
from games.boards.wallenstein.tower.stakes import stakes
from games.boards.wallenstein.tower.throw_stories import TowerThrow, throw_stories
from games.boards.wallenstein.tower.throws import ThrowPicture, is_decided, throws
from games.luck.fortune import Stake

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class WallensteinTower:
    """The tower; what nobody can know of its odds is the edition's to say."""

    edition: Edition
    odds_note: StrOrPromise = ""
    template: str = "boards/wallenstein/throw.html"
    report_scripts: Sequence[str] = ("boards/tower/js/throws.js",)
    replay_scripts: Sequence[str] = ("boards/tower/js/throw_replay.js",)

    def throws(
        self, events: Iterable[Event[Any]], language: str, names: Names
    ) -> Iterator[tuple[int, ThrowPicture]]:
        """Each throw among some events, by its place, with what it decided."""
        return throws(events, language, names)

    def is_decided(self, event: Event[Any]) -> bool:
        """Whether an event says what the throw before it came to."""
        return is_decided(event)

    def odds(self, state: State, tower: Tower, seat: Seat, names: Names) -> Json:
        """The battles and revolts a seat could bring about now, in words."""
        words = battles_in_words(state, tower, seat, names)
        return {**words, "note": str(self.odds_note)} if self.odds_note else words

    def odds_listed(self, state: State, tower: Tower, seat: Seat) -> Json:
        """The same for programs."""
        return battles_listed(state, tower, seat)

    def stakes(self, state: State, events: Sequence[Event[Any]], tower: Tower) -> Iterator[Stake]:
        """What was at stake in each battle; `state` is the position before the first event."""
        return stakes(state, events, tower)

    def stories(
        self, state: State, events: Sequence[Event[Any]], language: str, names: Names
    ) -> Iterator[TowerThrow]:
        """Every throw of a game, in order; `state` is the position before the first event."""
        return throw_stories(state, events, language, names, self.edition)

    def colours(self, colours: Iterable[str], names: Names) -> list[tuple[str, str]]:
        """Colours of cubes and whose they are; the peasants last."""
        ordered = sorted(colours, key=lambda colour: (colour == PEASANTS, colour))
        return [(colour, colour_name(colour, names)) for colour in ordered]

    def colour_title(self, colour: str, language: str) -> str:
        """What a colour of cubes is called, whoever plays it."""
        if colour == PEASANTS:
            return _("Peasants")
        return begun(self.edition.text.seat(colour, language))
