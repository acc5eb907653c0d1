"""The edition of 2002 as a ruleset: that of 2010, but for what is played otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.core import Seat
from engine.kernel.phases import DecisionRule
from engine.wallenstein.edition_2002 import facts
from engine.wallenstein.edition_2002.phases import (
    ActionsAsked,
    DrawOrder,
    EmptyBoxes,
    PlanAround,
)
from engine.wallenstein.edition_2002.plans import default_plan_2002, plan_problems_2002
from engine.wallenstein.edition_2002.rules import RULES_2002
from engine.wallenstein.edition_2002.words import VOCABULARY_2002
from engine.wallenstein.editions import EVENTS, Wallenstein
from engine.wallenstein.rules import Rules
from engine.wallenstein.scenario import Script, permutation
from engine.wallenstein.season import CleanUp, Display, DrawEvent
from engine.wallenstein.state import State


def scripted_order(state: State, order: Any) -> list[str]:
    """E-1: a scenario may say which order of play is drawn."""
    return permutation("order", order, state.seats)


class Wallenstein2002(Wallenstein):
    """The edition of 2002."""

    key = "wallenstein-2002"
    phases = Wallenstein.phases.but(
        season=(Display, EmptyBoxes, PlanAround, DrawOrder, DrawEvent, ActionsAsked, CleanUp)
    )
    words = VOCABULARY_2002
    scripts: Mapping[str, Script] = {"order": Script(facts.OrderDrawn.label, scripted_order)}
    decision_rules: Mapping[str, DecisionRule[State]] = {
        **Wallenstein.decision_rules,
        "plan": DecisionRule(
            lambda state, decision, plan: plan_problems_2002(state.rules, decision, plan),
            default_plan_2002,
            "plan",
        ),
    }

    def __init__(self, rules: Rules = RULES_2002, version: int = 2) -> None:
        super().__init__(rules, version, events=EVENTS.joined(facts.KINDS))

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        """The table before the first card is laid, with this edition's part of it."""
        return super().start(seats, options).with_part(facts.PART, facts.Customs())
