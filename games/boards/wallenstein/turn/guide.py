"""A plan explained box after box: what each is for, why this card, what could go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Json
from engine.text.voice import begun
from engine.wallenstein.board import COUNTIES, MOVE_ACTIONS
from engine.wallenstein.emperors_court.favors import FAVORS_KEY
from engine.wallenstein.emperors_court.hall import CONVERT, TOWER
from engine.wallenstein.landsknechte.banners import BONUS
from engine.wallenstein.plan import COIN
from engine.wallenstein.words.gain_words import GAIN_NAMES
from engine.wallenstein.words.names import TILE_NAMES, county_name
from engine.wallenstein.words.vocabulary import OrderWords
from engine.wallenstein.words.voice import Voice
from games.boards.board import GuideStep
from games.boards.wallenstein.court import favor_offered
from games.boards.wallenstein.turn.advice import Advice, Plans
from games.boards.wallenstein.turn.advice_text import sentence
from games.boards.wallenstein.turn.box_words import BID, POSITIONS, does, usual_risk
from games.boards.wallenstein.turn.fields import mapping_of
from games.boards.wallenstein.turn.reasons import Reasons


class Guide:
    """What is said of a plan on the way through its form."""

    def __init__(
        self,
        decision: Decision,
        plans: Plans,
        reasons: Reasons,
        advice: Sequence[Advice],
        orders: OrderWords,
        box_name: Callable[[str], str],
    ) -> None:
        self.options, self.plans, self.reasons = decision.options, plans, reasons
        self.advice, self.orders, self.box_name = advice, orders, box_name
        self.plan, self.language = reasons.plan, reasons.language

    def steps(self, fields: Mapping[str, str]) -> Iterator[GuideStep]:
        """Every box in the order of the season, the hidden ones, the bid and what is ranked."""
        order = self.plans.state.season.actions
        hidden = [box for box in self.options["boxes"] if box not in order]
        for box in (*order, *hidden):
            if box not in self.options.get("left_empty", ()):
                yield self._step(box, f"boxes.{box}", self._laid(box), fields)
        if BID in self.options["keys"]:
            yield self._step(BID, BID, self._card(self.plan.get(BID)), fields)
        for part, words in (
            (POSITIONS, self._tiles),
            (FAVORS_KEY, self._wishes),
            (BONUS, self._bonuses),
        ):
            if self.plan.get(part):
                yield self._step(part, part, " › ".join(words(self.plan[part])), fields)

    def _step(self, box: str, name: str, choice: str, fields: Mapping[str, str]) -> GuideStep:
        begins = (f"boxes.{box}", f"moves.{box}.") if name != box else (box, f"{box}.")
        filled = {field: value for field, value in fields.items() if _belongs(field, begins)}
        reason = self.reasons.of(box) if name != box or box in (BID, POSITIONS) else ""
        warnings = [sentence(one) for one in self.advice if _box_of(one.where) == box]
        return GuideStep(
            name,
            self._title(box, name),
            does(box, self.plans.rules),
            choice,
            reason,
            warnings or self._usual_risks(box, name),
            filled,
            [*self._places(box)],
            warnings,
        )

    def _title(self, box: str, name: str) -> str:
        titles = {
            BID: _("Bid"),
            POSITIONS: _("Positions"),
            FAVORS_KEY: _("Favours"),
            BONUS: _("Landsknechte"),
        }
        return titles.get(box) or self.box_name(name)

    def _usual_risks(self, box: str, name: str) -> list[str]:
        """What could go wrong wherever a card lies."""
        card = mapping_of(self.plan.get("boxes")).get(box)
        idle = name != box and card not in COUNTIES and not (box in CONVERT and card == TOWER)
        return [] if idle else [usual_risk(box, self.plans.rules)]

    def _places(self, box: str) -> Iterator[str]:
        """The county in a box, and where its armies go."""
        card = self.plan.get(BID) if box == BID else mapping_of(self.plan.get("boxes")).get(box)
        if not isinstance(card, str) or card not in COUNTIES:
            return
        yield card
        if box in MOVE_ACTIONS:
            for _number, order in self.plans.marching(box)[:1]:
                yield order["to"]

    def _laid(self, box: str) -> str:
        card = mapping_of(self.plan.get("boxes")).get(box)
        if box not in MOVE_ACTIONS or box not in self.plans.counties:
            return self._card(card)
        for _number, order in self.plans.marching(box)[:1]:
            armies = self.reasons.strength(box, order)
            way = f"{self._card(card)} → {county_name(order['to'])}"
            number = ngettext("%(count)d army", "%(count)d armies", armies) % {"count": armies}
            return f"{way} ({number})" if armies else way
        return self._card(card)

    def _card(self, card: Any) -> str:
        if card in COUNTIES:
            return county_name(card)
        if card is None:
            return _("empty")
        if type(card) is int:
            return str(card)
        if card == COIN:
            return begun(_("coin") if self.plans.rules.bids else _("blank"))
        return begun(self.orders.bodies[card][self.language])

    def _tiles(self, ranked: Sequence[int]) -> list[str]:
        tiles = self.plans.state.season.tiles
        named = [TILE_NAMES[tiles[place - 1]][self.language] for place in ranked]
        return named[:2]

    def _wishes(self, wishes: Sequence[Json]) -> list[str]:
        offer = {card["favor"]: card for card in self.options[FAVORS_KEY]}
        voice = Voice.of(self.language, self.reasons.names)
        return [
            favor_offered(offer[wish["favor"]], voice)
            for wish in wishes
            if wish.get("favor") in offer
        ] or [_("no card")]

    def _bonuses(self, ranked: Sequence[str]) -> list[str]:
        return [begun(GAIN_NAMES[bonus][self.language]) for bonus in ranked]


def _box_of(where: str) -> str:
    """The box, or the part of a plan, that advice is about."""
    part, _dot, rest = where.partition(".")
    return rest.partition(".")[0] if part in ("boxes", "moves") else part


def _belongs(field: str, begins: tuple[str, str]) -> bool:
    return field == begins[0] or field.startswith(begins[1])
