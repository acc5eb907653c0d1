"""What pages ask before they do anything."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.access import Viewer
from games.errors import NotAllowed, NotFound, Refused
from games.models import Game, Seat, User


def game_named(game_id: str) -> Game:
    """A game with everything a page about it shows; raises NotFound."""
    seats = Seat.objects.select_related("user", "substitute")
    games = Game.objects.select_related("host").prefetch_related(Prefetch("seats", queryset=seats))
    found = games.filter(pk=game_id).first()
    if found is None:
        raise NotFound("no_such_game", _("There is no such game, or it is not open to you."))
    return found


def me(request: HttpRequest) -> User:
    """Whoever is signed in, on pages that only they reach."""
    if not isinstance(request.user, User):
        raise NotAllowed("sign_in_first", _("Sign in first."))
    return request.user


def address_of(request: HttpRequest) -> str:
    """The network address somebody asks from, as far as our own proxies say it."""
    here = str(request.META.get("REMOTE_ADDR", ""))
    told = request.headers.get("X-Forwarded-For", "").split(",")
    if settings.PROXIES < 1 or len(told) < settings.PROXIES:
        return here
    # What stands further left was written by whoever asked: anybody could be anywhere.
    try:
        return str(ip_address(told[-settings.PROXIES].strip()))
    except ValueError:
        return here


def invite_of(request: HttpRequest) -> str:
    """The invitation somebody came with."""
    return request.POST.get("invite", "") or request.GET.get("invite", "")


def table_address(game: str, invite: str = "") -> str:
    """Where a game is, for somebody with or without an invitation."""
    return with_invite(reverse("table", args=[game]), invite)


def with_invite(address: str, invite: str) -> str:
    """An address that is open to whoever has an invitation."""
    return f"{address}?{urlencode({'invite': invite})}" if invite else address


def way_back(request: HttpRequest) -> str:
    """Where to go from a page that is no place to stay: the game it was about, else the start."""
    match = request.resolver_match
    game = match.kwargs.get("game") if match else None
    if game is None or request.method != "POST":
        return reverse("home")
    return table_address(game, invite_of(request))


def started(viewer: Viewer) -> Viewer:
    """Let only games go on that have begun."""
    if not viewer.game.anchor:
        raise Refused("not_started", _("The game has not started yet."))
    return viewer
