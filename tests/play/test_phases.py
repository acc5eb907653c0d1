"""Phases, timetables and questions serve a game that is not Wallenstein: guess what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import pytest

from engine.kernel.catalogue import Catalogue
from engine.kernel.chance import Chance
from engine.kernel.core import Decision, Event, Json, Problem, Seat, Turn, Value
from engine.kernel.phases import (
    MOST_PROBLEMS,
    Choice,
    Choices,
    DecisionRule,
    Phase,
    PhasedRuleset,
    Question,
    Stages,
    Timetable,
    ask,
)

ROUNDS = 2


@dataclass(frozen=True)
class Guesses(Value):
    """Who guessed what, in which round."""

    phase: str = "lay"
    stage: str = "setup"
    round: int = 0
    laid: int | None = None
    asking: Question | None = None
    guesses: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True)
class Began(Event[Guesses]):
    kind: ClassVar[str] = "began"
    stage: str
    round: int
    phase: str

    def apply(self, state: Guesses) -> Guesses:
        return state.but(stage=self.stage, round=self.round, phase=self.phase)


@dataclass(frozen=True)
class Put(Event[Guesses]):
    kind: ClassVar[str] = "put"
    question: Question

    def apply(self, state: Guesses) -> Guesses:
        return state.but(asking=self.question)


@dataclass(frozen=True)
class Guessed(Event[Guesses]):
    kind: ClassVar[str] = "guessed"
    seat: Seat
    number: int

    def apply(self, state: Guesses) -> Guesses:
        return state.but(guesses=(*state.guesses, (self.seat, self.number)), asking=None)


class Lay(Phase[Guesses]):
    name = "lay"

    def play(self, turn: Turn[Guesses]) -> None:
        turn.state = turn.state.but(laid=3)


class Guess(Phase[Guesses]):
    name = "guess"

    def decisions(self, state: Guesses) -> Sequence[Decision]:
        if state.asking is None:
            return []
        options = CHOICES[state.asking.choice].options(state, state.asking)
        return [Decision(state.asking.id, state.asking.seat, state.asking.choice, options)]

    def play(self, turn: Turn[Guesses]) -> None:
        for seat in "AB":
            decision = f"{turn.state.round}.guess.{seat}"
            if len(turn.state.guesses) >= 2 * turn.state.round - (seat == "A"):
                continue
            answer = ask(turn, decision, Put(Question(decision, "guess", seat, {"most": 6})))
            if answer is None:
                return
            turn.emit(Guessed(seat, answer["number"]))


class Shout(Phase[Guesses]):
    name = "shout"

    def play(self, turn: Turn[Guesses]) -> None:
        """Nothing but noise."""


def wrong_numbers(options: Json, number: Any) -> Iterator[Problem]:
    if number not in range(1, options["most"] + 1):
        yield from (Problem("number", "no_such_number") for _ in range(MOST_PROBLEMS + 5))


CHOICES: Choices[Guesses] = Catalogue(
    {"guess": Choice("number", lambda _, question: question.about, wrong_numbers, lambda *_: 1)}
)
STAGES = Stages[Guesses](setup=(Lay,), round=(Guess,))


class Guessing(PhasedRuleset[Guesses]):
    decision_rules: Mapping[str, DecisionRule[Guesses]] = {
        "plea": DecisionRule(lambda *_: [Problem("plea", "no")], lambda *_: {}, "plea")
    }

    def __init__(self, stages: Stages[Guesses] = STAGES) -> None:
        self.timetable = Timetable(stages)

    def place(self, state: Guesses) -> tuple[Timetable[Guesses], str, str] | None:
        return None if state.round > ROUNDS else (self.timetable, state.stage, state.phase)

    def next_phase(self, phase: str) -> Event[Guesses]:
        return Began("round", 1, phase)

    def next_stage(self, state: Guesses, timetable: Timetable[Guesses]) -> Event[Guesses]:
        return Began("round", state.round + 1, timetable.first("round"))

    def choices(self, state: Guesses) -> Choices[Guesses]:
        return CHOICES


def played(rules: Guessing, state: Guesses, answers: dict[str, Json]) -> Turn[Guesses]:
    # Nothing here is left to chance.
    return rules.resolve(state, answers, cast(Chance, object()))


def test_a_game_stops_at_its_questions_and_ends() -> None:
    rules, state, asked = Guessing(), Guesses(), []
    answers: dict[str, Json] = {}
    while True:
        state = played(rules, state, answers).state
        decisions = rules.decisions(state)
        if not decisions:
            break
        (decision,) = decisions
        asked.append(decision.id)
        answers[decision.id] = rules.default(state, decision)
    assert asked == ["1.guess.A", "1.guess.B", "2.guess.A", "2.guess.B"]
    assert state.guesses == (("A", 1), ("B", 1)) * 2
    assert rules.phase(state) is None
    assert rules.following(state) is None


def test_answers_are_held_against_the_question() -> None:
    rules = Guessing()
    state = played(rules, Guesses(), {}).state
    (decision,) = rules.decisions(state)
    assert rules.problems(state, decision, {"number": 6}) == []
    (wrong,) = rules.problems(state, decision, {"colour": 6})
    assert (wrong.code, wrong.data["accepted"]) == ("wrong_keys", ["number"])
    *problems, more = rules.problems(state, decision, {"number": 7})
    assert (len(problems), more.where, more.data) == (MOST_PROBLEMS, "answer", {"given": 5})


def test_a_decision_that_is_no_choice_has_its_own_check() -> None:
    plea = Decision("1.plea.A", "A", "plea", {})
    assert Guessing().problems(Guesses(), plea, {}) == [Problem("plea", "no")]
    assert Guessing().default(Guesses(), plea) == {}


def test_a_question_of_another_game_is_unknown() -> None:
    strange = Decision("1.march.A", "A", "march", {})
    with pytest.raises(KeyError):
        Guessing().problems(Guesses(), strange, {})


def test_a_variant_edits_the_list_of_phases() -> None:
    louder = STAGES.followed(Guess, Shout)
    assert Timetable(louder).after["round", "guess"] == "shout"
    assert Timetable(STAGES).after["round", "guess"] is None
    assert STAGES.instead(Guess, Shout)["round"] == (Shout,)
    assert STAGES.but(round=(Shout, Guess))["setup"] == (Lay,)
    state = played(Guessing(louder), Guesses(), {"1.guess.A": {"number": 2}}).state
    assert state.guesses == (("A", 2),)
