"""A log cut short within a step, or with any one thing changed, is not believed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.canonical import canonical
from engine.kernel.core import Json
from engine.kernel.log import LogError, read_log, write_log
from engine.kernel.verify import Disproved, verify
from tests.play.forgery import (
    at,
    honest,
    leaves,
    log_of,
    others,
    put,
    rechained,
    step_before,
)

# Cut short: only between steps is a log's beginning a log.


@pytest.mark.parametrize("sealed_answers", [False, True], ids=["open", "sealed"])
@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_a_log_cut_within_a_step_is_found_out(choices: str, *, sealed_answers: bool) -> None:
    header, entries = log_of(honest(choices))
    if sealed_answers:
        entries = [entry.but(secret=None) for entry in entries]
    for length in range(0, len(entries), 7 if sealed_answers else 11):
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
