"""Attacks of docs/audit.md by a house that adds to the log what never happened."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from engine.kernel.core import Event
from engine.kernel.game import append, bot_salt, seal_answer, seal_default
from engine.kernel.journal import (
    AnswerWithdrawn,
    DeadlineSet,
    PlayerReplaced,
    SeatTaken,
    TimeRanOut,
)
from engine.kernel.log import read_log, visible
from engine.kernel.verify import Disproved, verify
from games.trust.verifier import check
from tests.play.tables import AT, Table, new_table, random_answer
from tests.trust.copies import SMALL, Log, log_in, log_of, places, rehashed
from tests.trust.test_attacks import (
    KEYS,
    at_the_plans,
    disproved_at,
    file_of,
    receipt_for,
    withheld,
)

# ---- The server seals last -----------------------------------------------------------------------


def note(table: Table, event: Event[Any]) -> int:
    """Write down what the server says happened; which entry it is."""
    entry = append(table.game, event, AT)
    table.game = table.game.after(entry)
    table.entries.append(entry)
    return entry.seq


def house_seals(table: Table, seat: str, by: str, salt: str = "ab" * 32) -> int:
    """The server answers for a seat as it likes; which entry it is."""
    decision = next(d for d in table.game.decisions if d.seat == seat)
    answer = random_answer(table.game, decision, f"what the {by} says")
    table.game, entry = seal_answer(table.game, decision.id, answer, salt, AT, by)
    table.entries.append(entry)
    return entry.seq


def sealed_last(by: str, salt: str = "ab" * 32) -> Table:
    """A and B have planned, then the server answers for C."""
    table = withheld("sealed last")
    house_seals(table, "C", by, salt)
    table.advance()
    return table


LAST = "the server sealed last, for a bot or from a draft, when it knew the link and all that the"


@pytest.mark.parametrize("by", ["bot marshal", "draft"])
def test_a_step_in_which_the_house_sealed_last_is_remarked_upon(by: str) -> None:
    report = check(file_of(sealed_last(by)))
    assert report.verdict == "OK"
    assert report.remarks[-1] == f"{LAST} others had sealed: steps 2"
    first = at_the_plans("sealed first")
    house_seals(first, "C", by)
    for decision in first.game.waiting:
        first.seal(decision.id, random_answer(first.game, decision, "plans"))
    first.advance()
    assert check(file_of(first)).house_last == []


RELAYED = "whoever sealed last did so under a salt that the server drew, when it knew the link and"


def ground(wanted: str) -> Table:
    """The server tries salts for C, who sent none and seals last, until it gets its event."""
    for number in range(200):
        table = withheld("ground")
        house_seals(table, "C", "relay", sha256(f"salt {number}".encode()).hexdigest())
        table.advance()
        events = [e.payload["draw"]["drawn"] for e in table.entries if e.kind == "event_drawn"]
        if events[-1] == [wanted]:
            return table
    raise AssertionError("no salt was good enough")


def test_a_step_whose_last_salt_the_house_drew_is_remarked_upon() -> None:
    table = withheld("ground")
    revealed = next(e for e in table.entries if e.kind == "events_revealed")
    for wanted in revealed.payload["draw"]["drawn"]:
        log = file_of(ground(wanted))
        report = check(log)
        assert (report.verdict, report.relayed_last, report.house_last) == ("OK", [2], [])
        assert report.remarks[-1] == f"{RELAYED} all that was sealed: steps 2"
        assert verify(*read_log(log.splitlines(keepends=True))).relayed_last == (2,)


def test_whoever_seals_last_under_a_salt_of_their_own_leaves_the_house_no_choice() -> None:
    table = at_the_plans("own salt")
    for seat, by in (("A", "relay"), ("B", "bot marshal"), ("C", "seat")):
        house_seals(table, seat, by)
    table.advance()
    report = check(file_of(table))
    assert (report.verdict, report.relayed_last, report.house_last) == ("OK", [], [])
    assert verify(*read_log(file_of(table).splitlines(keepends=True))).relayed_last == ()


def test_a_player_sees_whether_the_salt_is_theirs() -> None:
    drawn, another = "ab" * 32, "cd" * 32
    for sealed_under in (drawn, another):
        log = file_of(sealed_last("seat", sealed_under), "C")
        report = check(log)
        assert (report.verdict, report.relayed_last) == ("OK", [])
        seen = [line["secret"]["salt"] for line in log_in(log)[1:] if "secret" in line]
        assert (seen == [drawn]) == (sealed_under == drawn)


def test_an_answer_that_was_passed_on_is_the_seats_own() -> None:
    table = withheld("passed on")
    house_seals(table, "C", "bot marshal")
    seq = house_seals(table, "C", "relay", "cd" * 32)
    table.advance()
    log = log_in(file_of(table))
    (mine,) = places(log, "answer_sealed", lambda p: p["seat"] == "A")
    (first, theirs) = places(log, "answer_sealed", lambda p: p["seat"] == "C")
    held = check(file_of(table), [receipt_for(log, theirs)], KEYS)
    assert (held.verdict, theirs, held.by) == ("OK", seq, {"seat": 2, "bot": 1, "relay": 1})
    # A relayed answer that counts and that nobody has a receipt for is named as well.
    lone = check(file_of(table), [receipt_for(log, first)], KEYS)
    assert any(r.endswith(f"seat's own: entries {theirs}") for r in lone.remarks)
    assert mine not in (first, theirs)


def test_the_salt_of_a_bot_follows_from_the_link() -> None:
    table = withheld("sealed last")
    decision = table.game.waiting[0]
    salt = bot_salt(table.game, decision.id, table.chain[2])
    honest = check(file_of(sealed_last("bot marshal", salt), "C"))
    assert (honest.fixed_salts, honest.chosen_salts) == (1, [])
    ground = check(file_of(sealed_last("bot marshal"), "C"))
    assert (ground.fixed_salts, ground.chosen_salts) == (0, [17])
    told_of = "bots answered under a salt that does not follow from the link, so that the server"
    assert ground.remarks[-1] == f"{told_of} could choose it: entries 17"


# ---- Staff swaps a plan by adding to the log -----------------------------------------------------


def all_planned(name: str) -> tuple[Table, Any]:
    """Everybody has planned, and A has a receipt."""
    table = at_the_plans(name)
    table.answer_all("plans")
    log = log_in(file_of(table))
    (at,) = places(log, "answer_sealed", lambda p: p["seat"] == "A")
    return table, receipt_for(log, at)


def swaps() -> Iterator[tuple[str, Table, Any]]:
    """A's accepted plan is swapped by adding to the log, not by changing it."""
    table, receipt = all_planned("timed out")
    note(table, DeadlineSet("2026-11-16T12:00:00Z", "step", "house", "schedule"))
    note(table, TimeRanOut(["A"], "default"))
    table.game, entry = seal_default(table.game, "1.spring.plan.A", AT)
    table.entries.append(entry)
    table.advance()
    yield "time ran out for A, who had answered", table, receipt
    table, receipt = all_planned("overruled")
    house_seals(table, "A", "bot marshal")
    table.advance()
    yield "the server answers for A, who had answered", table, receipt


