"""Games of every ruleset, walked step by step, to be shown by the plain board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.kernel.core import Decision, Event, Json, Ruleset, Seat
from engine.kernel.game import decode, view
from engine.registry import newest
from tests.contract.tables import any_choice, table_of
from tests.contract.toys.registered import TOYS
from tests.play.tables import Of, Table, random_answer, set_table

LANGUAGES = ("de", "en")
WALLENSTEINS = ("wallenstein-2010", "wallenstein-2002")
EVERY_KEY = (*(toy.key for toy in TOYS), *WALLENSTEINS)
NAMES = {"A": "anna", "B": "bert & <b>co</b>", "C": "cora"}


@dataclass(frozen=True)
class Stop:
    """A moment of a game: the position, and what has happened since the stop before."""

    table: Table
    events: list[Event[Any]]

    @property
    def decisions(self) -> list[Decision]:
        """The open questions, each as its own seat knows it."""
        game = self.table.game
        return [
            own
            for asked in game.decisions
            for own in game.seen_by(asked.seat).decisions
            if own.id == asked.id
        ]

    def view(self, seat: Seat | None) -> Json:
        """What a seat, or a spectator, may know."""
        return view(self.table.game.seen_by(seat), seat)


def walk(key: str) -> Iterator[Stop]:
    """A game of three from its start to its end."""
    table = _laid(key)
    table.advance()
    seen = 0
    while True:
        ruleset = table.game.ruleset
        events = [decode(ruleset, entry) for entry in table.entries[seen:]]
        seen = len(table.entries)
        yield Stop(table, events)
        if table.game.finished:
            return
        for number, decision in enumerate(table.game.decisions):
            if not decision.optional or (table.game.step + number) % 3 == 0:
                table.seal(decision.id, _answer(table, decision, number))
        table.advance()


def _laid(key: str) -> Table:
    if key in WALLENSTEINS:
        return set_table(Of(3, "draft", "ask", key), "plain")
    return table_of(newest(key), 3, "plain")


def _answer(table: Table, decision: Decision, number: int) -> Json:
    if "choices" in decision.options:
        return any_choice(decision, table.game.step * 7 + number)
    return random_answer(table.game, decision, "plain")


def ruleset_named(key: str) -> Ruleset[Any]:
    """A ruleset as new games are played by it."""
    return newest(key)
