"""Modules in one script: each after what it needs, with what it hands out and nothing else."""

from __future__ import annotations

import re

import pytest

from games.boards.plain import plain_board
from games.boards.wallenstein.board import BOARD_2010
from games.trust import bundle
from games.trust.bundle import script_of
from games.trust.offline_replay import script_for, style_for
from tests.contract.toys.registered import PRESS


def test_every_module_stands_once_after_what_it_needs() -> None:
    script = script_for(BOARD_2010)
    names = re.findall(r"^const (\w+)_module = \(\(\) => \{$", script, re.MULTILINE)
    assert len(names) == len(set(names))
    ours = {f"boards_wallenstein_js_{name}" for name in ("map_state", "map_replay")}
    tower = {f"boards_tower_js_{name}" for name in ("throws", "throw_replay")}
    site = {
        f"site_js_{name}"
        for name in ("map", "replay", "replay_score", "replay_tape", "strips", "svg")
    }
    assert set(names) == ours | tower | site
    # Whoever listens to the replay is there before it begins.
    assert names[-1] == "site_js_replay"
    for taken in re.finditer(r"\} = (\w+)_module;", script):
        assert f"const {taken[1]}_module = " in script[: taken.start()]
    assert "const { play: letFall } = boards_tower_js_throws_module;" in script
    assert "return { Tape, played };" in script
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert "</script" not in script


def test_styles_need_nothing_from_elsewhere() -> None:
    style = style_for(BOARD_2010)
    assert "url(" not in style
    assert "@import" not in style
    assert "--paper" in style


def test_a_game_without_map_and_tower_has_none_in_its_file() -> None:
    board = plain_board(PRESS)
    assert "boards_" not in script_for(board)
    assert ".county" not in style_for(board)


def test_a_module_that_says_it_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "_static", lambda _path: 'import all from "./other.js";\n')
    with pytest.raises(ValueError, match=r"odd\.js imports or exports"):
        script_of("odd.js")
