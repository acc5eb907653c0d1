"""Nothing typed is lost: what a refused form said, as text and as fields to go on with."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from engine.kernel.core import Json
from games.boards import board_of
from games.errors import Refused
from games.language import spoken
from games.models import Game
from games.web.once import MARK
from games.web.requests import way_back

View = Callable[..., HttpResponse]

# Only forms about games are shown again: what else was typed may be a password.
KEPT_UNDER: Final = ("/games/", "/tables/", "/t/")
NOT_KEPT: Final = frozenset(
    ("csrfmiddlewaretoken", "act", "seen", "preview", "salt", "asked", MARK)
)
# Which answer, note or table a form was about: nothing anybody has typed.
NOT_TYPED: Final = frozenset(("kind", "edition", "invite"))
# Forms that can be filled without anything being done; others are shown and no more.
AGAIN: Final = frozenset(("turn", "notes", "chat", "new-table", "referee-do"))
# Forms somebody fills, and not merely presses.
FILLED: Final = AGAIN | {"turn-link"}
# Forms that are sent to an address at which there is no page to open.
SENT_ELSEWHERE: Final = frozenset(("referee-do",))
MOST_FIELDS: Final = 400


def kept(request: HttpRequest, game: Game | None) -> Json | None:
    """What was typed into a form about a game; none where nothing was."""
    if request.method != "POST" or not request.path.startswith(KEPT_UNDER):
        return None
    names = [name for name in request.POST if name not in NOT_KEPT][:MOST_FIELDS]
    filled = [(name, value) for name in names for value in request.POST.getlist(name) if value]
    if not filled:
        return None
    match = request.resolver_match
    again = match is not None and match.view_name in AGAIN
    return {"fields": filled, "text": _as_text(request, game, filled), "again": again}


def _as_text(request: HttpRequest, game: Game | None, filled: list[tuple[str, str]]) -> str:
    """Text orders, which can be pasted anywhere; the bare fields if there are none to be had."""
    kind = request.POST.get("kind", "")
    text = ""
    if game is not None:
        form = board_of(game.ruleset).turn
        text = form.as_text(kind, form.answer(kind, request.POST), spoken())
    if text:
        return text
    typed = [(name, value) for name, value in filled if name not in NOT_TYPED]
    if [name for name, _value in typed] == ["text"]:
        return typed[0][1]
    return "\n".join(f"{name}: {value}" for name, value in typed)


def signed_in(view: View) -> View:
    """Let only people in who are signed in; what a form says is kept for those who were."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_again(request)
        return view(request, *args, **kwargs)

    return asked


def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Signed out: to the door; with something in hand, first a page that keeps it."""
    if request.method != "POST":
        return redirect_to_login(request.get_full_path())
    context = {
        "heading": _("You are signed out"),
        "message": _("Your session has ended. Nothing was sent, and nothing is lost."),
        "sign_in": True,
        "anew": _page_anew(request),
        "typed": kept(request, _game_of(request)),
    }
    return render(request, "web/typed_again.html", context, status=401)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 Django's
    """A form of an old or a foreign page: nothing is done, and what was typed is shown."""
    message = _("This page has expired, so nothing was sent. Nothing is lost.")
    if asked_by_script(request):
        return JsonResponse({"code": "stale_page", "message": message}, status=403)
    context = {
        "heading": _("Please look at this again"),
        "message": message,
        "sign_in": not request.user.is_authenticated,
        "anew": _page_anew(request),
        "typed": kept(request, _game_of(request)),
    }
    return render(request, "web/typed_again.html", context, status=403)


def refused(
    request: HttpRequest, refusal: Refused, heading: str, *, back: str = "", game: str = ""
) -> HttpResponse:
    """Why something is refused, with everything that was typed; for a script, no page."""
    if asked_by_script(request):
        problem = {"code": refusal.code, "message": refusal.message}
        return JsonResponse(problem, status=refusal.status)
    match = request.resolver_match
    filled = match is not None and match.view_name in FILLED
    shown = {
        "heading": heading,
        "message": refusal.message,
        "back": back or way_back(request),
        "typed": kept(request, _game_of(request, game)) if filled else None,
    }
    return render(request, "web/refused.html", shown, status=refusal.status)


def _page_anew(request: HttpRequest) -> str:
    """Where the page is that a form was on."""
    match = request.resolver_match
    elsewhere = match is not None and match.view_name in SENT_ELSEWHERE
    return way_back(request) if elsewhere else request.path


def asked_by_script(request: HttpRequest) -> bool:
    """Whether the answer is read by a script of ours and not by a person."""
    return "application/json" in request.headers.get("Accept", "")


def _game_of(request: HttpRequest, name: str = "") -> Game | None:
    """The game an address is about; only its rules are used, so anybody may ask."""
    match = request.resolver_match
    name = name or (match.kwargs.get("game", "") if match else "")
    return Game.objects.filter(pk=name).first() if name else None
