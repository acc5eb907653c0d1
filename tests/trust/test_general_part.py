"""The verifiers' general part knows no game: one mapping names the programs of single games."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from games.trust.verifier import AuditReport
from games.trust.verifier.course import TableCourse
from games.trust.verifier.courses import COURSES, course_of
from games.trust.verifier.position import LogPosition

# What the server is called, and with it the format of its logs and the files it hands out.
OF_THE_HOUSE = re.compile(
    r"Wallenstein by Post|wallenstein-log|wallenstein-keys|verify_wallenstein"
)
OF_A_GAME = re.compile(
    r"wallenstein|loewenherz|castle|seasons?\b|\bcount(y|ies)\b|\bspring\b", re.I
)
# The programs of single games, and the mapping that names them.
OF_GAMES = ("loewenherz", "wallenstein", "courses")


def general_parts() -> list[tuple[str, str]]:
    """The parts of both verifiers that every game shares."""
    parts = [
        part for room in ("verifier", "page") for part in (files("games.trust") / room).iterdir()
    ]
    return [
        (part.name, part.read_text("utf-8"))
        for part in parts
        if part.name.endswith((".py", ".js", ".html")) and not part.name.startswith(OF_GAMES)
    ]


def game_words(text: str) -> list[str]:
    """The words of a text that belong to one game."""
    return [match[0] for match in OF_A_GAME.finditer(OF_THE_HOUSE.sub("", text))]


def test_the_general_part_names_no_game() -> None:
    assert len(general_parts()) > 25
    assert {name: words for name, text in general_parts() if (words := game_words(text))} == {}


@pytest.mark.parametrize("planted", ["from x.wallenstein import y", "season: str", "a county"])
def test_a_planted_word_of_a_game_is_found(planted: str) -> None:
    assert game_words(planted)


def test_who_follows_a_game_is_asked_of_its_table() -> None:
    at = LogPosition(AuditReport())
    assert (type(course_of(at)), course_of(at).chapter) == (TableCourse, "From the start")
    assert list(COURSES) == ["loewenherz", "wallenstein"]
