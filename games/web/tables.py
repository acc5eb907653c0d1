"""Tables: those one may join, and one of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games import access, selectors
from games.models import Game
from games.web import played_table
from games.web.asking import game_named


def lobby(request: HttpRequest) -> HttpResponse:
    """Tables that wait for players."""
    games = selectors.games_visible_to(request.user).filter(status=Game.Status.LOBBY)
    return render(request, "web/lobby.html", {"games": games})


def one_table(request: HttpRequest, game: str) -> HttpResponse:
    """A table: while it fills, while it is played, and after."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    # A table that never started has no position; its log begins with the game.
    if not viewer.game.anchor:
        return render(request, "web/table_lobby.html", {"game": viewer.game, "viewer": viewer})
    return played_table.show(request, viewer)
