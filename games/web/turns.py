"""The turn form: plan, check, seal, take back; and what is left when the page came too late."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.core import Json
from engine.registry import ruleset_of
from games import access, selectors
from games.boards import board_of
from games.errors import Illegal, Overtaken, Refused
from games.models import Game
from games.names import names_of
from games.selectors import Turn
from games.services import turns
from games.spoken import spoken
from games.web.about import about_game
from games.web.asking import game_named, me
from games.web.kept import kept, sign_in_again


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn(request: HttpRequest, game: str, decision: str) -> HttpResponse:
    """A question put to me, with everything I have said to it so far."""
    if not request.user.is_authenticated:
        return sign_in_again(request)
    found = _turn(request, game, decision)
    if found is None:
        return _too_late(request, game, decision)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    if not act:
        said = found.draft if found.saved else found.sealed
        return _page(request, found, said)
    said = _said(request, found)
    if act == "back":
        return _taken_back(request, found, said)
    if act == "read":
        return _read(request, found, said)
    if act == "show":
        return _page(request, found, said)
    return _ready(request, found, said) if act == "ready" else _checked(request, found, said)


def _turn(request: HttpRequest, game: str, decision: str) -> Turn | None:
    viewer = access.viewer(game_named(game), request.user)
    if viewer.game.status == Game.Status.LOBBY:
        raise Refused("not_started", _("The game has not begun yet."))
    return selectors.turn_of(viewer, decision)


def _said(request: HttpRequest, found: Turn) -> Json:
    said: Json = _form_of(found).answer(found.decision.kind, request.POST)
    return said


def _form_of(found: Turn) -> Any:
    return board_of(found.viewer.game.ruleset).turn_form


def _ready(request: HttpRequest, found: Turn, said: Json) -> HttpResponse:
    try:
        turns.answer_submit(
            person=me(request),
            game_id=found.viewer.game.id,
            decision=found.decision.id,
            answer=said,
            seen=request.POST.get("seen", ""),
        )
    except Illegal:
        return _checked(request, found, said, status=Illegal.status)
    except Overtaken as newer:
        return _page(request, found, said, overtaken=newer, status=newer.status)
    return _sealed(request, found)


def _sealed(request: HttpRequest, before: Turn) -> HttpResponse:
    """Say that it counts; when that was the last answer, at the table, where the game goes on."""
    game = before.viewer.game
    found = _turn(request, game.pk, before.decision.id)
    if game.status == Game.Status.RUNNING and (found is None or not found.position.waiting):
        messages.success(request, _("Everybody is ready. The season is played in a moment."))
        return redirect("table", game=game.pk)
    messages.success(request, _("Sealed. You may change it until the last player is ready."))
    return redirect(request.path)


def _taken_back(request: HttpRequest, found: Turn, said: Json) -> HttpResponse:
    """The answer does not count any more; it stays in the form."""
    keep = said if "kind" in request.POST else found.sealed
    try:
        turns.answer_withdraw(
            person=me(request),
            game_id=found.viewer.game.id,
            decision=found.decision.id,
            keep=keep,
            seen=request.POST.get("seen", ""),
        )
    except Overtaken as newer:
        return _page(request, found, keep, overtaken=newer, status=newer.status)
    messages.success(request, _("Taken back. Nothing counts until you press Ready again."))
    return redirect(request.path)


def _checked(
    request: HttpRequest, found: Turn, said: Json, status: int = 200, **more: Any
) -> HttpResponse:
    """The form with all that is wrong with it, saved as it is."""
    try:
        _save(request, found, said)
    except Overtaken as newer:
        return _page(request, found, said, overtaken=newer, status=newer.status, **more)
    again = _turn(request, found.viewer.game.id, found.decision.id)
    return _page(request, again or found, said, checked=True, status=status, **more)


def _save(request: HttpRequest, found: Turn, said: Json) -> str:
    return turns.draft_save(
        person=me(request),
        game_id=found.viewer.game.id,
        decision=found.decision.id,
        answer=said,
        seen=request.POST.get("seen", ""),
    )


def _read(request: HttpRequest, found: Turn, said: Json) -> HttpResponse:
    """Text orders laid over the form; lines that cannot be read are named and kept."""
    text = request.POST.get("orders", "")
    game, kind = found.viewer.game, found.decision.kind
    notation = ruleset_of(game.ruleset, game.version).text()
    read, unread = notation.parse(kind, text, spoken())
    said = _form_of(found).merged(kind, said, read)
    count = len(unread)
    message = ngettext("%d line cannot be read.", "%d lines cannot be read.", count) % count
    told: Json = {"orders": text, "unread": unread, "unread_message": message} if unread else {}
    return _checked(request, found, said, status=422 if unread else 200, **told)


def _page(
    request: HttpRequest,
    found: Turn,
    said: Any,
    *,
    checked: bool = False,
    overtaken: Refused | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The form as somebody left it; problems are held back until they are asked for."""
    language, game = spoken(), found.viewer.game
    turn_form, state, decision = _form_of(found), found.position.state, found.decision
    problems = found.problems(said) if checked or found.saved else ()
    remarks = turn_form.remarks(state, decision, said, problems, language)
    view, names = selectors.board(found.viewer), names_of(game)
    form = turn_form.form(view, decision, said, remarks, language, names, game.options)
    context = {
        **about_game(request, found.viewer),
        "decision": decision.id,
        "form": form,
        "said": said,
        "text": turn_form.as_text(decision.kind, said, language) if said else "",
        "receipt": found.receipt,
        "changed": _is_changed(found, said),
        "saved_at": found.saved.saved_at if found.saved else None,
        "seen": found.version,
        "overtaken": overtaken,
        "checked": checked,
        **turn_form.picture(view, language, names),
        **more,
    }
    return render(request, form["template"], context, status=status)


