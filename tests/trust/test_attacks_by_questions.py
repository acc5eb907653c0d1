"""Attacks of docs/audit.md by a house that asks, or lets answer, as the rules do not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest

from engine.kernel.chance import step_key
from engine.kernel.game import append, step_chance
from engine.kernel.journal import AnswerSealed, DeadlineSet, StepBegan, TimeRanOut
from engine.kernel.log import Secret, lines_in, read_log, visible
from engine.kernel.verify import Disproved, verify
from games.trust.verifier import Audit, AuditReport, canonical, check
from games.trust.verifier.wallenstein import WallensteinCourse
from tests.play.tables import AT, Table, new_table
from tests.trust.copies import FIVE, log_in, places, rehashed, rewritten
from tests.trust.lies_about_questions import question_of_another_edition
from tests.trust.test_attacks import at_the_plans, disproved_at, file_of, forked, withheld
from tests.trust.test_attacks_of_the_house import note


def answers_for(table: Table, seat: str, name: str, decision: str | None = None) -> int:
    """The server answers by default under a name of its own; for the rules it is the decision."""
    salt = sha256(canonical([table.game.header.game, name])).hexdigest()
    open_one = table.game.decision(decision) if decision else None
    answer = table.game.ruleset.default(table.game.state, open_one) if open_one else {}
    event = AnswerSealed(name, seat, AnswerSealed.BY_DEFAULT)
    entry = append(table.game, event, AT, Secret(salt, answer))
    table.game = table.game.after(entry)
    if decision:
        table.game = table.game.but(sealed={**table.game.sealed, decision: table.game.sealed[name]})
    table.entries.append(entry)
    return entry.seq


def goes_on(table: Table, *decisions: str) -> int:
    """The server takes the step with the answers to these, and is true to what follows."""
    game = table.game
    sealed = [game.sealed[decision] for decision in decisions]
    link, step = table.chain[game.step + 1], game.step + 1
    began = append(game, StepBegan(step, link.hex(), [answer.seq for answer in sealed]), AT)
    table.entries.append(began)
    key = step_key(link, game.header.game, step, [answer.digest for answer in sealed])
    facts = game.ruleset.resolve(game.state, game.answers, step_chance(game, key))
    table.game = game.after(began)
    for event in facts.events:
        entry = append(table.game, event, AT)
        table.game = table.game.after(entry)
        table.entries.append(entry)
    return began.seq


def drawn_event(table: Table) -> str:
    """The event card of the first season."""
    (fact,) = (entry for entry in table.entries if entry.kind == "event_drawn")
    return str(fact.payload["draw"]["drawn"][0])


def all_disprove(table: Table, at: int, reason: str) -> None:
    """The file and the engine name this entry, whether the answers are open to them or not."""
    for data in (file_of(table), file_of(table, finished=True)):
        fault = disproved_at(check(data))
        assert (fault[0], reason in fault[1]) == (at, True), fault
    for finished in (False, True):
        with pytest.raises(Disproved, match=f"^seq={at} "):
            verify(table.game.header, list(visible(table.entries, None, finished)))


def test_the_house_cannot_rename_a_question() -> None:
    plans = [f"1.spring.plan.{seat}" for seat in "ABC"]

    def ground() -> Iterator[tuple[Table, int]]:
        for attempt in range(20):
            table = withheld("ground name")
            name = f"1.spring.plan{attempt}.C"
            at = answers_for(table, "C", name, plans[2])
            goes_on(table, *plans)
            yield table, at

    # Another name is another salt, and so another card: all four of them are to be had.
    events = {drawn_event(table): (table, at) for table, at in ground()}
    assert len(events) == 4
    for table, at in events.values():
        all_disprove(table, at, "nobody asked C for 1.spring.plan")


def at_a_question() -> tuple[Table, str, str]:
    """A game that asks somebody where to play; the decision, and the seat."""
    table = new_table(3, "default", "ask", name="asked")
    table.advance()
    table.answer_all("plans", terse=True)
    table.advance()
    (decision,) = table.game.waiting
    assert decision.kind == "position"
    return table, decision.id, decision.seat


def test_the_house_cannot_invent_a_question() -> None:
    table, decision, seat = at_a_question()
    answers_for(table, seat, decision, decision)
    other = "A" if seat != "A" else "B"
    name = decision[: -len(seat)] + other
    at = answers_for(table, other, name)
    goes_on(table, *sorted([decision, name], key=lambda one: one[-1]))
    all_disprove(table, at, f"nobody asked {other} for {name}")


def test_the_house_cannot_choose_what_a_question_is_called() -> None:
    table, _, _ = at_a_question()
    log = log_in(file_of(table))
    log[-1]["payload"]["decision"] = log[-1]["payload"]["decision"].replace("position", "place")
    fault = disproved_at(check(rehashed(log)))
    (at,) = places(log, "choice_asked")
    assert fault == (at, f"the question should be called {table.game.waiting[0].id}")


def test_a_question_of_another_edition_is_none_of_this_game() -> None:
    lie = rewritten(FIVE, question_of_another_edition, "defence")
    assert disproved_at(check(lie.data)) == (lie.at, "this is no question of this game")


def test_a_step_cannot_begin_without_an_answer() -> None:
    table = withheld("not waited for")
    # C is played by the default plan, and has no part in the key.
    default = table.game.ruleset.default(table.game.state, table.game.waiting[0])
    sealed = table.game.sealed
    made_up = {"1.spring.plan.C": sealed["1.spring.plan.A"].but(answer=default)}
    table.game = table.game.but(sealed={**sealed, **made_up})
    at = goes_on(table, "1.spring.plan.A", "1.spring.plan.B")
    all_disprove(table, at, "the step begins though 1.spring.plan.C was not answered")


@pytest.mark.parametrize("without", ["", "C", "AC", "ABC"])
def test_who_holds_no_county_is_asked_for_no_plan(without: str) -> None:
    table = at_the_plans("landless")
    state = table.game.state
    lost = [name for name, county in state.counties.items() if (county.owner or "-") in without]
    for name in lost:
        state = state.raze(name)
    asked = {d.id: d.seat for d in table.game.ruleset.decisions(state)}
    audit = Audit(AuditReport())
    lines = file_of(table).splitlines()
    audit.header(json.loads(lines[0]))
    for seq, line in enumerate(lines[1:-1], 1):
        audit.entry(json.loads(line), seq)
    assert isinstance(audit.course, WallensteinCourse)
    audit.course.holders |= dict.fromkeys(lost)
    audit.entry(json.loads(lines[-1]), len(lines) - 1)
    assert audit.at.asked == asked
    assert len(asked) == 3 - len(without)


def test_time_runs_out_for_nobody_who_was_not_asked() -> None:
    table, _, seat = at_a_question()
    log = log_in(file_of(table))
    due = {"deadline": AT, "reason": "step", "by": "house", "why": ""}
    blank = {key: log[1][key] for key in ("seq", "version", "at", "prev", "hash")}
    other = "A" if seat != "A" else "B"
    log.append({**blank, "kind": "deadline_set", "payload": due})
    log.append(
        {**blank, "kind": "time_ran_out", "payload": {"seats": [other], "policy": "default"}}
    )
    fault = disproved_at(check(rehashed(log)))
    assert fault == (len(log) - 1, f"time ran out for {other}, whom nobody asked")


def test_a_deadline_is_that_of_the_questions_it_was_set_for() -> None:
    table = at_the_plans("old deadline")
    note(table, DeadlineSet(AT, "step", "house", "schedule"))
    table.answer_all("plans")
    table.advance()
    at = note(table, TimeRanOut(["A"], "default"))
    assert disproved_at(check(file_of(table))) == (at, "time ran out before the deadline (None)")


def test_a_fork_begins_right_after_a_step() -> None:
    data, at = forked()
    log = log_in(data)
    paused = {**log[at], "kind": "game_paused", "payload": {"by": "host", "why": ""}}
    log.insert(at, paused)
    fault = disproved_at(check(rehashed(log[: at + 2])))
    assert fault == (at + 1, "a fork begins elsewhere than at the end of a step")


def test_the_house_cannot_put_a_question_of_another_edition() -> None:
    table, _, seat = at_a_question()
    state = table.game.state
    about = {"action": state.season.action, "county": state.owned(seat)[0], "by": None}
    name = f"defence_{about['action']}_{about['county']}"
    log = log_in(file_of(table))
    asked = {
        "decision": f"1.spring.{name}.{seat}",
        "choice": "defence",
        "seat": seat,
        "about": {**about, "peasants": 1},
    }
    assert log[-1]["kind"] == "choice_asked"
    log[-1]["payload"] = asked
    header, entries = read_log(lines_in(rehashed(log)))
    with pytest.raises(Disproved, match=f"^seq={entries[-1].seq} "):
        verify(header, entries)
