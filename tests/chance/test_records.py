"""What a log tells of chance is recomputed: every device, every label, every number."""

from __future__ import annotations

from typing import Any

import pytest

from engine.devices.deck import DECK
from engine.devices.dice import DICE
from engine.devices.tower import CUBE_TOWER, throw_cubes
from engine.kernel.catalogue import Catalogue
from engine.kernel.chance import StepChance
from engine.kernel.core import Json
from engine.kernel.log import Entry
from engine.kernel.records import FalseRecord, RecordedChance

KEY = bytes(range(32))
DEVICES = {device.name: device for device in (CUBE_TOWER, DECK, DICE)}


def fact(seq: int, digest: str | None = None, **payload: Any) -> Entry:
    return Entry(seq, "told", 1, "", payload, "", "", digest)


def check(*facts: Entry) -> RecordedChance:
    recorded = RecordedChance(DEVICES)
    recorded.begin(KEY)
    recorded.check(*facts)
    return recorded


def honest() -> list[Entry]:
    """A step that uses everything."""
    chance = StepChance(KEY, DEVICES)
    rolls = [chance.roll("defence", 20, 2) for _ in range(2)]
    draws = [chance.draw("tie", ["A", "B"], 2) for _ in range(2)]
    return [
        fact(1, roll=chance.roll("attack", 6, 3)),
        fact(2, rolls=rolls, draw=None),
        fact(3, draws=draws, roll=chance.roll("attack", 6, 1)),
        fact(4, throw=throw_cubes(chance, {"A": 9}, {})),
        fact(5, digest="00" * 32, deal={"stream": "card 1", "deck": "cards", "of": 3}),
    ]


def test_every_use_is_counted_by_its_device() -> None:
    assert check(*honest()).uses == {"dice": 4, "deck": 2, "tower": 1, "deal": 1}


ROLL = {"stream": "attack 1", "sides": 6, "rolled": honest()[0].payload["roll"]["rolled"]}
DEAL = {"stream": "card 1", "deck": "cards", "of": 3}
WRONG: dict[str, Json] = {
    "another number": {"roll": {**ROLL, "rolled": [7, *ROLL["rolled"][1:]]}},
    "one die less": {"roll": {**ROLL, "sides": 5}},
    "true as a 1": {"roll": {**ROLL, "rolled": [True, *ROLL["rolled"][1:]]}},
    "no dice": {"roll": {**ROLL, "rolled": []}},
    "a coin of one side": {"roll": {**ROLL, "sides": 1, "rolled": [1]}},
    "too many sides": {"roll": {**ROLL, "sides": 1001}},
    "sides as a truth": {"roll": {**ROLL, "sides": True}},
    "no sides": {"roll": {"stream": "attack 1", "rolled": [1]}},
    "something more": {"roll": {**ROLL, "luck": 1}},
    "the second stream": {"roll": {**ROLL, "stream": "attack 2"}},
    "no stream": {"roll": {"sides": 6, "rolled": [1]}},
    "a roll that is none": {"roll": 6},
    "rolls that are none": {"rolls": None},
    "dice under the label of the tower": {"roll": {**ROLL, "stream": "throw 1"}},
    "a deal of nothing": {"deal": {**DEAL, "of": 0}},
    "a deal of a truth": {"deal": {**DEAL, "of": True}},
    "a deal of no deck": {"deal": {**DEAL, "deck": None}},
    "a deal that tells the card": {"deal": {**DEAL, "card": 7}},
    "no deal": {},
}


@pytest.mark.parametrize("payload", WRONG.values(), ids=WRONG)
def test_a_record_that_is_not_as_it_must_be_is_named(payload: Json) -> None:
    digest = "00" * 32 if not payload or "deal" in payload else None
    with pytest.raises(FalseRecord) as caught:
        check(fact(9, digest, **payload))
    assert caught.value.seq == 9


def test_a_label_is_used_by_one_device_in_a_step() -> None:
    chance = StepChance(KEY, DEVICES)
    rolled = fact(1, roll=chance.roll("card", 6, 1))
    for label, user in (("card", "dice"), ("throw", "tower")):
        with pytest.raises(ValueError, match=f"the label '{label}' belongs to the {user} here"):
            chance.draw(label, ["a"], 1)
    drawn = fact(2, draw={"stream": "card 2", "from": ["a"], "drawn": ["a"]})
    hidden = fact(3, "00" * 32, deal={**DEAL, "stream": "card 2"})
    for second in (drawn, hidden):
        with pytest.raises(FalseRecord, match="not recorded as it must be"):
            check(rolled, second)


def test_a_catalogue_lends_for_a_while() -> None:
    known = Catalogue({"a": 1})
    with known.lent({"b": 2}):
        assert dict(known) == {"a": 1, "b": 2}
    assert (dict(known), len(known)) == ({"a": 1}, 1)
    with pytest.raises(ValueError, match="named twice: a"):
        known.joined({"a": 2})
