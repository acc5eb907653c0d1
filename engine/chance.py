"""Chance that nobody can steer and everybody can check: hash chain, step keys, named streams."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from struct import Struct
from typing import Any, Protocol

from engine.canonical import canonical
from engine.devices.tower import TOWERS, throw

Json = dict[str, Any]

WORD = 1 << 64

# Philox4x64-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011). Four blocks
# are made together, each in its own 256 bits of long integers, because a throw takes about fifteen
# words: that is faster than building numpy's Philox, which asks the system for entropy each time,
# and no numpy version has a part in a result. `_ONES * x` puts x into all four. Words and keys may
# grow beyond 64 bits on the way, because their 256 have room: one mask a round cuts them back.
_ROUNDS = 10
_BLOCKS = 4
_ONES = sum(1 << 256 * block for block in range(_BLOCKS))
_LOW = _ONES * (WORD - 1)
_COUNTERS = sum(block << 256 * block for block in range(_BLOCKS))
_MULTIPLIER_0, _MULTIPLIER_1 = 0xD2E7470EE14C6C93, 0xCA5A826395121157
_WEYL_0, _WEYL_1 = _ONES * 0x9E3779B97F4A7C15, _ONES * 0xBB67AE8584CAA73B
_WORDS = Struct(f"<{4 * _BLOCKS}Q")


def _philox(key_0: int, key_1: int, counter: int) -> tuple[int, ...]:
    a, b, c, d = _ONES * counter + _COUNTERS, 0, 0, 0
    key_0, key_1 = _ONES * key_0, _ONES * key_1
    for _ in range(_ROUNDS):
        left, right = a * _MULTIPLIER_0, c * _MULTIPLIER_1
        a, b = (right >> 64 ^ b ^ key_0) & _LOW, right
        c, d = (left >> 64 ^ d ^ key_1) & _LOW, left
        key_0, key_1 = key_0 + _WEYL_0, key_1 + _WEYL_1
    block = a | (b & _LOW) << 64 | c << 128 | (d & _LOW) << 192
    return _WORDS.unpack(block.to_bytes(_WORDS.size, "little"))


class Stream:
    """A source of 64-bit words: Philox4x64-10, keyed by the first half of a 32-byte digest."""

    __slots__ = ("_counter", "_key_0", "_key_1", "_ready")

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError(f"a stream needs a key of 32 bytes, not {len(key)}")
        self._key_0 = int.from_bytes(key[0:8], "little")
        self._key_1 = int.from_bytes(key[8:16], "little")
        # numpy counts up before it makes its first block; so do we, to give the same words.
        self._counter = 1
        self._ready: list[int] = []

    def words(self, count: int) -> list[int]:
        """The next `count` words."""
        return [self.word() for _ in range(count)]

    def word(self) -> int:
        """The next word."""
        if not self._ready:
            # Kept backwards, because a list gives up its last member for nothing.
            self._ready = list(_philox(self._key_0, self._key_1, self._counter)[::-1])
            self._counter += _BLOCKS
        return self._ready.pop()

    def below(self, n: int) -> int:
        """A fair integer from 0 to n - 1: words of the incomplete last cycle are thrown away."""
        if not 1 <= n <= WORD:
            raise ValueError(f"no integer to choose below {n}")
        limit = WORD - WORD % n
        while (word := self.word()) >= limit:
            pass
        return word % n


def links(end: bytes, length: int) -> list[bytes]:
    """A hash chain from its public anchor to its secret end; each link hashes to the one before."""
    chain = [end]
    for _ in range(length):
        chain.append(sha256(chain[-1]).digest())
    chain.reverse()
    return chain


def step_key(link: bytes, game: str, step: int, digests: Sequence[str]) -> bytes:
    """The key of one step, in which the server's link and every player's salt have a part."""
    return hmac.digest(link, canonical([game, step, list(digests)]), "sha256")


def stream(key: bytes, name: str) -> Stream:
    """The stream of one named use of chance in the step with this key."""
    return Stream(hmac.digest(key, name.encode(), "sha256"))


def drawn(source: Stream, items: Sequence[Any], count: int) -> list[Any]:
    """Some of the items, in the order drawn, without replacement."""
    left = list(items)
    return [left.pop(source.below(len(left))) for _ in range(count)]


class Chance(Protocol):
    """What the rules may ask of chance; each reply is the record of itself for the log."""

    def draw(self, label: str, items: Sequence[str | int], count: int) -> Json:
        """Some of the items, in the order drawn: `{"stream", "from", "drawn"}`."""

    def throw(self, thrown: Mapping[str, int], lodged: Mapping[str, int]) -> Json:
        """Cubes into the tower: `{"stream", "thrown", "lodged", "fell"}`, without zeros."""


class StepChance:
    """The chance of one step, where the uses of a label are numbered from 1."""

    def __init__(self, key: bytes, tower: str) -> None:
        if tower not in TOWERS:
            raise ValueError(f"unknown tower {tower!r}; known: {', '.join(TOWERS)}")
        self._key = key
        self._tower = TOWERS[tower]
        self._uses: dict[str, int] = {}

    def _next(self, label: str) -> str:
        use = self._uses[label] = self._uses.get(label, 0) + 1
        return f"{label} {use}"

    def draw(self, label: str, items: Sequence[str | int], count: int) -> Json:
        """Draw without replacement; asks the stream once for each item drawn."""
        if not 0 <= count <= len(items):
            raise ValueError(f"cannot draw {count} of {len(items)} items")
        name = self._next(label)
        found = drawn(stream(self._key, name), items, count)
        return {"stream": name, "from": list(items), "drawn": found}

    def throw(self, thrown: Mapping[str, int], lodged: Mapping[str, int]) -> Json:
        """Throw cubes into the tower of the game."""
        name = self._next("throw")
        fell = throw(self._tower, stream(self._key, name), thrown, lodged)
        return {"stream": name, "thrown": _counts(thrown), "lodged": _counts(lodged), "fell": fell}


def is_draw(record: Json, label: str, items: Sequence[str | int], count: int) -> bool:
    """Whether a record is of a draw of so many of these items under this label."""
    told = [record["stream"].rpartition(" ")[0], record["from"], len(record["drawn"])]
    # By their bytes: to Python true is a 1, to a log it is not.
    return canonical(told) == canonical([label, list(items), count])


def _counts(cubes: Mapping[str, int]) -> dict[str, int]:
    return {colour: cubes[colour] for colour in sorted(cubes) if cubes[colour]}
