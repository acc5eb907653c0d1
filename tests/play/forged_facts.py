"""Forged facts, draws and throws; all hashes are made anew, so the chain alone says nothing."""

from __future__ import annotations

from engine.devices.tower import CUBE_TOWER, throw_cubes
from engine.kernel.chance import StepChance
from engine.kernel.log import Secret
from tests.play.forgery import (
    SALT,
    Forged,
    changed,
    drawn_from_stream,
    honest,
    key_of_step,
    log_of,
    place_of,
    rechained,
    step_before,
)


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
    recomputed = throw_cubes(StepChance(key, {"tower": CUBE_TOWER}), throw["thrown"], {})
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


def facts_after_the_end() -> Forged:
    header, entries = log_of(honest())
    entries.append(entries[place_of(entries, "taxes_collected")])
    return (*rechained(header, entries), len(entries))


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
