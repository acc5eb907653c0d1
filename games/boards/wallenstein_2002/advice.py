"""Advice on a plan of 2002, where the Thaler of “Deploy 1 army/move” may buy nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kernel.core import Seat
from engine.wallenstein.choices import targets
from engine.wallenstein.edition_2002.phases import deploy_or_move_obstacle
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import State
from games.boards.wallenstein.turn.advice import Advice, Plans

BOX: Final = "deploy_1_move"


class Plans2002(Plans):
    """A plan of 2002 laid on the position it is made in."""

    def __init__(self, state: State, rules: Rules, seat: Seat, plan: Any) -> None:
        super().__init__(state, rules, seat, plan)
        self.keeps = isinstance(plan, dict) and plan.get("place") is False

    def deploying(self, state: State, action: str, county: str) -> str | None:
        """E-7: with an empty supply armies may still move."""
        if action == BOX:
            return deploy_or_move_obstacle(state, self.rules, self.seat, action, county)
        return super().deploying(state, action, county)

    def of_edition(self) -> Iterator[Advice]:
        """E-7: what is left of the action where no army is placed."""
        county, supply = self.counties.get(BOX), self.state.supply(self.seat)
        if county is None or (supply and not self.keeps):
            return
        prices = self.prices(BOX)
        if any(self.obstacles(BOX, prices[1])):
            return
        where = f"boxes.{BOX}"
        if not self.moves_from(county):
            yield Advice(where, "fee_for_nothing", {"price": prices})
        elif not supply:
            yield Advice(where, "only_move", {"county": county})

    def moves_from(self, county: str) -> bool:
        """Whether armies can move, and an order or a question moves them."""
        here = self.state.counties[county]
        free = here.armies > 1 and targets(self.state, self.seat, county, BOX)
        return bool(free and (self.marching(BOX) or self.asked(BOX)))
