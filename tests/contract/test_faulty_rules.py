"""Rules that are wrong about their own game move nothing on, and no log of theirs holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from engine.kernel import game
from engine.kernel.core import Decision, Event, Json, Seat
from engine.kernel.log import visible
from engine.kernel.verify import Disproved, verify
from engine.registry import RULESETS, by_version
from tests.contract.tables import any_choice, table_of
from tests.contract.toys.high_card import HighCard, State
from tests.contract.toys.press import KINDS, Press
from tests.play.tables import Table

TWO_MINDS = "the game is over and somebody must decide, or it is not and nobody must"
STOPS = "the step stops before anybody must decide"


class NobodyMust(HighCard):
    """In the second round nobody must decide, though the game is not over."""

    key = "toy-nobody-must"

    def decisions(self, state: State) -> Sequence[Decision]:
        return [replace(one, optional=state.round == 2) for one in super().decisions(state)]


class OverTooEarly(HighCard):
    """The board calls the game over while the hands are still being played."""

    key = "toy-over-too-early"

    def view(self, state: State, seat: Seat | None) -> Json:
        return {**super().view(state, seat), "finished": state.round >= 2}


class AsksAgain(HighCard):
    """What to play next is asked under the same name in every round."""

    key = "toy-asks-again"

    def decisions(self, state: State) -> Sequence[Decision]:
        asked = super().decisions(state)
        return [replace(one, id=f"next.{one.seat}") if one.optional else one for one in asked]


FAULTY = [
    (NobodyMust(), TWO_MINDS),
    (OverTooEarly(), TWO_MINDS),
    (AsksAgain(), "next.A was asked before"),
]
faulty = pytest.mark.parametrize(("rules", "fault"), FAULTY, ids=lambda one: type(one).__name__)


def before_the_fault(rules: HighCard) -> Table:
    """A table whose next step leads to the second round."""
    table = table_of(rules, 2)
    while table.game.state.round == 0:
        answer_all(table)
        table.advance()
    answer_all(table)
    return table


def answer_all(table: Table) -> None:
    for decision in table.game.decisions:
        table.seal(decision.id, any_choice(decision, 0))


@faulty
def test_a_step_that_ends_in_a_fault_of_the_rules_is_not_taken(rules: HighCard, fault: str) -> None:
    table = before_the_fault(rules)
    before = list(table.entries)
    with pytest.raises(ValueError, match=fault):
        table.advance()
    assert table.entries == before
    assert "veil_lifted" not in {entry.kind for entry in before}


@faulty
def test_no_log_of_such_a_step_holds(
    rules: HighCard, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = before_the_fault(rules)
    with RULESETS.lent(by_version(rules)):
        assert verify(table.game.header, table.entries).steps == 2
        monkeypatch.setattr(game, "fault_after_step", lambda _game: "")
        facts = [entry for entry in table.advance() if entry.kind != "veil_lifted"]
        reasons = []
        for log in (table.entries, list(visible(table.entries, None, False))):
            with pytest.raises(Disproved) as disproved:
                verify(table.game.header, log)
            assert disproved.value.seq == facts[-1].seq
            reasons.append(disproved.value.reason)
    in_the_dark = STOPS if isinstance(rules, NobodyMust) else fault
    assert reasons == [fault, in_the_dark]


@dataclass(frozen=True)
class HandCounted(Event[Any]):
    """A fact whose members are not what readers of a log take them for."""

    kind: ClassVar[str] = "hand_counted"
    shown: int

    def apply(self, state: Any) -> Any:
        return state


@dataclass(frozen=True)
class DrumHeard(HandCounted):
    kind: ClassVar[str] = "drum_heard"
    roll: str


@pytest.mark.parametrize(("fact", "name"), [(HandCounted, "shown"), (DrumHeard, "roll")])
def test_names_of_chance_and_cards_are_kept_for_them(fact: type[Event[Any]], name: str) -> None:
    class Misnamed(Press):
        key = "toy-misnamed"
        events = KINDS.joined()
        devices = () if name == "roll" else Press.devices

    Misnamed.events.add(fact)
    refused = f"may not have a member called '{name}'"
    with pytest.raises(ValueError, match=refused):
        table_of(Misnamed(), 2)
    header = replace(table_of(Press(), 2).game.header, ruleset=Misnamed.key)
    with RULESETS.lent(by_version(Misnamed())), pytest.raises(Disproved, match=refused):
        verify(header, [])


def test_a_game_with_the_device_or_the_veil_may_use_the_names() -> None:
    assert KINDS.misnamed(Press.devices) == []
    assert KINDS.misnamed(()) == ["roll"]
    assert HighCard.events.misnamed(()) == []
