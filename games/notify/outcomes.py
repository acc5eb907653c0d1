"""What became of a call to somebody's program, browser or service."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

# Answers that will not change by asking again: there is nothing there, or not for us.
FOR_GOOD: Final = frozenset((401, 403, 404, 410))


class Fate(enum.Enum):
    """What is to be done about a notice after a call."""

    SENT = "sent"
    LATER = "later"
    REFUSED = "refused"


@dataclass(frozen=True)
class CallOutcome:
    """How a call ended, and why: a status, or the name of what went wrong."""

    fate: Fate
    reason: str = ""

    @classmethod
    def of_status(cls, status: int, refusals: frozenset[int] = FOR_GOOD) -> CallOutcome:
        """What a status means."""
        if 200 <= status < 300:
            return cls(Fate.SENT, str(status))
        return cls(Fate.REFUSED if status in refusals else Fate.LATER, str(status))

    @classmethod
    def of_problem(cls, problem: Exception) -> CallOutcome:
        """Nobody answered, this time."""
        return cls(Fate.LATER, type(problem).__name__)

    @property
    def is_sent(self) -> bool:
        """Whether it was taken."""
        return self.fate is Fate.SENT


NOBODY: Final = CallOutcome(Fate.REFUSED, "switched off")
