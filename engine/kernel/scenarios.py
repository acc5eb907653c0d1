"""Positions that somebody wrote down: what is read from them, and how a bad one is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

# More of anything than a position needs.
MOST: Final = 100_000


class BadScenario(ValueError):
    """A scenario that cannot be played; says where and why."""


def demand(holds: bool, where: str, what: str) -> None:
    """Refuse a scenario unless something holds."""
    if not holds:
        raise BadScenario(f"{where}: {what}")


def one_of(where: str, value: Any, accepted: Sequence[Any]) -> Any:
    """A value that must be among those accepted."""
    listed = ", ".join(map(str, accepted))
    known = isinstance(value, str | int) and not isinstance(value, bool) and value in accepted
    demand(known, where, f"{shown(value)} is not known here; accepted: {listed}")
    return value


def natural(where: str, value: Any) -> int:
    """A whole number from 0 to the most that is accepted."""
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST
    demand(fits, where, f"{shown(value)} is not a whole number from 0 to {MOST}")
    return int(value)


def mapping(where: str, value: Any, accepted: Sequence[str]) -> Mapping[str, Any]:
    """An object whose keys are among those accepted."""
    demand(isinstance(value, dict), where, f"{shown(value)} is not an object")
    for key in value:
        one_of(where, key, accepted)
    return dict(value)


def listing(where: str, value: Any) -> list[Any]:
    """A list."""
    demand(isinstance(value, list), where, f"{shown(value)} is not a list")
    return list(value)


def shown(value: Any) -> str:
    """A wrong value as it is repeated to its author."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
