"""The referee's page of a game: what was done around it, and what one may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.bots import stand_in
from games import access
from games.access import Viewer
from games.boards.bots import bots_of
from games.errors import NotFound, Refused
from games.language import spoken
from games.models import GOING_ON, Game, User
from games.plain_text import plain
from games.read.referee_log import acts_of
from games.services.play import deadlines, extensions
from games.services.tables import forks, invitations, seats
from games.web.game_context import about_game
from games.web.once import once
from games.web.requests import game_named, invite_of, me, table_address
from games.web.typed_again import kept, signed_in

Deed = Callable[[HttpRequest, User, str], object]


def page(request: HttpRequest, game: str) -> HttpResponse:
    """Every act from the log, and forms for those allowed to this viewer."""
    return _page(request, game)


def _page(
    request: HttpRequest, game: str, deed: str = "", refusal: Refused | None = None
) -> HttpResponse:
    """The same with the form of a deed as somebody filled it in, and why it was refused."""
    viewer = access.started(access.viewer(game_named(game), request.user, invite_of(request)))
    person, row = request.user, viewer.game
    own = viewer.seat is not None and viewer.seat.user_id == person.pk
    context = {
        **about_game(request, viewer),
        "acts": acts_of(viewer, spoken()),
        "going_on": row.status in GOING_ON,
        "own_seat": own,
        "steward": viewer.is_host or (person.is_authenticated and person.is_staff and not own),
        "bots": bots_of(row.ruleset),
        "usual_bot": stand_in(row.ruleset),
        "may_vote": _may_vote(viewer),
        "asked_for_it": bool(row.proposal and viewer.seat_key == row.proposal["seat"]),
        "may_fork": person.is_authenticated and person.is_staff and viewer.seat is None,
        "filled": {deed: request.POST.dict()} if deed else {},
        "refusal": refusal,
    }
    status = refusal.status if refusal else 200
    shown = render(request, "web/referee.html", context, status=status)
    if refusal is None or not _wrote(request) or _has_form(shown, game, deed):
        return shown
    # The form itself is gone, because the table has changed meanwhile.
    return render(
        request, "web/referee.html", {**context, "typed": kept(request, row)}, status=status
    )


def _has_form(shown: HttpResponse, game: str, deed: str) -> bool:
    """Whether a page has the form of a deed, and so all that was typed into it."""
    return f'action="{reverse("referee-do", args=[game, deed])}"'.encode() in shown.content


def _wrote(request: HttpRequest) -> bool:
    """Whether there are words in a form that somebody would have to write anew."""
    return any(_text(request, name) for name in ("why", "player"))


def _may_vote(viewer: Viewer) -> bool:
    proposal = viewer.game.proposal
    return bool(proposal and viewer.seat_key and viewer.seat_key not in proposal["yes"])


def _text(request: HttpRequest, name: str, longest: int = 300) -> str:
    return plain(request.POST.get(name, ""), longest)


def _number(request: HttpRequest, name: str, refusal: Refused) -> int:
    written = _text(request, name)
    if not (written.isascii() and written.isdigit() and len(written) < 6):
        raise refusal
    return int(written)


def _hours(request: HttpRequest) -> int:
    refusal = Refused("bad_hours", _("Write a whole number of hours."))
    return _number(request, "hours", refusal)


def _extend(request: HttpRequest, person: User, game: str) -> object:
    hours, why = _hours(request), _text(request, "why")
    return deadlines.deadline_extend(person=person, game_id=game, hours=hours, why=why)


def _propose(request: HttpRequest, person: User, game: str) -> object:
    hours, why = _hours(request), _text(request, "why")
    return extensions.extension_propose(person=person, game_id=game, hours=hours, why=why)


def _vote(request: HttpRequest, person: User, game: str) -> object:
    yes, why = request.POST.get("vote") == "yes", _text(request, "why")
    return extensions.extension_vote(person=person, game_id=game, yes=yes, why=why)


def _pause(request: HttpRequest, person: User, game: str) -> object:
    return deadlines.game_pause(person=person, game_id=game, why=_text(request, "why"))


def _resume(request: HttpRequest, person: User, game: str) -> object:
    return deadlines.game_resume(person=person, game_id=game, why=_text(request, "why"))


def _substitute(request: HttpRequest, person: User, game: str) -> object:
    player, why = _text(request, "player", 150), _text(request, "why")
    return seats.substitute_name(person=person, game_id=game, player=player, why=why)


def _recall(_request: HttpRequest, person: User, game: str) -> object:
    return seats.substitute_end(person=person, game_id=game)


def _replace(request: HttpRequest, person: User, game: str) -> object:
    return seats.player_replace(
        person=person,
        game_id=game,
        seat_key=_text(request, "seat", 1),
        player=_text(request, "player", 150),
        bot="" if _text(request, "player") else _text(request, "bot", 40),
        why=_text(request, "why"),
    )


def _resign(request: HttpRequest, person: User, game: str) -> None:
    if request.POST.get("sure") != "yes":
        raise Refused("not_sure", _("Tick the box to confirm: you cannot undo this."))
    seats.player_resign(person=person, game_id=game, why=_text(request, "why"))


def _fork(request: HttpRequest, person: User, game: str) -> object:
    step = _number(request, "step", Refused("bad_step", _("Write the number of a step.")))
    return forks.game_fork(person=person, game_id=game, step=step, why=_text(request, "why"))


def _decline(_request: HttpRequest, person: User, game: str) -> None:
    seats.seat_decline(person=person, game_id=game)


DEEDS: Final[dict[str, Deed]] = {
    "extend": _extend,
    "propose": _propose,
    "vote": _vote,
    "pause": _pause,
    "resume": _resume,
    "substitute": _substitute,
    "recall": _recall,
    "replace": _replace,
    "resign": _resign,
    "fork": _fork,
    "decline": _decline,
}


@signed_in
@require_POST
def do(request: HttpRequest, game: str, deed: str) -> HttpResponse:
    """Do one of these things, once for each form, and say how it went."""
    access.viewer(game_named(game), request.user, invite_of(request))
    if deed not in DEEDS:
        raise NotFound("no_such_deed", _("There is no such action."))
    if request.POST.get("act") == "show":
        return _page(request, game, deed)

    def work() -> None:
        DEEDS[deed](request, me(request), game)

    try:
        once(request, work)
    except Refused as refusal:
        return _page(request, game, deed, refusal)
    messages.success(request, _("Done. It is in the log."))
    return redirect(_where_next(request, game))


def _where_next(request: HttpRequest, game: str) -> str:
    """The page somebody came from, unless they have just left a table that is not open to all."""
    try:
        access.viewer(game_named(game), request.user)
    except NotFound:
        return reverse("home")
    return reverse("referee", args=[game])


@login_required
@require_POST
def rematch(request: HttpRequest, game: str) -> HttpResponse:
    """The same people again."""
    access.viewer(game_named(game), request.user, invite_of(request))
    made = invitations.game_rematch(person=me(request), game_id=game)
    if made.status == Game.Status.LOBBY:
        messages.success(request, _("A table for the rematch is there; the others are invited."))
    elif made.status == Game.Status.RUNNING:
        messages.success(request, _("The rematch has begun."))
    return redirect(table_address(made.pk, made.invite))
