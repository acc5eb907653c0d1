"""Standing orders and rankings in words, for whoever has left them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.kernel.core import Answers, Json, Seat
from engine.loewenherz.answers import DECK, SELL
from engine.loewenherz.standing import IF, wish_in_force
from engine.loewenherz.state import Realm
from engine.loewenherz.words.terms import term
from engine.text.voice import begun
from games.boards.board import Names
from games.boards.loewenherz.names import counted


@dataclass(frozen=True)
class LoewenherzWishes:
    """What a player leaves for the next turn, and for whoever wins a deserter."""

    kinds: Sequence[str] = ("orders", "ranking")

    def in_force(self, state: Realm, answers: Answers, kind: str, seat: Seat) -> str | None:
        """The question, open or not, to which a seat has said what counts now; nothing if none."""
        return wish_in_force(state, answers, kind, seat)

    def heading(self, kind: str) -> str:
        """When what is left of a kind is carried out."""
        if kind == "orders":
            return _("When it is your turn")
        return _("If somebody wins a deserter from you")

    def in_words(
        self, kind: str, answer: Json, view: Json, language: str, names: Names
    ) -> Sequence[str]:
        """An answer for its author, the first choice first; nothing for one that takes it back."""
        if kind == "ranking":
            knights = ", ".join(answer["give_up"])
            line = _("The first that can leave goes: %(knights)s") % {"knights": knights}
            return [line] if knights else []
        known = {**view["open"], **view.get("known", {})}
        orders = [begun(_order(order, known, language)) for order in answer["orders"]]
        return [*orders, _("Otherwise your oldest card is sold")] if orders else []

    def nothing(self, kind: str) -> Json:
        """The answer that takes back what was left."""
        return {"orders": []} if kind == "orders" else {"give_up": []}


def _order(order: Json, known: Mapping[str, str], language: str) -> str:
    """An order in a line: the deed, its conditions, the refill."""
    card = order["card"]
    words = {**order, "card": term(known[card], language) if card in known else card}
    line = _deed(order, words)
    if conditions := order.get(IF):
        clauses = _(" and ").join(
            _condition(name, value, language) for one in conditions for name, value in one.items()
        )
        line = _("%(order)s, if %(conditions)s") % {"order": line, "conditions": clauses}
    if wishes := order.get("refill"):
        cards = _(", else ").join(_new_card(wish, language) for wish in wishes)
        line = _("%(order)s; new card: %(cards)s") % {"order": line, "cards": cards}
    return line


def _deed(order: Json, words: Json) -> str:
    if order["do"] == SELL:
        return _("sell “%(card)s”") % words
    action = order["action"]
    if action == "borders":
        places = {"places": ", ".join(order["borders"])}
        return _("play “%(card)s”: borders %(places)s") % {**words, **places}
    if action == "knights":
        places = {"places": ", ".join(order["knights"])}
        return _("play “%(card)s”: knights on %(places)s") % {**words, **places}
    if action == "expand":
        places = {"places": ", ".join(order["squares"])}
        return _("play “%(card)s”: domain %(domain)s takes %(places)s") % {**words, **places}
    if action == "deserter":
        line = _("play “%(card)s”: a deserter from %(against)s to %(domain)s, on %(knight)s")
        return line % words
    return _("play “%(card)s”: alliance of %(domain)s with %(against)s") % words


def _new_card(wish: str, language: str) -> str:
    return _("from the deck") if wish == DECK else term(wish, language)


def _condition(name: str, value: Any, language: str) -> str:
    """What must be so, as the end of a sentence that began with “if”."""
    if name == "stronger":
        sides = {"own": value[0], "other": value[1]}
        return _("%(own)s has more knights than %(other)s") % sides
    if name == "ducats":
        return _("you have at least %(ducats)s") % {"ducats": counted(value, "ducat")}
    if name == "market":
        return _("“%(card)s” lies in the market") % {"card": term(value, language)}
    conditions = {
        "free": _("%(place)s is still free"),
        "border": _("%(place)s has a border"),
        "domain": _("%(place)s has a domain"),
        "unclaimed": _("%(place)s lies in no domain"),
        "empty": _("nothing stands on %(place)s"),
    }
    return conditions[name] % {"place": value}
