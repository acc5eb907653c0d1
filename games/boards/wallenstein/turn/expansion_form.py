"""The questions of 2010 with its expansions: courtiers, wishes for favors, a ranking of bonuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.text.voice import begun
from engine.wallenstein.emperors_court.cards import CANCEL, FAVORS, TARGETED
from engine.wallenstein.emperors_court.favors import FAVOR_KEY, FAVORS_KEY, NO_CARD
from engine.wallenstein.emperors_court.hall import CONVERT, TOWER
from engine.wallenstein.landsknechte.banners import BONUS
from engine.wallenstein.words.gain_words import GAIN_NAMES, amount_gained
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.voice import Voice
from games.boards.remarks import Fields
from games.boards.wallenstein.court import bonuses, favor_offered, marked
from games.boards.wallenstein.turn import forms
from games.boards.wallenstein.turn.box_words import converts
from games.boards.wallenstein.turn.fields import OwnFields, mapping_of, number_of, rows, text_of
from games.boards.wallenstein.turn.form_parts import Form, Option, ranking
from games.boards.wallenstein.turn.part import WallensteinTurn
from games.boards.wallenstein.turn.tools import MOST_COUNTIES

NONE, KEEP, OPEN = "none", "keep", "open"


def _wish(here: str, posted: Fields) -> Json:
    wish: Json = {"favor": number_of(posted[here])}
    favor = FAVORS.get(wish["favor"])
    # What is written for another card means nothing, and its fields are out of sight.
    counties = [posted[f"{here}.counties.{n}"] for n in rows(f"{here}.counties", posted)]
    if counties and (favor is None or favor.kind in TARGETED):
        wish["counties"] = counties
    if posted.get(f"{here}.cancel") == KEEP and (favor is None or favor.kind == CANCEL):
        wish["cancel"] = False
    return wish


def _wish_fields(here: str, wish: Any) -> dict[str, str]:
    parts = mapping_of(wish)
    fields = {here: text_of(parts.get("favor"))}
    counties = parts.get("counties")
    for number, county in enumerate(counties if isinstance(counties, list) else ()):
        fields[f"{here}.counties.{number}"] = text_of(county)
    if parts.get("cancel") is False:
        fields[f"{here}.cancel"] = KEEP
    return fields


def _plan_fields(plan: Json) -> dict[str, str]:
    boxes = mapping_of(plan.get("boxes"))
    fields = {f"boxes.{box}": text_of(boxes[box]) for box in CONVERT if box in boxes}
    ranked, wishes = plan.get(BONUS), plan.get(FAVORS_KEY)
    for number, bonus in enumerate(ranked if isinstance(ranked, list) else ()):
        fields[f"{BONUS}.{number}"] = text_of(bonus)
    for number, wish in enumerate(wishes if isinstance(wishes, list) else ()):
        if mapping_of(wish).get(NO_CARD) is True:
            fields[f"{FAVORS_KEY}.else"] = NONE
            break
        fields |= _wish_fields(f"{FAVORS_KEY}.{number}", wish)
    if wishes == []:
        fields[f"{FAVORS_KEY}.else"] = NONE
    return fields


OWN_FIELDS: Final[OwnFields] = {
    "plan": _plan_fields,
    BONUS: lambda answer: {BONUS: text_of(answer.get(BONUS))},
    FAVOR_KEY: lambda answer: _wish_fields(FAVOR_KEY, answer.get(FAVOR_KEY)),
}


def _plan(made: Form) -> Json:
    plan = forms.plan(made)
    options = made.decision.options
    court = [box for box in plan["hidden"] if box["action"] in CONVERT]
    plan["hidden"] = [box for box in plan["hidden"] if box["action"] not in CONVERT]
    if FAVORS_KEY in options or "bonuses" in options:
        plan["help"] = "expanded_plan"
    if FAVORS_KEY in options:
        means, dealt = _("{cards} in hand"), options["cards"][TOWER]
        plan["other_cards"].append(forms.counted_card(made, TOWER, _("Tower card"), means, dealt))
        wishes = [
            _wish_part(made, f"{FAVORS_KEY}.{row}", _("Wish %(n)d") % {"n": row + 1})
            for row in range(max(len(options["favors"]), made.rows(FAVORS_KEY)))
        ]
        faults = made.remarks.problems
        plan["court"] = {
            "faulty": any(field.startswith(f"{FAVORS_KEY}.") for field in faults),
            "boxes": [_convert(box) for box in court],
            "waiting": options["courtiers"]["entrance"],
            "supply": options["courtiers"]["supply"],
            "wishes": wishes,
            "wished": forms.ranked_words([wish["card"] for wish in wishes]),
            "else": _otherwise(made),
        }
    if "bonuses" in options:
        named = [(bonus, begun(GAIN_NAMES[bonus][made.language])) for bonus in options["bonuses"]]
        plan["bonus"] = ranking(made, BONUS, _("Bonus"), named, len(named))
        plan["bonus_said"] = forms.ranked_words(plan["bonus"])
        due, say = options["bonus_due"], Voice.of(made.language, made.names)
        plan["bonus_due"] = marked(bonuses(due, say), house_value=True) if due else ""
        plan["bonus_usual"] = ", ".join(
            GAIN_NAMES[gain][made.language] for gain in options["bonuses"]
        )
    return plan


def _convert(box: Json) -> Json:
    for option in box["field"]["options"]:
        if option["value"] == TOWER:
            option["label"] = _("tower card: armies from the tray")
    return {**box, "symbol": "s-tower", "means": converts(CONVERT[box["action"]])}


def _otherwise(made: Form) -> Json:
    name = f"{FAVORS_KEY}.else"
    options = [(OPEN, _("ask me then")), (NONE, _("no card"))]
    if not made.asks:
        # Whoever says nothing, and whoever says that, gets no card.
        options = [(made.fields.get(name, OPEN), _("no card"))]
    return made.select(name, _("If none of these is available"), options, first=OPEN)


def _wish_part(made: Form, here: str, label: str) -> Json:
    """A card, where it is used, and whether the event is to stay."""
    offer = made.decision.options["favors"]
    say = Voice.of(made.language, made.names)
    cards: list[Option] = [(str(card["favor"]), favor_offered(card, say)) for card in offer]
    card = made.select(here, label, [("", _("no card")), *cards])
    known = [county for card in offer for county in card["counties"]]
    places = [(name, made.county(name)) for name in sorted(set(known), key=county_name)]
    shown = max(MOST_COUNTIES, made.rows(f"{here}.counties"))
    where = ranking(made, f"{here}.counties", _("County"), places, shown)
    stays = [("", _("cancel the event")), (KEEP, _("let the event stay"))]
    cancel = made.select(f"{here}.cancel", _("The event of the season"), stays)
    return {
        "card": card,
        "targeted": _only_for(TARGETED, offer, card, where),
        "counties": where,
        "cancelling": _only_for((CANCEL,), offer, card, [cancel]),
        "cancel": cancel,
    }


def _only_for(
    kinds: Sequence[str], offer: Sequence[Json], card: Json, fields: Sequence[Json]
) -> Json | None:
    """The cards on offer that need some more fields, and whether these are wanted now."""
    cards = [str(one["favor"]) for one in offer if FAVORS[one["favor"]].kind in kinds]
    if not cards:
        return None
    wanted = card["value"] in cards or any(field["problems"] for field in fields)
    return {"cards": " ".join(cards), "of": card["name"], "wanted": wanted}


def _bonus(made: Form) -> Json:
    say = Voice.of(made.language, made.names)
    offered = [
        (bonus, marked(amount_gained(say, bonus, amount), house_value=True))
        for bonus, amount in made.decision.options["bonuses"].items()
    ]
    return {
        "bonus": made.select(BONUS, _("Bonus"), offered, first=offered[0][0]),
        "question": _("Your landsknechte bring you a bonus. Which one do you take?"),
    }


def _favor(made: Form) -> Json:
    return {
        "wish": _wish_part(made, FAVOR_KEY, _("Card")),
        "question": _("You have an audience with the Emperor. Which favour do you ask for?"),
    }


BUILDERS: Final[Mapping[str, forms.Builder]] = {
    **forms.BUILDERS,
    "plan": _plan,
    BONUS: _bonus,
    FAVOR_KEY: _favor,
}


class Turn2010(WallensteinTurn):
    """The questions of 2010."""

    def answer(self, kind: str, posted: Fields) -> Json:
        """The answer a posted form says; never raises, whatever was done to the form."""
        if kind == BONUS:
            return {BONUS: posted.get(BONUS, "")}
        if kind == FAVOR_KEY:
            return {FAVOR_KEY: _wish(FAVOR_KEY, posted) if posted.get(FAVOR_KEY) else None}
        answer = super().answer(kind, posted)
        if kind != "plan":
            return answer
        answer["boxes"] |= {
            box: posted[f"boxes.{box}"] or None for box in CONVERT if f"boxes.{box}" in posted
        }
        ranked = [posted[f"{BONUS}.{row}"] for row in rows(BONUS, posted)]
        if ranked:
            answer[BONUS] = ranked
        wishes = [_wish(f"{FAVORS_KEY}.{row}", posted) for row in rows(FAVORS_KEY, posted)]
        no_other = posted.get(f"{FAVORS_KEY}.else") == NONE
        if wishes or no_other:
            answer[FAVORS_KEY] = [*wishes, {NO_CARD: True}] if wishes and no_other else wishes
        return answer
