"""Every forgery we can think of is found out, at the very entry with which it begins."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.canonical import canonical
from engine.chance import StepChance
from engine.core import Json
from engine.game import advance, append
from engine.journal import AnswerSealed, AnswerWithdrawn, StepBegan
from engine.log import Entry, LogError, Secret, read_log, visible, write_log
from engine.verify import Disproved, verify
from engine.wallenstein.events import ChoiceAsked, PhaseBegan
from tests.play.forgery import (
    Forged,
    at,
    changed,
    drawn_from_stream,
    first_untrue,
    honest,
    key_of_step,
    leaves,
    log_of,
    others,
    place_of,
    put,
    rechained,
    step_before,
    told,
)
from tests.play.tables import AT, TABLES, Table, new_table, random_answer, table_name

Forgery = Callable[[], Forged]
SALT = "5a" * 32


def disproved(forged: Forged) -> Disproved:
    """A forged log does not hold, also not after it was written and read."""
    header, entries, seq = forged
    with pytest.raises(Disproved) as caught:
        verify(header, entries)
    assert caught.value.seq == seq, caught.value
    with pytest.raises(Disproved) as read:
        verify(*read_log(write_log(header, entries)))
    assert read.value.seq == seq
    return caught.value


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_an_honest_game_holds(of: tuple[int, str, str]) -> None:
    table = new_table(*of, name="true").play_out("true", terse=True)
    proof = verify(*log_of(table))
    assert proof.head == table.game.head
    assert proof.events == len(table.entries)
    assert proof.throws == sum(entry.kind == "tower_thrown" for entry in table.entries)
    assert proof.steps == proof.resolved == table.game.step


# The clumsy: the hashes are left as they were.


def changed_payload() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = changed(entries[place], "amount", to=99)
    return header, entries, place + 1


def changed_throw() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown", 2)
    entries[place] = changed(entries[place], "throw", "fell", to={"A": 5})
    return header, entries, place + 1


def dropped_event() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    del entries[place]
    return header, entries, place + 1


def dropped_first_event() -> Forged:
    header, entries = log_of(honest())
    return header, entries[1:], 1


def two_swapped_events() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "action_passed")
    entries[place : place + 2] = entries[place + 1], entries[place]
    return header, entries, place + 1


def wrong_link() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 3)
    entries[place] = changed(entries[place], "link", to="0" * 64)
    return header, entries, place + 1


def changed_answer() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 4)
    secret = entries[place].secret
    assert secret is not None
    entries[place] = entries[place].but(secret=secret.but(answer={**secret.answer, "bid": 0}))
    return header, entries, place + 1


def changed_salt() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 4)
    secret = entries[place].secret
    assert secret is not None
    entries[place] = entries[place].but(secret=secret.but(salt=SALT))
    return header, entries, place + 1


def changed_digest() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 4)
    entries[place] = entries[place].but(secret_digest="0" * 64)
    return header, entries, place + 1


def changed_hash() -> Forged:
    header, entries = log_of(honest())
    entries[-1] = entries[-1].but(hash="0" * 64)
    return header, entries, len(entries)


def changed_prev() -> Forged:
    header, entries = log_of(honest())
    entries[7] = entries[7].but(prev="0" * 64)
    return header, entries, 8


def changed_time() -> Forged:
    header, entries = log_of(honest())
    entries[7] = entries[7].but(at="2026-11-16T12:00:01Z")
    return header, entries, 8


def an_entry_twice() -> Forged:
    header, entries = log_of(honest())
    return header, [*entries[:8], *entries[7:]], 9


def head_of_another_game() -> Forged:
    header, _ = log_of(honest("ask"))
    return header, log_of(honest())[1], 1


CLUMSY: list[Forgery] = [
    changed_payload,
    changed_throw,
    dropped_event,
    dropped_first_event,
    two_swapped_events,
    wrong_link,
    changed_answer,
    changed_salt,
    changed_digest,
    changed_hash,
    changed_prev,
    changed_time,
    an_entry_twice,
    head_of_another_game,
]


@pytest.mark.parametrize("forgery", CLUMSY, ids=lambda forgery: forgery.__name__)
def test_a_clumsy_forgery_is_found_out(forgery: Forgery) -> None:
    disproved(forgery())


CHANGED_HEADERS: dict[str, tuple[Json, int]] = {
    "game": ({"game": "another"}, 1),
    "ruleset": ({"ruleset": "wallenstein-1634"}, 0),
    "version": ({"version": 99}, 0),
    "tower": ({"tower": "sieve-99"}, 0),
    "an option": ({"options": {"line_up": "draft", "choices": "orders"}}, 1),
    "an option missing": ({"options": {"line_up": "default"}}, 0),
    "an option unknown": ({"options": {"line_up": "default", "choices": "orders", "x": "y"}}, 0),
    "an option's value unknown": ({"options": {"line_up": "x", "choices": "orders"}}, 0),
    "order of seats": ({"seats": ("B", "A", "C")}, 0),
    "a seat more": ({"seats": ("A", "B", "C", "D")}, 1),
    "too few seats": ({"seats": ("A", "B")}, 0),
    "a seat twice": ({"seats": ("A", "B", "B")}, 0),
    "anchor": ({"anchor": "0" * 64}, 1),
}


@pytest.mark.parametrize(("changes", "seq"), CHANGED_HEADERS.values(), ids=CHANGED_HEADERS)
def test_a_changed_header_is_found_out(changes: Json, seq: int) -> None:
    header, entries = log_of(honest())
    disproved((replace(header, **changes), entries, seq))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("game", "tower_thrown"),
        ("an option", "line_up_placed"),
        ("a seat more", "line_up_placed"),
        ("anchor", "step_began"),
    ],
)
def test_a_changed_header_with_new_hashes_is_found_out(name: str, kind: str) -> None:
    header, entries = log_of(honest())
    forged = rechained(replace(header, **CHANGED_HEADERS[name][0]), entries)
    disproved((*forged, place_of(entries, kind) + 1))


# The clever: all hashes are made anew, so the chain alone says nothing.


def rehashed(forgery: Forgery) -> Forgery:
    """A clumsy forgery with a chain that holds."""

    def forged() -> Forged:
        header, entries, seq = forgery()
        return (*rechained(header, entries), seq)

    forged.__name__ = forgery.__name__
    return forged


def changed_draw() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "event_drawn")
    record = entries[place].payload["draw"]
    card = next(card for card in record["from"] if card not in record["drawn"])
    entries[place] = changed(entries[place], "draw", "drawn", to=[card])
    return (*rechained(header, entries), place + 1)


def changed_tie_draw() -> Forged:
    header, entries = log_of(honest())
    place = next(n for n, entry in enumerate(entries) if entry.payload.get("draws"))
    seats = entries[place].payload["draws"][0]["drawn"]
    entries[place] = changed(entries[place], "draws", 0, "drawn", to=seats[::-1])
    return (*rechained(header, entries), place + 1)


def changed_cubes_thrown() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown", 2)
    thrown = entries[place].payload["throw"]["thrown"]
    more = {colour: count + 1 for colour, count in thrown.items()}
    entries[place] = changed(entries[place], "throw", "thrown", to=more)
    return (*rechained(header, entries), place + 1)


def changed_cubes_lodged() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown", 2)
    entries[place] = changed(entries[place], "throw", "lodged", to={})
    return (*rechained(header, entries), place + 1)


def thrown_into_an_emptied_tower() -> Forged:
    """The right stream and an honest fall, but of a tower somebody has emptied before."""
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown", 1)
    throw = entries[place].payload["throw"]
    assert throw["stream"] == "throw 1"
    assert throw["lodged"]
    key = key_of_step(header, entries, step_before(entries, place))
    recomputed = StepChance(key, header.tower).throw(throw["thrown"], {})
    entries[place] = changed(entries[place], "throw", to=recomputed)
    return (*rechained(header, entries), place + 1)


def another_stream() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "event_drawn")
    entries[place] = drawn_from_stream(header, entries, place, "event 2")
    return (*rechained(header, entries), place + 1)


def a_stream_of_another_name() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "event_drawn")
    entries[place] = drawn_from_stream(header, entries, place, "better event 1")
    return (*rechained(header, entries), place + 1)


def changed_bid() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "bids_revealed")
    entries[place] = changed(entries[place], "bids", "A", to="nothing")
    return (*rechained(header, entries), place + 1)


def unpaid_bid() -> Forged:
    header, entries = log_of(honest())
    place = next(n for n, entry in enumerate(entries) if entry.payload.get("paid"))
    entries[place] = changed(entries[place], "paid", to={})
    return (*rechained(header, entries), place + 1)


def truth_for_a_number() -> Forged:
    header, entries = log_of(honest())
    place = next(n for n, entry in enumerate(entries) if entry.payload.get("position") == 1)
    entries[place] = changed(entries[place], "position", to=True)
    return (*rechained(header, entries), place + 1)


def truth_for_a_number_of_cubes() -> Forged:
    header, entries = log_of(honest())
    for place, entry in enumerate(entries):
        for colour, count in entry.payload.get("throw", {}).get("fell", {}).items():
            if count == 1:
                entries[place] = changed(entry, "throw", "fell", colour, to=True)
                return (*rechained(header, entries), place + 1)
    raise AssertionError("no single cube ever fell")


def answers_as_words() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "step_began", 2)
    answers = [str(seq) for seq in entries[place].payload["answers"]]
    entries[place] = changed(entries[place], "answers", to=answers)
    return (*rechained(header, entries), place + 1)


def another_version() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = entries[place].but(version=2)
    return (*rechained(header, entries), place + 1)


def another_kind() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = entries[place].but(kind="grain_collected")
    return (*rechained(header, entries), place + 1)


def unknown_kind() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = entries[place].but(kind="taxes_doubled")
    return (*rechained(header, entries), place + 1)


def unknown_kind_between_steps() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 1)
    entries.insert(place, entries[place].but(kind="joke_told", secret=None, secret_digest=None))
    return (*rechained(header, entries), place + 1)


def facts_inserted() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries.insert(place + 1, changed(entries[place], "seat", to="A"))
    return (*rechained(header, entries), place + 2)


def facts_added_to_a_step() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed")
    entries.insert(place, entries[place_of(entries, "taxes_collected")])
    return (*rechained(header, entries), place + 1)


def facts_outside_a_step() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed", 1)
    entries.insert(place, entries[place_of(entries, "taxes_collected")])
    return (*rechained(header, entries), place + 1)


def facts_before_the_first_step() -> Forged:
    header, entries = log_of(honest())
    entries.insert(0, entries[place_of(entries, "line_up_placed")])
    return (*rechained(header, entries), 1)


def last_fact_of_a_step_dropped() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "answer_sealed") - 1
    del entries[place]
    return (*rechained(header, entries), place + 1)


def all_facts_of_a_step_dropped() -> Forged:
    header, entries = log_of(honest())
    began = place_of(entries, "step_began", 1)
    end = next(n for n in range(began + 1, len(entries)) if entries[n].kind == "answer_sealed")
    return (*rechained(header, entries[: began + 1] + entries[end:]), began + 2)


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


def facts_after_the_end() -> Forged:
    header, entries = log_of(honest())
    entries.append(entries[place_of(entries, "taxes_collected")])
    return (*rechained(header, entries), len(entries))


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


def at_the_first_plans(choices: str = "orders") -> Table:
    """A table where everybody has planned the first season and nothing is resolved."""
    table = new_table(3, "default", choices, name=f"plans {choices}")
    table.advance()
    table.answer_all("first")
    return table


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


def sealed(table: Table, decision: str, seat: str, answer: object) -> Entry:
    """The entry of an answer that nobody has checked."""
    event = AnswerSealed(decision, seat, "seat")
    entry = told(table.game.header, table.entries, event)
    return entry.but(secret=Secret(SALT, answer), secret_digest=Secret(SALT, answer).digest())


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


def secret_in_a_fact() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = entries[place].but(secret=Secret(SALT, "psst"))
    return (*rechained(header, entries), place + 1)


def digest_in_a_fact() -> Forged:
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = entries[place].but(secret_digest="0" * 64)
    return (*rechained(header, entries), place + 1)


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


CLEVER: list[Forgery] = [
    rehashed(changed_payload),
    rehashed(changed_throw),
    rehashed(dropped_event),
    rehashed(dropped_first_event),
    rehashed(two_swapped_events),
    rehashed(wrong_link),
    rehashed(an_entry_twice),
    changed_draw,
    changed_tie_draw,
    changed_cubes_thrown,
    changed_cubes_lodged,
    thrown_into_an_emptied_tower,
    another_stream,
    a_stream_of_another_name,
    changed_bid,
    unpaid_bid,
    truth_for_a_number,
    truth_for_a_number_of_cubes,
    answers_as_words,
    another_version,
    another_kind,
    unknown_kind,
    unknown_kind_between_steps,
    facts_inserted,
    facts_added_to_a_step,
    facts_outside_a_step,
    facts_before_the_first_step,
    last_fact_of_a_step_dropped,
    all_facts_of_a_step_dropped,
    changed_answer_with_new_digest,
    changed_salt_with_new_digest,
    other_link,
    link_of_the_next_step,
    link_in_capitals,
    step_number_skipped,
    answers_in_another_order,
    game_continued_after_the_end,
    facts_after_the_end,
    answer_after_the_end,
    answer_taken_back_after_the_end,
    step_with_replaced_answers,
    step_with_an_answer_taken_back,
    step_without_an_answer,
    answer_to_a_decision_not_open,
    answer_before_the_game,
    answer_of_another_seat,
    illegal_answer,
    empty_answer,
    answer_without_a_digest,
    secret_in_a_fact,
    digest_in_a_fact,
    nothing_taken_back,
    answer_taken_back_by_another_seat,
    plan_taken_back_in_the_middle_of_its_season,
]


@pytest.mark.parametrize("forgery", CLEVER, ids=lambda forgery: forgery.__name__)
def test_a_clever_forgery_is_found_out(forgery: Forgery) -> None:
    disproved(forgery())


# Half in the dark: what a rival or a spectator can check while the answers are sealed.


def seen_by(table: Table, seat: str | None) -> list[Entry]:
    """The log as a viewer gets it in the middle of a game."""
    return list(visible(table.entries, seat, False))


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_a_log_with_sealed_answers_holds_as_far_as_it_goes(of: tuple[int, str, str]) -> None:
    table = new_table(*of, name="dark")
    for number in range(6):
        table.play_step(f"dark {number}", terse=True)
        for seat in (*table.game.header.seats, None):
            entries = seen_by(table, seat)
            proof = verify(table.game.header, entries)
            assert proof.head == table.game.head
            assert proof.steps == table.game.step
            assert proof.resolved == steps_in_the_light(entries)
    assert proof.resolved < proof.steps


def steps_in_the_light(entries: list[Entry]) -> int:
    """The steps that were played before the first answer this reader does not know."""
    dark = (n for n, entry in enumerate(entries) if entry.secret_digest and not entry.secret)
    light = entries[: next(dark, len(entries))]
    return sum(entry.kind == "step_began" for entry in light)


def test_an_own_answer_is_checked_though_others_are_sealed() -> None:
    table = at_the_first_plans()
    entries = [*table.entries, sealed(table, "1.spring.plan.C", "C", {"boxes": {}})]
    header, entries = rechained(table.game.header, entries)
    disproved((header, list(visible(entries, "C", False)), len(entries)))
    assert verify(header, list(visible(entries, "A", False))).resolved == 1


DARK: list[Forgery] = [
    rehashed(changed_throw),
    rehashed(dropped_first_event),
    rehashed(wrong_link),
    changed_draw,
    changed_tie_draw,
    changed_cubes_lodged,
    thrown_into_an_emptied_tower,
    another_stream,
    truth_for_a_number,
    truth_for_a_number_of_cubes,
    answers_as_words,
    another_version,
    unknown_kind,
    unknown_kind_between_steps,
    facts_outside_a_step,
    facts_before_the_first_step,
    changed_answer_with_new_digest,
    changed_salt_with_new_digest,
    other_link,
    link_of_the_next_step,
    link_in_capitals,
    step_number_skipped,
    answers_in_another_order,
    game_continued_after_the_end,
    answer_after_the_end,
    answer_taken_back_after_the_end,
    step_with_replaced_answers,
    step_with_an_answer_taken_back,
    step_without_an_answer,
    answer_to_a_decision_not_open,
    answer_before_the_game,
    answer_of_another_seat,
    answer_without_a_digest,
    digest_in_a_fact,
    nothing_taken_back,
    answer_taken_back_by_another_seat,
    plan_taken_back_in_the_middle_of_its_season,
]


@pytest.mark.parametrize("forgery", DARK, ids=lambda forgery: forgery.__name__)
def test_a_forgery_is_found_out_though_the_answers_are_sealed(forgery: Forgery) -> None:
    header, entries, seq = forgery()
    disproved((header, [entry.but(secret=None) for entry in entries], seq))


def dark_step(*facts: Entry) -> Forged:
    """The first season's step, its answers sealed, told by these facts instead of its own."""
    header, entries = log_of(honest())
    began = place_of(entries, "step_began", 1)
    forged = [entry.but(secret=None) for entry in entries[: began + 1]] + list(facts)
    return (*rechained(header, forged), len(forged))


