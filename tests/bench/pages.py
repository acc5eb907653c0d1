"""The board page of a late game beside a bare Django page, in one process."""

from __future__ import annotations

import statistics
import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from games.models import Game, User
from games.services.advance import game_advance
from tests.service.tables import again, answer, started

RUNS = 50
LAST_SEASON = 7


def bare(_request: HttpRequest) -> HttpResponse:
    """The least Django can say, through the same middleware."""
    return HttpResponse("<!doctype html><title>Bare</title>")


urlpatterns = [path("bare/", bare), path("", include("wallenstein_site.urls"))]


def board_page() -> dict[str, Any]:
    """Time to first byte and bytes of the table page in the last season, as its player sees it."""
    player = User.objects.create_user(f"bench-{User.objects.count()}", "bench@example.org")
    game = late_game(player)
    with override_settings(ROOT_URLCONF=__name__):
        client = Client(headers={"host": "localhost"})
        client.force_login(player, "django.contrib.auth.backends.ModelBackend")
        floor, _ = _measured(client, "/bare/")
        page, size = _measured(client, f"/games/{game.pk}/")
    return {
        "events": again(game).seq,
        "first_byte_ms": round(page * 1000, 2),
        "bytes": size,
        "bare_django_page_ms": round(floor * 1000, 2),
        "ratio": round(page / floor, 2),
    }


def late_game(player: User) -> Game:
    """A game of five in its last season."""
    game = started(player, players=5)
    while again(game).step < LAST_SEASON:
        answer(game, player)
        game_advance(game_id=game.pk)
    return again(game)


def _measured(client: Client, address: str) -> tuple[float, int]:
    """The median time until the answer is there, and how much it is."""
    times, size = [], 0
    for _run in range(RUNS + 1):
        began = time.perf_counter()
        found = client.get(address, secure=True)
        times.append(time.perf_counter() - began)
        if found.status_code != 200:
            raise RuntimeError(f"{address} answers {found.status_code}")
        size = len(found.content)
    # The first one imports and compiles; nobody waits for that twice.
    return statistics.median(times[1:]), size
