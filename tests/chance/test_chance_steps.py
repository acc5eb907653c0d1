"""Links, step keys and the chance of a step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.devices.deck import DECK
from engine.devices.dice import DICE
from engine.devices.tower import CUBE_TOWER, throw_cubes
from engine.kernel.chance import Chance, StepChance, equipped, links, step_key, stream

ROOT = Path(__file__).resolve().parents[2]
KEY = bytes(range(32))
DEVICES = {device.name: device for device in (CUBE_TOWER, DECK, DICE)}


def test_links_lead_from_the_anchor_to_the_end() -> None:
    chain = links(b"\x01" * 32, 1000)
    assert len(chain) == 1001
    assert chain[-1] == b"\x01" * 32
    assert chain[0].hex() == "5da35d20848b64a81732f199442a2838d54521deb66c77ce758c62bb4f54cc9a"
    assert all(sha256(after).digest() == before for before, after in pairwise(chain))
    assert links(b"\x01" * 32, 0) == [b"\x01" * 32]


def test_t_6_frozen_step_keys() -> None:
    first = step_key(bytes(32), "game-1", 1, [])
    assert first.hex() == "718fc06ea1246afc0db7df287081ca01e792fb1b945ab0243ee16b7be6b6e206"
    later = step_key(bytes(32), "Böhmen", 12, ("aa", "bb"))
    assert later.hex() == "47fdba72ec009df29541211fd732235ed711421850861f3b6f09f26ab58b30b8"


def test_t_6_frozen_streams() -> None:
    key = step_key(bytes(32), "game-1", 1, [])
    assert stream(key, "throw 1").words(2) == [0xD504DDDF44E81508, 0xD25BE8160B9C0440]
    assert stream(key, "Würfel 1").words(2) == [0x4DB8D87A2D6382DF, 0x66F85487AFD41BA0]


def test_everything_in_a_step_has_a_part_in_its_key() -> None:
    keys = {
        step_key(link, game, step, digests)
        for link in (bytes(32), KEY)
        for game in ("g", "h")
        for step in (1, 2)
        for digests in ((), ("aa",), ("aa", "bb"), ("bb", "aa"), ("aabb",))
    }
    assert len(keys) == 2 * 2 * 2 * 5


def test_t_6_frozen_draws() -> None:
    chance: Chance = StepChance(KEY, DEVICES)
    actions = list(range(1, 11))
    assert chance.draw("order", actions, 10) == {
        "stream": "order 1",
        "from": actions,
        "drawn": [3, 10, 7, 5, 1, 6, 2, 8, 4, 9],
    }
    assert chance.draw("order", ("A", "B", "C"), 3) == {
        "stream": "order 2",
        "from": ["A", "B", "C"],
        "drawn": ["A", "C", "B"],
    }


def test_uses_are_numbered_by_label() -> None:
    chance = StepChance(KEY, DEVICES)
    names = [
        throw_cubes(chance, {"A": 1}, {})["stream"],
        chance.draw("event", ["a"], 1)["stream"],
        throw_cubes(chance, {"A": 1}, {})["stream"],
        chance.draw("order tie", ["A", "B"], 2)["stream"],
        chance.draw("event", [], 0)["stream"],
    ]
    assert names == ["throw 1", "event 1", "throw 2", "order tie 1", "event 2"]


def test_t_6_frozen_rolls() -> None:
    chance = StepChance(KEY, DEVICES)
    assert chance.roll("attack", 6, 5) == {
        "stream": "attack 1",
        "sides": 6,
        "rolled": [3, 5, 1, 5, 1],
    }
    assert chance.roll("attack", 6, 5)["stream"] == "attack 2"


@given(st.integers(2, 1000), st.integers(1, 30))
def test_a_roll_has_faces_of_its_dice_only(sides: int, count: int) -> None:
    rolled = StepChance(KEY, DEVICES).roll("dice", sides, count)["rolled"]
    assert len(rolled) == count
    assert set(rolled) <= set(range(1, sides + 1))


@pytest.mark.parametrize(("sides", "count"), [(1, 1), (1001, 1), (6, 0), (6, 1001)])
def test_a_roll_of_no_dice_is_refused(sides: int, count: int) -> None:
    with pytest.raises(ValueError, match="cannot roll"):
        StepChance(KEY, DEVICES).roll("dice", sides, count)


def test_a_game_has_the_devices_it_brings() -> None:
    with pytest.raises(ValueError, match="this game has no dice"):
        StepChance(KEY, {"deck": DECK}).roll("dice", 6, 1)
    with pytest.raises(ValueError, match="the header names a tower"):
        equipped((DECK,), {"tower": "sieve-1"})
    with pytest.raises(ValueError, match="the header lacks a tower"):
        equipped((DECK, CUBE_TOWER), {})
    with pytest.raises(ValueError, match="unknown tower 'sieve-0'; known: sieve-1"):
        equipped((CUBE_TOWER,), {"tower": "sieve-0"})


@given(st.lists(st.integers(), unique=True, max_size=12), st.data())
def test_a_draw_takes_items_out(items: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(items)))
    record = StepChance(KEY, DEVICES).draw("cards", items, count)
    assert record["from"] == items
    assert len(record["drawn"]) == len(set(record["drawn"])) == count
    assert set(record["drawn"]) <= set(items)


@pytest.mark.parametrize("count", [-1, 3])
def test_a_draw_of_more_than_there_is_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="of 2 items"):
        StepChance(KEY, DEVICES).draw("cards", ["a", "b"], count)


def test_a_draw_favours_nobody() -> None:
    orders = [
        "".join(StepChance(sha256(b"%d" % n).digest(), DEVICES).draw("o", "ABC", 3)["drawn"])
        for n in range(6_000)
    ]
    assert len(set(orders)) == 6
    assert all(850 < orders.count(order) < 1150 for order in set(orders))


def test_t_6_nothing_depends_on_the_hash_seed() -> None:
    program = (
        "import json; from engine.kernel.chance import StepChance\n"
        "from engine.devices.deck import DECK\n"
        "from engine.devices.tower import CUBE_TOWER, throw_cubes\n"
        "chance = StepChance(bytes(range(32)), {'tower': CUBE_TOWER, 'deck': DECK})\n"
        "cubes = dict.fromkeys({'peasants', 'A', 'B', 'C', 'D', 'E'}, 4)\n"
        "thrown = throw_cubes(chance, cubes, cubes)\n"
        "print(json.dumps([thrown, chance.draw('x', ['a', 'b', 'c'], 2)]))\n"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(results) == 1
    throw, _ = json.loads(results.pop())
    assert list(throw["thrown"]) == ["A", "B", "C", "D", "E", "peasants"]
