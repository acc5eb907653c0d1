"""The marshal as it advises people: of several plans with a purpose the best in rehearsals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.bots.wallenstein.generalissimo import WITHOUT_CHOICES
from engine.bots.wallenstein.generalissimo.race import Race
from engine.bots.wallenstein.generalissimo.rehearsal import Rehearsal, key_from
from engine.bots.wallenstein.marshal import Marshal
from engine.bots.wallenstein.marshal.plan import Planner
from engine.bots.wallenstein.marshal.weights import ADVISING, Weights
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json, Ruleset
from engine.wallenstein.state import State

# In how many ways the season is imagined, and how many plans each of the moods has: about a tenth
# of a second, so that nobody waits for advice.
SCENES: Final = 5
PLANS: Final = 4
# As the marshal is, armed, lavish, bold. The rash ones of the generalissimo are no advice: they
# leave homes bare and attack where they are beaten more often than not.
ADVISING_MOODS: Final[Sequence[Weights]] = (
    ADVISING,
    replace(ADVISING, army=450, staging=900, aggression=500),
    replace(ADVISING, thaler=(300, 220, 120)),
    replace(ADVISING, army=120, thaler=(300, 220, 120), sure_odds=600, rival=500, leader=800),
)


class Adviser:
    """Tells people what it would do in their place; every county it lays does something."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.marshal = Marshal(ADVISING)
        self.rival = Marshal()

    def answer(self, state: State, decision: Decision, stream: Stream) -> Json:
        """A legal answer from what lies open on the table; what is no plan the marshal answers."""
        if decision.kind != "plan":
            return self.marshal.answer(state, decision, stream)
        # Rehearsed by standing orders, which need no asking.
        by_orders = state.but(options={**state.options, "choices": "orders"})
        plan = self.plan(by_orders, decision, stream)
        if state.options["choices"] != "ask":
            return plan
        return {key: plan[key] for key in WITHOUT_CHOICES if key in plan}

    def plan(self, state: State, decision: Decision, stream: Stream) -> Json:
        """The best of a few plans, in the season as it may well go."""
        scenes = [
            Rehearsal(self.ruleset, state, decision, self.rival, key_from(stream))
            for _ in range(SCENES)
        ]
        first, *others = self._plans(state, decision, stream)
        race = Race(first, scenes, SCENES * PLANS * len(ADVISING_MOODS))
        for plan in others:
            race.challenge(plan)
        return race.best.plan

    def _plans(self, state: State, decision: Decision, stream: Stream) -> Iterator[Json]:
        for weights in ADVISING_MOODS:
            planner = Planner(state, decision.seat, weights)
            for _ in range(PLANS):
                yield planner.plan(decision.options, stream)
