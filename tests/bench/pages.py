"""The board page of a late game beside a bare Django page, in one process."""

from __future__ import annotations

import gzip
import posixpath
import re
import statistics
import time
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path, reverse

from games.models import Game, User
from games.services.play.advance import game_advance
from tests.cluster.errands import people
from tests.service.tables import again, answer, started

ROUNDS = 10
RUNS = 20
LAST_SEASON = "2.autumn"
# Where a page asks for styles and scripts, and a script for another one.
ASKED: Final = re.compile(r'(?:href|src)="([^"]+\.(?:css|js))"')
LED_TO: Final = re.compile(r'^import [^;]*?"(\.[^"]+\.js)"', re.MULTILINE)


def bare(_request: HttpRequest) -> HttpResponse:
    """The least Django can say, through the same middleware."""
    return HttpResponse("<!doctype html><title>Bare</title>")


urlpatterns = [path("bare/", bare), path("", include("wallenstein_site.urls"))]


def board_page() -> dict[str, Any]:
    """Time to first byte and bytes of table and turn in the last season, as a player sees them."""
    (player,) = people(1)
    game = late_game(player)
    with override_settings(ROOT_URLCONF=__name__):
        client = Client(headers={"host": "localhost"})
        client.force_login(player, "django.contrib.auth.backends.ModelBackend")
        (decision,) = game.open_decisions.filter(sealed_seq=None)
        turn_address = reverse("turn", args=[game.pk, decision.decision])
        (floor, _), (page, size), (turn, turn_size) = _measured(
            client, "/bare/", f"/games/{game.pk}/", turn_address
        )
        cold = _cold(client, f"/games/{game.pk}/")
    return {
        "events": again(game).seq,
        "first_byte_ms": round(page * 1000, 2),
        "bytes": size,
        "turn_first_byte_ms": round(turn * 1000, 2),
        "turn_bytes": turn_size,
        **cold,
        "bare_django_page_ms": round(floor * 1000, 2),
        "ratio": round(page / floor, 2),
    }


def late_game(player: User) -> Game:
    """A game of five in its last season, in which it is this player's turn."""
    game = started(player, players=5)
    while again(game).turn != LAST_SEASON:
        answer(game, player)
        game_advance(game_id=game.pk)
    return again(game)


def _cold(client: Client, address: str) -> dict[str, int]:
    """What a first visit brings: the page, styles and scripts, and all of it as it is sent."""
    page = client.get(address, secure=True).content
    static = _static_files(page.decode())
    return {
        "static_bytes": sum(map(len, static)),
        "cold_bytes": sum(map(len, [page, *static])),
        # The house in front of the site packs pages, and files are packed when they are collected.
        "cold_packed_bytes": sum(len(gzip.compress(one)) for one in [page, *static]),
    }


def _static_files(page: str) -> list[bytes]:
    """The styles and scripts a page asks for; those that scripts import are asked for, too."""
    wanted = {name.removeprefix(settings.STATIC_URL) for name in ASKED.findall(page)}
    files: dict[str, bytes] = {}
    while left := wanted - files.keys():
        for name in left:
            files[name] = _static_file(name)
            if name.endswith(".js"):
                led_to = LED_TO.findall(files[name].decode())
                wanted |= {posixpath.normpath(f"{name}/../{other}") for other in led_to}
    return list(files.values())


def _static_file(name: str) -> bytes:
    path = finders.find(name)
    if not isinstance(path, str):
        raise RuntimeError(f"{name} is asked for, but is no static file")
    return Path(path).read_bytes()


def _measured(client: Client, *addresses: str) -> list[tuple[float, int]]:
    """The median time until each answer is there, and how much it is.

    In rounds: what else the machine does slows one as much as the other.
    """
    times: dict[str, list[float]] = {address: [] for address in addresses}
    sizes: dict[str, int] = {}
    for _round in range(ROUNDS):
        for address in addresses:
            each, sizes[address] = _round_of(client, address)
            times[address] += each
    return [(statistics.median(times[address]), sizes[address]) for address in addresses]


def _round_of(client: Client, address: str) -> tuple[list[float], int]:
    times, size = [], 0
    for _run in range(RUNS + 1):
        began = time.perf_counter()
        page = client.get(address, secure=True)
        times.append(time.perf_counter() - began)
        if page.status_code != 200:
            raise RuntimeError(f"{address} answers {page.status_code}")
        size = len(page.content)
    # The first one finds nothing prepared, in this program or in the machine.
    return times[1:], size
