"""The turn: the form in which a question is answered, its tools and its guide."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.devices.tower import Tower
from engine.kernel.core import Decision, Json, Problem
from games.boards.board.names import Names
from games.boards.remarks import Fields, Remarks, field_id


class ToolResult(NamedTuple):
    """An answer as a tool of the form leaves it, and what is to be said about that."""

    answer: Json
    remark: str = ""


class GuideStep(NamedTuple):
    """One field of the form, or several that belong together, and what an answer says there."""

    # The name of the field, or what the names of the fields begin with.
    name: str
    title: str
    does: str
    # What the answer says there in a word or two, why that is good, and what could go wrong.
    choice: str
    reason: str
    risks: Sequence[str]
    fields: Fields
    # The places on the map it is about.
    places: Sequence[str] = ()
    # Of the risks those of this very choice, which are told wherever it is suggested.
    warnings: Sequence[str] = ()

    @property
    def line(self) -> str:
        """What is chosen, why, and what is to be feared of it, in a line."""
        return " ".join(filter(None, (f"{self.choice}.", self.reason, *self.warnings)))

    @property
    def anchor(self) -> str:
        """The id of its first field on the page."""
        return field_id(next(iter(self.fields), self.name))

    @property
    def filled(self) -> str:
        """The fields as a script reads them."""
        return json.dumps(self.fields)

    def to_json(self) -> Json:
        """The same for a script that shows it beside the form."""
        return {
            "name": self.name,
            "title": self.title,
            "line": self.line,
            "anchor": self.anchor,
            "value": self.fields.get(self.name, ""),
        }


class TurnPart(Protocol):
    """The form in which a question is answered."""

    def call(self, kind: str) -> str:
        """What a player is called upon to do."""

    def call_to_go_on(self, decision: Decision, problems: Sequence[Problem]) -> str:
        """The same to one who has saved a draft; the rules object to so much of it."""

    def is_plan(self, kind: str) -> bool:
        """Whether a question asks for a whole turn; all others are choices on the way."""

    @property
    def plan_kinds(self) -> Sequence[str]:
        """The questions that ask for a whole turn, to read orders by when none is open."""

    def kind_of(self, decision: str) -> str:
        """What a question of before was, by its id, which only its game can read; else nothing."""

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
        """Everything the template of a question needs; `answer` is what was said so far, or none.

        `template` is the page, which extends `web/turn.html`; `kind`, `heading`, `question`,
        `problems`, `missing`, `counsel`, `data` and `words` are for that; the rest is its own.
        """

    def beside(self, view: Json, language: str, names: Names) -> Json:
        """What else the page needs to show the table beside the form, drawn only when wanted."""

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; never raises, whatever was done to the form."""

    def fields(self, kind: str, answer: Any) -> Mapping[str, str]:
        """What the fields of the form hold that says an answer."""

    def tooled(
        self,
        tool: str,
        decision: Decision,
        answer: Json,
        last: Json | None,
        check: Callable[[Json], Sequence[Problem]],
        language: str,
    ) -> ToolResult | None:
        """An answer as one of the tools of the form leaves it; none if the form has no such tool.

        `last` is what the seat said to the last question of this kind, `check` finds what is wrong
        with an answer now.
        """

    def brief(self, kind: str, answer: Json) -> Json:
        """An answer without what only a program would think of, to be suggested to people."""

    def guide(
        self,
        state: Any,
        decision: Decision,
        answer: Json,
        language: str,
        names: Names,
        tower: Tower | None,
    ) -> Sequence[GuideStep]:
        """An answer explained from the top of the form to its end; nothing where nobody can."""

    def same(self, kind: str, one: Any, other: Any) -> bool:
        """Whether two answers fill the form alike, however they were written."""

    def merged(self, kind: str, answer: Json, read: Json) -> Json:
        """An answer with what a text says laid over it; what the text leaves out stays."""

    def completed(self, decision: Decision, answer: Json) -> Json:
        """An answer read from text, with what it leaves to be filled in filled in."""

    def as_text(self, kind: str, answer: Any, language: str) -> str:
        """An answer as text orders; nothing for one that text cannot say."""

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
        """Problems, advice and odds of an answer, by field of the form.

        The rows of a posted form may have gaps; an answer has none. Without names players go by
        their colours.
        """
