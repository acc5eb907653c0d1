"""What somebody leaves beforehand, beside a turn, and the button that takes it back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.kernel.core import Json
from games.boards import board_of
from games.errors import Refused
from games.language import spoken
from games.read.selectors import ViewerTurn
from games.read.wishes import LeftWish, left_wishes, wish_in_force
from games.services.play.wishes import wish_withdraw
from games.web.requests import me


def is_wish(turn: ViewerTurn) -> bool:
    """Whether a question asks for what may be left beforehand."""
    wishes = board_of(turn.viewer.game.ruleset).wishes
    return wishes is not None and turn.decision.kind in wishes.kinds


def answer_in_force(turn: ViewerTurn) -> Any:
    """What counts as an answer now; what was left to an earlier question may still."""
    if turn.sealed is not None:
        return turn.sealed
    return wish_in_force(turn.viewer, turn.decision.kind)


def beside(turn: ViewerTurn, view: Json) -> list[LeftWish]:
    """What the viewer has left that is in force; on the page of such a question, of its kind."""
    left = [wish for wish in left_wishes(turn.viewer, view, spoken()) if wish.is_left]
    return [wish for wish in left if wish.kind == turn.decision.kind] if is_wish(turn) else left


@require_POST
@login_required
def take_back(request: HttpRequest, game: str, kind: str) -> HttpResponse:
    """What I have left beforehand is not in force any more; twice is like once."""
    try:
        wish_withdraw(person=me(request), game_id=game, kind=kind)
    except Refused as refusal:
        if refusal.code != "nothing_to_withdraw":
            raise
    messages.success(request, _("Taken back: nothing of it is carried out any more."))
    return redirect("table", game=game)
