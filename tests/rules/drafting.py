"""Tables at the draft of county cards, and one pick after the other."""

from __future__ import annotations

from typing import Any

from engine.kernel.core import Json
from engine.wallenstein.draft import DraftTable, draft_of
from tests.rules.table import Table

GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}


def live(players: int = 3, seed: int = 0) -> Table:
    return Table(players, seed, line_up="draft", choices="ask")


def draft(table: Table) -> DraftTable:
    return draft_of(table.state)


def pick(table: Table, take: str | None = None, group: int | None = None) -> list[Json]:
    """One live pick: a card (the first face-up one unless named) and a group (the largest)."""
    decision = table.decision()
    answer: Json = {"take": take or decision.options["take"][0]}
    if answer["take"] != "exchange":
        answer["group"] = group or decision.options["groups"][0]
    table.answer(decision, answer)
    return table.advance()


def pile_round(table: Table) -> None:
    """Everybody takes the top of the pile, so that the face-up cards stay."""
    for _ in table.state.seats:
        pick(table, "pile")


def codes(table: Table, answer: Any) -> list[tuple[str, str]]:
    decision = table.waiting[0]
    problems = table.ruleset.problems(table.state, decision, answer)
    assert all("accepted" in problem.data for problem in problems)
    return [(problem.where, problem.code) for problem in problems]
