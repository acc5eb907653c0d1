"""The replay of a finished game as one page that works from disk."""

from __future__ import annotations

from typing import Final

from django.template.loader import render_to_string
from django.utils.translation import override

from games.access import Viewer
from games.models import Game
from games.read import reports
from games.read.timeline import timeline
from games.trust.bundle import script_of, style_of
from games.trust.pages import policy_for

SCRIPTS: Final = ("boards/wallenstein/js/map.js", "boards/wallenstein/js/replay.js")
STYLES: Final = (
    "site/css/tokens.css",
    "site/css/base.css",
    "boards/wallenstein/css/map.css",
    "site/css/story.css",
    "site/css/offline_replay.css",
)


def replay_page(game: Game, language: str) -> str:
    """Everything that happened, as everybody could see it then, and all plans as they are now."""
    # A spectator: what a seat alone could see then is no part of the game in a file.
    viewer = Viewer(game, None, is_host=False)
    with override(language):
        line = timeline(viewer, language)
        first = line.chapters[0]
        frame = next(reports.frames(line, first, language, only=first.first))
        script, style = script_of(*SCRIPTS), style_of(*STYLES)
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
