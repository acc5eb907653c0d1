"""Tables for games of any ruleset, and their logs as each seat may read them."""

from __future__ import annotations

from typing import Any

from engine.kernel.core import Decision, Json, Ruleset, Seat
from engine.kernel.game import Position
from engine.kernel.log import Entry, visible, write_log
from tests.play.tables import Table, table_of

__all__ = ["table_of"]


def any_choice(decision: Decision, number: int) -> Json:
    """One of the choices of a toy, by a number of any size."""
    choices = decision.options["choices"]
    return {"choice": choices[number % len(choices)]}


def played(ruleset: Ruleset[Any], players: int, name: str = "toy", orders: int = 3) -> Table:
    """A game played to its end in which every third or so optional decision is answered."""
    table = table_of(ruleset, players, name)
    number = 0
    while not table.game.finished:
        for decision in table.game.decisions:
            number += 1
            if not decision.optional or number % orders == 0:
                table.seal(decision.id, any_choice(decision, number * 7))
        table.advance()
    return table


def halfway(ruleset: Ruleset[Any], players: int, steps: int, name: str = "toy") -> Table:
    """A game after some steps."""
    table = table_of(ruleset, players, name)
    while table.game.step < steps:
        for number, decision in enumerate(table.game.waiting):
            table.seal(decision.id, any_choice(decision, number))
        table.advance()
    return table


def seen(table: Table, seat: Seat | None) -> list[Entry]:
    """The log of a table as a seat, or a spectator, may read it."""
    return list(visible(table.entries, seat, table.game.finished))


def file_of(game: Position, entries: list[Entry]) -> bytes:
    """A log as a file."""
    return b"".join(write_log(game.header, entries))
