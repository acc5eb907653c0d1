"""The cube tower: throws drawn, the odds before them, the luck after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.devices.tower import Tower
from engine.kernel.core import Event, Json, Seat
from games.boards.board.names import Names
from games.luck.fortune import Stake


class ThrownPicture(Protocol):
    """A throw, ready to be drawn."""

    @property
    def place(self) -> str | None:
        """The place on the map it decided about."""

    @property
    def origin(self) -> str | None:
        """Where whoever threw came from."""


class ThrowStory(Protocol):
    """A throw among the events around it."""

    @property
    def place(self) -> int:
        """Its place among them."""

    @property
    def action(self) -> str:
        """The heading it happened under."""

    @property
    def county(self) -> str:
        """The place on the map it decided about, in words."""

    @property
    def seats(self) -> frozenset[Seat]:
        """Whom it decided about."""

    @property
    def cause(self) -> str:
        """Why it was thrown, in a sentence."""

    @property
    def tray_before(self) -> Mapping[str, int]:
        """What lay in the tray before."""

    @property
    def tray_after(self) -> Mapping[str, int]:
        """What lay there after it was decided."""

    @property
    def result(self) -> str:
        """What it came to, in a sentence."""


class TowerPart(Protocol):
    """A cube tower: throws drawn, the odds before them, the luck after them, their audit."""

    @property
    def template(self) -> str:
        """Draws a throw."""

    @property
    def report_scripts(self) -> Sequence[str]:
        """Scripts of a report, whose throws can be seen again."""

    @property
    def replay_scripts(self) -> Sequence[str]:
        """Scripts of a replay, which stage the throw of each `replay:stage`."""

    def throws(
        self, events: Iterable[Event[Any]], language: str, names: Names
    ) -> Iterator[tuple[int, ThrownPicture]]:
        """Each throw among some events, by its place, with what it decided."""

    def is_decided(self, event: Event[Any]) -> bool:
        """Whether an event says what the throw before it came to."""

    def odds(self, state: Any, tower: Tower, seat: Seat, names: Names) -> Json:
        """Everything a seat could bring about now, in words."""

    def odds_listed(self, state: Any, tower: Tower, seat: Seat) -> Json:
        """The same for programs."""

    def stakes(self, state: Any, events: Sequence[Event[Any]], tower: Tower) -> Iterator[Stake]:
        """What was at stake in each throw; `state` is the position before the first event."""

    def stories(
        self, state: Any, events: Sequence[Event[Any]], language: str, names: Names
    ) -> Iterator[ThrowStory]:
        """Every throw of a game, in order; `state` is the position before the first event."""

    def colours(self, colours: Iterable[str], names: Names) -> Sequence[tuple[str, str]]:
        """Colours of cubes and whose they are, in the order of a table."""

    def colour_title(self, colour: str, language: str) -> str:
        """What a colour of cubes is called, whoever plays it."""
