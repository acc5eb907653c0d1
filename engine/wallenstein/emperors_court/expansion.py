"""Emperor's Court as a ruleset takes it: boxes, cards and phases of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.phases import Stages
from engine.kernel.scenarios import demand, listing, mapping, natural, one_of
from engine.wallenstein.emperors_court.accounts import ACCOUNTS
from engine.wallenstein.emperors_court.cards import FAVORS, SPACES
from engine.wallenstein.emperors_court.facts import KINDS
from engine.wallenstein.emperors_court.favors import FAVOR_CHOICE, FAVORS_PART, unrest
from engine.wallenstein.emperors_court.hall import (
    CONVERT,
    COURTIERS,
    PART,
    TOWER,
    TOWER_CARDS,
    court,
    laid_out,
    new_court,
)
from engine.wallenstein.emperors_court.orders import ORDERS, PROBLEMS
from engine.wallenstein.emperors_court.phases import (
    Audience,
    CleanUpCourt,
    Convert,
    FillTowerAndHall,
    ShowFavors,
)
from engine.wallenstein.fill import FillTower
from engine.wallenstein.rules import Rules
from engine.wallenstein.season import Actions, CleanUp, Display
from engine.wallenstein.state import State
from engine.wallenstein.words.vocabulary import Vocabulary


class EmperorsCourt:
    """The expansion, alone or with Landsknechte."""

    option = PART
    events = KINDS
    words = Vocabulary(ACCOUNTS, ORDERS, PROBLEMS)

    def phases(self, phases: Stages[State]) -> Stages[State]:
        """Cards after the display; the court step between the order and the actions."""
        return (
            phases.instead(FillTower, FillTowerAndHall)
            .followed(Display, ShowFavors)
            .instead(Actions, Convert, Audience, Actions)
            .instead(CleanUp, CleanUpCourt)
        )

    def rules(self, rules: Rules) -> Rules:
        """K-3: three boxes and three tower cards more, wishes for favours, and wards."""
        return replace(
            rules,
            boxes=(*rules.boxes, *CONVERT),
            cards={**rules.cards, TOWER: TOWER_CARDS},
            plan=rules.plan.joined(FAVORS_PART),
            choices=rules.choices.joined(FAVOR_CHOICE),
            unrest=unrest,
        )

    def start(self, state: State) -> State:
        """K-1: seven courtiers in every supply."""
        return state.with_part(PART, new_court(state))

    def described(self, state: State, description: Any) -> State:
        """A scenario names the cards on their spaces, courtiers waiting, and wards kept."""
        given = mapping(PART, description, ("cards", "entrance", "wards"))
        cards = [
            int(one_of(f"{PART}.cards", card, list(FAVORS)))
            for card in listing(f"{PART}.cards", given.get("cards", []))
        ]
        few = len(set(cards)) == len(cards) <= len(SPACES)
        demand(few, f"{PART}.cards", f"{len(SPACES)} different cards at most")
        part = court(state)
        for seat, number in mapping(
            f"{PART}.entrance", given.get("entrance", {}), state.seats
        ).items():
            where = f"{PART}.entrance.{seat}"
            demand(
                natural(where, number) <= COURTIERS, where, f"a player has {COURTIERS} courtiers"
            )
            part = part.moved("supply", "entrance", seat, number)
        wards = mapping(f"{PART}.wards", given.get("wards", {}), state.seats)
        return state.with_part(
            PART,
            part.but(
                cards=laid_out(cards),
                unseen=tuple(card for card in FAVORS if card not in cards),
                wards={seat: natural(f"{PART}.wards.{seat}", n) for seat, n in wards.items()},
            ),
        )
