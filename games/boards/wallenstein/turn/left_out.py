"""Why an action is left out of a suggested plan: what it would cost, or bring, or risk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.devices.tower import Tower
from engine.kernel.core import Json
from engine.text.lexicon import Language
from engine.wallenstein.actions import site_obstacle
from engine.wallenstein.board import COMBATS, COUNTIES
from engine.wallenstein.choices import targets
from engine.wallenstein.words.names import ACTION_NAMES, county_name
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.larder import larder_sentence
from games.boards.wallenstein.spans import span
from games.boards.wallenstein.turn.advice import Plans
from games.boards.wallenstein.turn.battles import Odds, odds_of
from games.boards.wallenstein.turn.box_words import BID

# An attack that is won less often than this out of a hundred is nobody's advice.
FAIR: Final = 55


class LeftOut:
    """A plan, and what speaks against the actions that it leaves out."""

    def __init__(
        self, plans: Plans, plan: Json, language: Language, voice: Voice, tower: Tower
    ) -> None:
        self.plans, self.state, self.seat = plans, plans.state, plans.seat
        self.language, self.voice, self.tower = language, voice, tower
        used = {*plans.laid, plan.get(BID)} - self._at_home()
        self.unused = [county for county in self.state.owned(self.seat) if county not in used]

    def reasons(self, box: str, card: Any) -> Iterator[str]:
        """Why no county lies in a box."""
        if card is None:
            yield _("You have no card left for this box.")
        elif box in COMBATS:
            yield self._attack(box)
        elif self.plans.costs(box):
            yield from self._price(box)
        else:
            yield self._income(box)

    def _price(self, box: str) -> Iterator[str]:
        price = self._usual_price(box)
        if price > self.plans.most_at(box):
            yield ngettext(
                "You cannot afford it: it costs %(price)d Thaler.",
                "You cannot afford it: it costs %(price)d Thalers.",
                price,
            ) % {"price": price}
            return
        if not self.unused:
            yield _("All your counties are in use elsewhere.")
        elif obstacle := self._obstacle(box):
            yield obstacle
            return
        yield ngettext(
            "That saves %(price)d Thaler: %(left)s left after the season.",
            "That saves %(price)d Thalers: %(left)s left after the season.",
            price,
        ) % {"price": price, "left": span(self.plans.budget().left)}

    def _obstacle(self, box: str) -> str:
        """What stands in the way in every county that is left; nothing where one would do."""
        building = box.removeprefix("build_")
        if building not in self.plans.rules.prices:
            least = self.plans.rules.deployments[box].armies_in_shortage
            return _("Your supply has too few armies.") if self._supply < least else ""
        obstacles = {site_obstacle(self.state, building, name) for name in self.unused}
        if obstacles == {"no_tile_left"}:
            return _("No such building is left in the supply.")
        return "" if None in obstacles else _("No county left has a free city for it.")

    @property
    def _supply(self) -> int:
        return self.state.supply(self.seat)

    def _income(self, box: str) -> str:
        stock = self.plans.larder()
        if box == "collect_grain" and stock.fed:
            return larder_sentence(stock)
        if not self.unused:
            return _("All your counties are in use elsewhere.")
        quiet = [name for name in self.unused if not self.state.counties[name].revolt]
        if not quiet:
            return _("Every county left has a revolt marker: peasants would rise.")
        bring = {
            name: COUNTIES[name].tax if box == "collect_taxes" else COUNTIES[name].grain
            for name in quiet
        }
        best = max(quiet, key=lambda name: bring[name])
        words = {"county": county_name(best), "amount": bring[best]}
        return _("%(county)s would bring only %(amount)d, and get a revolt marker.") % words

    def _attack(self, box: str) -> str:
        """The best attack that is left, and what is against it."""
        best = max(self._attacks(box), key=lambda odds: odds.win, default=None)
        if best is None:
            return _("No other county of yours can attack anybody.")
        origin = best.where
        words = {
            "way": f"{county_name(origin)} → {county_name(best.county)}",
            "win": best.win,
            "place": self.voice.within(origin),
        }
        if best.win < FAIR:
            text = _("The best attack left, %(way)s, wins in only %(win)d of 100 cases.")
            return text % words
        if beside := self._beside(origin, best.county):
            text = _(
                "%(way)s wins in %(win)d of 100 cases, but leaves one army %(place)s, next to "
                "%(armies)d of %(player)s in %(rival)s."
            )
            return text % {**words, **beside}
        needed = next((one for one, name in self.plans.counties.items() if name == origin), None)
        if needed is None:
            return (
                _("%(way)s wins in %(win)d of 100 cases, but leaves one army alone %(place)s.")
                % words
            )
        words |= {"county": county_name(origin), "action": ACTION_NAMES[needed][self.language]}
        text = _("%(way)s wins in %(win)d of 100 cases, but %(county)s is needed for: %(action)s.")
        return text % words

    def _beside(self, origin: str, target: str) -> Json:
        """The strongest rival who could march in while the armies are away; may be none."""
        counties = self.state.counties
        near = [
            (counties[name].armies, name)
            for name in COUNTIES[origin].neighbours
            if name in counties and name != target and counties[name].armies > 1
        ]
        armed = [one for one in near if counties[one[1]].owner not in (None, self.seat)]
        if not armed:
            return {}
        armies, name = max(armed)
        player = self.voice.seat(str(counties[name].owner))
        return {"player": player, "armies": armies, "rival": county_name(name)}

    def _attacks(self, box: str) -> Iterator[Odds]:
        """Every attack with all free armies that no other march of the plan makes."""
        marching = {self.plans.counties[one] for one in self._marches()}
        attacked = {
            order["to"]
            for one in self._marches()
            for _number, order in self.plans.marching(one)[:1]
        }
        for origin in self.state.owned(self.seat):
            free = self.state.counties[origin].armies - 1
            if free < 1 or origin in marching:
                continue
            for county, whose in targets(self.state, self.seat, origin, box).items():
                if whose != "own" and county not in attacked:
                    yield odds_of(
                        self.state, self.plans.rules, self.seat, origin, county, free, self.tower
                    )

    def _marches(self) -> list[str]:
        return [box for box in COMBATS if box in self.plans.counties and self.plans.marching(box)]

    def _at_home(self) -> set[str]:
        """The counties that lie on a march and send nobody."""
        plans = self.plans
        return {
            county
            for box, county in plans.counties.items()
            if box in COMBATS and not plans.marching(box) and not plans.asked(box)
        }

    def _usual_price(self, box: str) -> int:
        rules = self.plans.rules
        deployment = rules.deployments.get(box)
        return deployment.price if deployment else rules.prices[box.removeprefix("build_")]
