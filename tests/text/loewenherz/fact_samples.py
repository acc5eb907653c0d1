"""An example of every fact of Löwenherz, and of every way to tell it."""

from __future__ import annotations

from typing import Any

from engine.kernel.core import Event
from engine.loewenherz import events

Fact = Event[Any]
DEAL = {"stream": "card 1", "deck": "A", "of": 15}


def shown(card: str) -> dict[str, str]:
    return {"handle": "card 7", "card": card, "salt": "00"}


def sold(card: str, ducats: int) -> events.CardSold:
    return events.CardSold("B", "card 7", card, shown(card), ducats)


def played(card: str, action: str, price: int) -> events.CardPlayed:
    return events.CardPlayed("B", "card 7", card, shown(card), action, price)


def arisen(owner: str, points: int, freed: int = 0, **landmarks: int) -> events.DomainArose:
    sides = ["c4|d4", "c5|d5"][:freed]
    return events.DomainArose("c4", owner, ["c4", "c5", "d4"], points, sides, landmarks)


def grown(taken_from: str | None, loser: str | None, lost: list[str]) -> events.DomainGrew:
    lost_points = -3 if loser in ("A", "B") else 0
    return events.DomainGrew(
        "B", "c4", "d4", 3, ["d3|d4"], ["c4|d4"], taken_from, loser, lost, lost_points
    )


def ended(winners: list[str]) -> events.KingReturned:
    points = {"A": 30, "B": 41, "C": 1}
    return events.KingReturned(winners, "goal", points, {"A": 0, "B": 12, "C": 1})


SAMPLES: list[Fact] = [
    events.BoardLaid({"stream": "tiles 1"}, {"stream": "turns 1"}),
    events.CastlePlaced("A", "A", "c4", "c5"),
    events.CastlePlaced("A", "neutral", "c4", "c5"),
    events.CardDealt("A", "card 1", DEAL),
    events.RoundBegan(3),
    events.TurnBegan(17, "B", ordered=False),
    events.TurnBegan(18, "A", ordered=True),
    events.IncomePaid("B", {"gold": 2, "gems": 1}, 2),
    events.IncomePaid("B", {"silver": 1}, 1),
    sold("A:borders-1", 2),
    sold("D:knights-2/expand-2", 4),
    events.CardSold("B", "card 7", "B:alliance", None, 5),
    played("A:borders-1", "borders", 1),
    played("A:knights-1/expand-1", "expand", 3),
    events.BorderPlaced("B", "c4|d4"),
    arisen("B", 5, forest=2, village=1),
    arisen("B", 9, forest=1, village=1, royal_city=1),
    arisen("B", 0, gold=1, silver=2, copper=1, gems=2),
    arisen("B", 1, freed=2),
    arisen("B", 0, freed=1),
    arisen("neutral", 0),
    events.KnightPlaced("B", "c5", 0),
    events.KnightPlaced("B", "c5", 1),
    grown(None, None, []),
    grown("h9", "A", ["d4"]),
    grown("h9", "A", ["d4", "e4", "f4"]),
    grown("h9", "neutral", ["d4"]),
    *(events.MonopolyWon("B", mine, 5) for mine in ("gold", "silver", "copper", "gems")),
    *(events.MonopolyLost("B", mine, -5) for mine in ("gold", "silver", "copper", "gems")),
    events.DeserterAsked("A", "B", "c4", "h9", "c6", ["h8", "h7"]),
    events.KnightDeserted("A", "B", "h8", "h9", "c4"),
    events.KnightDeserted("neutral", "B", "h8", "h9", "c4"),
    events.AllianceMade("B", ["c4", "h9"]),
    events.MarketCardTaken("B", "card 7", "B:alliance"),
    events.DeckEmptied("B"),
    events.GoalReached(["B"], 40),
    events.GoalReached(["A", "B"], 40),
    events.DucatsScored({"A": 0, "B": 12, "C": 1}, {"B": 5, "C": 3}),
    events.DucatsScored({"A": 0, "B": 0}, {}),
    ended(["B"]),
    ended(["A", "B"]),
]
