"""The first page: what waits for me, or what this is."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import check_for_language
from django.views.decorators.http import require_GET, require_POST
from django.views.i18n import set_language

from games.boards import board_of
from games.boards.palette import colours
from games.models import User
from games.read import listings
from games.read.change_feed import pulses_of
from games.web.live import MOST_GAMES
from games.web.lobby import rulesets

ICON_SIZES: Final = (192, 512)


def home(request: HttpRequest) -> HttpResponse:
    """My games, those that wait for me first; for a stranger, what this is."""
    if not request.user.is_authenticated:
        return render(request, "web/welcome.html", _picture())
    mine = listings.my_games(request.user, request.GET.get("page", "1"))
    alive = [*mine.waiting, *mine.running, *mine.paused, *mine.tables][:MOST_GAMES]
    pulses = pulses_of([game.pk for game in alive])
    context = {
        "mine": mine,
        "page": mine.finished,
        "alive": [(game, pulses[game.pk]) for game in alive],
    }
    return render(request, "web/home.html", context)


def _picture() -> dict[str, Any]:
    """What one sees of a game before one has any; drawn only where no copy is kept."""
    board = board_of(rulesets()[0][0])
    return {"board": board, "specimen": board.map.specimen if board.map else None}


@require_GET
def manifest(_: HttpRequest) -> HttpResponse:
    """What a phone or a desk needs to keep the site as an app; the same for everybody."""
    icons = [(f"site/icons/{size}.png", size, "any") for size in ICON_SIZES]
    icons.append(("site/icons/maskable.png", max(ICON_SIZES), "maskable"))
    described = {
        "id": "/",
        "name": "Wallenstein by Post",
        "short_name": "Wallenstein",
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": colours()["paper"],
        "theme_color": colours()["accent"],
        "icons": [
            {"src": static(file), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
            for file, size, use in icons
        ],
    }
    answer = JsonResponse(described, content_type="application/manifest+json")
    answer["Cache-Control"] = "max-age=3600"
    return answer


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Switch the language, for good where there is a profile."""
    wanted = request.POST.get("language", "")
    known = wanted in dict(settings.LANGUAGES) and check_for_language(wanted)
    if known and request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(language=wanted)
    return set_language(request)


def icon(_: HttpRequest) -> HttpResponse:
    """Where the site's picture is."""
    return redirect(static("site/icon.svg"))
