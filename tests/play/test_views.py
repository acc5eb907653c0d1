"""What a rival keeps secret leaves no trace in what I, or a spectator, can see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json, Seat
from engine.kernel.game import replay, view
from engine.kernel.log import Entry, Secret, visible
from tests.play.tables import PLANNED, TABLES, Of, Table, random_answer, set_table, table_name

OTHER_SALT = "0c" * 32


def played(of: Of, key: str, steps: int, *, terse: bool) -> Table:
    """A table after some steps; a game that is over by then is stopped one step earlier."""
    table = set_table(of, name=key)
    table.advance()
    before = table
    for _ in range(steps):
        if table.game.finished:
            return before
        before = table.twin()
        table.play_step(key, terse=terse)
    return before if table.game.finished else table


def viewers(table: Table, rival: Seat) -> list[Seat | None]:
    """Everybody but the rival, and a spectator."""
    return [*(seat for seat in table.game.header.seats if seat != rival), None]


def seen(table: Table, viewer: Seat | None) -> list[Json]:
    """The log as a viewer gets it now."""
    finished = table.game.finished
    return [entry.to_json() for entry in visible(table.entries, viewer, finished)]


def without(entry: Json, *keys: str) -> Json:
    return {key: value for key, value in entry.items() if key not in keys}


POSITIONS = st.tuples(
    st.sampled_from(TABLES), st.integers(0, 2**32).map(str), st.integers(0, 30), st.booleans()
)


@settings(max_examples=40)
@given(POSITIONS, st.integers(0, 4), st.integers(0, 4))
def test_twin_answers_give_equal_views(
    position: tuple[Of, str, int, bool], place: int, before: int
) -> None:
    """A rival seals one answer here and another one, under another salt, at the twin table.

    To everybody else the tables differ in three fields of the log and in nothing else: in the
    sealed entry `secret_digest` and so `hash`, and in every entry after it `prev` and `hash`. The
    views are equal to the byte.
    """
    of, key, steps, terse = position
    here = played(of, key, steps, terse=terse)
    decisions = list(here.game.decisions)
    theirs = decisions[place % len(decisions)]
    for decision in decisions[:before]:
        here.seal(decision.id, random_answer(here.game, decision, "before"))
    there = here.twin()
    sealed_at = len(here.entries)
    first = random_answer(here.game, theirs, "first")
    second = another_answer(here, theirs, first)
    here.seal(theirs.id, first)
    there.seal(theirs.id, second, flavour="another")
    for table in (here, there):
        for decision in decisions:
            if decision.id != theirs.id:
                table.seal(decision.id, random_answer(table.game, decision, "after"))
    for viewer in viewers(here, theirs.seat):
        assert canonical(view(here.game, viewer)) == canonical(view(there.game, viewer))
        one, other = seen(here, viewer), seen(there, viewer)
        assert len(one) == len(other)
        assert one[:sealed_at] == other[:sealed_at]
        assert without(one[sealed_at], "secret_digest", "hash") == without(
            other[sealed_at], "secret_digest", "hash"
        )
        for mine, twin in zip(one[sealed_at + 1 :], other[sealed_at + 1 :], strict=True):
            assert without(mine, "prev", "hash") == without(twin, "prev", "hash")
    if first != second:
        assert view(here.game, theirs.seat) != view(there.game, theirs.seat)


def another_answer(table: Table, decision: Decision, first: Json) -> Json:
    """A legal answer that is different, where there is more than one."""
    for number in range(20):
        answer = random_answer(table.game, decision, f"second {number}")
        if answer != first:
            return answer
    return first


@settings(max_examples=40)
@given(POSITIONS, st.integers(0, 4))
def test_what_a_rival_ever_sealed_is_never_looked_at(
    position: tuple[Of, str, int, bool], place: int
) -> None:
    """Every secret of a rival is exchanged under its digest: nothing changes for anybody else.

    This also holds in the middle of a season, where the plan has taken part in a step already and
    the facts it led to are the same at both tables.
    """
    of, key, steps, terse = position
    table = played(of, key, steps, terse=terse)
    table.answer_all("now", terse=terse)
    rival = table.game.header.seats[place % len(table.game.header.seats)]
    exchanged = [
        entry.but(secret=Secret(OTHER_SALT, {"canary": "sings"}))
        if entry.secret and entry.payload["seat"] == rival
        else entry
        for entry in table.entries
    ]
    game = replay(table.game.ruleset, table.game.header, exchanged)
    twin = Table(game, table.chain, exchanged)
    for viewer in viewers(table, rival):
        assert canonical(view(table.game, viewer)) == canonical(view(twin.game, viewer))
        assert canonical(seen(table, viewer)) == canonical(seen(twin, viewer))
        assert b"canary" not in canonical([view(twin.game, viewer), seen(twin, viewer)])
    if any(decision.seat == rival for decision in table.game.decisions):
        assert b"canary" in canonical(view(twin.game, rival))


CANARY_NUMBERS = (991, 983, 977)
CANARY_DEFENCE = 971
CANARY_RANKING = [5, 2, 4]


def canary_plan(table: Table, decision: Decision) -> Json:
    """A legal plan full of things that appear nowhere else."""
    plan = random_answer(table.game, decision, "canary")
    armies, leave, least = CANARY_NUMBERS
    plan["moves"] = {
        action: [
            {"to": targets[0], "armies": armies},
            {"to": targets[-1], "leave": leave, "when": {"at_least": least}},
        ]
        for action in decision.options["move_actions"]
        if (targets := decision.options["counties"].get(plan["boxes"][action]))
    }
    if "positions" in decision.options["keys"]:
        plan["positions"] = CANARY_RANKING
    if "defend" in decision.options["keys"]:
        # More than there are: everybody fights, and nobody learns what was written.
        plan["defend"] = dict.fromkeys(decision.options["in_play"], CANARY_DEFENCE)
    plan["revolt_order"] = sorted(decision.options["counties"], reverse=True)
    return plan


def traces(plan: Json) -> Iterator[bytes]:
    """What of a canary plan must not be found."""
    yield from (str(number).encode() for number in CANARY_NUMBERS)
    if "positions" in plan:
        yield canonical(plan["positions"])
    if "defend" in plan:
        yield str(CANARY_DEFENCE).encode()
    if len(plan["revolt_order"]) > 2:
        yield canonical(plan["revolt_order"])


def readable(table: Table, viewer: Seat | None, since: int) -> bytes:
    """Everything a viewer can read since an entry, without what is random by nature."""
    new = visible(table.entries[since:], viewer, table.game.finished)
    log = [without(entry.to_json(), "seq", "prev", "hash", "secret_digest") for entry in new]
    for entry in log:
        if entry["kind"] == "step_began":
            entry["payload"] = without(entry["payload"], "link", "answers")
        if "secret" in entry:
            entry["secret"] = entry["secret"]["answer"]
    return canonical([view(table.game, viewer), log])


def this_season(table: Table) -> list[Entry]:
    """The entries since the season began."""
    began = max(n for n, entry in enumerate(table.entries) if entry.kind == "season_began")
    return table.entries[began:]


def nothing_leaks(table: Table, rival: Seat, plan: Json, since: int = 0) -> None:
    """Before the rules reveal it, nothing of a plan is to be seen in what is new since an entry."""
    state, game = table.game.state, table.game
    revealed = [entry for entry in this_season(table) if entry.kind == "bids_revealed"]
    acted = {
        entry.payload["action"]
        for entry in this_season(table)
        if entry.payload.get("seat") == rival and "action" in entry.payload
    }
    assert acted <= set(state.season.actions[: state.season.done + 1])
    for viewer in viewers(table, rival):
        text = readable(table, viewer, since)
        for trace in traces(plan):
            assert trace not in text, trace
        shown = view(game, viewer)["bids"]
        assert shown == ({seat: shown[seat] for seat in game.header.seats} if revealed else {})
        if revealed:
            assert shown[rival] == plan["bid"]


@pytest.mark.parametrize("of", PLANNED, ids=table_name)
def test_a_plan_shows_only_what_the_rules_have_revealed(of: Of) -> None:
    table = set_table(of, name="canary")
    rival, plan = "B", {}
    paused = 0
    while not table.game.finished:
        looked_at = 0  # once in each step at all that was ever said, then at what is new
        for decision in table.game.waiting:
            if decision.kind == "plan" and decision.seat == rival:
                looked_at = 0
                plan = canary_plan(table, decision)
                table.seal(decision.id, plan)
            else:
                table.seal(decision.id, random_answer(table.game, decision, "canary"))
            if plan:
                nothing_leaks(table, rival, plan, looked_at)
                looked_at = len(table.entries)
        table.advance()
        if plan and table.game.state.asking is not None:
            paused += 1
            nothing_leaks(table, rival, plan)
    assert paused > 5 or of[2] == "orders"


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_when_the_game_is_over_everything_is_open(of: Of) -> None:
    table = set_table(of, name="over")
    table.advance()
    first = table.game.decisions[0]
    table.answer_all("over")
    table.seal(first.id, random_answer(table.game, first, "again"))
    sealed = [entry for entry in table.entries if entry.secret]
    for viewer in (*table.game.header.seats, None):
        open_ = [e for e in visible(table.entries, viewer, table.game.finished) if e.secret]
        assert open_ == [entry for entry in sealed if entry.payload["seat"] == viewer]
    table.play_out("over")
    for viewer in (*table.game.header.seats, None):
        assert list(visible(table.entries, viewer, table.game.finished)) == table.entries
        assert all(entry.secret for entry in table.entries if entry.kind == "answer_sealed")


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_a_seat_sees_its_own_answers_and_who_has_answered(of: Of) -> None:
    table = set_table(of, name="own")
    table.advance()
    answered = []
    for decision in table.game.decisions:
        answer = random_answer(table.game, decision, "own")
        table.seal(decision.id, answer)
        answered.append(decision.seat)
        for viewer in (*table.game.header.seats, None):
            shown = view(table.game, viewer)
            assert shown["answered"] == sorted(answered)
            assert ("answers" in shown) == (viewer is not None)
        assert view(table.game, decision.seat)["answers"] == {decision.id: answer}
        assert [d["id"] for d in view(table.game, decision.seat)["decisions"]] == [decision.id]
    for seat in table.game.header.seats:
        own = {d.id for d in table.game.decisions if d.seat == seat}
        assert set(view(table.game, seat)["answers"]) == own
    assert view(table.game, None)["decisions"] == []
