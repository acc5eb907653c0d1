"""Live enough: pages hear that something happened, by a stream or, where that fails, by asking."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from typing import Final

from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import access
from games.errors import Refused
from games.models import Game, User
from games.read import selectors, talk
from games.read.change_feed import Pulses, Watch, pulses_of, talk_name
from games.read.news import news_since
from games.web.game_context import questions_to, ways_on
from games.web.places import Places, Reader
from games.web.requests import address_of, game_named, games_asked_for

MOST_GAMES: Final = 50
BEAT_SECONDS: Final = 15.0
BEATS: Final = 20

WATCH: Final = Watch()
PLACES: Final = Places(settings.LIVE_STREAMS, each=settings.LIVE_STREAMS_EACH)


@require_GET
def pulse(request: HttpRequest) -> HttpResponse:
    """The pulses of some games, for pages without a stream."""
    return JsonResponse(_pulses(request))


@require_GET
def stream(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Server-sent events: a line whenever one of some games beats differently."""
    known = _pulses(request)
    reader = _reader(request)
    if not PLACES.take(reader):
        return HttpResponse(status=204)
    # This thread will mostly wait: it must not keep a connection to the database meanwhile.
    connections.close_all()
    answer = StreamingHttpResponse(_Beats(known, reader), content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer


def _reader(request: HttpRequest) -> Reader:
    if request.user.is_authenticated:
        return Reader(str(request.user.pk), is_guest=False)
    return Reader(address_of(request), is_guest=True)


class _Beats:
    """The lines of one stream; gives its place back when it ends, however it ends."""

    def __init__(self, known: Pulses, reader: Reader) -> None:
        self._lines = _lines(dict(known))
        self._reader = reader
        self._open = True

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._lines)

    def close(self) -> None:
        """The reader is gone, or the stream is over."""
        if self._open:
            self._open = False
            self._lines.close()
            PLACES.give_back(self._reader)


def _lines(known: dict[str, str]) -> Generator[bytes]:
    yield _event(known)
    for _beat in range(BEATS):
        differing = WATCH.wait(known, BEAT_SECONDS)
        known.update(differing)
        # A comment keeps proxies from hanging up, and finds out whether anybody listens.
        yield _event(differing) if differing else b": still here\n\n"


def _event(pulses: Pulses) -> bytes:
    return b"event: pulse\ndata: " + json.dumps(pulses).encode() + b"\n\n"


def _pulses(request: HttpRequest) -> dict[str, str]:
    """The pulses of the games asked for, and of the talk beside them if a channel is named.

    Each must be open to whoever asks.
    """
    if not 1 <= len(request.GET.getlist("game")) <= MOST_GAMES:
        raise Refused("bad_games", _("Ask for 1 to 50 games."))
    wanted, channel = games_asked_for(request), request.GET.get("talk", "")
    for game in Game.objects.filter(pk__in=wanted).prefetch_related("seats"):
        viewer = access.viewer(game, request.user, request.GET.get("invite", ""))
        if channel:
            talk.require_reader(viewer, channel)
    return pulses_of([*wanted, *(talk_name(game, channel) for game in wanted if channel)])


@require_GET
def news(request: HttpRequest, game: str) -> HttpResponse:
    """What happened in a game since the page was made, in a few recent_news."""
    viewer = access.viewer(game_named(game), request.user, request.GET.get("invite", ""))
    since = request.GET.get("since", "")
    if not since.isdecimal() or len(since) > 9:
        raise Refused("bad_since", _("Since when? The number of a log entry is needed."))
    recent_news = news_since(viewer, int(since), request.LANGUAGE_CODE)
    seen = {"game": viewer.game, "news": recent_news, "fresh": "fresh" in request.GET}
    answer = render(request, "web/news.html", {**seen, **ways_on(request)})
    if isinstance(request.user, User):
        answer["X-Waiting"] = str(selectors.number_waiting_for(request.user))
        answer["X-My-Turn"] = "yes" if questions_to(viewer).calling else "no"
    return answer
