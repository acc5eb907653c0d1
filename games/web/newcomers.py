"""The first five minutes: what the game is, what a bot would do, and why, field after field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.devices.tower import tower_named
from engine.kernel.core import Json
from games import access
from games.boards import board_of
from games.boards.board import GuideStep, ToolResult
from games.boards.bots import adviser, bot_title
from games.errors import NotFound
from games.language import spoken
from games.names import names_of
from games.read.newcomers import primer_for, rules_of
from games.read.selectors import ViewerTurn
from games.read.suggestions import suggested_answer
from games.services.tables import reading
from games.web.requests import game_named, me, next_page, table_address

# The tool that lays what a bot would answer, and the word with which a page explains that.
SUGGEST: Final = "suggest"
GUIDE: Final = "guide"


@login_required
@require_POST
def put_away(request: HttpRequest, game: str) -> HttpResponse:
    """Nobody needs to tell me what this game is any more."""
    viewer = access.viewer(game_named(game), request.user)
    if viewer.seat is not None:
        reading.game_known(person=me(request), rules=rules_of(viewer.game.ruleset))
    if request.headers.get("HX-Request"):
        return HttpResponse()
    return redirect(next_page(request, table_address(viewer.game.pk)))


def suggested(turn: ViewerTurn) -> ToolResult:
    """What a bot would answer, to be changed at will; refused where no page offers it."""
    bot = _adviser(turn)
    answer = suggested_answer(turn) if bot else None
    if answer is None:
        raise NotFound("no_suggestion", _("No bot can suggest an answer to this."))
    remark = (
        _(
            "This is the advice of the %(bot)s bot, and your rivals know how it thinks. "
            "Change what you like: it is only a draft."
        )
        if _is_plan(turn)
        else _("This is what the %(bot)s bot would do. Change what you like: it is only a draft.")
    )
    return ToolResult(answer, remark % {"bot": bot})


def guided(turn: ViewerTurn, answer: Json | None) -> Sequence[GuideStep]:
    """An answer that was suggested, explained from the top of the form to its end."""
    if answer is None:
        return ()
    game = turn.viewer.game
    form, tower = board_of(game.ruleset).turn, tower_named(game.tower)
    state, names = turn.position.state, names_of(game)
    return form.guide(state, turn.decision, answer, spoken(), names, tower)


def newcomer_context(request: HttpRequest, turn: ViewerTurn, *, by_link: bool) -> Json:
    """For the page of a question: the introduction, and on demand what a bot would do and why.

    Whoever came by a link is known on this page only, so there is nothing to put away.
    """
    asked = request.GET if request.method == "GET" else {}
    bot = _adviser(turn)
    # A choice is made at a glance: it has a suggestion, and no steps to be led through.
    guides = bool(bot) and _is_plan(turn)
    wanted = SUGGEST in asked or (guides and GUIDE in asked)
    steps = guided(turn, suggested_answer(turn)) if bot and wanted else ()
    return {
        "primer": None if by_link else primer_for(turn.viewer, request.user.pk),
        "adviser": bot,
        "guides": guides,
        "guide": steps if guides and GUIDE in asked else (),
        "lays_at_once": asked.get(GUIDE) == SUGGEST,
        # Without a script: why the plan lies there that was suggested a moment ago.
        "reasons": steps if SUGGEST in asked else (),
    }


def _adviser(turn: ViewerTurn) -> str:
    """What the bot is called that answers such a question; nothing where there is none."""
    ruleset = turn.viewer.game.ruleset
    name = adviser(ruleset)
    return bot_title(ruleset, name) if name and not turn.decision.optional else ""


def _is_plan(turn: ViewerTurn) -> bool:
    return board_of(turn.viewer.game.ruleset).turn.is_plan(turn.decision.kind)
