"""Positions of Löwenherz to show: a small one made by hand, and whole random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.kernel.core import Event, Json
from engine.kernel.game import decode, view
from engine.loewenherz.board import SIDES, mask_of
from engine.loewenherz.land import Landscape
from engine.loewenherz.state import Realm, starting
from engine.loewenherz.view import view as realm_view
from engine.registry import newest
from tests.boards.walks import Stop
from tests.contract.tables import table_of
from tests.play.tables import random_answer

KEY = "loewenherz-2003"
NAMES = {"A": "Anna", "B": "Bert", "C": "Cora", "D": "Dora"}
ROWS = (
    "F.V..G......",
    ".K..F.......",
    "....S.......",
    "C..E........",
    *["............"] * 8,
)


def around(squares: list[str]) -> set[str]:
    """The borders that part some squares from all others."""
    inside = mask_of(squares)
    return {
        side for side, (one, other) in SIDES.items() if (inside >> one & 1) != (inside >> other & 1)
    }


def realm() -> Realm:
    """Two players and the neutral colour; Anna's domain at a2, Bert's at g7, allied."""
    anna, bert = ["a1", "a2", "b1", "b2"], ["g7", "g8"]
    land = Landscape(
        board="".join(ROWS),
        castles={"a2": "A", "g7": "B", "l12": "neutral"},
        knights={"a1": "A", "g8": "B", "l11": "neutral"},
        borders=frozenset(around(anna) | around(bert)),
        domains={"a2": mask_of(anna), "g7": mask_of(bert)},
    )
    return starting("AB").but(
        land=land,
        points={"A": 6, "B": 0},
        alliances=(("a2", "g7"),),
        stage="choose",
        round=2,
        seat="A",
    )


def position() -> Json:
    """The same as everybody sees it."""
    return realm_view(realm())


@cache
def whole_game(players: int) -> tuple[list[Json], list[Event[Any]]]:
    """A random game: what a spectator saw after every step, and all that happened."""
    views, events = [], list[Event[Any]]()
    for stop in walk_of(players):
        views.append(stop.view(None))
        events += stop.events
    return views, events


def walk_of(players: int) -> Iterator[Stop]:
    """A random game step by step."""
    table = table_of(newest(KEY), players, f"board {players}")
    table.advance()
    seen = 0
    while True:
        events = [decode(table.game.ruleset, entry) for entry in table.entries[seen:]]
        seen = len(table.entries)
        yield Stop(table, events)
        if table.game.finished:
            return
        for decision in table.game.waiting:
            table.seal(decision.id, random_answer(table.game, decision, "board"))
        table.advance()


def shown_to(stop: Stop, seat: str) -> Json:
    """What a seat sees of a moment."""
    return view(stop.table.game.seen_by(seat), seat)
