"""Why a card lies where it lies: what it brings there, by the numbers the form reckons with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.devices.tower import Tower
from engine.kernel.core import Json
from engine.text.lexicon import Language
from engine.wallenstein.actions import armies_deployed, grain_yield, tax_yield
from engine.wallenstein.board import COMBATS, COUNTIES, MOVE_ACTIONS
from engine.wallenstein.choices import march_strength
from engine.wallenstein.emperors_court.hall import CONVERT, TOWER
from engine.wallenstein.plan import COIN
from engine.wallenstein.words.names import ACTION_NAMES
from engine.wallenstein.words.voice import Voice
from games.boards.board import Names
from games.boards.wallenstein.larder import larder_sentence
from games.boards.wallenstein.spans import span
from games.boards.wallenstein.turn.advice import DEPLOY_AND_MOVE, Plans
from games.boards.wallenstein.turn.battles import USUAL, Odds
from games.boards.wallenstein.turn.box_words import BID, POSITIONS
from games.boards.wallenstein.turn.fields import mapping_of
from games.boards.wallenstein.turn.left_out import LeftOut
from games.boards.wallenstein.turn.majority_advice import promise_sentence, promises

# The actions a tile is good for; the others help whoever is attacked.
USED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "extra_thaler": ("collect_taxes",),
    "extra_grain": ("collect_grain",),
    "six_armies": ("deploy_5",),
    "extra_attacker": COMBATS,
}
YIELDS: Final = {"collect_taxes": tax_yield, "collect_grain": grain_yield}


class Reasons:
    """A plan, and what can be said for each of its cards."""

    def __init__(
        self,
        plans: Plans,
        plan: Json,
        odds: Sequence[Odds],
        language: Language,
        names: Names,
        tower: Tower = USUAL,
    ) -> None:
        self.plans, self.plan, self.names, self.language = plans, plan, names, language
        self.voice = Voice.of(language, names)
        self.odds = {one.where: one for one in odds}
        self.promised = {one.where: one for one in promises(plans)}
        self.left_out = LeftOut(plans, plan, language, self.voice, tower)

    def of(self, box: str) -> str:
        """The reason for what lies in a box, or is ranked; nothing where there is none."""
        if box == POSITIONS:
            return self._position()
        card = self.plan.get(BID) if box == BID else mapping_of(self.plan.get("boxes")).get(box)
        return " ".join(self._bid(card) if box == BID else self._card(box, card))

    def _card(self, box: str, card: Any) -> Iterator[str]:
        if box in CONVERT:
            yield from self._courtiers(box, card)
        elif box not in self.plans.counties:
            yield from self.left_out.reasons(box, card)
        elif box in YIELDS:
            yield from self._income(box, card)
        elif box in COMBATS:
            yield from self._march(box)
        elif box in self.plans.rules.deployments:
            yield from self._armies(box, card)
        else:
            yield from self._building(box)

    def _building(self, box: str) -> Iterator[str]:
        promise = self.promised.get(f"boxes.{box}")
        if promise:
            yield promise_sentence(promise, self.language)
        else:
            yield _("A building is worth 1 point each winter.")

    def _income(self, box: str, county: str) -> Iterator[str]:
        plans = self.plans
        amounts = {
            own: [YIELDS[box](season, plans.seat, own) for season in self.plans.possible_seasons()]
            for own in plans.state.owned(plans.seat)
        }
        words = {"amount": span(plans.income(box))}
        if box == "collect_taxes":
            yield _("It pays %(amount)s.") % words
        else:
            yield _("It yields %(amount)s.") % words
            yield larder_sentence(plans.larder())
        if all(sum(amounts[county]) >= sum(others) for others in amounts.values()):
            yield _("None of your counties gives more.")
        if not plans.state.counties[county].revolt:
            yield _("No revolt marker lies there now.")

    def _armies(self, box: str, county: str) -> Iterator[str]:
        if box == DEPLOY_AND_MOVE and self.plans.marching(box):
            yield from self.moves(box)
            return
        here = self.plans.state.counties[county]
        placed = self._placed(box, county)
        after = here.armies + min(placed), here.armies + max(placed)
        yield _("It grows from %(armies)d to %(after)s armies.") % {
            "armies": here.armies,
            "after": span(after),
        }
        yield self._beside(county) or self._within_reach(county) or _("No rival is next to it.")

    def _placed(self, box: str, county: str) -> list[int]:
        """How many armies a deployment may bring."""
        plans = self.plans
        return [
            armies_deployed(season, plans.rules, plans.seat, box, county)
            for season in plans.possible_seasons()
        ]

    def strength(self, box: str, order: Json) -> int:
        """How many armies an order moves, with those that are placed just before."""
        county = self.plans.counties[box]
        free = self.plans.state.counties[county].armies - 1
        if box == DEPLOY_AND_MOVE and self.plan.get("place") is not False:
            free += min(self._placed(box, county))
        return march_strength(order, free)

    def _beside(self, county: str) -> str:
        """The strongest rival who could march in; nothing where there is none."""
        state, seat = self.plans.state, self.plans.seat
        near = [
            (state.counties[name].armies, name)
            for name in COUNTIES[county].neighbours
            if name in state.counties and state.counties[name].owner not in (None, seat)
        ]
        if not near:
            return ""
        armies, name = max(near)
        owner = str(state.counties[name].owner)
        return ngettext(
            "The strongest rival next to it is %(player)s %(place)s, with %(armies)d army.",
            "The strongest rival next to it is %(player)s %(place)s, with %(armies)d armies.",
            armies,
        ) % {
            "player": self.names.get(owner, owner),
            "place": self.voice.within(name),
            "armies": armies,
        }

    def _within_reach(self, county: str) -> str:
        """The county of nobody that could be taken from here; nothing where there is none."""
        near = (name for name in COUNTIES[county].neighbours if name in self.plans.state.counties)
        free = next((name for name in near if not self.plans.state.counties[name].owner), "")
        if not free:
            return ""
        return _("From there you can take %(county)s, which is nobody's.") % {
            "county": self.voice.the(free)
        }

    def _march(self, box: str) -> Iterator[str]:
        if self.plans.asked(box):
            yield _("You will be asked where they march when the time comes.")
        elif not self.plans.marching(box):
            yield from self._guard(self.plans.counties[box])
        else:
            yield from self.moves(box)

    def _guard(self, county: str) -> Iterator[str]:
        """Why a county lies on a march that nobody makes."""
        if not self._coins_left():
            yield _("You have no other card left for this box.")
        armies = self.plans.state.counties[county].armies
        yield ngettext(
            "%(armies)d army keeps guard %(place)s.",
            "%(armies)d armies keep guard %(place)s.",
            armies,
        ) % {"armies": armies, "place": self.voice.within(county)}
        if beside := self._beside(county):
            yield beside

    def moves(self, box: str) -> Iterator[str]:
        """What the first march from a box may come to."""
        for number, order in self.plans.marching(box)[:1]:
            target = self.plans.state.counties.get(order["to"])
            armies = self.strength(box, order)
            odds = self.odds.get(f"moves.{box}.{number}")
            if armies < 1:
                yield _("No army is free to march now; there may be one by then.")
            elif odds is not None:
                yield (
                    ngettext(
                        "%(armies)d army attacks %(county)s and wins in %(win)d of 100 cases, "
                        "as things stand. A county is worth 1 point each winter.",
                        "%(armies)d armies attack %(county)s and win in %(win)d of 100 cases, "
                        "as things stand. A county is worth 1 point each winter.",
                        armies,
                    )
                    % {"county": self.voice.the(order["to"]), "armies": armies, "win": odds.win}
                )
            elif target is not None and target.owner == self.plans.seat:
                yield (
                    ngettext(
                        "%(armies)d army moves %(place)s, where %(after)d will stand then.",
                        "%(armies)d armies move %(place)s, where %(after)d will stand then.",
                        armies,
                    )
                    % {
                        "place": self.voice.into(order["to"]),
                        "armies": armies,
                        "after": target.armies + armies,
                    }
                )
                if beside := self._beside(order["to"]):
                    yield beside

    def _courtiers(self, box: str, card: Any) -> Iterator[str]:
        number = CONVERT[box]
        if card in self.plans.state.owned(self.plans.seat):
            yield ngettext(
                "%(armies)d army %(place)s becomes a courtier.",
                "%(armies)d armies %(place)s become courtiers.",
                number,
            ) % {"armies": number, "place": self.voice.out_of(card)}
        elif card == TOWER:
            yield ngettext(
                "%(armies)d of your armies in the tray becomes a courtier.",
                "%(armies)d of your armies in the tray become courtiers.",
                number,
            ) % {"armies": number}
        else:
            yield ngettext(
                "As the bot reckons, no favour on offer is worth %(armies)d army.",
                "As the bot reckons, no favour on offer is worth %(armies)d armies.",
                number,
            ) % {"armies": number}

    def _coins_left(self) -> int:
        laid = [*mapping_of(self.plan.get("boxes")).values()]
        return self.plans.rules.blanks - laid.count(COIN) - (type(self.plan.get(BID)) is int)

    def _bid(self, card: Any) -> Iterator[str]:
        if type(card) is int:
            yield ngettext(
                "%(left)d Thaler is left for the season.",
                "%(left)d Thalers are left for the season.",
                self.plans.money,
            ) % {"left": self.plans.money}
        else:
            yield _("It costs nothing.")

    def _position(self) -> str:
        """What the first tile is good for in this plan."""
        first = next(iter(self.plan.get(POSITIONS) or ()), None)
        tiles = self.plans.state.season.tiles
        if type(first) is not int or not 0 < first <= len(tiles):
            return ""
        uses = USED_BY.get(tiles[first - 1])
        if uses is None:
            return _("Its tile helps wherever you are attacked.")
        planned = [
            ACTION_NAMES[box][self.language]
            for box in uses
            if box in self.plans.counties
            and (box not in MOVE_ACTIONS or self.plans.marching(box) or self.plans.asked(box))
        ]
        if not planned:
            return ""
        return _("Its tile helps with what you have planned: %(actions)s.") % {
            "actions": ", ".join(planned)
        }
