"""The page for authors of games shows the toy as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

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
