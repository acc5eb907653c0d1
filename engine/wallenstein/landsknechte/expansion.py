"""Landsknechte as a ruleset takes it: a phase after the order, one before the year ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.phases import Stages
from engine.kernel.scenarios import demand, mapping, natural
from engine.wallenstein.landsknechte.banners import (
    BONUS_CHOICE,
    BONUS_PART,
    KINDS,
    PART,
    PILE,
    Banners,
    Piles,
    RestorePiles,
    piles,
)
from engine.wallenstein.landsknechte.words import ACCOUNTS, ORDERS, PROBLEMS
from engine.wallenstein.rules import Rules
from engine.wallenstein.season import Order
from engine.wallenstein.state import State
from engine.wallenstein.winter import Scoring
from engine.wallenstein.words.vocabulary import Vocabulary


class Landsknechte:
    """The expansion, alone or with the court."""

    option = PART
    events = KINDS
    words = Vocabulary(ACCOUNTS, ORDERS, PROBLEMS)

    def phases(self, phases: Stages[State]) -> Stages[State]:
        """The bonus right after the order is fixed; piles put back when winter is scored."""
        return phases.followed(Order, Banners).followed(Scoring, RestorePiles)

    def rules(self, rules: Rules) -> Rules:
        """A plan may rank the bonuses (P-5)."""
        return replace(
            rules,
            plan=rules.plan.joined(BONUS_PART),
            choices=rules.choices.joined(BONUS_CHOICE),
        )

    def start(self, state: State) -> State:
        """L-1: the blank banner on top of every pile."""
        return state.with_part(PART, Piles(dict.fromkeys(state.seats, 0)))

    def described(self, state: State, description: Any) -> State:
        """A scenario says how many cards a seat has moved already: `{"top": {"A": 2}}`."""
        tops = mapping(PART, description, ("top",)).get("top", {})
        moved = dict(piles(state).moved)
        for seat, number in mapping(f"{PART}.top", tops, state.seats).items():
            moved[seat] = natural(f"{PART}.top.{seat}", number)
            demand(moved[seat] < len(PILE), f"{PART}.top.{seat}", f"a pile has {len(PILE)} cards")
        return state.with_part(PART, Piles(moved))
