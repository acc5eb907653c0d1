"""The log: entries in a hash chain, sealed secrets, and the file they are written to."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.kernel.canonical import canonical, canonical_around
from engine.kernel.core import Json, Seat, Value

FORMATS: Final = {"wallenstein-log/1": 1, "wallenstein-log/2": 2}
_NAMES: Final = {number: name for name, number in FORMATS.items()}
LARGEST_FILE: Final = 64 * 1024 * 1024
LONGEST_LINE: Final = 1024 * 1024
MOST_BRACKETS: Final = 100
# Of a whole number: where there is no limit, readers have different ones.
MOST_DIGITS: Final = 1000


class LogError(ValueError):
    """A log that cannot be read, with the line where reading stopped."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {reason}")


@dataclass(frozen=True)
class Header:
    """What a game is played by, fixed before its first entry."""

    game: str
    ruleset: str
    version: int
    # The model of the tower; empty in games that have none.
    tower: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    anchor: str
    # SHA-256 of what hides the cards until the end; empty in games that deal none.
    veil: str = ""
    format: int = 1

    @classmethod
    def of_models(cls, models: Mapping[str, str], **known: Any) -> Header:
        """A header that names these models of devices."""
        return cls(tower=models.get("tower", ""), **known)

    @property
    def models(self) -> dict[str, str]:
        """The devices of the game that come in models."""
        return {"tower": self.tower} if self.tower or self.format == 1 else {}

    def to_json(self) -> Json:
        """The header as the first line of a log file."""
        chance = {"anchor": self.anchor}
        return {
            "format": _NAMES[self.format],
            "game": self.game,
            "ruleset": self.ruleset,
            "version": self.version,
            **self.models,
            "options": dict(self.options),
            "seats": list(self.seats),
            "chance": {**chance, "veil": self.veil} if self.veil else chance,
        }

    def genesis(self) -> str:
        """The hash the first entry stands on, so that the header cannot be changed either."""
        return hashlib.sha256(canonical(self.to_json())).hexdigest()


@dataclass(frozen=True)
class Secret(Value):
    """A sealed answer or a hidden card, and the salt that keeps its digest from being guessed."""

    salt: str = field(repr=False)
    answer: Any = field(repr=False)

    def digest(self) -> str:
        """SHA-256 of the salt's bytes and the answer's canonical JSON."""
        return hashlib.sha256(bytes.fromhex(self.salt) + canonical(self.answer)).hexdigest()


@dataclass(frozen=True)
class Entry(Value):
    """One line of the log."""

    seq: int
    kind: str
    version: int
    at: str
    payload: Json
    prev: str
    hash: str
    secret_digest: str | None = None
    secret: Secret | None = field(default=None, repr=False)

    def to_json(self) -> Json:
        """The entry as a line of a log file."""
        line: Json = {
            "seq": self.seq,
            "kind": self.kind,
            "version": self.version,
            "at": self.at,
            "payload": self.payload,
        }
        if self.secret_digest is not None:
            line["secret_digest"] = self.secret_digest
        if self.secret is not None:
            line["secret"] = {"salt": self.secret.salt, "answer": self.secret.answer}
        line["prev"] = self.prev
        line["hash"] = self.hash
        return line


def entry_hash(
    prev: str, seq: int, kind: str, version: int, at: str, payload: Json, digest: str | None
) -> str:
    """SHA-256 of the previous hash and the canonical JSON of what everybody may see."""
    public: Json = {"seq": seq, "kind": kind, "version": version, "at": at, "payload": payload}
    if digest is not None:
        public["secret_digest"] = digest
    # The rest is ours; looking at it again would cost as much as looking at the payload.
    return hashlib.sha256(prev.encode("ascii") + canonical_around(public, payload)).hexdigest()


def entry_after(
    prev: str, seq: int, kind: str, version: int, at: str, payload: Json, secret: Secret | None
) -> Entry:
    """The next entry of a chain."""
    digest = secret.digest() if secret else None
    chained = entry_hash(prev, seq, kind, version, at, payload, digest)
    return Entry(seq, kind, version, at, payload, prev, chained, digest, secret)


def visible(entries: Iterable[Entry], seat: Seat | None, finished: bool) -> Iterator[Entry]:
    """The log as a seat, or a spectator, may read it: own secrets, and all when it is over."""
    for entry in entries:
        mine = seat is not None and entry.payload.get("seat") == seat
        if entry.secret is None or finished or mine:
            yield entry
        else:
            yield entry.but(secret=None)


def write_log(header: Header, entries: Iterable[Entry]) -> Iterator[bytes]:
    """A log file, line by line."""
    yield canonical(header.to_json()) + b"\n"
    for entry in entries:
        yield canonical(entry.to_json()) + b"\n"


def lines_in(data: bytes) -> list[bytes]:
    """The lines of a file, each with its line feed; nothing else ends a line."""
    *whole, rest = data.split(b"\n")
    lines = [line + b"\n" for line in whole]
    return [*lines, rest] if rest else lines


def read_log(lines: Iterable[bytes]) -> tuple[Header, list[Entry]]:
    """A log file's header and entries; raises LogError at the first line that is not one."""
    header: Header | None = None
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        raw = _parse_line(number, line)
        if header is None:
            header = _header(number, raw)
        else:
            entries.append(_entry(number, raw))
    if header is None:
        raise LogError(1, "the file is empty")
    return header, entries


