"""What players may leave beforehand for questions to come, and what of it is in force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from engine.kernel.core import Answers, Json, Seat
from games.boards.board.names import Names


class WishPart(Protocol):
    """What players may leave beforehand for questions to come, and what of it is in force."""

    @property
    def kinds(self) -> Sequence[str]:
        """The optional questions by which it is left."""

    def in_force(self, state: Any, answers: Answers, kind: str, seat: Seat) -> str | None:
        """The question, open or not, to which a seat has said what counts now; nothing if none."""

    def heading(self, kind: str) -> str:
        """When what is left of a kind is carried out."""

    def in_words(
        self, kind: str, answer: Json, view: Json, language: str, names: Names
    ) -> Sequence[str]:
        """An answer for its author, the first choice first; nothing for one that takes it back."""

    def nothing(self, kind: str) -> Json:
        """The answer that takes back what was left."""
