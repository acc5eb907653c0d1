"""When in the season an action comes: how much fighting lies before it, and how much after."""

from __future__ import annotations

from typing import Final

from engine.wallenstein.state import Season

COMBATS: Final = ("combat_a", "combat_b")


class ActionTable:
    """The ten actions of a season as far as they are shown; hidden ones are anywhere behind them.

    Shares are thousandths of a season's fighting: 1000 are both combat actions.
    """

    def __init__(self, season: Season, *, last: bool) -> None:
        self.shown = season.actions
        self.last = last

    def before(self, box: str) -> int:
        """How much of the season's fighting comes before an action."""
        others = [combat for combat in COMBATS if combat != box]
        if box in self.shown:
            earlier = self.shown[: self.shown.index(box)]
            return 500 * sum(combat in earlier for combat in others)
        return sum(500 if combat in self.shown else 250 for combat in others)

    def after(self, box: str) -> int:
        """How much fighting comes after an action: the rest of this season's, and next season's."""
        # In a combat action half of the others fight after oneself.
        rest = (750 if box in COMBATS else 1000) - self.before(box)
        return rest if self.last else rest + 1000

    @property
    def second_combat(self) -> str:
        """The combat action that comes later; when both are hidden, the second by name."""
        shown = [action for action in self.shown if action in COMBATS]
        first = shown[0] if shown else COMBATS[0]
        return COMBATS[1] if first == COMBATS[0] else COMBATS[0]
