"""One table, whatever state it is in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games import access
from games.web import lobby_table, played_table
from games.web.requests import game_named


def one_table(request: HttpRequest, game: str) -> HttpResponse:
    """A table: while it fills, while it is played, and after."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    # A table that never started has no position; its log begins with the game.
    if not viewer.game.anchor:
        return lobby_table.show(request, viewer)
    return played_table.show(request, viewer)
