"""Seats are told apart by colour and pattern, by day and by night, whatever eyes one has."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.kernel.core import SEATS
from engine.text.voice import COLOURS
from games.boards.palette import on_seat, seat_colour

ROOT = Path(__file__).resolve().parents[2]
SHEETS = ROOT / "games" / "static" / "site" / "css"
TOKEN = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,6});")
Colour = NDArray[np.float64]

# How the three kinds of colour blindness see linear light (Machado, Oliveira and Fernandes 2009).
EYES: Final = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
LIGHT: Final = np.array([0.2126, 0.7152, 0.0722])
TO_XYZ: Final = np.array([[0.4124, 0.3576, 0.1805], LIGHT, [0.0193, 0.1192, 0.9505]])
WHITE: Final = np.array([0.9505, 1.0, 1.089])
# Blue and purple are nearly one to who sees no red or green: there the pattern and the key tell.
ALIKE: Final = {"protanopia": {("A", "D")}, "deuteranopia": {("A", "D")}}


def colours(hour: str) -> dict[str, str]:
    """Every colour by its name, by day or by night."""
    day, _query, night = (SHEETS / "tokens.css").read_text("utf-8").partition("@media")
    return dict(TOKEN.findall(day)) | (dict(TOKEN.findall(night)) if hour == "night" else {})


def linear(colour: str) -> Colour:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = np.array([int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines reckon it."""
    dark, light = sorted(float(LIGHT @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, eyes: str) -> float:
    """How far apart two colours look: 2 can just be seen, 100 is black and white."""
    return float(np.linalg.norm(_seen(one, eyes) - _seen(other, eyes)))


def _seen(colour: str, eyes: str) -> Colour:
    light = np.clip(np.array(EYES[eyes]) @ linear(colour), 0, 1)
    parts = TO_XYZ @ light / WHITE
    x, y, z = np.where(parts > 0.008856, np.cbrt(parts), 7.787 * parts + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("hour", ["day", "night"])
@pytest.mark.parametrize("seat", SEATS)
def test_what_is_written_on_a_seat_and_drawn_as_its_line_can_be_read(seat: str, hour: str) -> None:
    known, key = colours(hour), seat.lower()
    assert contrast(known[f"seat-{key}"], known[f"on-seat-{key}"]) >= 4.5
    for ground in ("card", "paper"):
        assert contrast(known[f"line-{key}"], known[ground]) >= 3


@pytest.mark.parametrize("hour", ["day", "night"])
@pytest.mark.parametrize("eyes", EYES)
def test_seats_look_different(eyes: str, hour: str) -> None:
    known = colours(hour)
    near = {
        (one, other)
        for one, other in combinations(SEATS, 2)
        if distance(known[f"seat-{one.lower()}"], known[f"seat-{other.lower()}"], eyes) < 25
    }
    assert near == ALIKE.get(eyes, set())
    # The sixth is far from all others as a line, too.
    for other in SEATS[:-1]:
        assert distance(known["line-f"], known[f"line-{other.lower()}"], eyes) > 15, other


def test_every_seat_has_a_pattern_of_its_own() -> None:
    text = (ROOT / "templates" / "boards" / "seat_patterns.svg.html").read_text("utf-8")
    patterns = re.findall(r'<pattern id="seat-(.)" class="p-(.)" ([^>]*)>(.*?)</pattern>', text)
    assert [seat for seat, _class, _turned, _drawn in patterns] == list(SEATS)
    assert all(seat == named for seat, named, _turned, _drawn in patterns)
    assert len({(turned, drawn) for _seat, _class, turned, drawn in patterns}) == len(SEATS)


def test_every_seat_has_its_colour_wherever_seats_are_drawn() -> None:
    wanted = {
        "base.css": ('.seat[data-seat="{}"]::before', ".p-{} {{"),
        "story.css": (".c-{} rect", ".series.c-{} {{"),
        "table.css": (".cube.{} {{",),
    }
    for sheet, rules in wanted.items():
        text = (SHEETS / sheet).read_text("utf-8")
        missing = [
            one for rule in rules for seat in SEATS if (one := rule.format(seat)) not in text
        ]
        assert missing == [], sheet


def test_every_seat_has_a_name_and_a_colour_in_letters() -> None:
    assert "".join(COLOURS) == SEATS
    assert len({seat_colour(seat) for seat in SEATS}) == len(SEATS)
    assert all(seat_colour(seat) != on_seat(seat) for seat in SEATS)
