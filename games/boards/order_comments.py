"""Comments in orders to be filled in: lines that order nothing, however they are sent back."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

# As wide as a telephone: a comment that is broken there would lose its sign.
WIDTH: Final = 38


def comment(text: str) -> Iterator[str]:
    """A comment, on as many lines as it needs."""
    for line in wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}"