def _parse_line(number: int, line: bytes) -> Json:
    if len(line) > LONGEST_LINE:
        raise LogError(number, "the line is longer than 1 MiB")
    if not line.endswith(b"\n"):
        raise LogError(number, "the line is cut off")
    try:
        raw = parse_json(line)
    except ValueError as problem:
        raise LogError(number, f"this is not a line of JSON ({problem})") from None
    if not isinstance(raw, dict):
        raise LogError(number, "this is not a JSON object")
    return raw


def parse_json(text: bytes) -> Any:
    """The value of a JSON text; ValueError where it is none, or has no canonical form."""
    try:
        value = _DECODER.decode(text.decode("utf-8"))
    except RecursionError:
        raise ValueError("nested too deep") from None
    # Half a surrogate pair needs an escape and depth needs brackets; a line without either, which
    # is nearly every line, has a canonical form as it stands.
    if b"\\u" in text or text.count(b"[") + text.count(b"{") > MOST_BRACKETS:
        canonical(value)
    return value


def _no_key_twice(pairs: Sequence[tuple[str, Any]]) -> Json:
    raw = dict(pairs)
    if len(raw) != len(pairs):
        raise ValueError("a key stands twice")
    return raw


def _no_fraction(text: str) -> Any:
    raise ValueError(f"{text[:20]} is not a whole number")


def _limited(text: str) -> int:
    if len(text) > MOST_DIGITS and len(text.lstrip("-")) > MOST_DIGITS:
        raise ValueError(f"{text[:20]}… has too many digits")
    return int(text)


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_no_key_twice,
    parse_int=_limited,
    parse_float=_no_fraction,
    parse_constant=_no_fraction,
)


_HEADER_SHAPE: Final[dict[str, type]] = {
    "format": str,
    "game": str,
    "ruleset": str,
    "version": int,
    "options": dict,
    "seats": list,
    "chance": dict,
}


def _header(number: int, raw: Json) -> Header:
    name = raw.get("format")
    if not isinstance(name, str) or name not in FORMATS:
        known = " or ".join(f'"{known}"' for known in FORMATS)
        raise LogError(number, f'this is not a log: "format" is not {known}')
    written = FORMATS[name]
    model: dict[str, type] = {"tower": str}
    needed, optional = (_HEADER_SHAPE | model, {}) if written == 1 else (_HEADER_SHAPE, model)
    _check_shape(number, raw, needed, optional)
    if written > 1 and raw.get("tower") == "":
        raise LogError(number, '"tower" is empty')
    chance = raw["chance"]
    if set(chance) - ({"veil"} if written > 1 else set()) != {"anchor"}:
        raise LogError(number, '"chance" must be {"anchor": …}, and from format 2 on "veil"')
    if not all(map(is_hex_hash, chance.values())):
        raise LogError(number, '"chance" must have 64 hex digits in each member')
    if not all(isinstance(seat, str) for seat in raw["seats"]):
        raise LogError(number, '"seats" must be a list of names')
    if not all(isinstance(value, str) for value in raw["options"].values()):
        raise LogError(number, '"options" must have text values')
    return Header(
        game=raw["game"],
        ruleset=raw["ruleset"],
        version=raw["version"],
        tower=raw.get("tower", ""),
        options=raw["options"],
        seats=tuple(raw["seats"]),
        anchor=chance["anchor"],
        veil=chance.get("veil", ""),
        format=written,
    )


_ENTRY_SHAPE: dict[str, type] = {
    "seq": int,
    "kind": str,
    "version": int,
    "at": str,
    "payload": dict,
    "prev": str,
    "hash": str,
}
_ENTRY_OPTIONAL: dict[str, type] = {"secret_digest": str, "secret": dict}


def _entry(number: int, raw: Json) -> Entry:
    _check_shape(number, raw, _ENTRY_SHAPE, _ENTRY_OPTIONAL)
    for key in ("prev", "hash", "secret_digest"):
        if key in raw and not is_hex_hash(raw[key]):
            raise LogError(number, f'"{key}" must be 64 hex digits')
    secret = None
    if "secret" in raw:
        given = raw["secret"]
        if set(given) != {"salt", "answer"} or not is_hex_hash(given["salt"]):
            raise LogError(number, '"secret" must be {"salt": 64 hex digits, "answer": …}')
        if "secret_digest" not in raw:
            raise LogError(number, '"secret" without "secret_digest"')
        secret = Secret(given["salt"], given["answer"])
    return Entry(
        seq=raw["seq"],
        kind=raw["kind"],
        version=raw["version"],
        at=raw["at"],
        payload=raw["payload"],
        prev=raw["prev"],
        hash=raw["hash"],
        secret_digest=raw.get("secret_digest"),
        secret=secret,
    )


def _check_shape(
    number: int, raw: Json, needed: dict[str, type], optional: dict[str, type]
) -> None:
    for key, kind in needed.items():
        if key not in raw:
            raise LogError(number, f'"{key}" is missing')
        if type(raw[key]) is not kind:
            raise LogError(number, f'"{key}" has a wrong type')
    for key, value in raw.items():
        if key not in needed and key not in optional:
            raise LogError(number, f'"{key}" is not known here')
        if key in optional and type(value) is not optional[key]:
            raise LogError(number, f'"{key}" has a wrong type')


_HEX_HASH: Final = re.compile("[0-9a-f]{64}")


def is_hex_hash(text: Any) -> bool:
    """Whether a text is 32 bytes in lower-case hex."""
    return isinstance(text, str) and _HEX_HASH.fullmatch(text) is not None
