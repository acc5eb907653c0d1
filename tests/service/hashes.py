"""The hashes, links and salts that a text shows: looked for once, not once for each secret."""

from __future__ import annotations

import re
from typing import Final

DIGITS: Final = 64
_RUNS: Final = re.compile(rf"[0-9a-f]{{{DIGITS},}}")


def hashes_in(text: str) -> set[str]:
    """Whatever 64 hex digits stand in a row somewhere, also within a longer row."""
    return {
        run[first : first + DIGITS]
        for run in _RUNS.findall(text)
        for first in range(len(run) - DIGITS + 1)
    }