@pytest.mark.parametrize(
    ("reason", "table", "receipt"), [pytest.param(*one, id=one[0]) for one in swaps()]
)
def test_the_house_cannot_answer_for_who_has_answered(
    reason: str, table: Table, receipt: Any
) -> None:
    seq, fault = disproved_at(check(file_of(table, "A"), [receipt], KEYS))
    assert fault == reason
    with pytest.raises(Disproved, match=f"seq={seq} "):
        verify(table.game.header, list(visible(table.entries, "B", False)))


def quiet_swaps() -> Iterator[tuple[Table, Any, list[str]]]:
    """Swaps that a player, or an heir of the seat, might have made: what the receipt has to say."""
    did_not = "entry 15: this answer, for which there is a receipt, did not count: entry 18"
    table, receipt = all_planned("withdrawn")
    note(table, AnswerWithdrawn("1.spring.plan.A", "A"))
    house_seals(table, "A", "bot marshal")
    table.advance()
    yield table, receipt, [f"{did_not} replaced or withdrew it"]
    table, receipt = all_planned("as the seat")
    house_seals(table, "A", "seat")
    table.advance()
    none = "A gave receipts, but none for these answers that count as the seat's own: entries 18"
    yield table, receipt, [f"{did_not} replaced or withdrew it", none]


