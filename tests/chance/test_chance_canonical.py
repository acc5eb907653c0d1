"""Canonical JSON: one form for each value, and no form for what has none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.canonical import canonical

plain = (
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
)
values = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=5)
    ),
    max_leaves=20,
)


def circle() -> list[Any]:
    ring: list[Any] = []
    ring.append(ring)
    return ring


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, "{}"),
        ([], "[]"),
        (None, "null"),
        (-(2**70), "-1180591620717411303424"),
        ({"b": 1, "a": {"d": True, "c": [None, "x"]}}, '{"a":{"c":[null,"x"],"d":true},"b":1}'),
        ({"peasants": 1, "B": 2, "A": 3, "ä": 4}, '{"A":3,"B":2,"peasants":1,"ä":4}'),
        ("Lüneburg \U0001f3f0", '"Lüneburg \U0001f3f0"'),
        ('"\\/\b\t\n\f\r\x00\x1f\x7f\u2028', '"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\x7f\u2028"'),
        (("A", "B"), '["A","B"]'),
    ],
)
def test_frozen_forms(value: Any, expected: str) -> None:
    assert canonical(value) == expected.encode()


@given(values)
def test_reads_back_as_the_same_value(value: Any) -> None:
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers()))
def test_the_order_of_keys_in_memory_plays_no_part(value: dict[str, int]) -> None:
    backwards = dict(reversed(value.items()))
    assert canonical(value) == canonical(backwards)
    assert list(json.loads(canonical(value))) == sorted(value, key=lambda key: key.encode())


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        2.0,
        float("nan"),
        float("inf"),
        [1, [2, {"a": 0.5}]],
        {"a": ("x", float("nan"))},
        {1: "a"},
        {True: "a"},
        {None: "a"},
        {1.5: "a"},
        {"a": [{2: "b"}]},
        {"a": 1, 2: "b"},
        {("a",): 1},
        "\ud800",
        {"\udfff": 1},
        {"a": {1, 2}},
        b"bytes",
        circle(),
        nested(100_000),
    ],
    ids=lambda value: repr(value)[:20] if not isinstance(value, list) else "list",
)
def test_what_has_no_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"canonical JSON|surrogates not allowed"):
        canonical(value)
