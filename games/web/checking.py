"""What anybody needs to check a game on their own computer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games import access
from games.services.house.archives import archive_of
from games.trust import downloads
from games.web.requests import game_named, invite_of


@require_safe
def page(_: HttpRequest) -> HttpResponse:
    """The verifier in the browser."""
    return downloads.the_page()


@require_safe
def page_to_keep(_: HttpRequest, name: str) -> HttpResponse:
    """The same page as a file."""
    return downloads.the_page_to_keep(name)


@require_safe
def file(_: HttpRequest, name: str) -> HttpResponse:
    """The verifier of one file."""
    return downloads.the_file(name)


@require_safe
def description(_: HttpRequest) -> HttpResponse:
    """How to check a game, byte by byte."""
    return downloads.the_description()


@require_safe
def archive(request: HttpRequest, game: str) -> HttpResponse:
    """A finished game in one file."""
    viewer = access.viewer(game_named(game), request.user, invite_of(request))
    return downloads.the_archive(game, archive_of(game=viewer.game))
