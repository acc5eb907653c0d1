"""Press your luck: roll as often as you dare; a 1 takes the pot, keeping it ends your turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.devices.dice import DICE
from engine.kernel.chance import Chance, Device
from engine.kernel.core import (
    Answers,
    Decision,
    Event,
    EventKinds,
    Json,
    Notation,
    OptionSpec,
    Problem,
    Seat,
    Turn,
    Value,
)
from tests.contract.toys.common import ToyText, choice_problems

ROUNDS, MOST_ROLLS, LOST = 3, 5, 1


@dataclass(frozen=True)
class State(Value):
    """Whose turn it is, what lies in the pot, and what everybody has kept."""

    points: Mapping[Seat, int]
    round: int = 0
    turn: int = 0
    rolls: int = 0
    pot: int = 0
    winners: Sequence[Seat] = ()

    @property
    def seat(self) -> Seat | None:
        """Whose turn it is; nobody's between two rounds and after the last."""
        seats = list(self.points)
        return seats[self.turn] if self.round and self.turn < len(seats) else None

    def passed(self) -> State:
        return self.but(turn=self.turn + 1, rolls=0, pot=0)


KINDS: EventKinds[State] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class RoundBegan(Event[State]):
    kind: ClassVar[str] = "round_began"
    round: int

    def opens_chapter(self) -> str:
        return str(self.round)

    def apply(self, state: State) -> State:
        return state.but(round=self.round, turn=0)


@KINDS.add
@dataclass(frozen=True)
class DieRolled(Event[State]):
    kind: ClassVar[str] = "die_rolled"
    seat: Seat
    roll: Json

    def apply(self, state: State) -> State:
        (rolled,) = self.roll["rolled"]
        if rolled == LOST:
            return state.passed()
        return state.but(rolls=state.rolls + 1, pot=state.pot + rolled)

    def fits(self, state: State) -> bool:
        dice = (self.roll["stream"], self.roll["sides"], len(self.roll["rolled"]))
        return self.seat == state.seat and dice == ("die 1", 6, 1)


@KINDS.add
@dataclass(frozen=True)
class PotKept(Event[State]):
    kind: ClassVar[str] = "pot_kept"
    seat: Seat
    points: int

    def apply(self, state: State) -> State:
        kept = state.points[self.seat] + self.points
        return state.but(points={**state.points, self.seat: kept}).passed()

    def fits(self, state: State) -> bool:
        return (self.seat, self.points) == (state.seat, state.pot)


@KINDS.add
@dataclass(frozen=True)
class GameEnded(Event[State]):
    kind: ClassVar[str] = "game_ended"
    winners: list[str]

    def apply(self, state: State) -> State:
        return state.but(winners=tuple(self.winners))

    def fits(self, state: State) -> bool:
        return state.round == ROUNDS and state.seat is None and self.winners == best(state)


def best(state: State) -> list[Seat]:
    return [seat for seat, points in state.points.items() if points == max(state.points.values())]


class Press:
    """A game of plain turns with a die."""

    key: str = "toy-press"
    version: int = 1
    seats: tuple[int, ...] = (2, 3, 4, 5, 6)
    options: Mapping[str, OptionSpec] = {}
    events: EventKinds[State] = KINDS
    devices: Sequence[Device] = (DICE,)
    chain_length: int = 512
    log_format: int = 2

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        return State(points=dict.fromkeys(seats, 0))

    def decisions(self, state: State) -> Sequence[Decision]:
        if state.seat is None:
            return []
        choices = ["roll"] if state.rolls < MOST_ROLLS else []
        choices += ["keep"] if state.pot else []
        asked = f"{state.round}.press{state.rolls + 1}.{state.seat}"
        return [Decision(asked, state.seat, "press", {"choices": choices, "pot": state.pot})]

    def problems(self, state: State, decision: Decision, answer: Any) -> Sequence[Problem]:
        return choice_problems(decision, answer)

    def default(self, state: State, decision: Decision) -> Json:
        return {"choice": decision.options["choices"][-1]}

    def resolve(self, state: State, answers: Answers, chance: Chance) -> Turn[State]:
        turn = Turn(state, answers, chance)
        for decision in self.decisions(state):
            if answers[decision.id]["choice"] == "roll":
                turn.emit(DieRolled(decision.seat, chance.roll("die", 6, 1)))
            else:
                turn.emit(PotKept(decision.seat, state.pot))
        if turn.state.seat is None:
            last = turn.state.round == ROUNDS
            turn.emit(GameEnded(best(turn.state)) if last else RoundBegan(turn.state.round + 1))
        return turn

    def view(self, state: State, seat: Seat | None) -> Json:
        return {
            "chapter": str(state.round),
            "finished": bool(state.winners),
            "winners": list(state.winners),
            "points": dict(state.points),
            "turn": state.seat,
            "pot": state.pot,
        }

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        return TEXT


TEXT = ToyText(
    facts={
        "round_began": ("Runde {round} beginnt.", "Round {round} begins."),
        "die_rolled": ("{seat} würfelt {roll[rolled][0]}.", "{seat} rolls {roll[rolled][0]}."),
        "pot_kept": ("{seat} behält {points} Punkte.", "{seat} keeps {points} points."),
        "game_ended": ("Es gewinnt: {winners}.", "The winner: {winners}."),
    },
    questions={"press": ("Wahl", "choice")},
    choices={"roll": ("würfeln", "roll"), "keep": ("behalten", "keep")},
    terms={
        "toy-press": ("Wag dein Glück", "Press your luck"),
        "points": ("Punkte", "points"),
        "turn": ("am Zug", "turn"),
        "pot": ("Topf", "pot"),
        "random": ("Zufall", "chance"),
    },
)
