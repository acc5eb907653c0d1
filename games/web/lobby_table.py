"""A table while it fills: sit down, stand up, put bots, start."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.bots import stand_in
from games import access
from games.access import Viewer
from games.boards import wording_of
from games.boards.bots import bots_of
from games.errors import Refused
from games.models import Game
from games.plain_text import plain
from games.services.tables import invitations, lobby
from games.web.game_context import about_game
from games.web.requests import game_named, invite_of, me, table_address


def show(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The page of a table that waits for players, or that never started."""
    game = viewer.game
    seats = list(game.seats.all())
    context = {
        **about_game(request, viewer),
        "seats": seats,
        "free": sum(seat.is_free for seat in seats),
        "bots": bots_of(game.ruleset),
        "usual_bot": stand_in(game.ruleset),
        "options": options_in_words(game.ruleset, game.options),
        "guests": game.invitations.select_related("user") if viewer.is_host else [],
        "awaited": access.awaited(game, request.user),
        "invite_link": request.build_absolute_uri(table_address(game.pk, game.invite)),
    }
    return render(request, "web/table_lobby.html", context)


def options_in_words(ruleset: str, options: dict[str, str]) -> list[tuple[str, str, str]]:
    """Of each option its name, the value chosen, and what that means."""
    words = wording_of(ruleset).options
    chosen = [(words[name].name, *words[name].values[value]) for name, value in options.items()]
    return [(str(option), str(value), str(about)) for option, value, about in chosen]


@login_required
@require_POST
def join(request: HttpRequest, game: str) -> HttpResponse:
    """Sit down."""
    table, invite = game_named(game), invite_of(request)
    access.viewer(table, request.user, invite)
    try:
        lobby.game_join(person=me(request), game_id=game, invite=invite)
    except Refused as refusal:
        # Two clicks: whoever sits has what they wanted.
        if refusal.code != "sits_already":
            raise
    messages.success(request, _("You have a seat at the table."))
    return redirect(table_address(game))


@login_required
@require_POST
def leave(request: HttpRequest, game: str) -> HttpResponse:
    """Stand up; the last to leave takes the table along."""
    access.viewer(game_named(game), request.user)
    lobby.game_leave(person=me(request), game_id=game)
    messages.success(request, _("You have left the table."))
    return redirect("lobby")


@login_required
@require_POST
def seat(request: HttpRequest, game: str, seat_key: str) -> HttpResponse:
    """The host frees a seat or puts a bot there."""
    access.viewer(game_named(game), request.user)
    lobby.seat_set(
        person=me(request), game_id=game, seat_key=seat_key, bot=request.POST.get("bot", "")
    )
    return redirect(table_address(game))


@login_required
@require_POST
def start(request: HttpRequest, game: str) -> HttpResponse:
    """Begin."""
    access.viewer(game_named(game), request.user)
    try:
        lobby.game_start(person=me(request), game_id=game)
    except Refused:
        # The second of two clicks finds it begun.
        viewer = access.viewer(game_named(game), request.user)
        if not (viewer.is_host and viewer.game.status == Game.Status.RUNNING):
            raise
    messages.success(request, _("The game has begun."))
    return redirect(table_address(game))


@login_required
@require_POST
def invite(request: HttpRequest, game: str) -> HttpResponse:
    """The host invites somebody by name."""
    access.viewer(game_named(game), request.user)
    name = plain(request.POST.get("username", ""), 150)
    try:
        invitations.player_invite(person=me(request), game_id=game, username=name)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("%s is invited and gets a mail.") % name)
    return redirect(table_address(game))


@login_required
@require_POST
def uninvite(request: HttpRequest, game: str) -> HttpResponse:
    """The host takes an invitation back, or a guest declines."""
    access.viewer(game_named(game), request.user, invite_of(request))
    person = me(request)
    name = plain(request.POST.get("username", ""), 150)
    invitations.invitation_revoke(person=person, game_id=game, username=name)
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("home" if name == person.username else table_address(game))


@login_required
@require_POST
def cancel(request: HttpRequest, game: str) -> HttpResponse:
    """The host gives the table up."""
    access.viewer(game_named(game), request.user)
    invitations.game_cancel(person=me(request), game_id=game)
    messages.success(request, _("The table is cancelled."))
    return redirect("home")
