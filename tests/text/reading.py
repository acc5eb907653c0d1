"""What every text of orders is held to: read whole, or answered in a sentence."""

from __future__ import annotations

import re
from typing import Any

from engine.core import Notation


def assert_read(words: Notation, text: str, plan: dict[str, Any], language: str = "en") -> None:
    """A text says exactly this plan."""
    read, problems = words.parse("plan", text, language)
    assert (read, list(problems)) == (plan, [])


def assert_answered(
    words: Notation, text: str, code: str, language: str, ends: tuple[str, ...] = (".", "?")
) -> None:
    """A text says nothing, for one reason, which is told without a word of the program."""
    read, (problem,) = words.parse("plan", text, language)
    assert (read, problem.code) == ({}, code)
    message = problem.data["message"]
    assert message.endswith(ends)
    assert not re.search(r"_|[{}]", message)