def _is_changed(found: Turn, said: Any) -> bool:
    """Whether something else is sealed than this."""
    if found.sealed is None:
        return False
    return not _form_of(found).same(found.decision.kind, said, found.sealed)


def _too_late(request: HttpRequest, game: str, decision: str) -> HttpResponse:
    """The question is not open any more: say so, lead on, and keep what was typed."""
    row = game_named(game)
    told = {"game": row, "decision": decision, "typed": kept(request, row)}
    return render(request, "web/turn_over.html", told, status=410)


@never_cache
@require_POST
def check(request: HttpRequest, game: str, decision: str) -> HttpResponse:
    """Save what is typed and say what is to be said about it, for the script on the page."""
    if not request.user.is_authenticated:
        return _told("signed_out", _("You are signed out. Your plan is kept in this browser."), 401)
    found = _turn(request, game, decision)
    if found is None:
        return _told("over", _("This question is not open any more: the game has moved on."), 410)
    said, language = _said(request, found), spoken()
    try:
        seen = _save(request, found, said)
    except Overtaken as newer:
        return _told("overtaken", newer.message, newer.status, seen=found.version)
    except Refused as refusal:
        return _told(refusal.code, refusal.message, refusal.status)
    turn_form, problems = _form_of(found), found.problems(said)
    remarks = turn_form.remarks(
        found.position.state, found.decision, said, problems, language, request.POST
    )
    changed = _is_changed(found, said)
    return JsonResponse(
        {
            "code": "saved",
            "message": _saved_message(changed=changed),
            "changed": changed,
            "seen": seen,
            "text": turn_form.as_text(found.decision.kind, said, language),
            "problems": remarks.problems,
            "advice": remarks.advice,
            "odds": remarks.odds,
            "sums": list(remarks.sums),
            "summary": list(remarks.summary),
        }
    )


def _saved_message(*, changed: bool) -> str:
    at = {"time": time_format(timezone.localtime(), "TIME_FORMAT")}
    return (
        _("Saved as a draft at %(time)s, not sealed") % at if changed else _("Saved %(time)s") % at
    )


def _told(code: str, message: str, status: int, **more: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message, **more}, status=status)
