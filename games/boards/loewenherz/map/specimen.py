"""A position that nobody plays, to show what the game looks like."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from engine.kernel.core import Json


def specimen_view() -> Json:
    """The board in the middle of a game of four, as a view has it."""
    data = resources.files("games.boards.loewenherz").joinpath("data", "specimen.json")
    position: dict[str, Any] = json.loads(data.read_text("utf-8"))
    return {**position, "money": dict.fromkeys("ABCD", 0), "neutral": False}
