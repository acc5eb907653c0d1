"""What the host of a running game does: pause, go on, give more time."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.errors import NotAllowed, Refused
from games.models import User
from games.services import deadlines

LONGEST_NUMBER = 4


@login_required
@require_POST
def pause(request: HttpRequest, game: str) -> HttpResponse:
    """Let the game rest."""
    deadlines.game_pause(person=_host(request), game_id=game, why=_why(request))
    messages.success(request, _("The game is paused."))
    return redirect("table", game)


@login_required
@require_POST
def resume(request: HttpRequest, game: str) -> HttpResponse:
    """Let the game go on."""
    deadlines.game_resume(person=_host(request), game_id=game, why=_why(request))
    messages.success(request, _("The game goes on."))
    return redirect("table", game)


@login_required
@require_POST
def extend(request: HttpRequest, game: str) -> HttpResponse:
    """Give everybody more time."""
    hours = request.POST.get("hours", "")
    if not hours.isdecimal() or len(hours) > LONGEST_NUMBER:
        raise Refused("bad_hours", _("How many hours? A whole number is needed."))
    why = _why(request)
    deadlines.deadline_extend(person=_host(request), game_id=game, hours=int(hours), why=why)
    messages.success(request, _("Everybody has more time."))
    return redirect("table", game)


def _host(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise NotAllowed("sign_in_first", _("Sign in first."))
    return request.user


def _why(request: HttpRequest) -> str:
    return request.POST.get("why", "")