def fact(event: object) -> Entry:
    header, entries = log_of(honest())
    return told(header, entries[:1], event)  # type: ignore[arg-type]


def chance_fact(**payload: object) -> Entry:
    return fact(PhaseBegan("event")).but(kind="tower_thrown", payload=payload)


def record(**changes: object) -> Json:
    return {"stream": "throw 1", "thrown": {"A": 1}, "lodged": {}, "fell": {"A": 1}, **changes}


IMPOSSIBLE: dict[str, Callable[[], Entry]] = {
    "a phase that does not exist": lambda: fact(PhaseBegan("lunch")),
    "the next phase and nothing more": lambda: fact(PhaseBegan("event")),
    "a question to somebody else": lambda: fact(
        ChoiceAsked("1.spring.position.Z", "position", "Z", {})
    ),
    "a question about a county that is not": lambda: fact(
        ChoiceAsked("1.spring.x.A", "move", "A", {"action": "combat_a", "origin": "x"})
    ),
    "a throw that is null": lambda: chance_fact(throw=None),
    "a throw that is a number": lambda: chance_fact(throw=1),
    "a throw without cubes": lambda: chance_fact(throw={"stream": "throw 1"}),
    "a throw from another tower": lambda: chance_fact(throw=record(lodged={"A": 1})),
    "a throw of nobody's cubes": lambda: chance_fact(throw=record(thrown={"A": 0})),
    "a throw of less than nothing": lambda: chance_fact(throw=record(thrown={"A": -1})),
    "a throw of more cubes than memory": lambda: chance_fact(throw=record(thrown={"A": 10**15})),
    "a throw of words": lambda: chance_fact(throw=record(thrown={"A": "many"})),
    "a throw of a list": lambda: chance_fact(throw=record(thrown=["A"])),
    "a throw without a stream": lambda: chance_fact(throw=record(stream=None)),
    "a throw from the second stream": lambda: chance_fact(throw=record(stream="throw 2")),
    "draws that are a number": lambda: chance_fact(draws=5),
    "draws of numbers": lambda: chance_fact(draws=[5]),
    "a draw that is a list": lambda: chance_fact(draw=[]),
    "a draw of more than there is": lambda: chance_fact(
        draw={"stream": "event 1", "from": ["x"], "drawn": ["x", "x"]}
    ),
    "a draw from the stream of throws": lambda: chance_fact(
        draw={"stream": "throw 1", "from": ["x"], "drawn": ["x"]}
    ),
    "a draw from a stream without number": lambda: chance_fact(
        draw={"stream": "event", "from": ["x"], "drawn": ["x"]}
    ),
}


