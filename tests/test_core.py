"""The contract itself: event kinds in the log, and values copied with changes."""

from __future__ import annotations

import ast
from dataclasses import FrozenInstanceError, dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.core import BadFact, Decision, Event, EventKinds, Json, Turn, Value, unanswered
from engine.kernel.journal import JOURNAL
from engine.registry import RULESETS
from engine.simulate import play, table

ENGINE = Path(__file__).resolve().parents[1] / "engine"


@dataclass(frozen=True)
class Counted(Event[int]):
    """A number was added to the state, which is a number too."""

    kind: ClassVar[str] = "counted"
    by: int

    def apply(self, state: int) -> int:
        return state + self.by


@dataclass(frozen=True)
class Everything(Event[int]):
    """A fact with a field of each type that JSON has."""

    kind: ClassVar[str] = "everything"
    version: ClassVar[int] = 3
    text: str
    number: int
    truth: bool
    listed: list[str]
    mapped: dict[str, int]
    maybe: str | None
    any_of_it: Any

    def apply(self, state: int) -> int:
        return state


GOOD: Json = {
    "text": "a",
    "number": 1,
    "truth": True,
    "listed": ["b"],
    "mapped": {"c": 2},
    "maybe": None,
    "any_of_it": 4,
}


def kinds() -> EventKinds[int]:
    known: EventKinds[int] = EventKinds()
    known.add(Counted)
    known.add(Everything)
    return known


def test_an_event_comes_back_from_its_payload() -> None:
    event = Counted(3)
    assert kinds().decode("counted", 1, event.payload()) == event
    assert kinds().decode("counted", 1, {"by": 3}).apply(4) == 7
    assert kinds().decode("everything", 3, GOOD) == Everything(**GOOD)


def test_a_payload_is_no_door_to_the_event() -> None:
    payload = {"by": 3}
    event = kinds().decode("counted", 1, payload)
    payload["by"] = 99
    event.payload()["by"] = 99
    assert event == Counted(3)


def test_an_event_cannot_be_changed() -> None:
    decoded = kinds().decode("counted", 1, {"by": 3})
    with pytest.raises(FrozenInstanceError):
        decoded.by = 4  # type: ignore[attr-defined]


def test_a_kind_is_registered_once() -> None:
    known = kinds()
    with pytest.raises(ValueError, match="'counted' is registered twice"):
        known.add(Counted)


def test_kinds_are_known_by_name() -> None:
    known = kinds()
    assert "counted" in known
    assert "Counted" not in known
    assert list(known) == [Counted, Everything]


def test_an_unknown_kind_is_a_bad_fact() -> None:
    with pytest.raises(BadFact, match="unknown event kind 'counted_twice'"):
        kinds().decode("counted_twice", 1, {"by": 3})


def test_a_newer_version_is_a_bad_fact() -> None:
    with pytest.raises(BadFact, match="version 2 is newer"):
        kinds().decode("counted", 2, {"by": 3})


@pytest.mark.parametrize("version", [0, -1, 2])
def test_an_old_version_without_an_upcaster_is_a_bad_fact(version: int) -> None:
    with pytest.raises(BadFact, match=f"no way to read 'everything' version {version}"):
        kinds().decode("everything", version, GOOD)


def test_old_versions_are_lifted_one_by_one() -> None:
    known = kinds()
    known.upcast("everything", 1, lambda old: {**old, "number": 1})
    known.upcast("everything", 2, lambda old: {**old, "text": old["text"].lower()})
    oldest = {**GOOD, "text": "A"}
    del oldest["number"]
    assert known.decode("everything", 1, oldest) == Everything(**GOOD)
    assert known.decode("everything", 2, {**GOOD, "text": "A"}) == Everything(**GOOD)
    assert "number" not in oldest


def test_an_old_fact_that_was_never_well_formed_is_a_bad_fact() -> None:
    known = kinds()
    known.upcast("everything", 2, lambda old: {**old, "text": old["text"].lower()})
    for payload in ({}, {**GOOD, "text": 5}):
        with pytest.raises(BadFact, match="'everything' version 2"):
            known.decode("everything", 2, payload)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("text", 1),
        ("text", None),
        ("number", "1"),
        ("number", None),
        # JSON tells true from 1, and so do the hashes; Python must not confuse them here.
        ("number", True),
        ("truth", 1),
        ("truth", 0),
        ("listed", {"b": 1}),
        ("listed", "b"),
        ("mapped", [["c", 2]]),
        ("maybe", 0),
        ("maybe", False),
    ],
)
def test_a_field_of_the_wrong_type_is_a_bad_fact(field: str, wrong: Any) -> None:
    known = kinds()
    for _ in range(2):
        with pytest.raises(BadFact, match=f"wrong value in the field '{field}'"):
            known.decode("everything", 3, {**GOOD, field: wrong})
        known.decode("everything", 3, GOOD)


