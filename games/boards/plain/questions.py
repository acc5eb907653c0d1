"""A question in words: what it is about, what may be chosen, and how an answer is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json, Notation, Problem, Ruleset
from games.boards.board import Names
from games.boards.plain.contents import Content, contents_of
from games.boards.plain.terms import Terms, is_scalar, terms_of

CHOICE: Final = "choice"
# What an answer has in the place of everything else while a line of it cannot be read: the text as
# it was typed. No ruleset knows it, so no such answer is legal.
UNREAD: Final = "unread"
# What is said of a question by its choices.
_OF_CHOICES: Final = frozenset(("choices", "hand", "known"))
# What a notation may stumble over that is shown a question, or an answer, it does not know.
TROUBLE: Final = (AttributeError, LookupError, TypeError, ValueError)
# A line that no game can read: what is said about it names the orders there are.
_NO_ORDER: Final = "x"


class Choosable(NamedTuple):
    """One of the answers to a question: its value as JSON, what it is called, and the order."""

    value: str
    label: str
    order: str
    # How the game writes it; cards of one face, or face down, are told apart by that.
    word: str
    is_card: bool


@dataclass(frozen=True)
class PlainQuestion:
    """A decision as it is put to its seat."""

    decision: Decision
    terms: Terms

    @property
    def heading(self) -> str:
        """What the question is about."""
        return self.terms.title(self.decision.kind)

    @property
    def sentence(self) -> str:
        """What the player is asked to do."""
        asks = _("Please choose one.") if self.choices else _("Please write your orders.")
        if not self.decision.optional:
            return asks
        # Not inside the f-string: the catalogue's collector does not look there.
        freely = _("No answer is needed: the game goes on without it.")
        return f"{asks} {freely}"

    @cached_property
    def choices(self) -> Sequence[Choosable]:
        """Everything that may be chosen; nothing where the answer is not just one of a list."""
        listed = self.decision.options["choices"] if has_choices(self.decision) else ()
        return [self._choosable(choice) for choice in listed]

    def _choosable(self, choice: Any) -> Choosable:
        order = written(
            self.terms.notation, self.decision.kind, {CHOICE: choice}, self.terms.language
        )
        return Choosable(
            value=json_of(choice),
            label=self.terms.say(choice),
            order=order,
            word=str(choice),
            is_card=choice in self.terms.known or self.terms.is_hidden(choice),
        )

    @property
    def contents(self) -> list[Content]:
        """What else the player is told."""
        return contents_of(self.decision.options, self.terms, _OF_CHOICES)

    @property
    def orders(self) -> Sequence[str]:
        """How the lines of an answer begin, if the notation names them."""
        try:
            _answer, problems = self.terms.notation.parse(
                self.decision.kind, _NO_ORDER, self.terms.language, self.decision.options
            )
        except TROUBLE:
            return ()
        named = (problem.data.get("orders", {}) for problem in problems)
        return list(dict.fromkeys(order for orders in named for order in orders.values()))


def has_choices(decision: Decision) -> bool:
    """Whether a question is answered by one of a list."""
    listed = decision.options.get("choices")
    return isinstance(listed, list) and bool(listed) and all(map(is_scalar, listed))


def question_of(
    ruleset: Ruleset[Any], decision: Decision, language: str, names: Names, view: Json
) -> PlainQuestion:
    """A decision in words, for its seat."""
    terms = terms_of(ruleset, language, names, {**view, "known": decision.options.get("known", {})})
    return PlainQuestion(decision, terms)


def heading_of(question: PlainQuestion, view: Json) -> str:
    """What a question is about, and when it is put."""
    chapter = question.terms.chapter(view)
    words = {"question": question.heading, "chapter": chapter}
    return _("%(question)s (%(chapter)s)") % words if chapter else question.heading


def json_of(value: Any) -> str:
    """A value as a field of a form holds it: 1, "1" and true are different texts."""
    return canonical(value).decode()


def read(notation: Notation, kind: str, text: str, language: str) -> tuple[Json, Sequence[Problem]]:
    """What a text orders; nothing if the question is none of this game."""
    try:
        return notation.parse(kind, text, language)
    except TROUBLE:
        return {}, ()


def written(notation: Notation, kind: str, answer: Any, language: str) -> str:
    """An answer as text orders; nothing for one that text cannot say."""
    try:
        text = notation.format(kind, answer, language)
        if is_choice(answer) and json_of(notation.parse(kind, text, language)[0]) != json_of(
            answer
        ):
            return ""
    except TROUBLE:
        return ""
    return text


def is_choice(answer: Any) -> bool:
    """Whether an answer is one of a list."""
    return isinstance(answer, Mapping) and answer.keys() == {CHOICE}
