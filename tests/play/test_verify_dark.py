"""A rival or a spectator finds a forgery out though the answers are sealed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.kernel.chance import stream
from engine.kernel.core import Json
from engine.kernel.log import Entry, Header, visible
from engine.kernel.verify import verify
from engine.wallenstein.events import ChoiceAsked, PhaseBegan
from tests.play import clumsy_forgeries, forged_answers, forged_facts
from tests.play.forgery import (
    Forged,
    Forgery,
    at,
    at_the_first_plans,
    changed,
    disproved,
    drawn,
    honest,
    key_of_step,
    log_of,
    place_of,
    rechained,
    rehashed,
    sealed,
    step_before,
    told,
)
from tests.play.repeats import REPEATS, repeated
from tests.play.tables import TABLES, Of, Table, set_table, table_name


def seen_by(table: Table, seat: str | None) -> list[Entry]:
    """The log as a viewer gets it in the middle of a game."""
    return list(visible(table.entries, seat, False))


@pytest.mark.parametrize("of", TABLES, ids=table_name)
def test_a_log_with_sealed_answers_holds_as_far_as_it_goes(of: Of) -> None:
    table = set_table(of, name="dark")
    for number in range(6):
        table.play_step(f"dark {number}", terse=True)
        for seat in (*table.game.header.seats, None):
            entries = seen_by(table, seat)
            proof = verify(table.game.header, entries)
            assert proof.head == table.game.head
            assert proof.steps == table.game.step
            hidden = bool(table.game.header.veil)
            assert proof.resolved == (0 if hidden else steps_in_the_light(entries))
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
    rehashed(clumsy_forgeries.changed_throw),
    rehashed(clumsy_forgeries.dropped_first_event),
    rehashed(clumsy_forgeries.wrong_link),
    forged_facts.changed_draw,
    forged_facts.changed_tie_draw,
    forged_facts.changed_cubes_lodged,
    forged_facts.thrown_into_an_emptied_tower,
    forged_facts.another_stream,
    forged_facts.a_stream_of_another_name,
    forged_facts.truth_for_a_number,
    forged_facts.truth_for_a_number_of_cubes,
    forged_answers.answers_as_words,
    forged_facts.another_version,
    forged_facts.unknown_kind,
    forged_facts.unknown_kind_between_steps,
    forged_facts.facts_outside_a_step,
    forged_facts.facts_before_the_first_step,
    forged_answers.changed_answer_with_new_digest,
    forged_answers.changed_salt_with_new_digest,
    forged_answers.other_link,
    forged_answers.link_of_the_next_step,
    forged_answers.link_in_capitals,
    forged_answers.step_number_skipped,
    forged_answers.answers_in_another_order,
    forged_answers.game_continued_after_the_end,
    forged_answers.answer_after_the_end,
    forged_answers.answer_taken_back_after_the_end,
    forged_answers.step_with_replaced_answers,
    forged_answers.step_with_an_answer_taken_back,
    forged_answers.step_without_an_answer,
    forged_answers.answer_to_a_decision_not_open,
    forged_answers.answer_before_the_game,
    forged_answers.answer_of_another_seat,
    forged_answers.answer_without_a_digest,
    forged_facts.digest_in_a_fact,
    forged_answers.nothing_taken_back,
    forged_answers.answer_taken_back_by_another_seat,
    forged_answers.plan_taken_back_in_the_middle_of_its_season,
]


@pytest.mark.parametrize("forgery", DARK, ids=lambda forgery: forgery.__name__)
def test_a_forgery_is_found_out_though_the_answers_are_sealed(forgery: Forgery) -> None:
    header, entries, seq = forgery()
    disproved((header, [entry.but(secret=None) for entry in entries], seq))


# Games that draw whatever can be drawn.
DRAWING = [
    Of(3, "draft", "ask"),
    Of(3, "default", "orders", "wallenstein-2002"),
    Of(4, "default", "orders", expansions=("emperors_court",)),
]


def draws_in_the_dark(entries: list[Entry]) -> Iterator[tuple[int, tuple[str | int, ...]]]:
    """Where each kind of fact first rests on a draw that nobody can play again."""
    first, seen = place_of(entries, "answer_sealed"), set()
    for place, entry in enumerate(entries):
        payload = entry.payload
        way = ("draw",) if payload.get("draw") else ("draws", 0)
        if (
            place > first
            and entry.kind not in seen
            and (payload.get("draw") or payload.get("draws"))
        ):
            seen.add(entry.kind)
            yield place, way


def drawn_anew(
    header: Header, entries: list[Entry], place: int, way: tuple[str | int, ...], **lies: Any
) -> Forged:
    """A draw told otherwise, and made from the stream that it now names."""
    record = {**at(entries[place].payload, way), **lies}
    source = stream(key_of_step(header, entries, step_before(entries, place)), record["stream"])
    record["drawn"] = drawn(source, record["from"], len(record["drawn"]))
    forged = [*entries[:place], changed(entries[place], *way, to=record), *entries[place + 1 :]]
    return (*rechained(header, forged), place + 1)


@pytest.mark.parametrize("of", DRAWING, ids=table_name)
def test_chance_cannot_be_asked_otherwise_in_the_dark(of: Of) -> None:
    header, entries = log_of(set_table(of, name="asked").play_out("asked", terse=True))
    entries = [entry.but(secret=None) for entry in entries]
    draws = list(draws_in_the_dark(entries))
    assert len(draws) >= 5
    for place, way in draws:
        record = at(entries[place].payload, way)
        disproved(drawn_anew(header, entries, place, way, stream="better luck 1"))
        disproved(drawn_anew(header, entries, place, way, drawn=record["drawn"][1:]))
        disproved(drawn_anew(header, entries, place, way, **{"from": record["from"][::-1]}))
        disproved(drawn_anew(header, entries, place, way, reason="luck"))


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


@pytest.mark.parametrize("name", REPEATS)
def test_chance_cannot_be_asked_twice_in_the_dark(name: str) -> None:
    refusal = disproved(repeated(name, dark=True))
    is_set_up = name == "order of the draft"  # which rests on no answer, and is played again
    assert str(refusal).endswith("does not come next") is not is_set_up


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
