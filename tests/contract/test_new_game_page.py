"""The page for authors of games shows the toy as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOYS = Path(__file__).parent / "toys"
PAGE = (ROOT / "docs" / "new-game.md").read_text("utf-8")


def shown(language: str) -> str:
    (block,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(block)


def test_the_fact_on_the_page_is_the_toys() -> None:
    assert shown("python") in (TOYS / "press.py").read_text("utf-8")


def test_the_table_on_the_page_is_the_toys() -> None:
    table = json.loads((TOYS / "press.json").read_text("utf-8"))
    assert json.loads("{" + shown("json") + "}") == table["rulesets"]


def test_every_file_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:engine|games|templates|tests)/[\w/.]+)`", PAGE)
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


def lines_in(*places: str) -> int:
    """How many lines the files at these places have, or those that their folders hold."""
    files = [
        file
        for place in places
        for path in sorted(ROOT.glob(place))
        for file in ([path] if path.is_file() else path.rglob("*"))
        if file.suffix in (".py", ".js", ".css", ".html", ".json") and "data" not in file.parts
    ]
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


# By the row of the table; `*` is the game.
COUNTED: dict[str, list[tuple[str, ...]]] = {
    "*all of the engine*": [("engine/*",)],
    "bots": [("engine/bots/*",)],
    "table for the verifiers": [
        ("games/trust/tables/games/*.json",),
        ("games/trust/verifier/**.py", "games/trust/page/**.js"),
    ],
    "board": [
        ("games/boards/**",),
        ("templates/boards/**",),
        ("games/static/boards/*/js",),
        ("games/static/boards/*/css",),
    ],
    "rules pages": [("templates/rules/*",)],
}
# From the last column on.
GAMES = ("wallenstein", "loewenherz")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("row", COUNTED)
def test_the_page_counts_about_as_many_lines_as_there_are(row: str, game: str) -> None:
    """Rounded, and true until somebody writes half as much again."""
    (cells,) = re.findall(rf"^\| {re.escape(row)} \|(.*)\|$", PAGE, re.M)
    cell = cells.split("|")[-1 - GAMES.index(game)]
    rounded = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d", cell)]
    # Files and folders of an edition or a part begin with the name of their game.
    counted = [
        lines_in(*(place.replace("*", game, 1) for place in places)) for places in COUNTED[row]
    ]
    assert len(rounded) == len(counted)
    for number, lines in zip(rounded, counted, strict=True):
        assert lines / 1.5 < number < lines * 1.5, (row, number, lines)


def test_the_page_counts_the_toys_exactly() -> None:
    (cells,) = re.findall(r"^\| \*all of the engine\* \| \*(\d+)\* \| \*(\d+)\* \|", PAGE, re.M)
    toys = [lines_in(f"tests/contract/toys/{name}.py") for name in ("press", "high_card")]
    assert [int(cell) for cell in cells] == toys
