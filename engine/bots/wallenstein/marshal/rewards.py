"""What the gifts of the expansions are worth: Thalers, grain, points, armies for the tray."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.wallenstein.marshal.harvest import Harvest
from engine.bots.wallenstein.marshal.lands import Survey
from engine.wallenstein.gains import ARMIES, POINTS, THALERS, to_be_had


class Rewards:
    """Gifts as one seat sees them."""

    def __init__(self, survey: Survey, harvest: Harvest) -> None:
        self.survey = survey
        self.harvest = harvest

    def worth(self, what: str, amount: int) -> int:
        """What so much of a gain is worth."""
        had = to_be_had(self.survey.state, self.survey.seat, what, amount)
        if what == POINTS:
            return 1000 * had
        if what == THALERS:
            return self.harvest.thaler * had
        if what == ARMIES:
            # In the tray they fight in the next battle of their own, or are lost in the tower.
            return self.harvest.army * had // 2
        grain = self.survey.state.players[self.survey.seat].grain
        return self.harvest.relief(grain, grain + had)

    def ranking(self, offered: Mapping[str, int]) -> list[str]:
        """Gains by what they are worth, the best first."""
        return sorted(offered, key=lambda what: -self.worth(what, offered[what]))
