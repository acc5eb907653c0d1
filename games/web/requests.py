"""What pages ask before they do anything."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from games.errors import NotAllowed, NotFound
from games.log.fast_sql import Prepared, lay_out, together
from games.models import Game, Seat, User
from games.web.converters import is_game_id

_GAME = Prepared(lambda pk: Game.objects.filter(pk=pk).order_by(), "g")
_SEATS = Prepared(
    lambda pk: Seat.objects.select_related("user", "substitute").filter(game=pk).order_by("key"),
    "g",
)


def game_named(game_id: str) -> Game:
    """A game with everything a page about it shows; raises NotFound."""
    with together():
        games, sitting = _GAME.ask(game_id), _SEATS.ask(game_id)
    game, seats = games.first(), sitting.rows()
    if game is None:
        raise NotFound("no_such_game", _("There is no such game, or it is not open to you."))
    for seat in seats:
        seat.game = game
    lay_out(game, "seats", seats)
    return game


def games_asked_for(request: HttpRequest) -> list[str]:
    """The games that the query of an address names; what is no game's id is as good as unknown."""
    return [named for named in request.GET.getlist("game") if is_game_id(named)]


def me(request: HttpRequest) -> User:
    """Whoever is signed in, on pages that only they reach."""
    if not isinstance(request.user, User):
        raise NotAllowed("sign_in_first", _("Sign in first."))
    return request.user


def address_of(request: HttpRequest) -> str:
    """The network address somebody asks from, as far as our own proxies say it."""
    here = str(request.META.get("REMOTE_ADDR", ""))
    chain = request.headers.get("X-Forwarded-For", "").split(",")
    if settings.PROXIES < 1 or len(chain) < settings.PROXIES:
        return here
    # What stands further left was written by whoever asked: anybody could be anywhere.
    try:
        return str(ip_address(chain[-settings.PROXIES].strip()))
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


def way_back(request: HttpRequest, *, is_button: bool = False) -> str:
    """Where to go from a page that is no place to stay: the game it was about, else the start."""
    match = request.resolver_match
    game = match.kwargs.get("game") if match else None
    if game is None or not (is_button or request.method == "POST"):
        return reverse("home")
    return table_address(game, invite_of(request))


def next_page(request: HttpRequest, otherwise: str = "") -> str:
    """Where a form was, as it says itself; nowhere outside of this site."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    # A word without a slash would be taken for the name of a page.
    return wanted if ours and wanted.startswith("/") else otherwise or reverse("home")
