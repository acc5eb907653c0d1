"""The notation of Wallenstein: orders, events and mistakes as words, German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.core import Event, Json, Problem, Seat
from engine.text.lexicon import LANGUAGES, language_of
from engine.wallenstein.words.accounts import account
from engine.wallenstein.words.base import VOCABULARY
from engine.wallenstein.words.choices_text import format_answer, parse_answer
from engine.wallenstein.words.order_examples import Examples
from engine.wallenstein.words.problem_text import describe_problem
from engine.wallenstein.words.report import season_report
from engine.wallenstein.words.vocabulary import Vocabulary
from engine.wallenstein.words.voice import Voice


class WallensteinText:
    """The words of an edition; an unknown language is answered in English."""

    languages: Sequence[str] = LANGUAGES

    def __init__(self, words: Vocabulary = VOCABULARY) -> None:
        self.words = words

    def seat(self, seat: Seat, language: str) -> str:
        """The colour a seat plays."""
        return Voice.of(language, {}).seat(seat)

    def chapter(self, chapter: str, language: str) -> str:
        """A season by its id, “1.spring”, as it begins a heading."""
        return Voice.of(language, {}).chapter(chapter)

    def account(self, event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
        """One sentence for a player about what happened; `names` overrides the seats' colours."""
        return account(event, language, names, self.words.accounts)

    def report(
        self, events: Sequence[Event[Any]], language: str, names: Mapping[Seat, str]
    ) -> Sequence[str]:
        """A season told for reading, line by line."""
        return season_report(events, language, names, self.words.accounts)

    def problem(self, problem: Problem, language: str) -> str:
        """One sentence for a player about what is wrong with an answer."""
        return describe_problem(problem, language, self.words)

    def parse(
        self, kind: str, text: str, language: str, options: Json | None = None
    ) -> tuple[Json, Sequence[Problem]]:
        """An answer from text orders, and a problem for each line that cannot be read."""
        parsed = parse_answer(kind, text, self.words.orders)
        examples = Examples.of(self.words.orders, options or {})
        spoken = language_of(language)
        return parsed.answer, [problem.as_problem(spoken, examples) for problem in parsed.problems]

    def format(self, kind: str, answer: Json, language: str) -> str:
        """An answer as text orders."""
        return format_answer(kind, answer, language_of(language), self.words.orders)
