"""The `generalissimo` bot: rehearses the season with many plans and takes the best of them."""

from __future__ import annotations

from typing import Any, Final

from engine.bots.wallenstein.generalissimo.ideas import Ideas
from engine.bots.wallenstein.generalissimo.race import Race
from engine.bots.wallenstein.generalissimo.rehearsal import Rehearsal, key_from
from engine.bots.wallenstein.marshal import Marshal
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json, Ruleset
from engine.wallenstein.state import State

# In how many ways the season is imagined, and how often it is played in all: about a millisecond
# each, so that a plan takes a sixth of a second.
SCENES: Final = 6
REHEARSALS: Final = 100
# Of a plan, what a game wants that asks for everything else during the season.
WITHOUT_CHOICES: Final = ("boxes", "bid")


class Generalissimo:
    """Plays as somebody would who has marshals to try every plan on a map first."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.aide = Marshal()

    def answer(self, state: State, decision: Decision, stream: Stream) -> Json:
        """A legal answer from what lies open on the table; what is no plan the marshal answers."""
        answer = self._planned(state, decision, stream) if decision.kind == "plan" else None
        # An idea against the rules would stop the game for everybody; the marshal has none.
        if answer is None or self.ruleset.problems(state, decision, answer):
            return self.aide.answer(state, decision, stream)
        return answer

    def _planned(self, state: State, decision: Decision, stream: Stream) -> Json:
        if state.options["choices"] != "ask":
            return self.plan(state, decision, stream)
        # Rehearsed by standing orders, which need no asking.
        by_orders = state.but(options={**state.options, "choices": "orders"})
        plan = self.plan(by_orders, decision, stream)
        return {key: plan[key] for key in WITHOUT_CHOICES if key in plan}

    def plan(self, state: State, decision: Decision, stream: Stream) -> Json:
        """The best of many plans, in the season as it may well go."""
        scenes = [
            Rehearsal(self.ruleset, state, decision, self.aide, key_from(stream))
            for _ in range(SCENES)
        ]
        ideas = Ideas(state, decision, stream)
        first, *others = ideas.openings()
        race = Race(first, scenes, REHEARSALS)
        for plan in others:
            race.challenge(plan)
        while race.budget > 0:
            race.challenge(ideas.variation(race.best.plan))
        return race.best.plan
