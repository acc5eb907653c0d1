"""Whatever a seat answers is sealed or refused with a reason; nothing else can happen."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, IllegalAnswer
from engine.kernel.game import replay, seal_answer
from engine.kernel.log import read_log, write_log
from tests.play.forgery import leaves
from tests.play.tables import AT, Table, new_table, random_answer

WORDS = [
    "A",
    "coin",
    "stay",
    "all",
    "boxes",
    "bid",
    "orders",
    "position",
    "moves",
    "combat_a",
    "to",
]
WORDS += ["lausitz", "boehmen", "armies", "leave", "when", "held_by", "take", "pile", "group", ""]
WORDS += ["tower", "favor", "favors", "counties", "cancel", "bonus", "grain"]
JSON_AND_MORE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 12)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=8,
)


@cache
def questions() -> list[tuple[Table, Decision]]:
    """A table for every kind of decision there is, waiting on one."""
    by_kind: dict[str, tuple[Table, Decision]] = {}
    both = ("emperors_court", "landsknechte")
    for choices, expansions in (("orders", ()), ("ask", ()), ("ask", both)):
        table = new_table(3, "draft", choices, name="questions", expansions=expansions)
        table.advance()
        while not table.game.finished:
            for decision in table.game.decisions:
                kind = f"{decision.kind} {len(expansions) if decision.kind == 'plan' else 0}"
                by_kind.setdefault(kind, (table.twin(), decision))
            table.play_step("questions", terse=True)
    return list(by_kind.values())


def test_every_kind_of_decision_is_asked() -> None:
    kinds = {decision.kind for _, decision in questions()}
    assert kinds >= {"plan", "position", "move", "revolt_order", "draft", "draft_pick"}
    assert kinds >= {"bonus", "favor"}


@pytest.mark.parametrize("salt", ["", "00", "0" * 63, "G" * 64, "AB" * 32, " " + "0" * 63])
def test_a_salt_that_no_log_could_hold_is_refused(salt: str) -> None:
    table, decision = questions()[0]
    answer = random_answer(table.game, decision, "salt")
    with pytest.raises(ValueError, match="64 hex digits"):
        seal_answer(table.game, decision.id, answer, salt, AT)


def sealed_or_refused(table: Table, decision: Decision, answer: Any) -> None:
    """A legal answer stands in a log that can be read; any other is refused with reasons."""
    table = table.twin()
    try:
        table.seal(decision.id, answer)
    except IllegalAnswer as refusal:
        canonical([[p.where, p.code, p.data] for p in refusal.problems])
        words = table.game.ruleset.text()
        for language in words.languages:
            for problem in refusal.problems:
                assert words.problem(problem, language)
        return
    header, entries = read_log(write_log(table.game.header, table.entries))
    assert replay(table.game.ruleset, header, entries).sealed == table.game.sealed


@settings(max_examples=150)
@given(st.data(), JSON_AND_MORE)
def test_any_value_is_sealed_or_refused(data: st.DataObject, answer: Any) -> None:
    sealed_or_refused(*data.draw(st.sampled_from(questions())), answer)


@settings(max_examples=250)
@given(st.data(), JSON_AND_MORE)
def test_a_legal_answer_with_something_else_in_it_is_sealed_or_refused(
    data: st.DataObject, value: Any
) -> None:
    table, decision = data.draw(st.sampled_from(questions()))
    answer: Any = copy.deepcopy(random_answer(table.game, decision, data.draw(st.text(max_size=1))))
    path = data.draw(st.sampled_from(list(leaves(answer))))
    cut = data.draw(st.integers(1, len(path)))
    inner = answer
    for key in path[: cut - 1]:
        inner = inner[key]
    inner[path[cut - 1]] = value
    sealed_or_refused(table, decision, answer)
