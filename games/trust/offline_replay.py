"""The replay of a finished game as one page that works from disk."""

from __future__ import annotations

from itertools import chain
from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import override

from games.access import Viewer
from games.boards import board_of
from games.boards.board import Board
from games.models import Game
from games.read import reports
from games.read.timeline import timeline
from games.trust.bundle import script_of, style_of
from games.trust.pages import policy_for

# What a board adds stands between: a map is laid out by the page it is on.
BASE_STYLES: Final = ("site/css/tokens.css", "site/css/base.css")
STYLES: Final = ("site/css/story.css", "site/css/offline_replay.css")
# After those of the board, which listen to it.
SCRIPT: Final = "site/js/replay.js"


def script_for(board: Board) -> str:
    """The replay of a board in one script."""
    parts = [part.replay_scripts for part in (board.map, board.tower) if part is not None]
    return script_of(*chain.from_iterable(parts), SCRIPT)


def style_for(board: Board) -> str:
    """Everything it looks like."""
    return style_of(*BASE_STYLES, *(board.map.styles if board.map else ()), *STYLES)


def replay_page(game: Game, language: str) -> str:
    """Everything that happened, as everybody could see it then, and all plans as they are now."""
    # A spectator: what a seat alone could see then is no part of the game in a file.
    viewer = Viewer(game, None, is_host=False)
    with override(language):
        line = timeline(viewer, language)
        first = line.chapters[0]
        frame = next(reports.frames(line, first, language, only=first.first))
        board = board_of(game.ruleset)
        script, style = script_for(board), style_for(board)
        context = {
            **reports.replay_shown(line, first, frame, language),
            "game": game,
            "language": language,
            "alone": True,
            "at": "#at-",
            "report_now": "",
            "chapters": [(one, f"#chapter-{one.number}", "#") for one in line.chapters],
            "data": [
                (f"chapter-{one.number}", reports.chapter_frames(line, one, language))
                for one in line.chapters
            ],
            "reports": [
                (reports.report(line, one, language), reports.log(line, one, language))
                for one in line.chapters
            ],
            "script": script,
            "style": style,
            "policy": policy_for(script, style),
        }
        return render_to_string("web/offline_replay.html", context)
