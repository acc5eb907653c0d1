"""Games of Löwenherz that begin in rich positions, for verifiers that are put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.kernel.core import Event, Json
from engine.loewenherz.board import squares_in
from engine.loewenherz.state import Realm
from tests.rules.loewenherz.laws import LawWatch
from tests.rules.loewenherz.tables import RichTable, begun

RICH = [("ABCD"[: 2 + number % 3], f"course {number}") for number in (*range(8), 23)]
# So many steps each of them is followed.
STEPS = 40


class RichStep(NamedTuple):
    """The answers that a step rests on, its facts, and the position then."""

    decided: list[str]
    facts: list[tuple[str, Json]]
    state: Realm


class FactWatch(LawWatch):
    """Keeps the facts that it has seen."""

    def __init__(self, state: Realm) -> None:
        super().__init__(state)
        self.facts: list[Event[Realm]] = []

    def see(self, fact: Event[Realm]) -> None:
        super().see(fact)
        self.facts.append(fact)


def rich_game(seats: str, name: str) -> tuple[Realm, Iterator[RichStep]]:
    """A position between two turns, and what happens from there."""
    table = RichTable(seats, name)
    return table.state, _followed(table)


def _followed(table: RichTable) -> Iterator[RichStep]:
    table.watch = watch = FactWatch(table.state)
    begun(table)
    for _ in range(STEPS):
        facts = [(fact.kind, fact.payload()) for fact in watch.facts]
        yield RichStep([*table.answers], facts, table.state)
        if table.state.winners:
            return
        watch.facts.clear()
        table.step()


def snapshot(state: Realm) -> dict[str, Any]:
    """A position between two turns as a verifier's own values, in JSON."""
    land = state.land
    return {
        "board": land.board,
        "castles": dict(land.castles),
        "knights": dict(land.knights),
        "borders": sorted(land.borders),
        "domains": {castle: squares_in(mask) for castle, mask in land.domains.items()},
        "money": dict(state.money),
        "points": dict(state.points),
        "hands": {seat: list(hand) for seat, hand in state.hands.items()},
        "dealt": sum(map(len, state.hands.values())),
        "left": len(state.deck),
        "held": sorted(state.monopolies),
        "stage": state.stage,
        "round": state.round,
        "turn": state.turn,
        "seat": state.seat,
        "first": state.first,
    }
