"""The questions of Löwenherz: each as fields of a form, with remarks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.devices.tower import Tower
from engine.kernel.core import Decision, Json, Notation, Problem
from engine.loewenherz.answers import DECK, KEYS, LISTS
from engine.loewenherz.state import Realm
from engine.loewenherz.words.problem_text import describe_problem
from engine.loewenherz.words.terms import term
from engine.text.lexicon import language_of
from engine.text.voice import begun
from games.boards.board import GuideStep, Names, TurnPart
from games.boards.loewenherz.map.picture import board_picture
from games.boards.loewenherz.table import LoewenherzTable
from games.boards.loewenherz.turn import forms, wish_fields, wish_forms
from games.boards.loewenherz.turn.choice_guide import castle_steps, give_up_steps
from games.boards.loewenherz.turn.fields import (
    DEED,
    REFILL,
    at,
    field_of,
    place_field,
    to_answer,
    to_fields,
)
from games.boards.loewenherz.turn.guide import TurnGuide
from games.boards.loewenherz.turn.outlook import outlook
from games.boards.loewenherz.turn.questions import question
from games.boards.loewenherz.turn.script import ranking_words, script_data, script_words
from games.boards.plain.bare_turn import BareTurn
from games.boards.remarks import Fields, Remarks, field_id

# A question of each kind is asked for these parts; those of an action come with it.
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "turn": ("card", "do"),
    "castle": ("castle", "knight"),
    "give_up": ("knight",),
}
_BUILDERS: Final[Mapping[str, Callable[[forms.TurnForm], Json]]] = {
    "turn": forms.turn_form,
    "castle": forms.castle_form,
    "give_up": forms.give_up_form,
    "orders": wish_forms.orders_form,
    "ranking": wish_forms.ranking_form,
}


@dataclass(frozen=True)
class LoewenherzTurn(BareTurn):
    """Asks for a turn, a castle and a deserter, and for what may be left beforehand."""

    text: Notation
    table: LoewenherzTable
    plain: TurnPart
    plan_kinds: Sequence[str] = ("turn",)

    def call(self, kind: str) -> str:
        """What a player is called upon to do."""
        calls = {
            "turn": _("Take your turn"),
            "castle": _("Place a castle"),
            "give_up": _("Choose the knight that leaves"),
            "orders": _("Leave orders for your next turn"),
            "ranking": _("Rank your knights"),
        }
        return calls.get(kind) or _("Make your choice")

    def is_plan(self, kind: str) -> bool:
        """Whether a question asks for a whole turn; all others are choices on the way."""
        return kind in self.plan_kinds

    def kind_of(self, decision: str) -> str:
        """The kind of a question of before: ids read like 17.turn.A, 17.orders2.A, castle3.A."""
        *_turn, kind, _seat = ["", "", *decision.split(".")]
        return kind.rstrip("0123456789")

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
        kind = decision.kind
        made = forms.TurnForm(
            *(view, decision, self.fields(kind, answer), remarks),
            *(language_of(language), names, self.text),
        )
        return {
            "kind": kind,
            "template": f"boards/loewenherz/turn/{kind}.html",
            "heading": begun(term(kind, language)),
            "question": question(decision, made.language, names),
            "problems": remarks.summary,
            "missing": remarks.missing,
            "counsel": remarks.counsel,
            "outlook": remarks.tips.get("outlook", {}).get("lines", ()),
            "data": script_data(made),
            "words": script_words() | (ranking_words() if kind == "ranking" else {}),
            **_BUILDERS[kind](made),
        }

    def beside(self, view: Json, language: str, names: Names) -> Json:
        """The board and the table beside the form, drawn only when wanted."""
        return {
            "map": partial(board_picture, view, language, names),
            "map_sides": True,
            "around": partial(self.table.table, view, language, names),
        }

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; never raises, whatever was done to the form."""
        read = wish_fields.to_answer if kind in wish_fields.KINDS else to_answer
        return read(kind, posted)

    def fields(self, kind: str, answer: Any) -> Mapping[str, str]:
        """What the fields of the form hold that says an answer."""
        written = wish_fields.to_fields if kind in wish_fields.KINDS else to_fields
        return {name: value for name, value in written(kind, answer).items() if value}

    def brief(self, kind: str, answer: Json) -> Json:
        """Without the deck at the end of the wishes: it comes there by itself."""
        wishes = answer.get(REFILL)
        if kind == "turn" and wishes and wishes[-1] == DECK and len(wishes) > 1:
            return {**answer, REFILL: wishes[:-1]}
        return answer

    def guide(
        self,
        state: Any,
        decision: Decision,
        answer: Json,
        language: str,
        names: Names,
        tower: Tower | None,
    ) -> Sequence[GuideStep]:
        """Every part of an answer, and what the position says for it."""
        if decision.kind == "castle":
            return list(castle_steps(state, decision, answer))
        if decision.kind == "give_up":
            return list(give_up_steps(state, decision, answer))
        guide = TurnGuide(state, decision, answer, language_of(language), names)
        return list(guide.steps()) if decision.kind == "turn" else []

    def same(self, kind: str, one: Any, other: Any) -> bool:
        """Whether two answers fill the form alike, however they were written."""
        return self.fields(kind, one) == self.fields(kind, other)

    def merged(self, kind: str, answer: Json, read: Json) -> Json:
        """An answer with what a text says laid over it.

        A text that says what to do says all of it: places of another action would be in its way.
        """
        if kind == "turn" and "do" in read:
            kept: Json = {key: answer[key] for key in ("card", "refill") if key in answer}
            return {**kept, **read}
        return {**answer, **read}

    def completed(self, _decision: Decision, answer: Json) -> Json:
        """The answer: a text says all of it."""
        return answer

    def as_text(self, kind: str, answer: Any, language: str) -> str:
        """An answer as text orders, also one that could not be read as a whole."""
        return self.plain.as_text(kind, answer, language)

    def remarks(
        self,
        state: Realm,
        decision: Decision,
        answer: Any,
        problems: Sequence[Problem],
        language: str,
        tower: Tower | None,
        posted: Fields | None = None,
        names: Names | None = None,
    ) -> Remarks:
        """Problems by field, and what a turn would bring step by step."""
        named = names or {}
        empty = list(dict.fromkeys(_empty(decision.kind, answer, posted))) if problems else []
        objected: dict[str, list[str]] = {name: [_("Still empty.")] for name in empty}
        for problem in problems:
            if not _is_missing(problem):
                name = _field_of(decision.kind, problem.where, answer, posted)
                objected.setdefault(name, []).append(describe_problem(problem, language, named))
        ahead = outlook(state, decision, answer, language, named)
        return Remarks(
            problems=objected,
            tips={"outlook": ahead.to_json()} if ahead.lines else {},
            sums=ahead.sentences,
            summary=_summary(objected, empty),
            empty=empty,
        )


