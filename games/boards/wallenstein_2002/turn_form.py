"""The questions of the edition of 2002: defence by county, boxes left empty, and no auction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.wallenstein.board import ACTIONS, COMBATS
from engine.wallenstein.edition_2002.defence import ALL, DEFENCE
from engine.wallenstein.edition_2002.phases import EmptyBoxes
from engine.wallenstein.words.names import ACTION_NAMES, county_name
from engine.wallenstein.words.order_words import BODY_WORDS
from games.boards.remarks import Fields
from games.boards.wallenstein.turn import forms
from games.boards.wallenstein.turn.fields import (
    OwnFields,
    mapping_of,
    number_of,
    text_of,
    to_answer,
)
from games.boards.wallenstein.turn.form_parts import Form
from games.boards.wallenstein.turn.part import WallensteinTurn

YES, NO = "yes", "no"


def _defenders(written: str) -> int | str:
    """A number of armies, or all of them in either language."""
    everybody = written.strip().lower() in BODY_WORDS[ALL].values()
    return ALL if everybody else number_of(written)


def _plan_fields(plan: Json) -> dict[str, str]:
    defend = mapping_of(plan.get("defend"))
    fields = {f"defend.{county}": text_of(armies) for county, armies in defend.items()}
    if isinstance(plan.get("place"), bool):
        fields["place"] = YES if plan["place"] else NO
    return fields


def _empty_fields(answer: Json) -> dict[str, str]:
    boxes = answer.get("empty")
    return {f"empty.{box}": YES for box in boxes if box in ACTIONS} if boxes else {}


def _defence_fields(answer: Json) -> dict[str, str]:
    return {"armies": text_of(answer["armies"])} if "armies" in answer else {}


OWN_FIELDS: Final[OwnFields] = {
    "plan": _plan_fields,
    EmptyBoxes.name: _empty_fields,
    DEFENCE: _defence_fields,
}


def _means(action: str) -> str:
    if action == "deploy_1_move":
        return _("Costs 1 in any case. Place 1 army, move to your own county, or both.")
    if action in COMBATS:
        return _("Armies must march to one neighbour, if they can; one army stays.")
    return ""


def _plan(made: Form) -> Json:
    counties = made.decision.options["counties"]
    plan = forms.plan(made)
    # A telephone that offers digits only would keep "all" from being written.
    plan["defence"] = [
        made.number(f"defend.{county}", _defended(made, county), least=0, worded=True)
        for county in counties
    ]
    for field in plan["defence"]:
        if field["value"] == ALL:
            field["value"] = BODY_WORDS[ALL][made.language]
    for box in (*plan["open"], *plan["hidden"]):
        box["means"] = _means(box["action"]) or box["means"]
    plan["question"] = _("Lay a county or a blank card on each action, and give your orders.")
    plan["defended"] = any(field["value"] or field["problems"] for field in plan["defence"])
    places = ((YES, _("place the army")), (NO, _("keep it in the supply")))
    plan["place"] = made.select("place", _("The army of “Deploy 1 army/move”"), places, first=YES)
    return plan


def _defended(made: Form, county: str) -> str:
    armies = made.view["counties"][county]["armies"]
    return _("%(county)s (armies: %(armies)d)") % {"county": county_name(county), "armies": armies}


def _empty_boxes(made: Form) -> Json:
    options = made.decision.options
    named = [
        {
            "player": made.names.get(seat, seat),
            "boxes": ", ".join(ACTION_NAMES[box][made.language] for box in boxes),
        }
        for seat, boxes in options["named"].items()
    ]
    boxes = [
        made.number(f"empty.{box}", ACTION_NAMES[box][made.language]) for box in options["boxes"]
    ]
    shown = [*made.view["actions"], *(b for b in ACTIONS if b not in made.view["actions"])]
    by_name = dict(zip(options["boxes"], boxes, strict=True))
    problems = made.remarks.problems.get("empty", ())
    return {
        "boxes": [by_name[box] for box in shown],
        "count": options["count"],
        "question": _(
            "You have too few cards. Which boxes do you leave empty? Everybody will know."
        ),
        "named": named,
        "all": {"id": "f-empty", "name": "empty", "problems": problems, "advice": ()},
    }


def _defence(made: Form) -> Json:
    most = made.decision.options["most"]
    armies = made.number("armies", _("Armies that fight"), least=0)
    if made.fresh:
        armies["value"] = str(most)
    return {"armies": armies, "most": most, "question": _ask_for_defenders(made)}


def _ask_for_defenders(made: Form) -> str:
    options = made.decision.options
    county = county_name(options["county"])
    if options["by"] is None:
        numbers = {"county": county, "peasants": options["peasants"]}
        return _("%(county)s revolts (peasants: %(peasants)d). How many armies fight?") % numbers
    attacker = made.names.get(options["by"], options["by"])
    attack = {"player": attacker, "county": county, "armies": options["armies"]}
    return (
        _("%(player)s attacks %(county)s (armies: %(armies)d). How many of yours fight?") % attack
    )


BUILDERS: Final[Mapping[str, forms.Builder]] = {
    **forms.BUILDERS,
    "plan": _plan,
    EmptyBoxes.name: _empty_boxes,
    DEFENCE: _defence,
}


class Turn2002(WallensteinTurn):
    """The questions of 2002."""

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; never raises, whatever was done to the form."""
        if kind == EmptyBoxes.name:
            return {"empty": [box for box in ACTIONS if posted.get(f"empty.{box}")]}
        if kind == DEFENCE:
            return {"armies": number_of(posted.get("armies", ""))}
        if kind != "plan":
            return super().answer(kind, posted)
        answer = to_answer("plan", posted)
        answer = {key: value for key, value in answer.items() if key not in ("bid", "positions")}
        defend = {
            field.removeprefix("defend."): _defenders(value)
            for field, value in posted.items()
            if field.startswith("defend.") and value
        }
        if defend:
            answer["defend"] = defend
        if posted.get("place") in (YES, NO):
            answer["place"] = posted["place"] == YES
        return answer

    def merged(self, kind: str, answer: Json, read: Json) -> Json:
        """An answer with what a text says laid over it; what the text leaves out stays."""
        whole = super().merged(kind, answer, read)
        if "defend" in answer and "defend" in read:
            whole["defend"] = {**mapping_of(answer["defend"]), **read["defend"]}
        return whole
