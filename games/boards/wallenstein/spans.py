"""The least and the most of something, under any of the events that may hold."""

from __future__ import annotations

from collections.abc import Iterable

Span = tuple[int, int]


def span_of(amounts: Iterable[int]) -> Span:
    """The least and the most of some amounts."""
    numbers = list(amounts)
    return min(numbers), max(numbers)


def span(amounts: Span) -> str:
    """One amount, or the least and the most."""
    least, most = amounts
    return str(least) if least == most else f"{least}–{most}"
