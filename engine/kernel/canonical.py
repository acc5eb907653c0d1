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


def same(told: Any, found: Any) -> bool:
    """Whether two JSON values are equal, where true is not 1."""
    if type(told) is not type(found):
        return False
    if type(told) is dict:
        return told.keys() == found.keys() and all(
            map(same, map(told.__getitem__, found), found.values())
        )
    if type(told) is list:
        return len(told) == len(found) and all(map(same, told, found))
    return bool(told == found)


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
