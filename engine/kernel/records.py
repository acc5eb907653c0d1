"""The chance and the hidden cards that a log records, each record checked against its key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, Final

from engine.kernel.chance import DEAL, Device, Devices, stream
from engine.kernel.core import Json, Seat
from engine.kernel.game import shown_in
from engine.kernel.log import Entry, Secret, is_hex_hash

DEAL_KEYS: Final = frozenset({"stream", "deck", "of"})
SHOWN_KEYS: Final = frozenset({"handle", "card", "salt"})
# What looking into a record may raise that somebody made up.
MALFORMED: Final = (AttributeError, LookupError, TypeError, ValueError)


class FalseRecord(Exception):
    """A record that does not hold, with the entry it stands in."""

    def __init__(self, seq: int, reason: str) -> None:
        self.seq, self.reason = seq, reason
        super().__init__(f"seq={seq} {reason}")


class RecordedChance:
    """The uses of chance a log records, each one recomputed, in the order of their numbers."""

    def __init__(self, devices: Devices) -> None:
        self.checks = [(device, device.checker()) for device in devices.values()]
        self.members = frozenset(name for device in devices.values() for name in device.members)
        self.uses: Counter[str] = Counter()
        self.begin(b"")

    def begin(self, key: bytes) -> None:
        """A step: every label is used for the first time."""
        self.key = key
        self.numbers: Counter[str] = Counter()
        self.users = {device.label: device.name for device, _ in self.checks if device.label}

    def check(self, *facts: Entry) -> None:
        """Further facts of the step; no other stream may be tried than the next of its label."""
        for fact in facts:
            # Most facts are no chance.
            if fact.secret_digest is None and self.members.isdisjoint(fact.payload):
                continue
            try:
                self._check_fact(fact)
            except MALFORMED:
                fault = "a use of chance is not recorded as it must be"
                raise FalseRecord(fact.seq, fault) from None

    def _check_fact(self, fact: Entry) -> None:
        for device, check in self.checks:
            for record in _records(device, fact.payload):
                name = self._next(fact.seq, device.name, device.label, record)
                if record.keys() != {"stream", *device.record}:
                    fault = f"{name}: other things are told than belong to it"
                    raise FalseRecord(fact.seq, fault)
                if wrong := check(stream(self.key, name), record):
                    raise FalseRecord(fact.seq, f"{name}: {wrong}")
                self.uses[device.name] += 1
        if fact.secret_digest is not None:
            record = fact.payload[DEAL]
            self._next(fact.seq, DEAL, "", record)
            counted = type(record["of"]) is int and record["of"] > 0
            if record.keys() != DEAL_KEYS or type(record["deck"]) is not str or not counted:
                raise ValueError("this is no deal")
            self.uses[DEAL] += 1

    def _next(self, seq: int, user: str, label: str, record: Json) -> str:
        """The stream of a record: the next of a label that nothing else uses in this step."""
        name: str = record["stream"]
        label = label or name.rpartition(" ")[0]
        if self.users.setdefault(label, user) != user:
            raise ValueError("this label is used otherwise")
        self.numbers[label] += 1
        if name != f"{label} {self.numbers[label]}":
            raise FalseRecord(seq, f"{name!r} is not next in its step")
        return name


def _records(device: Device, payload: Json) -> Iterator[Any]:
    """The uses of a device in a fact."""
    one, several = device.members
    if payload.get(one) is not None:
        yield payload[one]
    yield from payload.get(several, ())


class RecordedCards:
    """The cards a log deals under the veil: each once, and turned up once as it was dealt."""

    def __init__(self, seats: Collection[Seat]) -> None:
        self.seats = seats
        self.digests: dict[str, str] = {}
        self.shown: set[str] = set()
        self.begin(answers=0)

    def begin(self, answers: int) -> None:
        """A step, and how many answers it rests on."""
        self.answers = answers

    def check(self, *facts: Entry) -> None:
        """Further facts of the step."""
        for fact in facts:
            try:
                if fact.secret_digest is not None:
                    self._check_deal(fact, fact.secret_digest)
                for record in shown_in(fact.payload):
                    self._check_shown(fact.seq, record)
            except MALFORMED:
                wrong = "a hidden card is not recorded as it must be"
                raise FalseRecord(fact.seq, wrong) from None

    def _check_deal(self, fact: Entry, digest: str) -> None:
        handle, seat = fact.payload["handle"], fact.payload["seat"]
        if not self.answers:
            raise FalseRecord(fact.seq, "a card is dealt before anybody has answered")
        if seat is not None and seat not in self.seats:
            raise FalseRecord(fact.seq, "nobody has this seat")
        if handle in self.digests:
            raise FalseRecord(fact.seq, f"{handle} was dealt already")
        self.digests[handle] = digest

    def _check_shown(self, seq: int, record: Json) -> None:
        if record.keys() != SHOWN_KEYS or not is_hex_hash(record["salt"]):
            raise ValueError("this shows no card")
        handle = record["handle"]
        if handle not in self.digests:
            raise FalseRecord(seq, f"{handle} was never dealt")
        if handle in self.shown:
            raise FalseRecord(seq, f"{handle} was turned up already")
        if Secret(record["salt"], record["card"]).digest() != self.digests[handle]:
            raise FalseRecord(seq, f"{handle} is not the card that was dealt")
        self.shown.add(handle)
