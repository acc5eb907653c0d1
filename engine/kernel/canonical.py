"""Canonical JSON: the one way this project turns a value into bytes before hashing it."""

from __future__ import annotations

from json import JSONEncoder
from typing import Any

_ENCODER = JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
_PLAIN = frozenset((str, int, bool, type(None)))


def canonical(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys and no spaces; ValueError for what has no such form."""
    return canonical_around(value, value)


def canonical_around(value: Any, doubtful: Any) -> bytes:
    """The same of a value of which only one part may have no such form."""
    try:
        # First, because it ends where a value holds itself; what it cannot write is named below.
        text = _ENCODER.encode(value)
    except RecursionError:
        raise ValueError("canonical JSON cannot hold values nested this deep") from None
    except (TypeError, ValueError):
        _check(doubtful)
        raise
    _check(doubtful)
    return text.encode()


def same(first: Any, second: Any) -> bool:
    """Whether two JSON values are equal, where true is not 1."""
    return bool(first == second) and _alike(first, second)


def _alike(first: Any, second: Any) -> bool:
    """Whether equal values are of the same types, down to the last member."""
    kind = type(first)
    if kind is not type(second):
        return False
    if kind is dict:
        ours, theirs = list(first.values()), list(map(second.__getitem__, first))
    elif kind is list:
        ours, theirs = first, second
    else:
        return True
    kinds = list(map(type, ours))
    if kinds != list(map(type, theirs)):
        return False
    return _PLAIN.issuperset(kinds) or all(map(_alike, ours, theirs))


def _check(value: Any) -> None:
    # The encoder would write floats and turn number keys into strings without a word. Asking about
    # all members of a container at once, in C, makes looking for them cheaper than encoding is.
    # The list grows while it is gone through: that is cheaper than a call for each container.
    members = [value]
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
            members += inner
