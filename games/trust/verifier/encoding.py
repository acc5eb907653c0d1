"""Bytes: canonical JSON, digests, and what values of a log look like."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any, NoReturn

Json = dict[str, Any]
Cubes = dict[str, int]

MOST_DIGITS = 1_000  # of a whole number; where there is no limit, readers have different ones


class Wrong(Exception):
    """What is wrong, and at which entry (0: the header; None: nowhere in particular)."""

    def __init__(self, seq: int | None, reason: str) -> None:
        super().__init__(reason)
        self.seq, self.reason = seq, reason


class Unusable(Exception):
    """A file that cannot be checked at all."""


def canonical(value: Any) -> bytes:
    """The one way in which a value becomes bytes."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def digest_of(salt: str, answer: Any) -> str:
    """What a sealed answer is known by."""
    return sha256(bytes.fromhex(salt) + canonical(answer)).hexdigest()


def parsed(line: bytes) -> Any:
    """A JSON text without fractions and without any key twice; raises ValueError."""
    try:
        return json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_not_whole,
            parse_constant=_not_whole,
        )
    except RecursionError:
        raise ValueError("nested too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key appears twice")
    return made


def _whole(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise ValueError("a number is too long")
    return int(text)


def _not_whole(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


def is_hex(value: Any, digits: int) -> bool:
    """Whether a value is so many lower-case hexadecimal digits."""
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def is_count(value: Any, least: int = 0) -> bool:
    """Whether a value is a whole number that something can be counted with, and no boolean."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value < 2**53


def is_moment(value: Any) -> bool:
    """Whether a value is a time as logs write it."""
    form = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
    return isinstance(value, str) and re.fullmatch(form, value) is not None


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON (for Python alone, true and 1 would be)."""
    return canonical(one) == canonical(other)


def hashed(seq: int, before: bytes, value: Json) -> str:
    """The hash of a header or an entry, after what stands before it."""
    try:
        return sha256(before + canonical(value)).hexdigest()
    except ValueError:
        raise Wrong(seq, "the text has no canonical form") from None


def typed(kind: type, value: Any) -> Any:
    """A value that must be of a type; raises TypeError."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError
    return value


def text_of(value: Any) -> str:
    """A value in a sentence: text as it is, everything else as JSON."""
    return value if isinstance(value, str) else canonical(value).decode("utf-8")


def listed(cubes: Json) -> str:
    """Cubes by colour, in words."""
    return ", ".join(f"{colour} {text_of(cubes[colour])}" for colour in sorted(cubes)) or "nothing"


def ranges(numbers: list[int]) -> str:
    """Numbers in few words, as in 2, 5-9, 12."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
