"""Plans against each other, rehearsal by rehearsal; who falls behind is given up early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.bots.wallenstein.generalissimo.rehearsal import Rehearsal
from engine.kernel.core import Json

# A challenger that is so far behind in all its rehearsals together is given up.
FAR_BEHIND: Final = 2000


@dataclass
class Contender:
    """A plan, and how it has done in each rehearsal."""

    plan: Json
    outcomes: list[int] = field(default_factory=list)


class Race:
    """The best plan so far, and how often a season may still be rehearsed."""

    def __init__(self, first: Json, rehearsals: Sequence[Rehearsal], budget: int) -> None:
        self.rehearsals = rehearsals
        self.budget = budget
        self.best = Contender(first)
        for number in range(len(rehearsals)):
            self._rehearse(self.best, number)

    def challenge(self, plan: Json) -> None:
        """Keep the better of a plan and the best one so far."""
        if plan == self.best.plan:
            self.budget -= 1  # Somebody who has no other idea must come to an end, too.
            return
        challenger, ahead = Contender(plan), 0
        for number in range(len(self.rehearsals)):
            self._rehearse(challenger, number)
            ahead += challenger.outcomes[number] - self.best.outcomes[number]
            if ahead < -FAR_BEHIND:
                return
        if ahead > 0:
            self.best = challenger

    def _rehearse(self, contender: Contender, number: int) -> None:
        contender.outcomes.append(self.rehearsals[number].outcome(contender.plan))
        self.budget -= 1
