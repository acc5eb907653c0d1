"""Games that are played in phases: their order, the questions put in between, and the answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from engine.kernel.catalogue import Catalogue
from engine.kernel.chance import Chance
from engine.kernel.core import (
    Answers,
    Decision,
    Event,
    Json,
    Problem,
    Seat,
    Turn,
    Value,
    run,
    unanswered,
)

S = TypeVar("S")

# Whoever makes more mistakes is a program, and has read enough of them.
MOST_PROBLEMS: Final = 100


@dataclass(frozen=True)
class Question(Value):
    """A choice the game has stopped at."""

    id: str
    choice: str
    seat: Seat
    about: Json


class Choice(NamedTuple, Generic[S]):
    """A kind of question: the key of its answer, all that is legal, what is wrong, the default.

    Its id has its own name, or one by what it is about; few are put in a game by orders too.
    """

    key: str
    options: Callable[[S, Question], Json]
    problems: Callable[[Json, Any], Iterable[Problem]]
    default: Callable[[S, Decision], Any]
    name: Callable[[Json], str] | None = None
    always: bool = False


Choices = Catalogue[str, Choice[S]]


def choice_problems(choices: Choices[S], decision: Decision, answer: Any) -> Iterator[Problem]:
    """Everything that is wrong with the answer to a choice."""
    choice = choices[decision.kind]
    if not isinstance(answer, dict) or set(answer) != {choice.key}:
        yield Problem("answer", "wrong_keys", {"accepted": [choice.key]})
        return
    yield from choice.problems(decision.options, answer[choice.key])


def choice_default(choices: Choices[S], state: S, decision: Decision) -> Json:
    """What is chosen for a seat that stays silent."""
    choice = choices[decision.kind]
    return {choice.key: choice.default(state, decision)}


def ask(turn: Turn[S], decision: str, question: Event[S]) -> Json | None:
    """The answer to a decision; none after the question has been put and the game has stopped."""
    answer = turn.answers.get(decision)
    if answer is None:
        turn.ask(question)
    return answer


class Phase(ABC, Generic[S]):
    """A paragraph of the rule book that waits on nothing."""

    name = ""

    def decisions(self, state: S) -> Sequence[Decision]:
        """What the phase waits on before it can go on."""
        return []

    def waits(self, state: S, answers: Answers) -> bool:
        """Whether one of its decisions is still to be answered."""
        return bool(unanswered(self.decisions(state), answers))

    @abstractmethod
    def play(self, turn: Turn[S]) -> None:
        """Carry on until the phase is over or a choice is open."""


class Stages(Mapping[str, tuple[type[Phase[S]], ...]]):
    """The phases in rule-book order, by the stages of a game: its set-up, a season, a round."""

    def __init__(self, **stages: Sequence[type[Phase[S]]]) -> None:
        self._stages = {stage: tuple(phases) for stage, phases in stages.items()}

    def __getitem__(self, stage: str) -> tuple[type[Phase[S]], ...]:
        return self._stages[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stages)

    def __len__(self) -> int:
        return len(self._stages)

    def followed(self, place: type[Phase[S]], *more: type[Phase[S]]) -> Self:
        """The same with some phases right after another one."""
        return self.instead(place, place, *more)

    def instead(self, place: type[Phase[S]], *others: type[Phase[S]]) -> Self:
        """The same with other phases in the place of one."""
        return type(self)(
            **{
                stage: tuple(one for p in phases for one in (others if p is place else (p,)))
                for stage, phases in self.items()
            }
        )

    def but(self, **stages: Sequence[type[Phase[S]]]) -> Self:
        """The same with other lists for some stages."""
        return type(self)(**{**self, **stages})


class Timetable(Generic[S]):
    """The phases of a game, by the stage they belong to and by their names."""

    def __init__(self, stages: Mapping[str, Sequence[type[Phase[S]]]]) -> None:
        self.of_stage = {
            stage: tuple(phase() for phase in phases) for stage, phases in stages.items()
        }
        self.by_name = {phase.name: phase for made in self.of_stage.values() for phase in made}
        self.after = {
            (stage, phase.name): after.name if after else None
            for stage, made in self.of_stage.items()
            for phase, after in zip(made, (*made[1:], None), strict=True)
        }

    def first(self, stage: str) -> str:
        """The name of the phase a stage begins with."""
        return self.of_stage[stage][0].name


class DecisionRule(NamedTuple, Generic[S]):
    """How a kind of decision is checked, and answered for a silent seat.

    What is wrong with an answer as a whole is said of `where`.
    """

    problems: Callable[[S, Decision, Any], Iterable[Problem]]
    default: Callable[[S, Decision], Json]
    where: str = "answer"


class PhasedRuleset(ABC, Generic[S]):
    """What every ruleset of phases does alike; a game says where it is and what follows."""

    # Decisions that are no choices, by their kind.
    decision_rules: Mapping[str, DecisionRule[S]] = {}

    @abstractmethod
    def place(self, state: S) -> tuple[Timetable[S], str, str] | None:
        """The timetable of a game, its stage and its phase; none when it is over."""

    @abstractmethod
    def next_phase(self, phase: str) -> Event[S]:
        """The fact that another phase of the same stage begins."""

    @abstractmethod
    def next_stage(self, state: S, timetable: Timetable[S]) -> Event[S]:
        """The fact that ends a stage and begins the next with its first phase."""

    @abstractmethod
    def choices(self, state: S) -> Choices[S]:
        """The questions that may be put."""

    def phase(self, state: S) -> Phase[S] | None:
        """The current phase; none when the game is over."""
        place = self.place(state)
        return place[0].by_name[place[2]] if place else None

    def following(self, state: S) -> Event[S] | None:
        """The fact that ends the current phase and begins the next; none when the game is over."""
        place = self.place(state)
        if place is None:
            return None
        timetable, stage, phase = place
        after = timetable.after[stage, phase]
        return self.next_stage(state, timetable) if after is None else self.next_phase(after)

    def decisions(self, state: S) -> Sequence[Decision]:
        """What the game waits on; empty when it is over."""
        phase = self.phase(state)
        return phase.decisions(state) if phase else []

    def problems(self, state: S, decision: Decision, answer: Any) -> Sequence[Problem]:
        """Everything that is wrong with an answer; of very much, how much more there is."""
        rule = self._rule_of(state, decision)
        problems = iter(rule.problems(state, decision, answer))
        listed = list(islice(problems, MOST_PROBLEMS))
        more = sum(1 for _ in problems)
        return [*listed, Problem(rule.where, "and_more", {"given": more})] if more else listed

    def default(self, state: S, decision: Decision) -> Json:
        """The answer of a seat that stays silent."""
        return self._rule_of(state, decision).default(state, decision)

    def _rule_of(self, state: S, decision: Decision) -> DecisionRule[S]:
        if decision.kind in self.decision_rules:
            return self.decision_rules[decision.kind]
        choices = self.choices(state)
        return DecisionRule(
            lambda _, decision, answer: choice_problems(choices, decision, answer),
            lambda state, decision: choice_default(choices, state, decision),
        )

    def resolve(self, state: S, answers: Answers, chance: Chance) -> Turn[S]:
        """Everything that follows from the answers, up to the next decision or the end."""
        turn = Turn(state, answers, chance)
        run(self, turn)
        return turn
