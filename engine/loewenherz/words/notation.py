"""The notation of Löwenherz: orders, facts and mistakes as words, German and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.kernel.core import Event, Json, Problem, Seat
from engine.loewenherz.words.accounts import account
from engine.loewenherz.words.order_hints import OrderHints
from engine.loewenherz.words.order_text import format_orders, parse_orders
from engine.loewenherz.words.problem_text import describe_problem
from engine.loewenherz.words.report import chapter_title, game_report
from engine.loewenherz.words.terms import term
from engine.loewenherz.words.voice import RealmVoice
from engine.text.lexicon import LANGUAGES, language_of


class LoewenherzText:
    """The words of the game; an unknown language is answered in English."""

    languages: Sequence[str] = LANGUAGES

    def seat(self, seat: Seat, language: str) -> str:
        """The colour a seat plays, or the neutral one."""
        return RealmVoice.of(language, {}).colour(seat)

    def chapter(self, chapter: str, language: str) -> str:
        """The castles, or a round by its number."""
        return chapter_title(RealmVoice.of(language, {}), chapter)

    def account(self, event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
        """One sentence for a player about what happened; `names` overrides the seats' colours."""
        return account(event, language, names)

    def report(
        self, events: Sequence[Event[Any]], language: str, names: Mapping[Seat, str]
    ) -> Sequence[str]:
        """What happened, told for reading: a short paragraph a turn."""
        return game_report(events, language, names)

    def problem(self, problem: Problem, language: str) -> str:
        """One sentence for a player about what is wrong with an answer."""
        return describe_problem(problem, language, {})

    def parse(
        self, kind: str, text: str, language: str, options: Json | None = None
    ) -> tuple[Json, Sequence[Problem]]:
        """An answer from text orders, and a problem for each line that cannot be read."""
        parsed = parse_orders(kind, text, options or {})
        spoken = language_of(language)
        hints = OrderHints.of(spoken, options)
        return parsed.answer, [problem.as_problem(spoken, hints) for problem in parsed.problems]

    def format(self, kind: str, answer: Json, language: str) -> str:
        """An answer as text orders."""
        return format_orders(kind, answer, language_of(language))

    def term(self, word: str, language: str) -> str:
        """What the game calls a key of the view, a question, a card or itself."""
        return term(word, language)


NOTATION: Final = LoewenherzText()