def _field_of(kind: str, where: str, answer: Any, posted: Fields | None) -> str:
    """The field a problem's place means."""
    place = wish_fields.field_of if kind in wish_fields.KINDS else field_of
    return place(where, answer, posted)


def _is_missing(problem: Problem) -> bool:
    """Whether a problem says no more than that something is still empty."""
    if problem.code == "none_named":
        return True
    return problem.code == "wrong_keys" and not problem.data["given"]


def _empty(kind: str, answer: Any, posted: Fields | None) -> Iterator[str]:
    """The fields of an answer that wait for something."""
    parts = answer if isinstance(answer, dict) else {}
    if kind == "orders":
        rows = wish_fields.order_rows(posted or wish_fields.to_fields(kind, answer))
        orders = parts.get("orders")
        for row, order in zip(rows, orders if isinstance(orders, list) else (), strict=False):
            yield from (wish_fields.order_field(row, name) for name in _empty("turn", order, None))
        return
    yield from (field_of(key, parts) for key in NEEDED.get(kind, ()) if not parts.get(key))
    action = parts.get("action")
    if isinstance(action, str) and action in KEYS:
        for key in KEYS[action]:
            if not parts.get(key):
                is_list = key == LISTS.get(action)
                yield f"{key}.0" if is_list else place_field(action, key)


def _summary(objected: Mapping[str, Sequence[str]], empty: Sequence[str]) -> list[Json]:
    """Every problem once; fields that are merely empty in one line."""
    lines: list[Json] = []
    if empty:
        names = _field_names()
        named = ", ".join(names[wish_fields.turn_field(name).partition(".0")[0]] for name in empty)
        text = _("Still empty: %(boxes)s") % {"boxes": named}
        lines.append({"text": text, "field": field_id(empty[0]), "empty": True})
    for name, texts in objected.items():
        if name not in empty:
            lines += [{"text": text, "field": field_id(name)} for text in dict.fromkeys(texts)]
    return lines


def _field_names() -> Mapping[str, str]:
    return {
        "card": _("Card"),
        DEED: _("What to do with it"),
        at("castle"): _("Castle"),
        at("knight"): _("Knight"),
        "borders": _("Border"),
        "knights": _("Knight"),
        "squares": _("Square"),
        "expand.domain": _("Own domain"),
        "deserter.domain": _("Own domain"),
        "deserter.against": _("From the domain"),
        "deserter.knight": _("Your new knight"),
        "alliance.domain": _("Own domain"),
        "alliance.against": _("Allied with"),
    }
