"""Files of the pages: each where its page says it is, those of every game apart from one game's."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles.finders import find

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "games" / "static"
TAG = re.compile(r"""\{% static ["']([^"']+)["'] %\}|["']/static/([^"']+)["']""")
IMPORT = re.compile(r'^import [^;]*? from "([^"]+)";', re.MULTILINE)


def imports() -> list[tuple[str, str]]:
    """Every import of one module by another, both by their paths."""
    return [
        (path, normpath(join(dirname(path), needed)))
        for file in sorted(STATIC.rglob("*.js"))
        for path in [file.relative_to(STATIC).as_posix()]
        for needed in IMPORT.findall(file.read_text("utf-8"))
    ]


def test_every_file_a_template_names_is_there() -> None:
    named = {
        one or other
        for template in (ROOT / "templates").rglob("*.*")
        for one, other in TAG.findall(template.read_text("utf-8"))
    }
    assert len(named) > 20
    assert [name for name in sorted(named) if not find(name)] == []


def test_every_module_finds_what_it_imports() -> None:
    assert len(imports()) > 30
    assert [pair for pair in imports() if not (STATIC / pair[1]).is_file()] == []


def test_what_every_game_needs_knows_no_game() -> None:
    assert [
        pair for pair in imports() if pair[0].startswith("site/") and "boards/" in pair[1]
    ] == []
    names = {path.name for path in (STATIC / "boards").iterdir()}
    assert {path.name for path in STATIC.iterdir()} == {"site", "boards"}
    assert names >= {"tower", "wallenstein"}
    # A game may use the tower; the tower is of any game that has one.
    assert [pair for pair in imports() if pair[0].startswith("boards/tower/")] == [
        ("boards/tower/js/audit.js", "boards/tower/js/tower.js"),
        ("boards/tower/js/throw_replay.js", "boards/tower/js/throws.js"),
    ]
