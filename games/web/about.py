"""What every page about a game knows: whose it is, where its links lead, what is new."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from games.access import Viewer
from games.models import Game, OpenDecision
from games.pulse import pulse_of
from games.web.asking import invite_of

GOING_ON = (Game.Status.RUNNING, Game.Status.PAUSED)


def about_game(request: HttpRequest, viewer: Viewer) -> dict[str, Any]:
    """For the navigation, the news and every link of a page about a game."""
    game = viewer.game
    return {
        "game": game,
        "viewer": viewer,
        "my_question": _my_question(viewer),
        "pulse": pulse_of(game),
        **ways_on(request),
    }


def ways_on(request: HttpRequest) -> dict[str, str]:
    """How addresses of a game go on for whoever came by an invitation.

    `keep` ends an address, `ask` begins a question of its own.
    """
    invite = invite_of(request)
    query = urlencode({"invite": invite}) if invite else ""
    return {
        "invite": invite,
        "keep": f"?{query}" if query else "",
        "ask": f"?{query}&" if query else "?",
    }


def _my_question(viewer: Viewer) -> OpenDecision | None:
    if viewer.letter is None or viewer.game.status not in GOING_ON:
        return None
    mine = (d for d in viewer.game.open_decisions.all() if d.letter == viewer.letter)
    return next(mine, None)
