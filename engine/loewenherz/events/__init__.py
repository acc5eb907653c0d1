"""The facts of Löwenherz: what each one changes, and whether it can be told of a position."""

from __future__ import annotations

from typing import Final

from engine.kernel.core import EventKinds
from engine.loewenherz.events import cards, consequences, course, steps
from engine.loewenherz.events.cards import (
    CARD_LABEL,
    CardDealt,
    CardPlayed,
    CardSold,
    CardUsed,
    MarketCardTaken,
    refills,
    to_be_dealt,
)
from engine.loewenherz.events.consequences import (
    CONSEQUENCES,
    DeckEmptied,
    DomainArose,
    DucatsScored,
    GoalReached,
    KingReturned,
    MonopolyLost,
    MonopolyWon,
)
from engine.loewenherz.events.course import (
    TILE_COUNT,
    TILES_LABEL,
    TURNS_LABEL,
    BoardLaid,
    CastlePlaced,
    IncomePaid,
    RoundBegan,
    TurnBegan,
)
from engine.loewenherz.events.steps import (
    AllianceMade,
    BorderPlaced,
    DeserterAsked,
    DomainGrew,
    KnightDeserted,
    KnightPlaced,
    growth_of,
)
from engine.loewenherz.state import Realm

KINDS: Final[EventKinds[Realm]] = course.KINDS.joined(cards.KINDS, steps.KINDS, consequences.KINDS)

__all__ = [
    "CARD_LABEL",
    "CONSEQUENCES",
    "KINDS",
    "TILES_LABEL",
    "TILE_COUNT",
    "TURNS_LABEL",
    "AllianceMade",
    "BoardLaid",
    "BorderPlaced",
    "CardDealt",
    "CardPlayed",
    "CardSold",
    "CardUsed",
    "CastlePlaced",
    "DeckEmptied",
    "DeserterAsked",
    "DomainArose",
    "DomainGrew",
    "DucatsScored",
    "GoalReached",
    "IncomePaid",
    "KingReturned",
    "KnightDeserted",
    "KnightPlaced",
    "MarketCardTaken",
    "MonopolyLost",
    "MonopolyWon",
    "RoundBegan",
    "TurnBegan",
    "growth_of",
    "refills",
    "to_be_dealt",
]
