"""The questions of Wallenstein: each as fields of a form, with remarks where they belong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.devices.tower import Tower
from engine.kernel.core import Decision, Json, Problem
from engine.text.lexicon import language_of
from engine.text.voice import begun
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.state import State
from engine.wallenstein.words.names import ACTION_NAMES, county_name
from engine.wallenstein.words.orders import REST
from engine.wallenstein.words.vocabulary import OrderWords
from games.boards.board import GuideStep, Names, ToolResult
from games.boards.remarks import Fields, Remarks, field_id
from games.boards.wallenstein.edition import Edition
from games.boards.wallenstein.larder import larder_sentence
from games.boards.wallenstein.map.picture import map_picture
from games.boards.wallenstein.table import WallensteinTable
from games.boards.wallenstein.turn import forms
from games.boards.wallenstein.turn.advice import Advice, Plans, advise
from games.boards.wallenstein.turn.advice_text import (
    budget_sentence,
    odds_words,
    sentence,
)
from games.boards.wallenstein.turn.battles import attack_odds, revolt_odds
from games.boards.wallenstein.turn.choice_guide import ChoiceGuide
from games.boards.wallenstein.turn.fields import (
    KINDS,
    OwnFields,
    field_of,
    mapping_of,
    to_answer,
    to_fields,
)
from games.boards.wallenstein.turn.form_parts import Form
from games.boards.wallenstein.turn.guide import Guide
from games.boards.wallenstein.turn.majority_advice import Promise, promise_sentence, promises
from games.boards.wallenstein.turn.reasons import Reasons
from games.boards.wallenstein.turn.script import map_data, script_words
from games.boards.wallenstein.turn.tips import tips
from games.boards.wallenstein.turn.tools import (
    EMPTY_BOX,
    as_before,
    cleared,
    coins_on_the_rest,
    shortened,
    uncovered,
)

COINS, LAST, CLEAR = "coins", "last", "clear"
PLANS: Final = ("plan",)
FORMAT_TROUBLE: Final = (AttributeError, KeyError, TypeError, ValueError)


@dataclass(frozen=True)
class WallensteinTurn:
    """The questions of an edition: how each is built, and the fields that only it has."""

    edition: Edition
    table: WallensteinTable
    builders: Mapping[str, forms.Builder] = field(default_factory=lambda: forms.BUILDERS)
    own_fields: OwnFields = field(default_factory=dict)
    plans: type[Plans] = Plans
    plan_kinds: Sequence[str] = PLANS

    def call(self, kind: str) -> str:
        """What a player is called upon to do."""
        return _("Make your plan") if self.is_plan(kind) else _("Make your choice")

    def call_to_go_on(self, decision: Decision, problems: Sequence[Problem]) -> str:
        """The same to one who has saved a draft: how many boxes still wait for a card."""
        empty = len(_empty(decision, problems)) - _spare(decision)
        if empty > 0:
            sentence = ngettext(
                "Continue: %(count)d box empty", "Continue: %(count)d boxes empty", empty
            )
            return sentence % {"count": empty}
        return _("Finish your draft")

    def is_plan(self, kind: str) -> bool:
        """Whether a question asks for a plan; all others are choices on the way."""
        return kind in self.plan_kinds

    def kind_of(self, decision: str) -> str:
        """The kind of a question of before: ids read like 1.spring.plan.A."""
        return [*decision.split("."), "", "", ""][2]

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; never raises, whatever was done to the form."""
        return to_answer(kind, posted) if kind in KINDS else {}

    def made(
        self,
        view: Json,
        decision: Decision,
        fields: Mapping[str, str],
        remarks: Remarks,
        language: str,
        names: Names,
        *,
        asks: bool,
        fresh: bool,
    ) -> Form:
        """A question on its way to a page or a letter, in the words of this edition."""
        orders, spoken = self.edition.words.orders, language_of(language)
        return Form(view, decision, fields, remarks, spoken, names, orders, asks, fresh)

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

        A builder may put the question in its own words.
        """
        fields = to_fields(decision.kind, answer, self.own_fields)
        asks, fresh = options["choices"] == "ask", answer is None
        made = self.made(view, decision, fields, remarks, language, names, asks=asks, fresh=fresh)
        return {
            "kind": decision.kind,
            "template": f"boards/wallenstein/turn/{decision.kind}.html",
            "heading": forms.heading(made),
            "question": forms.question(made),
            "problems": remarks.summary,
            "missing": remarks.missing,
            "counsel": remarks.counsel,
            "general": remarks.advice.get("boxes", ()),
            "sums": remarks.sums,
            "data": map_data(made),
            "words": script_words(),
            **self.builders[decision.kind](made),
        }

    def beside(self, view: Json, language: str, names: Names) -> Json:
        """Map and table beside the form, drawn only when wanted; without a script mere pictures."""
        return {
            "map": partial(map_picture, view, language, names),
            "map_is_still": True,
            "around": partial(self.table.table, view, language, names),
        }

    def fields(self, kind: str, answer: Any) -> dict[str, str]:
        """What the fields of the form hold that says an answer."""
        return to_fields(kind, answer, self.own_fields)

    def tooled(
        self,
        tool: str,
        decision: Decision,
        answer: Json,
        last: Json | None,
        check: Callable[[Json], Sequence[Problem]],
        language: str,
    ) -> ToolResult | None:
        """A plan after coins on the rest, as last season or clear; none for other questions."""
        if not self.is_plan(decision.kind):
            return None
        if tool == COINS:
            filled = coins_on_the_rest(decision, answer)
            return ToolResult(filled, uncovered(decision, filled, _spare(decision)))
        if tool == CLEAR:
            return ToolResult(cleared(decision, answer))
        if tool != LAST or last is None:
            return None
        name = partial(_named, self.edition.words.orders, decision.options["boxes"], language)
        return as_before(last, check, name)

    def brief(self, kind: str, answer: Json) -> Json:
        """One order a march, and no longer a ranking or a wish than a person would write."""
        return shortened(kind, answer)

    def guide(
        self,
        state: State,
        decision: Decision,
        answer: Json,
        language: str,
        names: Names,
        tower: Tower | None,
    ) -> Sequence[GuideStep]:
        """A legal plan explained box after box, or a choice with what speaks for it."""
        if tower is None:
            return ()
        if not self.is_plan(decision.kind):
            return self._choice_guide(state, decision, answer, language, names, tower)
        plans = self.plans(state, state.rules, decision.seat, answer)
        odds = attack_odds(state, state.rules, decision, answer, tower)
        advice = [_with_odds(plans, one, tower) for one in advise(plans)]
        reasons = Reasons(plans, answer, odds, language_of(language), names, tower)
        orders = self.edition.words.orders
        box_name = partial(_named, orders, state.rules.boxes, language)
        guide = Guide(decision, plans, reasons, advice, orders, box_name)
        return [*guide.steps(self.fields(decision.kind, answer))]

    def _choice_guide(
        self,
        state: State,
        decision: Decision,
        answer: Json,
        language: str,
        names: Names,
        tower: Tower,
    ) -> Sequence[GuideStep]:
        """A march that is asked for now is reckoned like the plan that would have said it."""
        plan: Json = {"boxes": {}}
        if decision.kind == "move":
            action = decision.options["action"]
            plan = {
                "boxes": {action: decision.options["origin"]},
                "moves": {action: answer["orders"]},
            }
        plans = self.plans(state, state.rules, decision.seat, plan)
        odds = attack_odds(state, state.rules, replace(decision, kind="plan"), plan, tower)
        reasons = Reasons(plans, plan, odds, language_of(language), names, tower)
        guide = ChoiceGuide(state, decision, answer, reasons)
        return [*guide.steps(self.fields(decision.kind, answer))]

    def same(self, kind: str, one: Any, other: Any) -> bool:
        """Whether two answers fill the form alike, however they were written."""
        return self.fields(kind, one) == self.fields(kind, other)

    def as_text(self, kind: str, answer: Any, language: str) -> str:
        """An answer as text orders; nothing for one that text cannot say."""
        try:
            return self.edition.text.format(kind, answer, language) if kind in self.builders else ""
        except FORMAT_TROUBLE:
            return ""

    def merged(self, kind: str, answer: Json, read: Json) -> Json:
        """An answer with what a text says laid over it; what the text leaves out stays."""
        if not self.is_plan(kind):
            return {**answer, **read}
        if REST in read:
            # Before it, nothing may be no more than a field that was not filled in.
            answer = _without_nothing(answer)
        inner: Json = {
            key: {**answer.get(key, {}), **read.get(key, {})}
            for key in ("boxes", "moves")
            if key in answer or key in read
        }
        return {**answer, **read, **inner}

    def completed(self, decision: Decision, answer: Any) -> Any:
        """A plan with coin cards on the rest, where its text says so, as far as they reach."""
        if not isinstance(answer, dict):
            return answer
        plan = {key: part for key, part in answer.items() if key != REST}
        return coins_on_the_rest(decision, plan, keeps_none=True) if REST in answer else plan

    def remarks(
        self,
        state: State,
        decision: Decision,
        answer: Any,
        problems: Sequence[Problem],
        language: str,
        tower: Tower | None,
        posted: Fields | None = None,
        names: Names | None = None,
    ) -> Remarks:
        """Problems, advice and odds of an answer by field, and sums over the season for a plan.

        The rows of a posted form may have gaps; an answer has none.
        """
        if tower is None:
            raise ValueError("no game of Wallenstein goes without a tower")
        empty = _empty(decision, problems)
        words = self.edition.text
        objections = [
            *((p.where, _("Still empty.")) for p in empty),
            *(
                (
                    p.where,
                    " ".join(filter(None, (words.problem(p, language), _limit(state, answer, p)))),
                )
                for p in problems
                if p.code != EMPTY_BOX
            ),
        ]
        objected = by_field(objections, posted)
        waiting = _in_order(state, [p.where for p in empty])
        odds = attack_odds(state, state.rules, decision, answer, tower)
        advice: list[Advice] = []
        promised: list[Promise] = []
        marks: dict[str, Json] = {}
        sums: list[str] = []
        if self.is_plan(decision.kind):
            plans = self.plans(state, state.rules, decision.seat, answer)
            advice = [_with_odds(plans, one, tower) for one in advise(plans)]
            promised = list(promises(plans))
            budget = budget_sentence(plans.budget(), bidding=bool(state.rules.bids))
            sums = [budget, larder_sentence(plans.larder())]
            marks = tips(plans, advice, odds, promised)
        warned = [(one.where, sentence(one)) for one in advice]
        advised = by_field(warned, posted)
        praised = [(one.where, promise_sentence(one, language)) for one in promised]
        box_name = partial(_named, self.edition.words.orders, state.rules.boxes, language)
        return Remarks(
            objected,
            by_field([*warned, *praised], posted),
            {field_of(one.where, posted): odds_words(one) for one in odds},
            marks,
            sums,
            _summary(state, objected, waiting, box_name),
            _counsel(state, advised, box_name),
            waiting,
            _spare(decision),
        )


def _without_nothing(answer: Json) -> Json:
    """A plan without the boxes, and the bid, in which nothing lies."""
    plan = {key: part for key, part in answer.items() if key != "bid" or part is not None}
    if "boxes" in plan:
        plan["boxes"] = {box: card for box, card in plan["boxes"].items() if card is not None}
    return plan


def _empty(decision: Decision, problems: Sequence[Problem]) -> list[Problem]:
    """What is objected to boxes that merely wait for a card."""
    left = {f"boxes.{box}" for box in decision.options.get("left_empty", ())}
    return [p for p in problems if p.code == EMPTY_BOX and p.where not in left]


def _spare(decision: Decision) -> int:
    """So many boxes may stay empty, and nobody has said which."""
    return 0 if decision.options.get("left_empty") else decision.options.get("empty", 0)


def _limit(state: State, answer: Any, problem: Problem) -> str:
    """How many armies could go, for somebody whose number of them cannot be read."""
    head, _dot, rest = problem.where.partition(".")
    if problem.code != "not_a_number_of_armies" or head != "moves":
        return ""
    county = mapping_of(mapping_of(answer).get("boxes")).get(rest.partition(".")[0])
    here = state.counties.get(county) if isinstance(county, str) else None
    if here is None or here.armies < 1:
        return ""
    return _("%(county)s can send %(armies)d.") % {
        "county": county_name(str(county)),
        "armies": here.armies - 1,
    }


def _summary(
    state: State,
    objected: Mapping[str, Sequence[str]],
    empty: Sequence[str],
    box_name: Callable[[str], str],
) -> list[Json]:
    """Every problem once, as the page has them; boxes that are merely empty in one line."""
    lines = _lines(state, {name: texts for name, texts in objected.items() if name not in empty})
    if not empty:
        return lines
    named = ", ".join(box_name(box) or _("Bid") for box in empty)
    text = _("Still empty: %(boxes)s") % {"boxes": named}
    return [{"text": text, "field": field_id(empty[0]), "empty": True}, *lines]


def _counsel(
    state: State, advised: Mapping[str, Sequence[str]], box_name: Callable[[str], str]
) -> list[Json]:
    """All advice, as the page has it, each with its box for readers who have no page."""
    return [
        {**line, "place": box_name(name)}
        for name in _in_order(state, advised)
        for line in _lines(state, {name: advised[name]})
    ]


def _named(orders: OrderWords, boxes: Collection[str], language: str, field: str) -> str:
    """The name of the box that a field is about, if it is about one."""
    part, _dot, rest = field.partition(".")
    box = rest.partition(".")[0]
    if part not in ("boxes", "moves") or box not in boxes:
        return ""
    return begun((ACTION_NAMES.get(box) or orders.heads[box].written)[language_of(language)])


def _lines(state: State, texts: Mapping[str, Sequence[str]]) -> list[Json]:
    """Every text, as the page has it, each with the field it is about."""
    names = _in_order(state, texts)
    return [{"text": text, "field": field_id(name)} for name in names for text in texts[name]]


def _in_order(state: State, names: Iterable[str]) -> list[str]:
    """Fields as the page has them: the boxes as the actions come, then the rest."""
    order = [*state.season.actions, *(a for a in ACTIONS if a not in state.season.actions)]

    def place(name: str) -> int:
        part, _dot, rest = name.partition(".")
        action = rest.partition(".")[0]
        return order.index(action) if part in ("boxes", "moves") and action in order else len(order)

    return sorted(names, key=place)


def _with_odds(plans: Plans, one: Advice, tower: Tower) -> Advice:
    if one.code != "revolt":
        return one
    county = one.data["county"]
    # Reckoned once for each number of peasants: most events change nothing here.
    seasons = {plans.rebels_in(at, county): at for at in plans.possible_seasons()}
    chances = [revolt_odds(at, plans.seat, county, tower) for at in seasons.values()]
    return Advice(one.where, one.code, {**one.data, "held": (min(chances), max(chances))})


def by_field(remarks: Iterable[tuple[str, str]], posted: Fields | None) -> dict[str, list[str]]:
    """Sentences by the field they are about."""
    fields: dict[str, list[str]] = {}
    for where, text in remarks:
        fields.setdefault(field_of(where, posted), []).append(text)
    return fields
