"""The fields of each question as its page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json, Notation
from engine.loewenherz.answers import DECK, LISTS, SELL
from engine.loewenherz.cards import ACTIONS, CARDS
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.words.names import ACTION_NOUNS
from engine.loewenherz.words.terms import term
from engine.text.lexicon import language_of
from engine.text.voice import begun
from games.boards.board import Names
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.names import DEED_NAMES, counted, deed_symbol, whose
from games.boards.loewenherz.turn.fields import DEED, GIVE_UP, REFILL, ROOM, WISHES, at, place_field
from games.boards.remarks import Remarks, field_id


class FormChoice(NamedTuple):
    """One of the things a field offers."""

    value: str
    label: str
    checked: bool
    id: str = ""
    card: CardPicture | None = None
    # The actions a card allows, for the script that shows these alone.
    allows: str = ""
    # Why a card can only be sold; nothing where it can be played.
    too_dear: str = ""
    symbol: str = ""


class FormField(NamedTuple):
    """A field with its label, what it holds, what it offers, and what is wrong with it."""

    name: str
    label: str
    value: str
    choices: Sequence[FormChoice]
    problems: Sequence[str]
    # By name where the list of another field is used; else an id of its own.
    listed: str = ""

    @property
    def id(self) -> str:
        """Its id on the page."""
        return field_id(self.name)


class ActionPart(NamedTuple):
    """The places of an action, and why there may be none."""

    action: str
    legend: str
    fields: Sequence[FormField]
    note: str


@dataclass(frozen=True)
class TurnForm:
    """A question on its way to a page."""

    view: Json
    decision: Decision
    fields: Mapping[str, str]
    remarks: Remarks
    language: str
    names: Names
    text: Notation

    @property
    def options(self) -> Json:
        """What the question offers."""
        return self.decision.options

    def field(
        self, name: str, label: str, choices: Iterable[FormChoice] = (), listed: str = ""
    ) -> FormField:
        """A field; what it holds and does not offer is offered besides, so that it stays."""
        value, offered = self.fields.get(name, ""), list(choices)
        if offered and value and value not in [choice.value for choice in offered]:
            offered.append(FormChoice(value, value, checked=True))
        problems = self.remarks.problems.get(name, ())
        return FormField(name, label, value, offered, problems, listed)

    def select(self, name: str, label: str, offers: Iterable[tuple[str, str]]) -> FormField:
        """A list to choose from; its first line says nothing."""
        value = self.fields.get(name, "")
        choices = [FormChoice(key, words, key == value) for key, words in (("", "–"), *offers)]
        return self.field(name, label, choices)

    def radio(self, name: str, label: str, choices: Iterable[FormChoice]) -> FormField:
        """A list of which all can be seen."""
        numbered = (
            choice._replace(
                id=f"{field_id(name)}-{number}", checked=self.fields.get(name) == choice.value
            )
            for number, choice in enumerate(choices)
        )
        return self.field(name, label, numbered)

    def domain(self, castle: str) -> str:
        """A domain in a list: its castle, whose it is, and its knights."""
        one = next((one for one in self.view["domains"] if one["castle"] == castle), None)
        if one is None:
            return castle
        knights = counted(len(one["knights"]), "knight")
        if one["owner"] == self.decision.seat:
            return _("%(castle)s, yours, %(knights)s") % {"castle": castle, "knights": knights}
        who = whose(one["owner"], self.language, self.names)
        return f"{castle}, {who}, {knights}"


def turn_form(form: TurnForm) -> Json:
    """The hand, what can be done, the places of each action, and the wishes for the refill."""
    return {
        "card": form.radio("card", _("Your hand"), map(_card_choice(form), form.options["hand"])),
        "deed": form.radio(DEED, _("What to do with it"), deeds()),
        "parts": action_parts(form),
        "refills": refill_fields(form),
        "refilled": form.options["refill"],
        "ducats": counted(form.options["money"], "ducat"),
        "lists": place_lists(form.options),
    }


def refill_fields(form: TurnForm) -> list[FormField]:
    """The wishes for a new card, the first choice first."""
    market = list(dict.fromkeys(form.options["market"]))
    wishes = [
        (DECK, _("from the deck")),
        *((name, term(name, form.language)) for name in market),
    ]
    held = sum(name.startswith(f"{REFILL}.") for name in form.fields)
    # No more lists than cards to wish for: after the last of them comes the deck by itself.
    most = min(WISHES, len(market)) if form.options["refill"] else 0
    return [
        form.select(f"{REFILL}.{row}", _wish_label(row), wishes) for row in range(max(most, held))
    ]


def action_parts(form: TurnForm) -> list[ActionPart]:
    """The places of every action."""
    return [_part(form, action) for action in ACTIONS]


def place_lists(options: Json) -> dict[str, list[str]]:
    """The places that fields of text suggest: legal first steps, of any domain."""
    growth = [square for squares in options["expand"].values() for square in squares]
    targets = [target for others in options["deserter"].values() for target in others.values()]
    places = [square for target in targets for square in target["places"]]
    return {
        "sides": options["borders"]["sides"],
        "knights": list(options["knights"]["squares"]),
        "growth": list(dict.fromkeys(growth)),
        "places": list(dict.fromkeys(places)),
    }


def _wish_label(row: int) -> str:
    return _("First wish") if not row else _("if that is gone")


def _card_choice(form: TurnForm) -> Any:
    known, seen, money = form.options["known"], form.view["open"], form.options["money"]

    def card_choice(handle: str) -> FormChoice:
        card = CardPicture(known[handle], handle=handle, seen=handle in seen)
        allows = " ".join(CARDS[card.name].actions)
        dear = _("too dear: you have %(money)d") % {"money": money} if card.price > money else ""
        choice = FormChoice(handle, card.sentence, checked=False, card=card, allows=allows)
        return choice._replace(too_dear=dear)

    return card_choice


def deeds() -> list[FormChoice]:
    """What can be done with a card."""
    return [
        FormChoice(deed, str(DEED_NAMES[deed]), checked=False, symbol=deed_symbol(deed))
        for deed in (*ACTIONS, SELL)
    ]


def _part(form: TurnForm, action: str) -> ActionPart:
    one, many = ACTION_NOUNS[action][language_of(form.language)]
    fields, note = _PARTS[action](form)
    return ActionPart(action, begun(many if action in LISTS else one), fields, note)


def _rows(form: TurnForm, key: str, label: str, listed: str) -> list[FormField]:
    held = sum(name.startswith(f"{key}.") for name in form.fields)
    return [
        form.field(f"{key}.{row}", f"{label} {row + 1}", listed=listed)
        for row in range(max(ROOM[key], held))
    ]


def _borders(form: TurnForm) -> tuple[list[FormField], str]:
    note = "" if form.options["borders"]["sides"] else _("No border can be placed now.")
    return _rows(form, "borders", _("Border"), "sides"), note


def _knights(form: TurnForm) -> tuple[list[FormField], str]:
    note = "" if form.options["knights"]["squares"] else _("No knight can be placed now.")
    return _rows(form, "knights", _("Knight"), "knights"), note


def _expand(form: TurnForm) -> tuple[list[FormField], str]:
    grows = form.options["expand"]
    domains = [(castle, form.domain(castle)) for castle in grows]
    fields = [
        form.select(place_field("expand", "domain"), _("Own domain"), domains),
        *_rows(form, "squares", _("Square"), "growth"),
    ]
    return fields, "" if any(grows.values()) else _("No domain of yours can grow now.")


def _deserter(form: TurnForm) -> tuple[list[FormField], str]:
    pairs = form.options["deserter"]
    others = dict.fromkeys(other for targets in pairs.values() for other in targets)
    fields = [
        form.select(place_field("deserter", "domain"), _("Own domain"), _all(form, pairs)),
        form.select(place_field("deserter", "against"), _("From the domain"), _all(form, others)),
        form.field(place_field("deserter", "knight"), _("Your new knight"), listed="places"),
    ]
    neutral = NEUTRAL in form.view["castles"].values()
    if neutral or form.fields.get(GIVE_UP):
        fields.append(
            form.field(GIVE_UP, _("Neutral knights that may leave, the first choice first"))
        )
    return fields, "" if pairs else _("No knight can be won over now.")


def _alliance(form: TurnForm) -> tuple[list[FormField], str]:
    pairs = form.options["alliance"]
    others = dict.fromkeys(other for targets in pairs.values() for other in targets)
    fields = [
        form.select(place_field("alliance", "domain"), _("Own domain"), _all(form, pairs)),
        form.select(place_field("alliance", "against"), _("Allied with"), _all(form, others)),
    ]
    return fields, "" if pairs else _("No alliance can be made now.")


def _all(form: TurnForm, castles: Iterable[str]) -> list[tuple[str, str]]:
    return [(castle, form.domain(castle)) for castle in castles]


_PARTS: Final = {
    "borders": _borders,
    "knights": _knights,
    "expand": _expand,
    "deserter": _deserter,
    "alliance": _alliance,
}


def castle_form(form: TurnForm) -> Json:
    """Where the castle stands, and its knight beside it."""
    squares = form.options["squares"]
    beside = sorted({knight for knights in squares.values() for knight in knights})
    return {
        "fields": [
            form.field(at("castle"), _("Castle"), listed="castles"),
            form.field(at("knight"), _("Knight beside it"), listed="knights"),
        ],
        "lists": {"castles": list(squares), "knights": beside},
    }


def give_up_form(form: TurnForm) -> Json:
    """The knights of which one leaves."""
    knights = [FormChoice(square, square, checked=False) for square in form.options["knights"]]
    return {"knight": form.radio(at("knight"), _("The knight that leaves"), knights)}
