"""The turn form of Wallenstein: every kind of question as fields, remarks where they belong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.core import Decision, Json, Notation, Problem, Seat
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.state import State
from engine.wallenstein.words.names import language_of
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
from games.boards.wallenstein.form_parts import Form, Remarks, summary
from games.boards.wallenstein.map_picture import map_picture

RULES: Final = Wallenstein().rules
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
    *,
    asks: bool,
) -> Json:
    """Everything the template of a question needs; `said` is the answer so far, or none."""
    spoken = language_of(language)
    fields = to_fields(decision.kind, said)
    made = Form(view, decision, fields, remarks, spoken, names, asks, fresh=said is None)
    return {
        "kind": decision.kind,
        "template": f"boards/wallenstein/turn/{decision.kind}.html",
        "heading": forms.heading(made),
        "question": forms.question(made),
        "problems": summary(made),
        "general": remarks.advice.get("boxes", ()),
        "sums": remarks.sums,
        "data": forms.map_data(made),
        "words": forms.script_words(),
        **forms.BUILDERS[decision.kind](made),
    }


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
    objections = ((p.where, _text().problem(p, language)) for p in problems)
    advice: list[Advice] = []
    sums: list[str] = []
    if decision.kind == "plan":
        plans = Plans(state, RULES, decision.seat, said)
        advice = [_with_odds(state, decision.seat, one) for one in advise(plans)]
        sums = [budget_sentence(plans.budget()), larder_sentence(plans.larder())]
    return Remarks(
        by_field(objections, posted),
        by_field(((one.where, sentence(one)) for one in advice), posted),
        {
            field_of(odds.where, posted): odds_words(odds)
            for odds in attack_odds(state, RULES, decision, said)
        },
        sums,
    )


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
