"""Chance that nobody can steer and everybody can check: hash chain, step keys, named streams."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from struct import Struct
from typing import Any, Final, Protocol

from engine.kernel.canonical import canonical

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
        while len(self._ready) < count:
            self._make_ready()
        left = len(self._ready) - count
        words = self._ready[left:]
        del self._ready[left:]
        return words[::-1]

    def word(self) -> int:
        """The next word."""
        if not self._ready:
            self._make_ready()
        return self._ready.pop()

    def _make_ready(self) -> None:
        # Kept backwards, because a list gives up its last members for nothing.
        self._ready[:0] = _philox(self._key_0, self._key_1, self._counter)[::-1]
        self._counter += _BLOCKS

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


class RecordCheck(Protocol):
    """Goes through the records of one device in the order of a log."""

    def __call__(self, source: Stream, record: Json) -> str:
        """What is wrong with the next record, or nothing; may raise where it is none at all."""


class Device(Protocol):
    """A source of visible chance that a ruleset brings: a tower, dice, a deck."""

    @property
    def name(self) -> str:
        """What rules and headers call it."""

    @property
    def model(self) -> str:
        """Which model of it the header of a game names; empty: there is only one."""

    @property
    def label(self) -> str:
        """The label that is its own; empty: rules give each use one."""

    @property
    def members(self) -> tuple[str, str]:
        """Where a fact keeps its records: one of them, and a list of them (empty: it has none)."""

    @property
    def record(self) -> frozenset[str]:
        """The members of a record besides `stream`."""

    def of_model(self, model: str) -> Device:
        """The same device in the model a header names; raises ValueError on an unknown one."""

    def use(self, source: Stream, *what: Any) -> Json:
        """Ask chance, and tell what came of it."""

    def checker(self) -> RecordCheck:
        """A fresh check of a log, which remembers what one use leaves for the next."""


Devices = Mapping[str, Device]
# What a deal under the veil is called among the devices, and in a fact.
DEAL: Final = "deal"


def models_of(devices: Iterable[Device]) -> dict[str, str]:
    """The models that a new game names in its header."""
    return {device.name: device.model for device in devices if device.model}


def equipped(devices: Iterable[Device], models: Mapping[str, str]) -> Devices:
    """The devices of one game, in the models its header names; raises ValueError."""
    brought = {device.name: device for device in devices}
    expected = {name for name, device in brought.items() if device.model}
    for name in sorted(expected ^ set(models)):
        raise ValueError(f"the header {'lacks' if name in expected else 'names'} a {name}")
    return {
        name: device.of_model(models[name]) if name in models else device
        for name, device in brought.items()
    }


@dataclass(frozen=True)
class Card:
    """A card under the veil: of which deck, what it shows, and the salt of its digest."""

    deck: str
    face: Any = field(repr=False)
    salt: str = field(repr=False)


@dataclass(frozen=True)
class Veil:
    """What hides the cards of a game until its end, and every card dealt so far, by handle."""

    key: bytes = field(repr=False)
    game: str
    cards: Mapping[str, Card] = field(default_factory=dict, repr=False)


def veil_salt(veil: bytes, game: str, handle: str) -> str:
    """The salt of a hidden card; it follows from the veil, so the server chooses nothing."""
    return hmac.digest(veil, canonical(["veiled", game, handle]), "sha256").hex()


class Chance(Protocol):
    """What the rules may ask of chance; each reply is the record of itself for the log."""

    def use(self, device: str, label: str, *what: Any) -> Json:
        """A use of a device that the ruleset brings."""

    def draw(self, label: str, items: Sequence[str | int], count: int) -> Json:
        """Some of the items, in the order drawn: `{"stream", "from", "drawn"}`."""

    def roll(self, label: str, sides: int, count: int) -> Json:
        """Some dice: `{"stream", "sides", "rolled"}`."""

    def deal(self, label: str, deck: str, cards: Sequence[Any]) -> tuple[str, Json]:
        """A card that stays hidden: the handle it goes by, and `{"stream", "deck", "of"}`."""

    def card(self, handle: str) -> Any:
        """What a hidden card shows."""

    def shown(self, handle: str) -> Json:
        """A hidden card turned up, with what everybody needs to check it."""


class StepChance:
    """The chance of one step, where the uses of a label are numbered from 1."""

    def __init__(self, key: bytes, devices: Devices, veil: Veil | None = None) -> None:
        self._key = key
        self._devices = devices
        self._uses: dict[str, int] = {}
        self._users = {device.label: device.name for device in devices.values() if device.label}
        self._veil = veil
        self._cards = dict(veil.cards) if veil else {}

    def _next(self, label: str, user: str) -> str:
        if self._users.setdefault(label, user) != user:
            raise ValueError(f"the label {label!r} belongs to the {self._users[label]} here")
        use = self._uses[label] = self._uses.get(label, 0) + 1
        return f"{label} {use}"

    def use(self, device: str, label: str, *what: Any) -> Json:
        """Use a device with the next stream of a label."""
        if device not in self._devices:
            raise ValueError(f"this game has no {device}")
        name = self._next(label, device)
        return {"stream": name, **self._devices[device].use(stream(self._key, name), *what)}

    def draw(self, label: str, items: Sequence[str | int], count: int) -> Json:
        """Draw without replacement."""
        return self.use("deck", label, items, count)

    def roll(self, label: str, sides: int, count: int) -> Json:
        """Roll dice with so many sides."""
        return self.use("dice", label, sides, count)

    def deal(self, label: str, deck: str, cards: Sequence[Any]) -> tuple[str, Json]:
        """Deal from what is left of a deck, whose cards are listed as the game lists them.

        The stream needs the veil, so that the link that the step publishes gives nothing away.
        """
        if self._veil is None:
            raise ValueError("this game has no veil to hide a card under")
        left = left_of(cards, (card.face for card in self._cards.values() if card.deck == deck))
        name = self._next(label, DEAL)
        face = left[stream(private_key(self._key, self._veil.key), name).below(len(left))]
        handle = f"{label} {len(self._cards) + 1}"
        salt = veil_salt(self._veil.key, self._veil.game, handle)
        self._cards[handle] = Card(deck, face, salt)
        return handle, {"stream": name, "deck": deck, "of": len(left)}

    def card(self, handle: str) -> Any:
        """What a hidden card shows."""
        return self._cards[handle].face

    def shown(self, handle: str) -> Json:
        """The card and the salt of its digest, for everybody."""
        card = self._cards[handle]
        return {"handle": handle, "card": card.face, "salt": card.salt}


def private_key(key: bytes, veil: bytes) -> bytes:
    """The key of what a step deals under the veil."""
    return hmac.digest(key, veil, "sha256")


def left_of(cards: Sequence[Any], gone: Iterable[Any]) -> list[Any]:
    """A deck in its order without the cards that are gone: of equal ones the first."""
    # By their bytes: to Python true is a 1, to a log it is not.
    left, names = list(cards), [canonical(card) for card in cards]
    for card in gone:
        at = names.index(canonical(card))
        del left[at], names[at]
    return left
