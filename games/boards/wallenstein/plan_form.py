"""The turn form of Wallenstein: every kind of question as fields, remarks where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.core import Decision, Json, Notation, Problem, Seat
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.state import State
from engine.wallenstein.words.names import ACTION_NAMES, language_of
from games.boards.wallenstein import forms
from games.boards.wallenstein.advice import Advice, Plans, advise
from games.boards.wallenstein.advice_text import (
    budget_sentence,
    larder_sentence,
    odds_words,
    sentence,
)
from games.boards.wallenstein.battles import attack_odds, revolt_odds
from games.boards.wallenstein.fields import KINDS, Fields, field_of, to_answer, to_fields
from games.boards.wallenstein.form_parts import Form, Remarks, field_id
from games.boards.wallenstein.map_picture import map_picture

RULES: Final = Wallenstein().rules
EMPTY_BOX: Final = "empty_box"
FORMAT_TROUBLE: Final = (AttributeError, KeyError, TypeError, ValueError)


def answer(kind: str, posted: Fields) -> Json:
    """The answer a posted form says; never raises, whatever was done to the form."""
    return to_answer(kind, posted) if kind in KINDS else {}


def form(
    view: Json,
    decision: Decision,
    said: Any,
    remarks: Remarks,
    language: str,
    names: Mapping[str, str],
    options: Mapping[str, str],
) -> Json:
    """Everything the template of a question needs; `said` is the answer so far, or none."""
    spoken = language_of(language)
    fields = to_fields(decision.kind, said)
    asks = options["choices"] == "ask"
    made = Form(view, decision, fields, remarks, spoken, names, asks, fresh=said is None)
    return {
        "kind": decision.kind,
        "template": f"boards/wallenstein/turn/{decision.kind}.html",
        "heading": forms.heading(made),
        "question": forms.question(made),
        "problems": remarks.summary,
        "general": remarks.advice.get("boxes", ()),
        "sums": remarks.sums,
        "data": forms.map_data(made),
        "words": forms.script_words(),
        **forms.BUILDERS[decision.kind](made),
    }


def call(kind: str) -> str:
    """What a player is called upon to do."""
    return _("Make your plan") if kind == "plan" else _("Make your choice")


def same(kind: str, one: Any, other: Any) -> bool:
    """Whether two answers fill the form alike, however they were written."""
    return to_fields(kind, one) == to_fields(kind, other)


def picture(view: Json, language: str, names: Mapping[str, str]) -> Json:
    """The map beside the form."""
    return {"map": map_picture(view, language, names)}


def remarks(
    state: State,
    decision: Decision,
    said: Any,
    problems: Sequence[Problem],
    language: str,
    posted: Fields | None = None,
) -> Remarks:
    """Problems, advice and odds of an answer by field, and sums over the season for a plan.

    The rows of a posted form may have gaps; an answer has none.
    """
    empty = [p for p in problems if p.code == EMPTY_BOX]
    objections = [
        *((p.where, _("Still empty.")) for p in empty),
        *((p.where, _text().problem(p, language)) for p in problems if p.code != EMPTY_BOX),
    ]
    objected = by_field(objections, posted)
    advice: list[Advice] = []
    sums: list[str] = []
    if decision.kind == "plan":
        plans = Plans(state, RULES, decision.seat, said)
        advice = [_with_odds(state, decision.seat, one) for one in advise(plans)]
        sums = [budget_sentence(plans.budget()), larder_sentence(plans.larder())]
    return Remarks(
        objected,
        by_field(((one.where, sentence(one)) for one in advice), posted),
        {
            field_of(odds.where, posted): odds_words(odds)
            for odds in attack_odds(state, RULES, decision, said)
        },
        sums,
        _summary(state, objected, [p.where for p in empty], language),
    )


def _summary(
    state: State, objected: Mapping[str, Sequence[str]], empty: Sequence[str], language: str
) -> list[Json]:
    """Every problem once, as the page has them; boxes that are merely empty in one line."""
    order = [*state.season.actions, *(a for a in ACTIONS if a not in state.season.actions)]

    def place(name: str) -> int:
        part, _dot, rest = name.partition(".")
        action = rest.partition(".")[0]
        return order.index(action) if part in ("boxes", "moves") and action in order else len(order)

    lines = [
        {"text": text, "field": field_id(name)}
        for name in sorted(objected, key=place)
        if name not in empty
        for text in objected[name]
    ]
    if not empty:
        return lines
    boxes = sorted(empty, key=place)
    spoken = language_of(language)
    labels = {f"boxes.{action}": names[spoken] for action, names in ACTION_NAMES.items()}
    named = ", ".join(labels.get(box, _("Bid")) for box in boxes)
    told = _("Still empty: %(boxes)s") % {"boxes": named}
    return [{"text": told, "field": field_id(boxes[0])}, *lines]


def _with_odds(state: State, seat: Seat, one: Advice) -> Advice:
    if one.code != "revolt":
        return one
    return Advice(
        one.where, one.code, {**one.data, "held": revolt_odds(state, seat, one.data["county"])}
    )


def _text() -> Notation:
    return Wallenstein().text()


def by_field(told: Iterable[tuple[str, str]], posted: Fields | None) -> dict[str, list[str]]:
    """Sentences by the field they are about."""
    found: dict[str, list[str]] = {}
    for where, text in told:
        found.setdefault(field_of(where, posted), []).append(text)
    return found


def as_text(kind: str, said: Any, language: str) -> str:
    """An answer as text orders; nothing for one that text cannot say."""
    try:
        return _text().format(kind, said, language) if kind in KINDS else ""
    except FORMAT_TROUBLE:
        return ""


def merged(kind: str, said: Json, read: Json) -> Json:
    """An answer with what a text says laid over it; what the text leaves out stays."""
    if kind != "plan":
        return {**said, **read}
    inner: Json = {
        key: {**said.get(key, {}), **read.get(key, {})}
        for key in ("boxes", "moves")
        if key in said or key in read
    }
    return {**said, **read, **inner}
