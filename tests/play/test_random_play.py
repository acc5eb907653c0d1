"""Random legal play over the surface the service uses; the laws hold after every single fact."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.kernel.core import Decision
from engine.kernel.game import replay, seal_answer, view, withdraw_answer
from engine.kernel.log import read_log, write_log
from engine.kernel.verify import verify
from tests.play.invariants import Watch
from tests.play.tables import (
    AT,
    LOEWENHERZ,
    TABLES,
    Of,
    Table,
    random_answer,
    set_table,
    table_name,
)
from tests.rules.loewenherz.laws import LawWatch

KEYS = st.integers(0, 2**32).map(str)
PLACES = st.integers(0, 99)
OWN_MANNERS = st.sampled_from(["random", "terse"])
MANNERS = st.sampled_from(["random", "terse", "default"])


class RandomPlay(RuleBasedStateMachine):
    """Seats answer, change their minds and take answers back; the worker plays the steps."""

    table: Table
    watch: Watch | LawWatch

    @initialize(of=st.sampled_from(TABLES), key=KEYS)
    def set_the_table(self, of: Of, key: str) -> None:
        self.table = set_table(of, name=key)
        self.watch = watch_of(self.table)
        self.advance()

    def answered(self) -> list[Decision]:
        game = self.table.game
        return [decision for decision in game.decisions if decision.id in game.sealed]

    def seal(self, decision: Decision, manner: str, key: str) -> None:
        game = self.table.game
        if manner == "default":
            answer = game.ruleset.default(game.state, decision)
            self.table.seal_default(decision.id)
        else:
            answer = random_answer(game, decision, key, terse=manner == "terse")
            self.table.seal(decision.id, answer)
        assert view(self.table.game, decision.seat)["answers"][decision.id] == answer

    def is_waiting(self) -> bool:
        return bool(self.table.game.waiting)

    def is_complete(self) -> bool:
        return not self.table.game.waiting and not self.table.game.finished

    @precondition(is_waiting)
    @rule(place=PLACES, manner=MANNERS, key=KEYS)
    def one_answers(self, place: int, manner: str, key: str) -> None:
        waiting = self.table.game.waiting
        self.seal(waiting[place % len(waiting)], manner, key)

    @precondition(is_waiting)
    @rule(manner=MANNERS, key=KEYS)
    def all_answer(self, manner: str, key: str) -> None:
        for decision in self.table.game.waiting:
            self.seal(decision, manner, key)

    @precondition(lambda self: bool(self.answered()))
    @rule(place=PLACES, manner=OWN_MANNERS, key=KEYS)
    def one_thinks_again(self, place: int, manner: str, key: str) -> None:
        # The server, which gives defaults, answers only where nobody has.
        answered = self.answered()
        self.seal(answered[place % len(answered)], manner, key)

    @precondition(lambda self: bool(self.answered()))
    @rule(place=PLACES)
    def one_takes_it_back(self, place: int) -> None:
        answered = self.answered()
        decision = answered[place % len(answered)]
        self.table.withdraw(decision)
        assert decision in self.table.game.waiting
        with pytest.raises(ValueError, match="not answered"):
            self.table.withdraw(decision)

    @precondition(is_complete)
    @rule()
    def advance(self) -> None:
        self.watch.sees_step(self.table.advance(), self.table.game)

    @precondition(is_waiting)
    @rule(steps=st.integers(1, 3), manner=MANNERS, key=KEYS)
    def time_goes_by(self, steps: int, manner: str, key: str) -> None:
        for _ in range(steps):
            self.all_answer(manner, key)
            if self.is_complete():
                self.advance()

    @precondition(is_waiting)
    @rule()
    def nobody_can_hurry_the_others(self) -> None:
        with pytest.raises(ValueError, match="waits"):
            self.table.advance()

    @precondition(lambda self: self.table.game.step > 1)
    @rule(place=PLACES)
    def what_took_part_stays(self, place: int) -> None:
        game = self.table.game
        open_now = {decision.id for decision in game.decisions}
        taken = [decision for decision in game.sealed if decision not in open_now]
        past = taken[place % len(taken)]
        with pytest.raises(ValueError, match="not open"):
            seal_answer(game, past, game.sealed[past].answer, "0" * 64, AT)
        with pytest.raises(ValueError, match="not open"):
            withdraw_answer(game, past, AT)

    @precondition(lambda self: self.table.game.finished)
    @rule()
    def what_is_over_stays_over(self) -> None:
        with pytest.raises(ValueError, match="over"):
            self.table.advance()

    @invariant()
    def answers_do_not_move_the_game(self) -> None:
        assert self.table.game.state == self.watch.state

    @invariant()
    def the_log_is_where_the_game_is(self) -> None:
        last = self.table.entries[-1]
        assert (last.seq, last.hash) == (self.table.game.seq, self.table.game.head)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            the_log_tells_the_game(self.table)


def the_log_tells_the_game(table: Table) -> None:
    """Written, read and folded again the log gives the same game, and it can be proved."""
    game = table.game
    file = list(write_log(game.header, table.entries))
    header, entries = read_log(file)
    assert list(write_log(header, entries)) == file
    again = replay(game.ruleset, header, entries)
    assert again.state == game.state
    assert again.sealed == game.sealed
    assert (again.head, again.seq, again.step) == (game.head, game.seq, game.step)
    for seat in (*header.seats, None):
        assert view(again, seat) == view(game, seat)
    proof = verify(header, entries)
    assert (proof.head, proof.events) == (game.head, len(entries))
    # Until its veil is lifted a game with hidden cards cannot be played again.
    hidden = header.veil and not game.finished
    assert (proof.steps, proof.resolved) == (game.step, 0 if hidden else game.step)


def watch_of(table: Table) -> Watch | LawWatch:
    """Whoever knows the laws of a table's game."""
    of_loewenherz = table.game.header.ruleset == LOEWENHERZ
    return (LawWatch if of_loewenherz else Watch)(table.game.state)


def watched_game(of: Of, key: str, *, terse: bool) -> Table:
    """A whole game by random bots, every law checked after every fact."""
    table = set_table(of, name=key)
    watch = watch_of(table)
    while not table.game.finished:
        watch.sees_step(table.play_step(key, terse=terse), table.game)
    return table


def test_random_play_keeps_the_laws() -> None:
    few = settings(max_examples=60, stateful_step_count=50)
    run_state_machine_as_test(RandomPlay, settings=few)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_long_random_play_keeps_the_laws() -> None:
    many = settings(max_examples=4_000, stateful_step_count=250)
    run_state_machine_as_test(RandomPlay, settings=many)


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_whole_games_keep_the_laws(of: Of) -> None:
    for terse in (False, True):
        table = watched_game(of, f"whole {table_name(of)}", terse=terse)
        the_log_tells_the_game(table)
        assert table.game.over


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_many_whole_games_keep_the_laws(of: Of) -> None:
    for number in range(250):
        table = watched_game(of, f"soak {table_name(of)} {number}", terse=number % 2 == 1)
        the_log_tells_the_game(table)
