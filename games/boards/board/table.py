"""The table: what lies in the middle, what lies in front of the players, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.kernel.core import Json, Seat
from games.boards.board.names import Names


class PlayerLine(Protocol):
    """A player at the table."""

    @property
    def seat(self) -> Seat:
        """The seat."""

    @property
    def name(self) -> str:
        """Whoever sits there."""

    @property
    def points(self) -> int:
        """What counts in the end."""

    @property
    def won(self) -> bool:
        """Whether they have won."""


class Tabletop(Protocol):
    """Everything on the table, ready to be drawn by the templates of the part that made it."""

    @property
    def title(self) -> str:
        """The chapter the game is in."""

    @property
    def phase(self) -> str:
        """What is going on in it; nothing where there is nothing to say."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    @property
    def tie_break(self) -> str:
        """What decided where the most points were not enough; nothing where they were."""

    @property
    def players(self) -> Sequence[PlayerLine]:
        """Everybody at the table; after the end the best first."""


class TablePart(Protocol):
    """The table: what lies in the middle, what lies in front of the players, and the rest."""

    @property
    def template(self) -> str:
        """What lies in the middle: a map, if there is one."""

    @property
    def players_template(self) -> str:
        """What everybody has."""

    @property
    def points_template(self) -> str:
        """What brings points and to whom; nothing where the points say it all."""

    @property
    def cards_template(self) -> str:
        """Everything else."""

    def table(self, view: Json, language: str, names: Names, place: str = "") -> Tabletop:
        """The table as somebody may see it; of one place on it everything."""
