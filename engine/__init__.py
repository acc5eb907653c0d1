"""The rules engine: pure, deterministic, without Django, clock, network or database."""

from __future__ import annotations

from typing import Final

# As in pyproject.toml, which is not at hand where the engine runs.
VERSION: Final = "0.1.0"
