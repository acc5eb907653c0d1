"""Every forgery we can think of is found out, at the very entry with which it begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.devices.tower import CUBE_TOWER, throw_cubes
from engine.kernel.chance import StepChance
from engine.kernel.core import Json
from engine.kernel.verify import verify
from engine.registry import checked_options, newest
from tests.play import clumsy_forgeries, forged_answers, forged_facts
from tests.play.forgery import (
    Forgery,
    disproved,
    honest,
    key_of_step,
    log_of,
    place_of,
    rechained,
    rehashed,
    step_before,
)
from tests.play.tables import RULESET, TABLES, Of, set_table, table_name


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_an_honest_game_holds(of: Of) -> None:
    table = set_table(of, name="true").play_out("true", terse=True)
    proof = verify(*log_of(table))
    assert proof.head == table.game.head
    assert proof.events == len(table.entries)
    assert proof.uses.get("tower", 0) == sum(
        entry.kind == "tower_thrown" for entry in table.entries
    )
    assert proof.steps == proof.resolved == table.game.step


CLUMSY: list[Forgery] = [
    clumsy_forgeries.changed_payload,
    clumsy_forgeries.changed_throw,
    clumsy_forgeries.dropped_event,
    clumsy_forgeries.dropped_first_event,
    clumsy_forgeries.two_swapped_events,
    clumsy_forgeries.wrong_link,
    clumsy_forgeries.changed_answer,
    clumsy_forgeries.changed_salt,
    clumsy_forgeries.changed_digest,
    clumsy_forgeries.changed_hash,
    clumsy_forgeries.changed_prev,
    clumsy_forgeries.changed_time,
    clumsy_forgeries.an_entry_twice,
    clumsy_forgeries.head_of_another_game,
]


@pytest.mark.parametrize("forgery", CLUMSY, ids=lambda forgery: forgery.__name__)
def test_a_clumsy_forgery_is_found_out(forgery: Forgery) -> None:
    disproved(forgery())


OPTIONS = checked_options(newest(RULESET), {})
CHANGED_HEADERS: dict[str, tuple[Json, int]] = {
    "game": ({"game": "another"}, 1),
    "ruleset": ({"ruleset": "wallenstein-1634"}, 0),
    "version": ({"version": 99}, 0),
    "tower": ({"tower": "sieve-99"}, 0),
    "an option": ({"options": OPTIONS | {"line_up": "draft"}}, 1),
    "an expansion": ({"options": OPTIONS | {"emperors_court": "on"}}, 1),
    "an option missing": ({"options": {"line_up": "default"}}, 0),
    "an option unknown": ({"options": OPTIONS | {"x": "y"}}, 0),
    "an option's value unknown": ({"options": OPTIONS | {"line_up": "x"}}, 0),
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


CLEVER: list[Forgery] = [
    rehashed(clumsy_forgeries.changed_payload),
    rehashed(clumsy_forgeries.changed_throw),
    rehashed(clumsy_forgeries.dropped_event),
    rehashed(clumsy_forgeries.dropped_first_event),
    rehashed(clumsy_forgeries.two_swapped_events),
    rehashed(clumsy_forgeries.wrong_link),
    rehashed(clumsy_forgeries.an_entry_twice),
    forged_facts.changed_draw,
    forged_facts.changed_tie_draw,
    forged_facts.changed_cubes_thrown,
    forged_facts.changed_cubes_lodged,
    forged_facts.thrown_into_an_emptied_tower,
    forged_facts.another_stream,
    forged_facts.a_stream_of_another_name,
    forged_facts.changed_bid,
    forged_facts.unpaid_bid,
    forged_facts.truth_for_a_number,
    forged_facts.truth_for_a_number_of_cubes,
    forged_answers.answers_as_words,
    forged_facts.another_version,
    forged_facts.another_kind,
    forged_facts.unknown_kind,
    forged_facts.unknown_kind_between_steps,
    forged_facts.facts_inserted,
    forged_facts.facts_added_to_a_step,
    forged_facts.facts_outside_a_step,
    forged_facts.facts_before_the_first_step,
    forged_facts.last_fact_of_a_step_dropped,
    forged_facts.all_facts_of_a_step_dropped,
    forged_answers.changed_answer_with_new_digest,
    forged_answers.changed_salt_with_new_digest,
    forged_answers.other_link,
    forged_answers.link_of_the_next_step,
    forged_answers.link_in_capitals,
    forged_answers.step_number_skipped,
    forged_answers.answers_in_another_order,
    forged_answers.game_continued_after_the_end,
    forged_facts.facts_after_the_end,
    forged_answers.answer_after_the_end,
    forged_answers.answer_taken_back_after_the_end,
    forged_answers.step_with_replaced_answers,
    forged_answers.step_with_an_answer_taken_back,
    forged_answers.step_without_an_answer,
    forged_answers.answer_to_a_decision_not_open,
    forged_answers.answer_before_the_game,
    forged_answers.answer_of_another_seat,
    forged_answers.illegal_answer,
    forged_answers.empty_answer,
    forged_answers.answer_without_a_digest,
    forged_facts.secret_in_a_fact,
    forged_facts.digest_in_a_fact,
    forged_answers.nothing_taken_back,
    forged_answers.answer_taken_back_by_another_seat,
    forged_answers.plan_taken_back_in_the_middle_of_its_season,
]


@pytest.mark.parametrize("forgery", CLEVER, ids=lambda forgery: forgery.__name__)
def test_a_clever_forgery_is_found_out(forgery: Forgery) -> None:
    disproved(forgery())


def test_a_throw_can_be_recomputed_by_hand() -> None:
    header, entries = log_of(honest())
    place = place_of(entries, "tower_thrown")
    key = key_of_step(header, entries, step_before(entries, place))
    throw = entries[place].payload["throw"]
    assert (
        throw_cubes(StepChance(key, {"tower": CUBE_TOWER}), throw["thrown"], throw["lodged"])
        == throw
    )