@pytest.mark.parametrize("anything", [None, True, 1, "x", [1], {"a": [None]}])
def test_a_field_may_be_left_open(anything: Any) -> None:
    payload = {**GOOD, "any_of_it": anything}
    assert kinds().decode("everything", 3, payload).payload() == payload


@pytest.mark.parametrize("field", GOOD)
def test_a_missing_field_is_a_bad_fact(field: str) -> None:
    less = {name: value for name, value in GOOD.items() if name != field}
    with pytest.raises(BadFact, match="needs exactly the fields"):
        kinds().decode("everything", 3, less)
    with pytest.raises(BadFact, match=f"lacks the field '{field}'"):
        kinds().decode("everything", 3, {**less, "other": 1})


def test_a_field_too_many_is_a_bad_fact() -> None:
    with pytest.raises(BadFact, match="needs exactly the fields"):
        kinds().decode("everything", 3, {**GOOD, "other": 1})
    with pytest.raises(BadFact, match="needs exactly the fields"):
        kinds().decode("counted", 1, {"by": 1, "kind": "counted"})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
FACT_KINDS = [
    (known, cls)
    for known in (JOURNAL, *(ruleset.events for ruleset in RULESETS.values()))
    for cls in known
]


@settings(max_examples=60)
@given(st.data())
def test_a_stored_payload_is_a_fact_or_a_bad_fact(data: st.DataObject) -> None:
    known, cls = data.draw(st.sampled_from(FACT_KINDS))
    names = list(cls.__dataclass_fields__)
    near = st.fixed_dictionaries(dict.fromkeys(names, JSON_VALUES))
    payload = data.draw(near | st.dictionaries(st.sampled_from([*names, "x"]), JSON_VALUES))
    version = data.draw(st.integers(-1, 3))
    try:
        event = known.decode(cls.kind, version, payload)
    except BadFact:
        return
    assert event.payload() == payload


@dataclass(frozen=True)
class Point(Value):
    """Two numbers."""

    x: int
    y: int = 0


@given(st.integers(), st.integers(), st.integers())
def test_a_value_is_copied_with_changes(x: int, y: int, other: int) -> None:
    point = Point(x, y)
    moved = point.but(y=other)
    assert (moved, point) == (Point(x, other), Point(x, y))
    assert type(moved) is Point
    assert hash(moved) == hash(Point(x, other))
    assert point.but() == point
    assert point.but() is not point


def test_a_copy_is_frozen_as_well() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(1).but(x=2).x = 3  # type: ignore[misc]


def test_what_is_emitted_has_happened() -> None:
    turn: Turn[int] = Turn(1, {}, None)  # type: ignore[arg-type]
    turn.emit(Counted(2))
    turn.emit(Counted(3))
    assert turn.state == 6
    assert turn.events == [Counted(2), Counted(3)]


def test_a_decision_is_answered_by_its_id() -> None:
    first, second = (Decision(f"{n}.plan.A", "A", "plan", {}) for n in (1, 2))
    assert unanswered([first, second], {"1.plan.A": {}}) == [second]
    assert unanswered([first, second], {"3.plan.A": {}}) == [first, second]


def test_every_fact_of_a_game_says_only_what_json_can_say() -> None:
    played = play(table("wallenstein-2010", 3, 5, {"choices": "ask", "line_up": "draft"}), 0)
    plain = (str, int, bool, list, dict, type(None))
    for entry in played.entries:
        assert all(type(value) in plain for value in entry.payload.values()), entry.kind


def test_changes_name_fields_that_exist() -> None:
    """`Value.but` takes any name, because a check there would cost a tenth of folding a game."""
    sources = [path.read_text("utf-8") for path in ENGINE.rglob("*.py")]
    fields = {
        target.target.id
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        for target in node.body
        if isinstance(target, ast.AnnAssign) and isinstance(target.target, ast.Name)
    }
    changed = {
        keyword.arg
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("but", "with_season", "with_county", "with_player")
        for keyword in node.keywords
        if keyword.arg is not None
    }
    assert {"armies", "season", "money"} <= changed
    assert changed <= fields
