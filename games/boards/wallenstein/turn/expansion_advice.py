"""Advice on a plan of 2010 with expansions, where courtiers and favors may come to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.core import Json, Seat
from engine.wallenstein.choices import asks
from engine.wallenstein.emperors_court.cards import FAVORS, TARGETED
from engine.wallenstein.emperors_court.facts import CourtiersSent
from engine.wallenstein.emperors_court.favors import FAVORS_KEY
from engine.wallenstein.emperors_court.hall import CONVERT, PART, TOWER, court
from engine.wallenstein.emperors_court.phases import Convert
from engine.wallenstein.emperors_court.targets import legal_targets, target
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import State
from games.boards.wallenstein.turn.advice import Advice, Plans
from games.boards.wallenstein.turn.fields import mapping_of


class PlansAtCourt(Plans):
    """A plan with wishes for favors, laid on the position it is made in."""

    def __init__(self, state: State, rules: Rules, seat: Seat, plan: Any) -> None:
        super().__init__(state, rules, seat, plan)
        self.cards = mapping_of(mapping_of(plan).get("boxes"))
        wishes = mapping_of(plan).get(FAVORS_KEY)
        self.wishes = wishes if isinstance(wishes, list) else []
        # Who says so is left alone.
        self.wishes_nothing = isinstance(plan, dict) and wishes is None

    def of_edition(self) -> Iterator[Advice]:
        """What may come to nothing at court."""
        if PART in self.state.parts:
            yield from self._on_boxes()
            yield from self._on_wishes()

    def _on_boxes(self) -> Iterator[Advice]:
        """K-4: the boxes one after the other, as things stand now."""
        state = self.state
        for box, number in CONVERT.items():
            card = self.cards.get(box)
            if card != TOWER and card not in self.state.owned(self.seat):
                continue
            reason = Convert().obstacle(state, self.seat, card, number)
            if reason is None:
                tray = {self.seat: number} if card == TOWER else {}
                state = CourtiersSent(self.seat, box, card, number, tray).apply(state)
                continue
            if reason == "too_few_courtiers":
                data: Json = {"left": court(state).supply[self.seat]}
            elif card == TOWER:
                reason, data = "too_few_in_tray", {"left": state.tower.tray.get(self.seat, 0)}
            else:
                data = {"county": card}
            yield Advice(f"boxes.{box}", f"court_{reason}", {**data, "number": number})

    def _on_wishes(self) -> Iterator[Advice]:
        """P-7: a favor that could be used in a county, and names none where nobody asks for it.

        And courtiers who wait while nothing is wished for.
        """
        waiting = court(self.state).entrance.get(self.seat, 0)
        if waiting and self.wishes_nothing and not asks(self.state):
            yield Advice(f"{FAVORS_KEY}.0", "no_wish", {"courtiers": waiting})
        for number, one in enumerate(self.wishes):
            wish = mapping_of(one)
            card = wish.get("favor")
            favor = FAVORS.get(card) if type(card) is int else None
            if favor is None or favor.kind not in TARGETED or wish.get("counties"):
                continue
            if "counties" not in wish and asks(self.state):
                continue
            county = target(self.state, self.seat, favor, wish)
            where, data = f"{FAVORS_KEY}.{number}", {"favor": favor.number}
            if county:
                yield Advice(where, "favor_finds_county", {**data, "county": county})
            elif legal_targets(self.state, self.seat, favor):
                # By the rules of before it is lost.
                yield Advice(where, "favor_without_county", data)
