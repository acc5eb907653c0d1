"""The season to come, played in one's head: rivals plan as marshals would, luck is imagined."""

from __future__ import annotations

from typing import Any

from engine.bots.wallenstein.generalissimo.judgement import advantage
from engine.bots.wallenstein.marshal import Marshal
from engine.kernel.chance import StepChance, Stream, equipped, models_of, stream
from engine.kernel.core import Decision, Json, Ruleset, unanswered
from engine.wallenstein.state import State


class Rehearsal:
    """One way the season may go: everybody else's plans and the luck are settled.

    All plans that are weighed are played in the same rehearsals: what luck does to one it does to
    the others, and few rehearsals tell them apart.
    """

    def __init__(
        self, ruleset: Ruleset[Any], state: State, decision: Decision, aide: Marshal, key: bytes
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.decision = decision
        self.aide = aide
        self.key = key
        self.devices = equipped(ruleset.devices, models_of(ruleset.devices))
        rivals = [one for one in ruleset.decisions(state) if one.seat != decision.seat]
        self.plans = {one.id: self._in_their_place(state, one) for one in rivals}

    def outcome(self, plan: Json) -> int:
        """How far one is ahead after the season, with a plan of one's own."""
        return advantage(self.after(plan), self.decision.seat)

    def after(self, plan: Json) -> State:
        """The position when the next season is to be planned, or the game is over."""
        answers = {**self.plans, self.decision.id: plan}
        planned = self.state.season.chapter
        state, step = self._resolved(self.state, answers, 0), 1
        while state.result is None and (state.phase != "plan" or state.season.chapter == planned):
            for question in unanswered(self.ruleset.decisions(state), answers):
                answers[question.id] = self._in_their_place(state, question)
            state, step = self._resolved(state, answers, step), step + 1
        return state

    def _resolved(self, state: State, answers: dict[str, Json], step: int) -> State:
        chance = StepChance(key_from(stream(self.key, f"step {step}")), self.devices)
        after: State = self.ruleset.resolve(state, answers, chance).state
        return after

    def _in_their_place(self, state: State, decision: Decision) -> Json:
        return self.aide.answer(state, decision, stream(self.key, decision.id))


def key_from(source: Stream) -> bytes:
    """A key for streams of another's luck."""
    return b"".join(word.to_bytes(8, "little") for word in source.words(4))
