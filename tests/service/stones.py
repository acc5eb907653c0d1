"""Stones, the smallest game: everybody takes one or two each round; it knows no year or season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.kernel.chance import Chance
from engine.kernel.core import (
    Answers,
    Decision,
    Event,
    EventKinds,
    Json,
    Problem,
    Seat,
    Turn,
    Value,
)

ROUNDS = 3


@dataclass(frozen=True)
class Heap(Value):
    """Who has how many stones, and which round it is."""

    taken: Mapping[Seat, int]
    round: int = 0


@dataclass(frozen=True)
class RoundBegan(Event[Heap]):
    kind: ClassVar[str] = "round_began"
    number: int

    def apply(self, state: Heap) -> Heap:
        return state.but(round=self.number)


@dataclass(frozen=True)
class ChapterBegan(RoundBegan):
    """The same in a game whose rounds are chapters."""

    kind: ClassVar[str] = "chapter_began"

    def opens_chapter(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class StonesTaken(Event[Heap]):
    kind: ClassVar[str] = "stones_taken"
    seat: Seat
    stones: int

    def apply(self, state: Heap) -> Heap:
        return state.but(taken={**state.taken, self.seat: state.taken[self.seat] + self.stones})


class Words:
    """Just enough to be read."""

    languages = ("de", "en")

    def seat(self, seat: Seat, language: str) -> str:
        return seat

    def chapter(self, chapter: str, language: str) -> str:
        return f"{'Runde' if language == 'de' else 'Round'} {chapter}" if chapter else ""

    def account(self, event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
        return f"{event.kind}."


class Stones:
    """The ruleset, with rounds that are chapters or with none."""

    version = 1
    seats = (2,)
    options: ClassVar[Json] = {}
    devices = ()
    chain_length = 64
    log_format = 2

    def __init__(self, key: str, round_began: type[RoundBegan]) -> None:
        self.key, self.round_began = key, round_began
        self.events: EventKinds[Heap] = EventKinds()
        for kind in (round_began, StonesTaken):
            self.events.add(kind)

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Heap:
        return Heap(dict.fromkeys(seats, 0))

    def decisions(self, state: Heap) -> list[Decision]:
        if state.round > ROUNDS:
            return []
        return [Decision(f"{state.round}.{seat}", seat, "take", {}) for seat in state.taken]

    def problems(self, state: Heap, decision: Decision, answer: Any) -> list[Problem]:
        return [] if answer in (1, 2) else [Problem("take", "one_or_two")]

    def resolve(self, state: Heap, answers: Answers, chance: Chance) -> Turn[Heap]:
        turn = Turn(state, answers, chance)
        for decision in self.decisions(state) if state.round else ():
            turn.emit(StonesTaken(decision.seat, answers[decision.id]))  # type: ignore[arg-type]
        turn.emit(self.round_began(state.round + 1))
        return turn

    def view(self, state: Heap, seat: Seat | None) -> Json:
        over = state.round > ROUNDS
        shown = {"points": dict(state.taken), "finished": over, "winners": ["A"] if over else []}
        return {**shown, "chapter": str(state.round)} if self.events.chapter_openers() else shown

    def text(self, options: Mapping[str, str] | None = None) -> Words:
        return Words()


PLAIN = Stones("stones", RoundBegan)
IN_CHAPTERS = Stones("stones-in-chapters", ChapterBegan)
