"""What players and the house did around the rules: entries of the log that no ruleset knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core import Event, EventKinds, Seat

JOURNAL: EventKinds[Any] = EventKinds()


@dataclass(frozen=True)
class Remark(Event[Any]):
    """An entry that leaves the position as it is."""

    def apply(self, state: Any) -> Any:
        return state


@JOURNAL.add
@dataclass(frozen=True)
class AnswerSealed(Remark):
    """A seat has answered a decision; the answer itself is the entry's secret."""

    kind: ClassVar[str] = "answer_sealed"
    BY_DEFAULT: ClassVar[str] = "default"
    decision: str
    seat: Seat
    by: str


@JOURNAL.add
@dataclass(frozen=True)
class AnswerWithdrawn(Remark):
    """A seat has taken its answer back before it took part in a step."""

    kind: ClassVar[str] = "answer_withdrawn"
    decision: str
    seat: Seat


@JOURNAL.add
@dataclass(frozen=True)
class StepBegan(Remark):
    """The game moves on: the link that decides its chance, and the answers that take part."""

    kind: ClassVar[str] = "step_began"
    step: int
    link: str
    answers: list[int]
