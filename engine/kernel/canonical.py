"""Canonical JSON: the one way this project turns a value into bytes before hashing it."""

from __future__ import annotations

from collections.abc import Collection
from json import JSONEncoder
from typing import Any

_ENCODER = JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
_PLAIN = frozenset((str, int, bool, type(None)))


def canonical(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys and no spaces; ValueError for what has no such form."""
    try:
        _check((value,))
        return _ENCODER.encode(value).encode()
    except RecursionError:
        raise ValueError("canonical JSON cannot hold values nested this deep") from None


def same(first: Any, second: Any) -> bool:
    """Whether two JSON values are equal, where true is not 1."""
    if type(first) is not type(second):
        return False
    if type(first) is dict:
        return first.keys() == second.keys() and all(
            map(same, map(first.__getitem__, second), second.values())
        )
    if type(first) is list:
        return len(first) == len(second) and all(map(same, first, second))
    return bool(first == second)


def _check(members: Collection[Any]) -> None:
    # The encoder would write floats and turn number keys into strings without a word. Asking about
    # all members of a container at once, in C, makes looking for them cheaper than encoding is.
    for member in members:
        kind = type(member)
        if kind in _PLAIN:
            continue
        if kind is dict:
            try:
                "".join(member)
            except TypeError:
                raise ValueError("canonical JSON needs strings as keys") from None
            inner = member.values()
        elif kind is list or kind is tuple:
            inner = member
        else:
            raise ValueError(f"canonical JSON cannot hold a {kind.__name__}")
        if not _PLAIN.issuperset(map(type, inner)):
            _check(inner)
