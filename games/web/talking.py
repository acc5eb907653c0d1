"""Chat and notes beside a game."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import access
from games.access import Viewer
from games.errors import Refused
from games.models import ChatMessage, User
from games.read import talk
from games.services.tables import talk as service
from games.web.game_context import about_game
from games.web.once import once
from games.web.requests import game_named, invite_of, me, with_invite
from games.web.typed_again import sign_in_again, signed_in

SHOWN = 60


def _viewer(request: HttpRequest, game: str) -> Viewer:
    return access.viewer(game_named(game), request.user, invite_of(request))


@require_http_methods(["GET", "POST"])
def chat(request: HttpRequest, game: str, channel: str = "") -> HttpResponse:
    """What was said, newest at the bottom; something said is sent to the same address."""
    if request.method == "POST" and not request.user.is_authenticated:
        return sign_in_again(request)
    viewer = _viewer(request, game)
    channel = channel or (talk.GALLERY if viewer.seat is None else talk.TABLE)
    talk.require_reader(viewer, channel)
    if request.method == "GET" or request.POST.get("act") == "show":
        return _chat_page(request, viewer, channel)
    text, invite = request.POST.get("text", ""), invite_of(request)
    try:
        once(
            request,
            lambda: (
                service.chat_post(
                    person=me(request), game_id=game, channel=channel, text=text, invite=invite
                ).pk
            ),
        )
    except Refused as refusal:
        return _chat_page(request, viewer, channel, refusal)
    address = with_invite(reverse("chat", args=[game, channel]), invite)
    return redirect(f"{address}#newest")


def _chat_page(
    request: HttpRequest, viewer: Viewer, channel: str, refusal: Refused | None = None
) -> HttpResponse:
    before = _number(request, "before")
    all_messages = talk.messages(viewer.game, channel)
    shown = all_messages.filter(pk__lt=before) if before else all_messages
    newest = list(shown.order_by("-pk")[: SHOWN + 1])
    if newest and not before:
        _read_by(request, viewer, channel, newest[0].pk)
    context = {
        **_about(request, viewer, channel),
        "messages_shown": newest[SHOWN - 1 :: -1] if len(newest) > SHOWN else newest[::-1],
        "earlier": newest[SHOWN - 1].pk if len(newest) > SHOWN else None,
        "last": newest[0].pk if newest else 0,
        "live": not before,
        "refusal": refusal,
        "typed": request.POST.get("text", ""),
    }
    return render(request, "web/chat.html", context, status=refusal.status if refusal else 200)


def _read_by(request: HttpRequest, viewer: Viewer, channel: str, newest: int) -> None:
    """A player has everything up to this message in front of them."""
    person = request.user
    if channel == talk.TABLE and viewer.seat is not None and isinstance(person, User):
        service.talk_read(person=person, game=viewer.game, upto=newest)


def _about(request: HttpRequest, viewer: Viewer, channel: str) -> dict[str, Any]:
    person = request.user
    return {
        **about_game(request, viewer),
        "channel": channel,
        "channels": [ChatMessage.Channel(name) for name in talk.readable(viewer)],
        "may_write": person.is_authenticated and talk.may_write(viewer, channel),
        "may_hide": viewer.is_host or (person.is_authenticated and person.is_staff),
        "longest": service.LONGEST_MESSAGE,
    }


def news(request: HttpRequest, game: str, channel: str) -> HttpResponse:
    """What was said since, for a page that is open."""
    viewer = _viewer(request, game)
    talk.require_reader(viewer, channel)
    after = _number(request, "after")
    newer = list(talk.messages(viewer.game, channel).filter(pk__gt=after)[:SHOWN])
    if newer:
        _read_by(request, viewer, channel, newer[-1].pk)
    context = {
        **_about(request, viewer, channel),
        "messages_shown": newer,
        "last": newer[-1].pk if newer else after,
        "live": True,
    }
    return render(request, "web/chat_messages.html", context)


@login_required
@require_POST
def hide(request: HttpRequest, game: str, message: int) -> HttpResponse:
    """The host or the staff take a message out of sight."""
    _viewer(request, game)
    hidden = service.chat_hide(
        person=me(request), game_id=game, message_id=message, why=request.POST.get("why", "")
    )
    return redirect("chat", game=game, channel=hidden.channel)


@signed_in
@require_http_methods(["GET", "POST"])
def notes(request: HttpRequest, game: str) -> HttpResponse:
    """A note to oneself about a game."""
    viewer, person = _viewer(request, game), me(request)
    stored, edition = talk.note_of(viewer.game, person)
    context = about_game(request, viewer)
    context |= {"text": stored, "edition": edition, "longest": service.LONGEST_NOTE}
    if request.method == "GET":
        return render(request, "web/notes.html", context)
    typed = request.POST.get("text", "").replace("\r\n", "\n")
    if request.POST.get("act") == "show":
        context |= {"text": typed, "edition": _number(request, "edition")}
        return render(request, "web/notes.html", context)
    try:
        saved = service.note_save(
            person=person,
            game_id=game,
            text=typed,
            edition=_number(request, "edition"),
            invite=invite_of(request),
        )
    except Refused as refusal:
        # What was typed stays in the box; what is stored elsewhere is shown beside it.
        other = stored if refusal.code == "note_changed" else ""
        context |= {"text": typed, "refusal": refusal, "other": other}
        return render(request, "web/notes.html", context, status=refusal.status)
    at = time_format(timezone.localtime(saved.saved_at), "TIME_FORMAT")
    messages.success(request, _("Saved at %(at)s.") % {"at": at})
    return redirect(with_invite(reverse("notes", args=[game]), invite_of(request)))


def _number(request: HttpRequest, name: str) -> int:
    """A number a page sent along; nothing else gets through."""
    sent = request.POST.get(name, "") or request.GET.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 18 else 0
