"""The letters: the question, the position in words, orders to be filled in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.kernel.core import Decision, Json, Seat
from games.boards.blocks import Block, TableBlock
from games.boards.board.names import Names


class LettersPart(Protocol):
    """The game by mail: the question, the position in words, orders to be filled in."""

    def question(
        self, view: Json, decision: Decision, language: str, names: Names
    ) -> tuple[str, str]:
        """What a question is about, and the question itself in one sentence."""

    def template(
        self, view: Json, decision: Decision, language: str, *, brief: bool = False
    ) -> str:
        """Orders to be filled in, with everything that is legal.

        In brief for somebody who has the position before them and has been told how orders look.
        """

    def position(
        self, view: Json, seat: Seat | None, language: str, names: Names
    ) -> Iterable[Block]:
        """Everything on the table in words, as a seat or a spectator sees it."""

    def standing(self, view: Json, language: str, names: Names) -> TableBlock:
        """What everybody has; after the end the best first."""

    def decided_by(self, view: Json, language: str, names: Names) -> str:
        """What decided where the most points were not enough; nothing where they were."""
