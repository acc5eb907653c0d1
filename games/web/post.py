"""What the links of letters open: one turn and no more, and the way out of a kind of letter."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import access
from games.absences import zone_of
from games.errors import Gone, NotFound, Refused
from games.mail.epochs import is_epoch
from games.mail.links import read_off, read_turn
from games.models import User
from games.notice_kinds import DIGEST, KINDS
from games.notify import letters_end
from games.web.played_table import all_places
from games.web.requests import game_named
from games.web.turns import Visit, checked, page
from games.web.typed_again import refused

View = Callable[..., HttpResponse]


def _private(view: View) -> View:
    """An address that is a key: it is told to no other site, kept by no cache, found by no search.

    What is done here is done by the key and never by a session, so a foreign page could do nothing
    without knowing it; and browsers that name no referrer name no origin either.
    """

    @csrf_exempt
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, token: str) -> HttpResponse:
        answer = view(request, token)
        answer["Referrer-Policy"] = "no-referrer"
        answer["X-Robots-Tag"] = "noindex"
        return answer

    return guarded


def _in_front(view: Callable[[Visit], HttpResponse]) -> View:
    """Let whoever holds the link of a turn in front of it, as long as the turn is theirs."""

    @wraps(view)
    def asked(request: HttpRequest, token: str) -> HttpResponse:
        link = read_turn(token)
        person = _person(link.user_id) if link else None
        if link is None or person is None:
            return _unknown(request)
        with translation.override(person.language), timezone.override(zone_of(person.time_zone)):
            try:
                if link.is_old or not is_epoch(person, link.epoch):
                    raise Gone("old_link", _("This link is too old. Sign in to answer."))
                seat = access.seat_for(game_named(link.game_id), person)
                if seat.key != link.seat:
                    raise Gone("not_your_seat", _("You no longer play this seat."))
                return view(Visit(request, person, link.game_id, link.decision, by_link=True))
            except Refused as refusal:
                return _dead(request, refusal, link.game_id)

    return asked


def _person(user_id: int) -> User | None:
    return User.objects.filter(pk=user_id, is_active=True, deleted_at=None).first()


def _unknown(request: HttpRequest) -> HttpResponse:
    message = _("This link is not complete, or it was never ours.")
    return _dead(request, NotFound("no_such_link", message))


def _dead(request: HttpRequest, why: Refused, game: str = "") -> HttpResponse:
    return refused(request, why, _("This link does not work"), back="/", game=game)


@_private
@require_http_methods(["GET", "HEAD", "POST"])
@_in_front
def turn(visit: Visit) -> HttpResponse:
    """The turn a letter asks for, without signing in."""
    return page(visit)


@_private
@require_POST
@_in_front
def turn_check(visit: Visit) -> HttpResponse:
    """What the script on that page asks."""
    return checked(visit)


@_private
@require_GET
@_in_front
def turn_places(visit: Visit) -> HttpResponse:
    """The places of the board, for the same script."""
    return all_places(visit.request, access.viewer(game_named(visit.game), visit.person))


@_private
@require_http_methods(["GET", "HEAD", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """No more letters of a kind: asked on a page, or by a mail program in one click (RFC 8058)."""
    link = read_off(token)
    person = _person(link.user_id) if link else None
    if link is None or person is None or link.kind not in (*KINDS, DIGEST):
        return _unknown(request)
    with translation.override(person.language):
        daily = link.kind == DIGEST
        label = _("The daily mail") if daily else KINDS[link.kind].label
        context: dict[str, Any] = {"kind": label, "daily": daily}
        if request.method == "POST":
            letters_end(person=person, kind=link.kind)
            context["done"] = True
        return render(request, "web/mail_off.html", context)
