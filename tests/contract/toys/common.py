"""What both toys share: one choice an answer, words for it, and a player who chooses by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.chance import Stream
from engine.kernel.core import SEATS, Decision, Event, Json, Problem, Seat
from engine.text.journal import TELLINGS
from engine.text.lexicon import Language, Lexicon, language_of
from engine.text.line_problems import UNREAD, Head, LineProblem
from engine.text.order_lines import begins_order, lexicon_of, read_lines, split_head
from engine.text.voice import PlainVoice

LANGUAGES = ("de", "en")
LONGEST_NUMBER = 9
Words = Mapping[str, tuple[str, str]]


def choice_problems(decision: Decision, answer: Any) -> list[Problem]:
    """An answer is `{"choice": …}` with one of the choices that the options list."""
    if not isinstance(answer, dict) or answer.keys() != {"choice"}:
        return [Problem("answer", "no_choice", {"accepted": ["choice"]})]
    given, choices = answer["choice"], decision.options["choices"]
    # Not `in`: to Python true is a 1, to JSON it is not.
    if any(type(given) is type(choice) and given == choice for choice in choices):
        return []
    return [Problem("choice", "not_offered", {"given": str(given)[:40], "accepted": choices})]


class Chooser:
    """A bot that takes any choice, and volunteers half of the time."""

    def answer(self, state: Any, decision: Decision, stream: Stream) -> Json:
        choices = decision.options["choices"]
        return {"choice": choices[stream.below(len(choices))]}

    def volunteer(self, state: Any, decision: Decision, stream: Stream) -> Json | None:
        return self.answer(state, decision, stream) if stream.below(2) else None


class ToyText:
    """A notation from tables: a sentence for each fact, a word for each kind of question and each
    choice, and what other things are called."""

    languages: Sequence[str] = LANGUAGES
    unread = UNREAD

    def __init__(self, facts: Words, questions: Words, choices: Words, terms: Words) -> None:
        self.sentences, self.terms = facts, {**questions, **choices, **terms}
        self.heads = {kind: Head({"de": de, "en": en}) for kind, (de, en) in questions.items()}
        self.head_spellings = {kind: lexicon_of(self.heads, [kind]) for kind in self.heads}
        self.choices = Lexicon.of(choices)

    def seat(self, seat: Seat, language: str) -> str:
        return f"{_in(('Platz', 'Seat'), language)} {seat}"

    def chapter(self, chapter: str, language: str) -> str:
        """A game that has not begun yet is in round 0, which has no name."""
        return f"{_in(('Runde', 'Round'), language)} {chapter}" if chapter.strip("0") else ""

    def account(self, event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
        if type(event) in TELLINGS:
            return TELLINGS[type(event)](PlainVoice.of(language, names), event)
        called = {seat: self.seat(seat, language) for seat in SEATS} | dict(names)
        values = {key: _said(value, called) for key, value in event.payload().items()}
        return _in(self.sentences[event.kind], language).format(**values)

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
        answer: Json = {}
        heads = self.head_spellings[kind]

        def read(_line: int, content: str) -> None:
            _head, body = split_head(content, heads)
            is_number = body.isascii() and body.isdecimal() and len(body) <= LONGEST_NUMBER
            answer["choice"] = int(body) if is_number else self.choices.exact(body) or body

        unread = read_lines(text, lambda line: begins_order(line, heads), read)
        return answer, [problem.as_problem(language_of(language), self) for problem in unread]

    def format(self, kind: str, answer: Json, language: str) -> str:
        return f"{self.heads[kind].written[language_of(language)]}: {answer['choice']}"

    def term(self, word: str, language: str) -> str:
        return _in(self.terms.get(word, ("", "")), language)

    def name(self, thing: str) -> str:
        return thing

    def facts(self, data: Mapping[str, Any]) -> Json:
        return {}

    def accepted(self, problem: LineProblem, head: str, language: Language) -> str:
        example = f"{self.heads[head].written[language]}: …"
        return _in((f"Gemeint ist: {example}", f"Write: {example}"), language)


def _said(value: Any, names: Mapping[Seat, str]) -> Any:
    """Seats by their names, hidden cards that were turned up by what they show."""
    if isinstance(value, list):
        return ", ".join(str(_said(one, names)) for one in value)
    if isinstance(value, dict) and "card" in value:
        return value["card"]
    if isinstance(value, dict) and value.keys() <= names.keys():
        return ", ".join(f"{names[seat]} {number}" for seat, number in value.items())
    return names.get(value, value) if isinstance(value, str) else value


def _in(words: tuple[str, str], language: str) -> str:
    return words[0] if language_of(language) == "de" else words[1]
