"""Forged steps and answers; all hashes are made anew, so the chain alone says nothing."""

from __future__ import annotations

from engine.kernel.game import advance, append
from engine.kernel.journal import AnswerWithdrawn, StepBegan
from tests.play.forgery import (
    SALT,
    Forged,
    at_the_first_plans,
    changed,
    first_untrue,
    honest,
    log_of,
    place_of,
    rechained,
    sealed,
    told,
)
from tests.play.tables import AT, new_table, random_answer


def answers_as_words() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 2)
    answers = [str(seq) for seq in entries[place].payload["answers"]]
    entries[place] = changed(entries[place], "answers", to=answers)
    return (*rechained(header, entries), place + 1)


def changed_answer_with_new_digest() -> Forged:
    header, entries = log_of(honest())
    place, began = place_of(entries, "answer_sealed"), place_of(entries, "step_began", 1)
    secret = entries[place].secret
    assert secret is not None
    answer = {**secret.answer, "positions": secret.answer["positions"][::-1]}
    entries[place] = entries[place].but(secret=secret.but(answer=answer))
    return (*rechained(header, entries), first_untrue(header, entries, began))


def changed_salt_with_new_digest() -> Forged:
    header, entries = log_of(honest())
    place, began = place_of(entries, "answer_sealed"), place_of(entries, "step_began", 1)
    secret = entries[place].secret
    assert secret is not None
    entries[place] = entries[place].but(secret=secret.but(salt=SALT))
    return (*rechained(header, entries), first_untrue(header, entries, began))


def other_link() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 3)
    entries[place] = changed(entries[place], "link", to=SALT)
    return (*rechained(header, entries), place + 1)


def link_of_the_next_step() -> Forged:
    table = honest()
    header, entries = log_of(table)
    place = place_of(entries, "step_began", 3)
    link = table.chain[entries[place].payload["step"] + 1].hex()
    entries[place] = changed(entries[place], "link", to=link)
    return (*rechained(header, entries), place + 1)


def link_in_capitals() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 3)
    entries[place] = changed(entries[place], "link", to=entries[place].payload["link"].upper())
    return (*rechained(header, entries), place + 1)


def step_number_skipped() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 3)
    entries[place] = changed(entries[place], "step", to=entries[place].payload["step"] + 1)
    return (*rechained(header, entries), place + 1)


def answers_in_another_order() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 3)
    answers = entries[place].payload["answers"][::-1]
    entries[place] = changed(entries[place], "answers", to=answers)
    return (*rechained(header, entries), place + 1)


def game_continued_after_the_end() -> Forged:
    table = honest()
    header, entries = log_of(table)
    step = table.game.step + 1
    entries.append(told(header, entries, StepBegan(step, table.chain[step].hex(), [])))
    return header, entries, len(entries)


def answer_after_the_end() -> Forged:
    header, entries = log_of(honest())
    entries.append(entries[place_of(entries, "answer_sealed")])
    return (*rechained(header, entries), len(entries))


def answer_taken_back_after_the_end() -> Forged:
    header, entries = log_of(honest())
    payload = entries[place_of(entries, "answer_sealed")].payload
    event = AnswerWithdrawn(payload["decision"], payload["seat"])
    entries.append(told(header, entries, event))
    return header, entries, len(entries)


def step_with_replaced_answers() -> Forged:
    table = at_the_first_plans()
    before = list(table.entries)
    _, step = advance(table.game, table.chain[2], AT)
    decision = table.game.decisions[0]
    replaced = table.seal(decision.id, random_answer(table.game, decision, "second"))
    forged = rechained(table.game.header, [*before, replaced, *step])
    return (*forged, len(before) + 2)


def step_with_an_answer_taken_back() -> Forged:
    table = at_the_first_plans()
    before = list(table.entries)
    _, step = advance(table.game, table.chain[2], AT)
    table.withdraw(table.game.decisions[0])
    forged = rechained(table.game.header, [*before, table.entries[-1], *step])
    return (*forged, len(before) + 2)


def step_without_an_answer() -> Forged:
    table = at_the_first_plans()
    _, step = advance(table.game, table.chain[2], AT)
    entries = [*table.entries[:-1], *step]
    place = place_of(entries, "step_began", 1)
    answers = entries[place].payload["answers"][:-1]
    entries[place] = changed(entries[place], "answers", to=answers)
    return (*rechained(table.game.header, entries), place + 1)


def answer_to_a_decision_not_open() -> Forged:
    table = at_the_first_plans()
    plan = table.entries[-1].secret
    assert plan is not None
    entries = [*table.entries, sealed(table, "1.autumn.plan.C", "C", plan.answer)]
    return (*rechained(table.game.header, entries), len(entries))


def answer_before_the_game() -> Forged:
    table = new_table(3, "default", "orders")
    entries = [sealed(table, "1.spring.plan.A", "A", {})]
    return (*rechained(table.game.header, entries), 1)


def answer_of_another_seat() -> Forged:
    table = at_the_first_plans()
    plan = table.entries[-1].secret
    assert plan is not None
    entries = [*table.entries, sealed(table, "1.spring.plan.C", "B", plan.answer)]
    return (*rechained(table.game.header, entries), len(entries))


def illegal_answer() -> Forged:
    table = at_the_first_plans()
    plan = table.entries[-1].secret
    assert plan is not None
    entries = [*table.entries, sealed(table, "1.spring.plan.C", "C", {**plan.answer, "bid": 99})]
    return (*rechained(table.game.header, entries), len(entries))


def empty_answer() -> Forged:
    table = at_the_first_plans()
    entries = [*table.entries, sealed(table, "1.spring.plan.C", "C", None)]
    return (*rechained(table.game.header, entries), len(entries))


def answer_without_a_digest() -> Forged:
    table = at_the_first_plans()
    entry = sealed(table, "1.spring.plan.C", "C", None).but(secret=None, secret_digest=None)
    return (*rechained(table.game.header, [*table.entries, entry]), len(table.entries) + 1)


def nothing_taken_back() -> Forged:
    table = at_the_first_plans()
    table.withdraw(table.game.decisions[0])
    entries = [*table.entries, table.entries[-1]]
    return (*rechained(table.game.header, entries), len(entries))


def answer_taken_back_by_another_seat() -> Forged:
    table = at_the_first_plans()
    event = AnswerWithdrawn(table.game.decisions[0].id, "C")
    entries = [*table.entries, told(table.game.header, table.entries, event)]
    return table.game.header, entries, len(entries)


def plan_taken_back_in_the_middle_of_its_season() -> Forged:
    table = at_the_first_plans("ask")
    plans = list(table.game.decisions)
    table.advance()
    assert table.game.state.asking is not None
    asked = table.game.decisions[0]
    plan = next(plan for plan in plans if plan.seat != asked.seat)
    back = append(table.game, AnswerWithdrawn(plan.id, plan.seat), AT)
    table.game = table.game.after(back)
    table.entries.append(back)
    # The engine plays on without the plan, so the facts that follow agree with the lie.
    table.play_step("on")
    return (*log_of(table), back.seq)
