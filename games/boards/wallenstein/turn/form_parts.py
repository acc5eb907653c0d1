"""What the turn forms are made of: selects and numbers with their problems, advice and odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json
from engine.text.lexicon import Language
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.vocabulary import OrderWords
from games.boards.remarks import Remarks, field_id
from games.boards.wallenstein.turn.fields import STAY

Option = tuple[str, str]


@dataclass(frozen=True)
class Form:
    """A question on its way to a page."""

    view: Json
    decision: Decision
    fields: Mapping[str, str]
    remarks: Remarks
    language: Language
    names: Mapping[str, str]
    orders: OrderWords
    asks: bool
    fresh: bool

    def select(self, name: str, label: str, options: Iterable[Option], **more: Any) -> Json:
        """A field with one of some values; a value that is none of them is shown all the same."""
        value = self.fields.get(name, more.pop("first", ""))
        listed = [
            {"value": known, "label": text, "selected": known == value} for known, text in options
        ]
        if value and not any(option["selected"] for option in listed):
            listed.append({"value": value, "label": value[:60], "selected": True})
        return {**self._field(name, label, value), "options": listed, **more}

    def number(self, name: str, label: str, **more: Any) -> Json:
        """A field for a number of armies."""
        return {**self._field(name, label, self.fields.get(name, "")), **more}

    def _field(self, name: str, label: str, value: str) -> Json:
        return {
            "name": name,
            "id": field_id(name),
            "label": label,
            "value": value,
            "problems": self.remarks.problems.get(name, ()),
            "advice": self.remarks.advice.get(name, ()),
        }

    def county(self, county: str) -> str:
        """A county with what stands in it, for a list."""
        here = self.view["counties"].get(county)
        numbers = {"county": county_name(county), "armies": here["armies"] if here else 0}
        if here is None:
            return _("%(county)s (neutral)") % numbers
        if here["owner"] == self.decision.seat:
            return _("%(county)s (yours, armies: %(armies)d)") % numbers
        numbers["owner"] = self.names.get(here["owner"], here["owner"])
        return _("%(county)s (%(owner)s, armies: %(armies)d)") % numbers

    def card(self, county: str) -> str:
        """A county card with what it yields, for a list."""
        card, here = COUNTIES[county], self.view["counties"].get(county)
        return _("%(county)s (tax %(tax)d, grain %(grain)d, armies %(armies)d)") % {
            "county": card.name,
            "tax": card.tax,
            "grain": card.grain,
            "armies": here["armies"] if here else 0,
        }

    def rows(self, name: str) -> int:
        """How many rows of a list something is written in."""
        numbers = (f[len(name) + 1 :].partition(".")[0] for f in self.fields if f.startswith(name))
        return max((int(number) + 1 for number in numbers if number.isdigit()), default=0)


def order_list(form: Form, name: str, targets: Sequence[str], more: Sequence[str]) -> Json:
    """Standing orders: rows of where to, how many and when, and what else (P-2)."""
    written = form.rows(name)
    return {
        "name": name,
        "rows": [
            _order_row(form, f"{name}.{row}", row + 1, targets, more) for row in range(written + 1)
        ],
        "faulty": any(field.startswith(f"{name}.") for field in form.remarks.problems),
        "else": otherwise(form, name),
        "asks": form.asks and form.decision.kind == "plan",
    }


def march_now(form: Form, targets: Sequence[str]) -> Json | None:
    """The one order of a march that begins at once: nothing can come between, so no conditions.

    None where a text has said more than one order can; the whole list is shown then.
    """
    first = _order_row(form, "orders.0", 1, targets, ())
    if form.rows("orders") > 1 or first["conditional"]:
        return None
    stay = [] if form.decision.options.get("must_march") else [(STAY, _("nobody marches"))]
    goals = [(county, form.county(county)) for county in targets]
    to = form.select("orders.0.to", _("March to"), [("", _("choose …")), *goals, *stay])
    return {**first, "to": to}


def otherwise(form: Form, name: str) -> Json:
    """What happens when none of the orders is possible; a matter of course where nobody asks."""
    last = _("ask me then") if form.asks else _("nobody moves")
    duties = form.decision.options.get("must_march", ())
    must = name.removeprefix("moves.") in duties if form.decision.kind == "plan" else bool(duties)
    options = [("open", last), *([] if must else [("stay", _("stay"))])]
    return form.select(f"{name}.else", _("If none of this is possible"), options, first="open")


def _order_row(
    form: Form, here: str, number: int, targets: Sequence[str], more: Sequence[str]
) -> Json:
    seats = [seat for seat in form.view["order"] or form.names if seat != form.decision.seat]
    holders = [
        ("", _("whoever holds it")),
        ("own", _("it is mine")),
        ("enemy", _("another player holds it")),
        ("neutral", _("it is neutral")),
        *(
            (seat, _("%(player)s holds it") % {"player": form.names.get(seat, seat)})
            for seat in seats
        ),
    ]
    others = [county for county in more if county not in targets]
    amounts = (
        ("all", _("all")),
        ("armies", _("exactly")),
        ("leave", _("all but")),
    )
    label = _("March to") if number == 1 else instead()
    to = form.select(f"{here}.to", label, [("", _("nowhere"))])
    to["groups"] = [
        {"label": label, "options": _options(form, counties, to["value"])}
        for label, counties in ((_("Neighbours"), targets), (_("Others"), others))
        if counties
    ]
    to["options"] = to["options"][:1] if to["value"] in (*targets, *others) else to["options"]
    when = [
        form.select(f"{here}.held_by", _("Only if"), holders),
        form.number(f"{here}.at_most", _("with at most"), least=0),
        form.number(f"{here}.at_least", _("with at least"), least=0),
    ]
    return {
        "number": number,
        "to": to,
        "amount": form.select(f"{here}.amount", _("Armies"), amounts, first="all"),
        "count": form.number(f"{here}.number", _("Number"), least=1),
        "when": when,
        "conditional": any(part["value"] or part["problems"] for part in when),
        "odds": form.remarks.odds.get(f"{here}.to"),
        "odds_id": field_id(f"{here}.odds"),
    }


def instead() -> str:
    """What an order is called that counts only when those before it cannot be carried out."""
    return _("If that is not possible, march to")


def _options(form: Form, counties: Sequence[str], value: str) -> list[Json]:
    return [
        {"value": county, "label": form.county(county), "selected": county == value}
        for county in counties
    ]


def ranking(form: Form, name: str, label: str, options: Sequence[Option], shown: int) -> list[Json]:
    """A row of selects, the best first."""
    choices = [("", "–"), *options]
    return [form.select(f"{name}.{row}", f"{label} {row + 1}", choices) for row in range(shown)]
