"""No page and no service knows a ruleset or a bot by name: boards and tables of games do."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.bots import BOTS
from engine.registry import RULESETS

ROOT = Path(__file__).resolve().parent.parent
KEYS = sorted({key for key, _version in RULESETS})
BOT_NAMES = sorted({name for bots in BOTS.values() for name in bots})
# Games are at home there, or they are history.
AT_HOME = (
    "games/boards/",
    "games/static/boards/",
    "games/trust/tables/",
    "games/migrations/",
    "templates/boards/",
    "templates/rules/",
)
QUOTED = re.compile(r"""["']([^"'\n]*)["']""")


def is_name(text: str) -> bool:
    """Whether a piece of text is the name of a bot or holds that of a ruleset."""
    return text in BOT_NAMES or any(key in text for key in KEYS)


def names_in(path: str, text: str) -> list[str]:
    """The strings in a file that name a game or a bot."""
    if path.endswith(".py"):
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        strings = [node.value for node in nodes if isinstance(node.value, str)]
    else:
        strings = QUOTED.findall(text)
    return [string for string in strings if is_name(string)]


def house() -> list[Path]:
    """The files of the site that may know no game."""
    files = [
        path
        for room in ("games", "templates", "wallenstein_site")
        for ending in ("*.py", "*.html", "*.txt", "*.js")
        for path in (ROOT / room).rglob(ending)
    ]
    return [path for path in files if not path.relative_to(ROOT).as_posix().startswith(AT_HOME)]


def test_nobody_in_the_house_calls_a_game_or_a_bot_by_name() -> None:
    called = {
        path.relative_to(ROOT).as_posix(): names
        for path in house()
        if (names := names_in(path.name, path.read_text("utf-8")))
    }
    assert called == {}
    assert len(house()) > 300


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("demo.py", 'RULESET: Final = "wallenstein-2010"'),
        ("demo.py", 'BOTS = ("marshal",) * 4'),
        ("demo.py", "seat.bot = f'{name} of wallenstein-2002'"),
        ("page.html", '{% if game.ruleset == "wallenstein-2010" %}'),
        ("page.js", "if (bot === 'marshal') {}"),
    ],
)
def test_a_planted_name_is_found(path: str, text: str) -> None:
    assert names_in(path, text)


def test_a_word_in_a_sentence_is_no_name() -> None:
    assert names_in("tokens.py", 'ABOUT = "what is random stays random"') == []
