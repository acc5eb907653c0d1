"""The Emperor's court: what favours are worth, and so how many armies to send there."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from engine.bots.wallenstein.marshal.rewards import Rewards
from engine.bots.wallenstein.marshal.war import War
from engine.kernel.core import Json
from engine.wallenstein.emperors_court.cards import (
    BUILD,
    CALM,
    CANCEL,
    DEPLOY,
    FAVORS,
    IMMUNITY,
    Favor,
)
from engine.wallenstein.emperors_court.hall import CONVERT, Court, court
from engine.wallenstein.emperors_court.targets import legal_targets
from engine.wallenstein.gains import GAINS

# A card is to be had as often as this when it is one's turn, in thousandths.
LIKELY: Final = 400
# An army that goes home must be paid for again, and placed.
ARMY_SENT: Final = 2


class Petition:
    """One season's court as one seat sees it."""

    def __init__(self, rewards: Rewards, war: War, tray: int) -> None:
        self.rewards = rewards
        self.war = war
        self.tray = tray
        self.survey = rewards.survey
        self.state = rewards.survey.state
        self.seat = rewards.survey.seat

    @property
    def part(self) -> Court:
        """The halls and the cards."""
        return court(self.state)

    # What favours are worth

    def worth(self, favor: Favor) -> int:
        """What a favour is worth, used where it is worth most."""
        if favor.kind in GAINS:
            return self.rewards.worth(favor.kind, favor.amount)
        if favor.kind == IMMUNITY:
            return self._safety * len(favor.against) // 2
        if favor.kind == CANCEL:
            # Whom an event serves is as good as chance when a season is planned.
            return 0
        best = max((self.use(favor, name) for name in self.targets(favor)), default=0)
        return 150 if favor.kind == CALM and not best else best

    def targets(self, favor: Favor) -> list[str]:
        """Where a favour can be used, the best place first."""
        legal = legal_targets(self.state, self.seat, favor)
        return sorted(legal, key=lambda name: -self.use(favor, name))

    def use(self, favor: Favor, county: str) -> int:
        """What a favour is worth in a county."""
        stands = self.state.counties[county]
        if favor.kind == BUILD:
            lost = self.survey.threat(county, stands.armies)
            return self.survey.building_gain(county, favor.building) * (1000 - lost) // 1000
        if favor.kind == CALM:
            harvest = self.rewards.harvest
            calm = harvest.revolt_cost(county, stands.revolt - 1) if stands.revolt > 1 else 0
            return harvest.revolt_cost(county, stands.revolt) - calm
        if stands.owner is None:
            mouth = self.rewards.harvest.mouth_cost
            return self.survey.transfer(county, self.seat) - mouth
        armies = min(favor.amount, self.state.supply(self.seat))
        return self._post(county, stands.armies + armies) - self._post(county, stands.armies)

    @cached_property
    def _safety(self) -> int:
        counties = self.state.counties
        return sum(self.survey.danger(name, counties[name].armies) for name in self.survey.own)

    def _post(self, county: str, armies: int) -> int:
        return self.war.post(county, armies, 1000) + ARMY_SENT * armies * self.rewards.harvest.army

    def wishes(self, offer: list[Json]) -> list[Json]:
        """P-5: the cards that are worth something, the best first."""
        gains = {card["favor"]: self.worth(FAVORS[card["favor"]]) for card in offer}
        wanted = sorted((number for number in gains if gains[number] > 0), key=lambda n: -gains[n])
        return [self._wish(FAVORS[number]) for number in wanted]

    def _wish(self, favor: Favor) -> Json:
        if favor.kind not in (BUILD, CALM, DEPLOY):
            return {"favor": favor.number}
        return {"favor": favor.number, "counties": self.targets(favor)}

    # What courtiers are worth

    def have(self, courtiers: int) -> int:
        """What one may hope for with so many courtiers in the entrance hall."""
        within = [number for space, number in self.part.cards.items() if space <= courtiers]
        best = max((self.worth(FAVORS[number]) for number in within), default=0)
        return best * LIKELY // 1000

    def gain(self, box: str) -> int:
        """What it is worth to send the courtiers of a box, the armies aside."""
        there, number = self.part.entrance[self.seat], CONVERT[box]
        if self.part.supply[self.seat] < number:
            return 0
        return self.have(there + number) - self.have(there)

    def from_county(self, box: str, county: str) -> int:
        """What it is worth to convert armies of a county; nothing where there are too few."""
        armies, number = self.state.counties[county].armies, CONVERT[box]
        if armies <= number:
            return 0
        return self.gain(box) - self._post(county, armies) + self._post(county, armies - number)

    def from_tray(self, box: str) -> int:
        """What it is worth to convert armies of the tray."""
        number = CONVERT[box]
        if self.tray < number:
            return 0
        return self.gain(box) - number * self.rewards.harvest.army // 2