@pytest.mark.parametrize("impossible", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_fact_is_found_out_in_the_dark(impossible: Callable[[], Entry]) -> None:
    disproved(dark_step(impossible()))


def test_a_lie_about_cubes_that_chance_allows_waits_for_the_end() -> None:
    """What cannot be proved in the dark is proved when the answers are opened."""
    header, entries = log_of(honest())
    place = place_of(entries, "taxes_collected")
    entries[place] = changed(entries[place], "amount", to=99)
    header, entries = rechained(header, entries)
    before_the_end = entries[: place_of(entries, "step_began", -1)]
    dark = [entry.but(secret=None) for entry in before_the_end]
    assert verify(header, dark).resolved == 1
    disproved((header, entries, place + 1))


def test_when_the_game_is_over_no_answer_stays_sealed() -> None:
    header, entries = log_of(honest())
    for number in (0, 4, -1):
        place = place_of(entries, "answer_sealed", number)
        kept = [*entries[:place], entries[place].but(secret=None), *entries[place + 1 :]]
        disproved((header, kept, place + 1))


def test_a_throw_can_be_recomputed_by_hand() -> None:
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown")
    key = key_of_step(header, entries, step_before(entries, place))
    throw = entries[place].payload["throw"]
    assert StepChance(key, header.tower).throw(throw["thrown"], throw["lodged"]) == throw


# Cut short: only between steps is a log's beginning a log.


@pytest.mark.parametrize("sealed_answers", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_a_log_cut_within_a_step_is_found_out(choices: str, *, sealed_answers: bool) -> None:
    header, entries = log_of(honest(choices))
    if sealed_answers:
        entries = [entry.but(secret=None) for entry in entries]
    for length in range(0, len(entries), 3 if sealed_answers else 11):
        rest = entries[length:]
        within_a_step = rest[0].kind in honest().game.ruleset.events
        if within_a_step:
            with pytest.raises(Disproved) as caught:
                verify(header, entries[:length])
            began = step_before(entries, length - 1)
            assert began < caught.value.seq <= length + 1
        else:
            # An earlier moment of an honest game; whoever noted a later head sees that it is one.
            proof = verify(header, entries[:length])
            assert proof.head == (entries[length - 1].hash if length else header.genesis())
            assert proof.head != entries[-1].hash


# Whatever else: one thing changed anywhere.

LINES = [json.loads(line) for line in write_log(*log_of(honest()))]


def lines_hold(lines: list[Json]) -> bool:
    """Whether a file with these lines would be believed."""
    try:
        verify(*read_log(canonical(line) + b"\n" for line in lines))
    except (LogError, Disproved):
        return False
    return True


def test_the_lines_hold_as_they_are() -> None:
    assert lines_hold(LINES)


@settings(max_examples=150)
@given(st.data())
def test_any_change_to_any_line_is_found_out(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(LINES) - 1), "line")
    path = data.draw(st.sampled_from(list(leaves(LINES[place]))), "way")
    value = data.draw(st.sampled_from(others(at(LINES[place], path))), "value")
    lines = list(LINES)
    lines[place] = put(lines[place], path, value)
    assert not lines_hold(lines)


@settings(max_examples=60)
@given(st.data())
def test_any_key_missing_in_any_line_is_found_out(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(LINES) - 1), "line")
    lines = list(LINES)
    gone = data.draw(st.sampled_from(sorted(lines[place])), "key")
    lines[place] = {key: value for key, value in lines[place].items() if key != gone}
    assert not lines_hold(lines)


@settings(max_examples=100)
@given(st.data())
def test_any_change_to_what_is_told_is_found_out_where_it_is(data: st.DataObject) -> None:
    header, entries = log_of(honest())
    place = data.draw(st.integers(0, len(entries) - 1), "entry")
    entry = entries[place]
    # Who pressed the key for an answer is told, but cannot be proved.
    provable = [path for path in leaves(entry.payload) if path != ("by",)]
    path = data.draw(st.sampled_from(provable), "way")
    value = data.draw(st.sampled_from(others(at(entry.payload, path))), "value")
    payload = put(entry.payload, path, value) if path else {"x": value}
    entries[place] = entry.but(payload=payload)
    with pytest.raises(Disproved) as caught:
        verify(*rechained(header, entries))
    assert caught.value.seq == place + 1
