"""No file of the engine, the service or the site knows a toy: it lives in its folder alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.registry import RULESETS
from games.boards import BOARDS, board_of
from tests.contract.toys.registered import TOYS

ROOT = Path(__file__).parents[2]
TOYS_AT_HOME = ROOT / "tests/contract/toys"
PRODUCT = ("engine", "games", "templates", "wallenstein_site")
KEYS = [toy.key for toy in TOYS]
# Where a game is entered: its rules, its bots, its table for the verifiers.
CATALOGUES = ("engine.registry", "engine.bots", "games.trust.game_tables")
# What is made on the way, and pictures.
NO_TEXT = {".pyc", ".mo", ".png", ".ico", ".woff2"}


def sources() -> Iterator[tuple[Path, str]]:
    """Every file the site is made of, with what stands in it."""
    for folder in PRODUCT:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix not in NO_TEXT:
                yield path, path.read_text("utf-8")


def test_no_file_of_the_product_names_a_toy() -> None:
    names = [*KEYS, *(key.replace("-", "_") for key in KEYS), "HighCard", "tests.contract"]
    read = 0
    for path, text in sources():
        read += 1
        assert [name for name in names if name in text] == [], path
    assert read > 500


def imported(path: Path) -> set[str]:
    """The modules a file imports."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
        elif isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
    return modules


def test_a_toy_is_made_of_the_engine_alone() -> None:
    for path in TOYS_AT_HOME.glob("*.py"):
        ours = {name for name in imported(path) if name.split(".")[0] in ("engine", "games")}
        assert all(
            name.startswith(("engine.kernel", "engine.devices", "engine.text"))
            or (path.stem == "registered" and name in CATALOGUES)
            for name in ours
        ), (path, ours)


@pytest.mark.parametrize("key", KEYS)
def test_it_is_known_by_its_ruleset_its_bots_and_its_table_and_by_nothing_else(key: str) -> None:
    assert [version for known, version in RULESETS if known == key] == [1]
    assert key not in BOARDS
    board = board_of(key)
    assert (board.map, board.tower, board.symbols) == (None, None, "")
