"""The forms of what may be left beforehand: orders with fallbacks and conditions, and a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.loewenherz.answers import DECK, SELL
from engine.loewenherz.board import SIDES
from engine.loewenherz.cards import CARDS
from engine.loewenherz.standing import IF, MOST_ORDERS
from engine.loewenherz.words.terms import term
from games.boards.loewenherz.cards import CardPicture
from games.boards.loewenherz.turn.fields import DEED, GIVE_UP, REFILL
from games.boards.loewenherz.turn.forms import (
    ActionPart,
    FormField,
    TurnForm,
    action_parts,
    deeds,
    place_lists,
    refill_fields,
)
from games.boards.loewenherz.turn.wish_fields import (
    MARKET,
    OF,
    RANK,
    THAN,
    WHAT,
    condition_field,
    order_field,
)
from games.boards.remarks import field_id

# So many orders, and conditions of each, lie ready; there is always one more than is filled.
ORDERS: Final = 3
CONDITION_ROWS: Final = 2


class ConditionRow(NamedTuple):
    """A condition: what must be so, and where."""

    what: FormField
    of: FormField
    than: FormField


class StandingOrder(NamedTuple):
    """An order of a list: what is done when the ones before it cannot be."""

    title: str
    # Whether something is said or to be said about it, so that it must be seen.
    is_open: bool
    card: FormField
    deed: FormField
    parts: Sequence[ActionPart]
    refills: Sequence[FormField]
    conditions: Sequence[ConditionRow]


def orders_form(form: TurnForm) -> Json:
    """The first choice and its fallbacks, each with the fields of a turn and its conditions."""
    options = _ahead(form)
    rows = {int(name.split(".")[1]) for name in form.fields}
    count = min(MOST_ORDERS, max(ORDERS, max(rows, default=-1) + 2))
    count = max(count, max(rows, default=-1) + 1)
    return {
        "orders": [_order(form, options, row) for row in range(count)],
        "lists": place_lists(options) | {"domains": _castles(form)},
        "examples": form.text.format("orders", {"orders": _examples(form)}, form.language),
    }


def _ahead(form: TurnForm) -> Json:
    """What a turn form would offer, as far as that can be said of a turn that is still to come."""
    view, seat = form.view, form.decision.seat
    own = [castle for castle, colour in view["castles"].items() if colour == seat]
    others = [castle for castle in view["castles"] if castle not in own]
    free = [side for side in SIDES if side not in view["borders"]]
    target: Json = {"places": {}, "knights": []}
    return {
        **form.options,
        "money": view["money"][seat],
        "refill": True,
        "borders": {"sides": free},
        "knights": {"squares": {}},
        "expand": {castle: {} for castle in own},
        "deserter": {castle: dict.fromkeys(others, target) for castle in own},
        "alliance": dict.fromkeys(own, others),
    }


def _castles(form: TurnForm) -> list[str]:
    return list(form.view["castles"])


def _order(form: TurnForm, options: Json, row: int) -> StandingOrder:
    begins = order_field(row, "")
    own = replace(
        form,
        decision=replace(form.decision, options=options),
        fields={
            name.removeprefix(begins): value
            for name, value in form.fields.items()
            if name.startswith(begins)
        },
        remarks=replace(
            form.remarks,
            problems={
                name.removeprefix(begins): texts
                for name, texts in form.remarks.problems.items()
                if name.startswith(begins)
            },
        ),
    )
    # A row beyond the first says “else”; what is wrong with it must be seen.
    is_open = not row or bool(own.fields or own.remarks.problems)
    parts = [
        part._replace(note="", fields=[_named(field, row) for field in part.fields])
        for part in action_parts(own)
    ]
    return StandingOrder(
        title=_("First choice") if not row else _("Fallback %(number)d") % {"number": row},
        is_open=is_open,
        card=_named(own.select("card", _("Card"), _hand(own)), row),
        deed=_named(own.radio(DEED, _("What to do with it"), deeds()), row),
        parts=parts,
        refills=[_named(field, row) for field in refill_fields(own)],
        conditions=[
            ConditionRow(*(_named(field, row) for field in condition))
            for condition in _conditions(own)
        ],
    )


def _named(field: FormField, row: int) -> FormField:
    """A field of a turn as the field of an order."""
    name = order_field(row, field.name)
    choices = [
        choice._replace(id=f"{field_id(name)}-{number}") if choice.id else choice
        for number, choice in enumerate(field.choices)
    ]
    return field._replace(name=name, choices=choices)


def _hand(form: TurnForm) -> list[tuple[str, str]]:
    known = form.options["known"]
    return [(handle, CardPicture(known[handle]).sentence) for handle in form.options["hand"]]


def _conditions(form: TurnForm) -> list[ConditionRow]:
    names = [name.split(".") for name in form.fields if name.startswith(f"{IF}.")]
    held = max((int(name[1]) for name in names), default=-1)
    offers = [*_kinds().items(), *_market_offers(form)]
    return [
        ConditionRow(
            form.select(condition_field(row, WHAT), _("Only if"), offers),
            form.field(condition_field(row, OF), _("where"), listed="sides"),
            form.field(condition_field(row, THAN), _("than"), listed="domains"),
        )
        for row in range(max(CONDITION_ROWS, held + 2))
    ]


def _kinds() -> dict[str, str]:
    """What may be asked of the board."""
    return {
        "free": _("no border there yet (c4|d4)"),
        "border": _("a border there (c4|d4)"),
        "empty": _("nothing stands there (c5)"),
        "unclaimed": _("in no domain (c5)"),
        "domain": _("the castle there has a domain (c4)"),
        "stronger": _("this domain has more knights than the other (c4, h9)"),
        "ducats": _("I have at least so many ducats (5)"),
    }


def _market_offers(form: TurnForm) -> list[tuple[str, str]]:
    """A card that lies in the market now may be gone then."""
    return [
        (f"{MARKET} {name}", _("in the market: %(card)s") % {"card": term(name, form.language)})
        for name in dict.fromkeys(form.options["market"])
    ]


def ranking_form(form: TurnForm) -> Json:
    """The own knights, the one that goes first named first."""
    knights = [(square, square) for square in form.options["knights"]]
    held = sum(name.startswith(f"{RANK}.") for name in form.fields)
    count = max(min(ORDERS, len(knights)), min(held + 1, len(knights)), held)
    return {
        "rows": [
            form.select(f"{RANK}.{row}", _("Knight %(number)d") % {"number": row + 1}, knights)
            for row in range(count)
        ],
        "examples": form.text.format(
            "ranking", {GIVE_UP: form.options["knights"][:3]}, form.language
        ),
    }


def _examples(form: TurnForm) -> list[Json]:
    """Orders as they may be written, with the reader's own cards."""
    hand = form.options["hand"]
    orders: list[Json] = [_example_order(one, form.options["known"][one]) for one in hand[:1]]
    return [*orders, {"card": hand[-1], "do": SELL, REFILL: [DECK]}]


def _example_order(handle: str, name: str) -> Json:
    places: dict[str, Json] = {
        "borders": {"borders": ["c4|d4"], IF: [{"free": "c4|d4"}]},
        "knights": {"knights": ["c5"], IF: [{"empty": "c5"}]},
        "expand": {"domain": "c4", "squares": ["d4"], IF: [{"unclaimed": "d4"}]},
        "deserter": {"domain": "c4", "against": "h9", "knight": "c5", IF: [{"domain": "h9"}]},
        "alliance": {"domain": "c4", "against": "h9", IF: [{"domain": "h9"}]},
    }
    action = next(iter(CARDS[name].actions))
    return {"card": handle, "do": "play", "action": action, **places[action]}
