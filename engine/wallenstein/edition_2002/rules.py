"""The numbers, cards and rulings of the edition of 2002 (E-1 to E-9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.wallenstein.board import Effect, event_deck
from engine.wallenstein.choices import MOVE_AND_REVOLTS
from engine.wallenstein.edition_2002.defence import (
    DEFENCE_CHOICE,
    DEFEND_PART,
    in_reserve,
    muster,
    stand_down,
)
from engine.wallenstein.edition_2002.phases import EMPTY_BOXES
from engine.wallenstein.edition_2002.plans import PLACE_PART
from engine.wallenstein.plan import MOVES_AND_REVOLTS
from engine.wallenstein.rules import Rules

# E-8. All effects and all grain losses are house values: the book has the names of the cards only.
EVENTS_2002: Final = event_deck(
    "events_2002.json",
    {
        "trade_subsidy": Effect(prices={"trading_post": 0}),
        "palace_guards": Effect(palace_guards=True),
        "church_peace": Effect(church_peace=True),
        "militant_peasants": Effect(neutral_peasants=2, more_rebels=1),
        "weary_peasants": Effect(neutral_peasants=0),
        "good_harvest": Effect(grain_change=1),
        "harvest_failure": Effect(grain_change=-1),
        "supply_problems": Effect(deploy_surcharge=1),
    },
    house_losses=True,
)

# As version 1 plays: peasants alone hold no county, whoever stands back there.
FIRST_RULES_2002: Final = Rules(
    bids=(),
    tiles=(),
    plan=MOVES_AND_REVOLTS.joined(DEFEND_PART, PLACE_PART),
    choices=MOVE_AND_REVOLTS.joined(EMPTY_BOXES, DEFENCE_CHOICE),
    events=EVENTS_2002,
    markers_that_turn_peasants=2,
    markers_of_conquest=1,
    must_march=True,
    tie_break=("palace", "church", "trading_post"),
    muster=muster,
    after_battle=stand_down,
)

# Version 2. E-3: a defence by peasants alone is won if armies were held back.
RULES_2002: Final = replace(FIRST_RULES_2002, reserve=in_reserve)
