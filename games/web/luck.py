"""Luck: the odds before, the luck after, and the tower itself on trial."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import access
from games.access import Viewer, started
from games.boards import any_tower, board_of
from games.language import spoken
from games.names import names_of
from games.read import luck_queries
from games.read.luck_text import (
    RESULTS,
    checks_told,
    deals_told,
    fortune_told,
    fortunes_plot,
    hundred,
    measures_told,
    trial_told,
)
from games.web.game_context import about_game
from games.web.requests import game_named, invite_of


@require_safe
def odds(request: HttpRequest, game: str) -> HttpResponse:
    """Every battle that a seat could bring about now; the reader's own seat if none is named."""
    viewer = _viewer(request, game)
    names = names_of(viewer.game, spoken())
    asked = request.GET.get("player", "")
    chosen = asked if asked in names else viewer.seat_key or next(iter(names))
    context = {
        **about_game(request, viewer),
        "players": list(names.items()),
        "chosen": chosen,
        "is_mine": chosen == viewer.seat_key,
        "name": names[chosen],
        "odds": luck_queries.odds_told(viewer, chosen, names),
    }
    return render(request, "web/odds.html", context)


@require_safe
def luck(request: HttpRequest, game: str) -> HttpResponse:
    """What everybody could expect of the tower, and what they got."""
    viewer = _viewer(request, game)
    board = board_of(viewer.game.ruleset)
    if board.deals and not board.tower:
        return _deals(request, viewer)
    names = names_of(viewer.game, spoken())
    game_luck = luck_queries.luck_of(viewer)
    about = luck_queries.throw_names(viewer, spoken(), names)
    measures = {one.seat: measures_told(one) for one in game_luck.fortunes}
    context = {
        **about_game(request, viewer),
        "players": [
            {
                "seat": one.seat,
                "name": names[one.seat],
                "about": fortune_told(one),
                "measures": measures[one.seat],
                "fights": [
                    (seq, about[seq], hundred(stake.chance), RESULTS[stake.result])
                    for stake, seq in ((s, game_luck.seqs[s.place]) for s in one.stakes)
                ],
            }
            for one in game_luck.fortunes
        ],
        "plot": fortunes_plot(game_luck.fortunes, names),
        "any_battle": any(measures.values()),
    }
    return render(request, "web/luck.html", context)


def _deals(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """How good everybody's cards were."""
    names = names_of(viewer.game, spoken())
    context = {
        **about_game(request, viewer),
        "deals": luck_queries.deals_of(viewer.game),
        "players": [
            {"fortune": one, "name": names[one.seat], "verdict": deals_told(one)}
            for one in luck_queries.deals_luck(viewer)
        ],
    }
    return render(request, "web/deals.html", context)


@require_safe
def tower(request: HttpRequest) -> HttpResponse:
    """Every throw ever made here beside what the specification says."""
    colour = partial(any_tower().colour_title, language=spoken())
    trials = [(one, trial_told(one), checks_told(one, colour)) for one in luck_queries.trials()]
    return render(request, "web/tower.html", {"trials": trials})


def _viewer(request: HttpRequest, game: str) -> Viewer:
    return started(access.viewer(game_named(game), request.user, invite_of(request)))
