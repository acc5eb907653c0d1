"""A table while it is played, and after: the board, who is ready, how much time is left."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timesince import timeuntil
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from engine.core import Json, Seat
from games import access, clock, selectors
from games.access import Viewer
from games.boards import board_of
from games.models import Game
from games.pulse import pulse_of
from games.web.asking import game_named


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table, and whether the game waits for them."""

    letter: Seat
    name: str
    uid: str
    substitute: str
    asked: bool
    ready: bool
    mine: bool

    @property
    def late(self) -> bool:
        """Whether the game waits for them."""
        return self.asked and not self.ready


def show(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The page of a game that has started."""
    game = viewer.game
    shown = selectors.board(viewer)
    names = selectors.names_of(game)
    board = board_of(game.ruleset)
    everybody = sitters(viewer, shown, names)
    told = {
        "game": game,
        "viewer": viewer,
        "table": board.table.table(shown, _language(), names, request.GET.get("county", "")),
        "board_template": board.table.TEMPLATE,
        "players_template": board.table.PLAYERS_TEMPLATE,
        "cards_template": board.table.CARDS_TEMPLATE,
        "look": _look(request, viewer, names),
        "sitters": everybody,
        "late": [sitter.name for sitter in everybody if sitter.late],
        "mine": shown["decisions"],
        "ready": viewer.letter in shown["answered"],
        "time_left": time_left(game),
        "invite": _invite(request),
        "invite_link": _invite_link(request, viewer),
        "pulse": pulse_of(game),
    }
    return render(request, "web/table.html", told)


@require_GET
def places(request: HttpRequest, game: str) -> HttpResponse:
    """Everything about every place on the board, for a script that shows one at a time."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    board, names = board_of(viewer.game.ruleset), selectors.names_of(viewer.game)
    told = {
        "panels": partial(board.table.places, selectors.board(viewer), _language(), names),
        "look": _look(request, viewer, names),
        "invite": _invite(request),
    }
    return render(request, board.table.PLACES_TEMPLATE, told)


def sitters(viewer: Viewer, shown: Json, names: dict[Seat, str]) -> list[Sitter]:
    """Everybody at the table, with what the game wants of them."""
    asked = {decision["seat"] for decision in shown["waiting"]}
    return [
        Sitter(
            letter=seat.letter,
            name=names[seat.letter],
            uid=seat.user.player_uid if seat.user else "",
            substitute=seat.substitute.get_username() if seat.substitute else "",
            asked=seat.letter in asked,
            ready=seat.letter in shown["answered"],
            mine=seat.letter == viewer.letter,
        )
        for seat in viewer.game.seats.all()
    ]


def time_left(game: Game) -> str:
    """How long until the deadline, in words."""
    if game.deadline is None:
        return _("no deadline")
    if game.deadline <= clock.now():
        return _("time is up")
    return _("%s left") % timeuntil(game.deadline, clock.now(), depth=2)


def _look(request: HttpRequest, viewer: Viewer, names: dict[Seat, str]) -> list[str]:
    """All that decides how the open part of a board looks; what is equal is drawn once."""
    game = viewer.game
    return [game.pk, str(game.seq), _language(), _invite(request), *names.values()]


def _language() -> str:
    return get_language() or "en"


def _invite_link(request: HttpRequest, viewer: Viewer) -> str:
    """What the host may send to those who may look on; nobody else is told."""
    if not viewer.is_host or viewer.game.visibility == Game.Visibility.PUBLIC:
        return ""
    invited = urlencode({"invite": viewer.game.invite})
    return request.build_absolute_uri(f"{request.path}?{invited}")


def _invite(request: HttpRequest) -> str:
    """The invitation somebody came with, to be handed on by the links of the page."""
    invite = request.GET.get("invite", "")
    return urlencode({"invite": invite}) if invite else ""
