"""What both toys share: one choice an answer, words for it, and a player who chooses by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Event, Json, Problem, Seat

LANGUAGES = ("de", "en")
Words = Mapping[str, tuple[str, str]]


def choice_problems(decision: Decision, answer: Any) -> list[Problem]:
    """An answer is `{"choice": …}` with one of the choices that the options list."""
    if not isinstance(answer, dict) or answer.keys() != {"choice"}:
        return [Problem("answer", "no_choice", {"accepted": ["choice"]})]
    said, choices = answer["choice"], decision.options["choices"]
    # Not `in`: to Python true is a 1, to JSON it is not.
    if any(type(said) is type(choice) and said == choice for choice in choices):
        return []
    return [Problem("choice", "not_offered", {"given": str(said)[:40], "accepted": choices})]


class Chooser:
    """A bot that takes any choice, and volunteers half of the time."""

    def answer(self, state: Any, decision: Decision, stream: Stream) -> Json:
        choices = decision.options["choices"]
        return {"choice": choices[stream.below(len(choices))]}

    def volunteer(self, state: Any, decision: Decision, stream: Stream) -> Json | None:
        return self.answer(state, decision, stream) if stream.below(2) else None


class ToyText:
    """A notation from two tables: a sentence for each fact, a word for each kind of question."""

    languages: Sequence[str] = LANGUAGES

    def __init__(self, facts: Words, questions: Words) -> None:
        self.facts, self.questions = facts, questions

    def seat(self, seat: Seat, language: str) -> str:
        return f"{_in(('Platz', 'Seat'), language)} {seat}"

    def chapter(self, chapter: str, language: str) -> str:
        return f"{_in(('Runde', 'Round'), language)} {chapter}"

    def account(self, event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
        told = {**event.payload()}
        if isinstance(seat := told.get("seat"), str):
            told["seat"] = names.get(seat, self.seat(seat, language))
        plain = event.kind.replace("_", " ")
        return _in(self.facts.get(event.kind, (plain, plain)), language).format(**told)

    def report(
        self, events: Sequence[Event[Any]], language: str, names: Mapping[Seat, str]
    ) -> Sequence[str]:
        return [self.account(event, language, names) for event in events]

    def problem(self, problem: Problem, language: str) -> str:
        accepted = ", ".join(map(str, problem.data["accepted"]))
        return _in((f"Möglich ist: {accepted}.", f"Accepted: {accepted}."), language)

    def parse(
        self, kind: str, text: str, language: str, options: Json | None = None
    ) -> tuple[Json, Sequence[Problem]]:
        words = {word.lower() for word in self.questions[kind]}
        problems = []
        answer: Json = {}
        for number, line in enumerate(text.splitlines(), 1):
            head, _, said = (part.strip() for part in line.partition(":"))
            if head.lower() in words and said:
                answer = {"choice": int(said) if said.isdecimal() else said}
            elif line.strip():
                example = f"{_in(self.questions[kind], language)}: …"
                message = _in((f"Gemeint ist: {example}", f"Write: {example}"), language)
                told = {"message": message, "meant": [example]}
                problems.append(Problem(f"line {number}", "unread", told))
        return answer, problems

    def format(self, kind: str, answer: Json, language: str) -> str:
        return f"{_in(self.questions[kind], language)}: {answer['choice']}"


def _in(words: tuple[str, str], language: str) -> str:
    return words[0] if language == "de" else words[1]
