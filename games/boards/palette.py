"""The colours of the site for pictures: read from the style sheet, so that there is one truth."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

_TOKEN: Final = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{3,6})\s*;")
_SHEET: Final = ("static", "site", "css", "tokens.css")


@cache
def colours() -> dict[str, str]:
    """Every colour by its name, as on light paper, which is what letters are written on."""
    sheet = resources.files("games").joinpath(*_SHEET).read_text("utf-8")
    by_day = sheet.partition("@media")[0]
    return dict(_TOKEN.findall(by_day))


def seat_colour(seat: str) -> str:
    """The colour of a seat."""
    return colours()[f"seat-{seat.lower()}"]


def on_seat(seat: str) -> str:
    """The colour of writing upon it."""
    return colours()[f"on-seat-{seat.lower()}"]