@pytest.mark.parametrize(("table", "receipt", "remarks"), list(quiet_swaps()))
def test_a_receipt_shows_that_another_answer_counted(
    table: Table, receipt: Any, remarks: list[str]
) -> None:
    report = check(file_of(table), [receipt], KEYS)
    assert report.verdict == "OK"
    assert [remark for remark in report.remarks if "receipt" in remark] == remarks
    # Whoever replaced the answer has a receipt for the other one, and nothing to ask.
    log = log_in(file_of(table))
    second = receipt_for(log, 18) if log[18]["kind"] == "answer_sealed" else None
    given = [receipt, second] if second else []
    assert not [r for r in check(file_of(table), given, KEYS).remarks if "receipt" in r]


def seated(name: str) -> Table:
    """A table at which somebody has the seat A, and which waits for plans."""
    table = new_table(3, "default", "orders", name=name)
    note(table, SeatTaken("A", "somebody"))
    table.advance()
    return table


def test_a_bot_that_answers_at_the_seat_of_a_person_is_remarked_upon() -> None:
    table = seated("whose seat")
    at = house_seals(table, "A", "bot marshal")
    asked = (
        f"entry {at}: the server answers for A (bot marshal), though the log tells of no time out"
    )
    assert check(file_of(table)).remarks == [asked]
    table = seated("whose seat")
    note(table, PlayerReplaced("A", "bot marshal", "host", "gone"))
    house_seals(table, "A", "bot marshal")
    assert check(file_of(table)).remarks == []


def replaced_before_step_1() -> tuple[Table, int]:
    """A seat that is taken after somebody was put there in another's place; and the entry."""
    table = new_table(3, "default", "orders", name="replaced early")
    note(table, PlayerReplaced("A", "somebody", "host", "gone"))
    again = note(table, SeatTaken("A", "bot marshal"))
    table.advance()
    return table, again


def test_who_replaces_somebody_has_the_seat() -> None:
    table, again = replaced_before_step_1()
    fault = disproved_at(check(file_of(table)))
    assert fault == (again, "A is taken anew, which only replacing can do")
    with pytest.raises(Disproved, match=f"seq={again} A was taken already"):
        verify(table.game.header, table.entries)


@pytest.mark.parametrize("is_early", [True, False], ids=["twice", "in mid-game"])
def test_nobody_takes_a_seat_anew_but_by_replacing(is_early: bool) -> None:
    # What would let a bot answer for a person without a word about it.
    table = new_table(3, "default", "orders", name="anew") if is_early else at_the_plans("anew")
    first = note(table, SeatTaken("A", "bot marshal"))
    again = note(table, SeatTaken("A", "somebody")) if is_early else first
    if is_early:
        table.advance()
    for seat in (None, "A"):
        fault = disproved_at(check(file_of(table, seat)))
        assert fault == (again, "A is taken anew, which only replacing can do")
        with pytest.raises(Disproved, match=f"seq={again} A was taken already"):
            verify(table.game.header, list(visible(table.entries, seat, False)))


# ---- The server plays with time ------------------------------------------------------------------


def test_a_deadline_that_comes_nearer_is_remarked_upon() -> None:
    table = at_the_plans("nearer")
    for due in ("2026-12-16T12:00:00Z", None, "2026-12-17T12:00:00Z", "2026-12-18T12:00:00Z"):
        note(table, DeadlineSet(due, "extended", "host", "rain"))
    assert check(file_of(table)).remarks == []
    at = note(table, DeadlineSet("2026-12-10T12:00:00Z", "extended", "host", "rain"))
    nearer = f"entry {at}: the deadline is moved to an earlier time, from 2026-12-18T12:00:00Z"
    past = note(table, DeadlineSet("2026-11-16T12:00:00Z", "extended", "host", "rain"))
    over = f"entry {past}: the deadline 2026-11-16T12:00:00Z is not after 2026-11-16T12:00:00Z"
    remarks = [f"{nearer} to 2026-12-10T12:00:00Z", f"{over}, when it was set"]
    assert check(file_of(table)).remarks == remarks
    # The next question has a deadline of its own.
    table.answer_all("plans")
    table.advance()
    note(table, DeadlineSet("2026-11-20T12:00:00Z", "step", "house", "schedule"))
    assert check(file_of(table)).remarks == remarks


