"""The plain turn form: radio buttons where one of a list is to be chosen, else text orders."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.devices.tower import Tower
from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json, Problem, Ruleset
from games.boards.board import Names
from games.boards.order_comments import comment
from games.boards.plain.bare_turn import BareTurn
from games.boards.plain.letters import PlainLetters
from games.boards.plain.questions import (
    CHOICE,
    TROUBLE,
    UNREAD,
    PlainQuestion,
    has_choices,
    heading_of,
    is_choice,
    json_of,
    question_of,
    read,
    written,
)
from games.boards.plain.table import PlainTable
from games.boards.plain.terms import terms_of
from games.boards.remarks import Fields, Remarks, field_id, saving_words
from games.language import spoken

# The field of a form that is answered by text orders.
TEXT: Final = "text"
# No choice of any game is longer, and no number in JSON that all programs read alike.
_LONGEST_CHOICE: Final = 1000
_LARGEST: Final = 2**53


@dataclass(frozen=True)
class PlainTurn(BareTurn):
    """Asks every question of a ruleset by its options."""

    ruleset: Ruleset[Any]
    table: PlainTable
    letters: PlainLetters
    template: str = "boards/plain/turn.html"
    # Its kinds of questions are known when they are put.
    plan_kinds: Sequence[str] = ()

    def call(self, kind: str) -> str:
        """What a player is called upon to do."""
        return _("Answer: %(question)s") % {
            "question": terms_of(self.ruleset, spoken()).title(kind)
        }

    def is_plan(self, kind: str) -> bool:
        """Every question is a turn of its own."""
        return True

    def kind_of(self, decision: str) -> str:
        """The ids of a game that nobody has looked at say nothing."""
        return ""

    def form(
        self,
        view: Json,
        decision: Decision,
        answer: Any,
        remarks: Remarks,
        language: str,
        names: Names,
        options: Mapping[str, str],
    ) -> Json:
        """Everything the template of a question needs."""
        question = question_of(self.ruleset, decision, language, names, view)
        field = CHOICE if has_choices(decision) else TEXT
        return {
            "kind": decision.kind,
            "template": self.template,
            "heading": heading_of(question, view),
            "question": question.sentence,
            "problems": remarks.summary,
            "missing": remarks.missing,
            "counsel": remarks.counsel,
            "data": {},
            "words": saving_words(),
            "legend": question.heading,
            "contents": question.contents,
            "choices": list(_radio_buttons(question, answer)),
            "field": {
                "name": field,
                "id": field_id(field),
                "problems": remarks.problems.get(field),
            },
            "text": self._text(view, decision, answer, language),
        }

    def _text(self, view: Json, decision: Decision, answer: Any, language: str) -> str:
        """What was said so far as text; before anything was said, orders to be filled in."""
        template = self.letters.template(view, decision, language)
        if not answer:
            return template
        return self.as_text(decision.kind, answer, language) or "\n".join(
            (*self._beyond_words(view, answer, language), template)
        )

    def _beyond_words(self, view: Json, answer: Any, language: str) -> Iterator[str]:
        """An answer that no orders can say, given by a program perhaps: it counts all the same."""
        answered = terms_of(self.ruleset, language, view=view).say(answer)
        yield from comment(
            _("Your answer cannot be written as orders. It is: %(answer)s") % {"answer": answered}
        )
        yield "#"

    def beside(self, view: Json, language: str, names: Names) -> Json:
        """The table beside the form, drawn only when wanted."""
        return {"around": partial(self.table.table, view, language, names)}

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; a text with lines nobody can read is kept as it is."""
        if TEXT not in posted:
            return _chosen(posted.get(CHOICE, ""))
        text = posted[TEXT].encode("utf-8", "replace").decode()
        answer, unread = read(self.ruleset.text(), kind, text, spoken())
        return {UNREAD: text} if unread else answer

    def fields(self, kind: str, answer: Any) -> Json:
        """Its one field is no place for an answer that a program has made."""
        return {}

    def same(self, kind: str, one: Any, other: Any) -> bool:
        """Whether two answers say the same."""
        try:
            return canonical(one) == canonical(other)
        except ValueError:
            return bool(one == other)

    def merged(self, kind: str, answer: Json, read: Json) -> Json:
        """An answer with what a text says laid over it; what the text leaves out stays."""
        kept = {key: value for key, value in answer.items() if key != UNREAD}
        inner = {
            key: {**kept[key], **part}
            for key, part in read.items()
            if isinstance(part, dict) and isinstance(kept.get(key), dict)
        }
        return {**kept, **read, **inner}

    def completed(self, _decision: Decision, answer: Json) -> Json:
        """The answer: a text says all of it."""
        return answer

    def as_text(self, kind: str, answer: Any, language: str) -> str:
        """An answer as text orders, also one that could not be read as a whole."""
        if raw := _unread(answer):
            return raw
        return written(self.ruleset.text(), kind, answer, language)

    def remarks(
        self,
        state: Any,
        decision: Decision,
        answer: Any,
        problems: Sequence[Problem],
        language: str,
        tower: Tower | None,
        posted: Fields | None = None,
        names: Names | None = None,
    ) -> Remarks:
        """The problems of an answer beside its one field; nothing said yet is no fault."""
        field = CHOICE if has_choices(decision) else TEXT
        sentences = list(dict.fromkeys(self._objections(decision, answer, problems, language)))
        empty = [field] if sentences and not answer else []
        if empty:
            sentences = [_("Still empty.")]
        lines = [{"text": text, "field": field_id(field)} for text in sentences]
        return Remarks(
            problems={field: sentences} if sentences else {},
            summary=[{**line, "empty": True} for line in lines] if empty else lines,
            empty=empty,
        )

    def _objections(
        self, decision: Decision, answer: Any, problems: Sequence[Problem], language: str
    ) -> Iterator[str]:
        """A sentence for each line that cannot be read; else for each rule that is broken."""
        words = self.ruleset.text()
        if raw := _unread(answer):
            try:
                _answer, unread = words.parse(decision.kind, raw, language, decision.options)
            except TROUBLE:
                unread = ()
            yield from (str(line.data["message"]) for line in unread)
        if not raw or not unread:
            yield from (words.problem(problem, language) for problem in problems)


def _radio_buttons(question: PlainQuestion, answer: Any) -> Iterator[Json]:
    chosen = json_of(answer[CHOICE]) if is_choice(answer) and _is_json(answer) else None
    for number, choice in enumerate(question.choices):
        yield {
            **choice._asdict(),
            "id": f"{field_id(CHOICE)}-{number}",
            "checked": choice.value == chosen,
        }


def _is_json(answer: Any) -> bool:
    try:
        canonical(answer)
    except ValueError:
        return False
    return True


def _chosen(value: str) -> Json:
    """The answer of a radio button; nothing for a value that no form of ours has."""
    try:
        choice = json.loads(value) if len(value) <= _LONGEST_CHOICE else {}
        is_ours = json_of(choice) == value and not isinstance(choice, dict | list)
    except (ValueError, RecursionError):
        return {}
    if not is_ours or (isinstance(choice, int) and abs(choice) > _LARGEST):
        return {}
    return {CHOICE: choice}


def _unread(answer: Any) -> str:
    """The text of an answer of which a line cannot be read; nothing for any other."""
    text = answer.get(UNREAD) if isinstance(answer, Mapping) else None
    return text if isinstance(text, str) else ""