def test_who_is_late_is_treated_alike_or_it_is_remarked_upon() -> None:
    table = at_the_plans("treated")
    note(table, DeadlineSet("2026-11-16T12:00:00Z", "step", "house", "schedule"))
    note(table, TimeRanOut(["A"], "default"))
    bot = house_seals(table, "A", "bot marshal")
    other = note(table, TimeRanOut(["B"], "stand_in"))
    house_seals(table, "B", "bot marshal")
    unfit = "which is not what the policy default says"
    assert check(file_of(table)).remarks[1:] == [
        f"entry {bot}: the server answers for A (bot marshal), {unfit}",
        f"entry {other}: who is late is treated by the policy stand_in, and before by default",
    ]


# ---- What no log may say -------------------------------------------------------------------------


def _with(log: Log, kind: str, **payload: Any) -> bytes:
    """A log with one entry more."""
    blank = {key: log[-1][key] for key in ("seq", "version", "at", "prev", "hash")}
    return rehashed([*copy.deepcopy(log), {**blank, "kind": kind, "payload": payload}])


def _changed(log: Log, seq: int, *path: str, to: Any) -> bytes:
    """The beginning of a log, the last entry of which says something else."""
    part = copy.deepcopy(log[: seq + 1])
    inner = part[seq]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return rehashed(part)


def malformed() -> Iterator[tuple[str, bytes]]:
    """Logs with an entry no reader may take for one, each hashed anew."""
    log = log_of(SMALL)
    yield "two players", rehashed([{**log[0], "seats": ["A", "B"]}])
    yield "an option left out", rehashed([{**log[0], "options": {"choices": "orders"}}])
    start = log[: places(log, "answer_sealed")[0]]
    due = {"deadline": "2000-01-02T00:00:00Z", "reason": "step", "by": "house", "why": ""}
    for deadline in (True, "", "soon", 5):
        yield (
            f"deadline {deadline!r}",
            _with(start, "deadline_set", **{**due, "deadline": deadline}),
        )
    for seats in ("AB", [["A"]], ["Z"], {"A": 1}, None):
        yield f"late {seats!r}", _with(start, "time_ran_out", seats=seats, policy="default")
    yield "unknown member", _with(start, "game_paused", by="host", why="", note="")
    yield "missing member", _with(start, "seat_taken", seat="A")
    for by in ("nobody", "bot", "bot "):
        yield f"who {by!r}", _changed(log, len(start), "payload", "by", to=by)
    yield "version of the journal", _changed(log, len(start), "version", to=2)
    fact = places(log, "tiles_laid")[0]
    yield "version of a fact", _changed(log, fact, "version", to=2)
    (placed,) = places(log, "line_up_placed")
    yield "line-up", _changed(log, placed, "payload", "armies", "A", to=["trier"])
    decided = places(log, "battle_decided")[0]
    yield "county", _changed(log, decided, "payload", "county", to=["trier"])
    bids = places(log, "bids_revealed")[0]
    yield "draws", _changed(log, bids, "payload", "draws", to="")
    fork = {"game": "x", "origin": log[0]["game"], "step": len(places(log, "step_began"))}
    fork |= {"anchor": "ab" * 32, "by": "staff", "why": "why"}
    yield "fork after the end", _with(log, "fork_began", **fork)
    began = log[places(log, "step_began")[1]]["payload"]
    yield "step of nobody", _with(start, "step_began", **{**began, "answers": []})


@pytest.mark.parametrize(("data"), [pytest.param(data, id=name) for name, data in malformed()])
def test_an_entry_that_no_log_may_have_is_refused(data: bytes) -> None:
    seq, reason = disproved_at(check(data))
    assert (seq, "the log ends" in reason) == (data.count(b"\n") - 1, False)
