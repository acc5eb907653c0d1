"""What happened in a game: the report of a season, the replay, the charts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.core import Json
from games import access, retelling
from games.access import Viewer
from games.boards import board_of
from games.errors import NotFound
from games.names import names_of
from games.retelling import Frame
from games.spoken import spoken
from games.timeline import Chapter, Timeline, timeline
from games.web.about import about_game
from games.web.asking import game_named, invite_of, with_invite

LONGEST_NUMBER = 9


def newest_report(request: HttpRequest, game: str) -> HttpResponse:
    """The report of the season last played, or of the one with an event."""
    viewer = _viewer(request, game)
    if not viewer.game.seq:
        return _nothing_yet(request, viewer)
    line = timeline(viewer, spoken())
    wanted = _asked_for(request)
    chapter = line.newest if wanted is None else line.chapter_at(wanted)
    address = with_invite(reverse("report", args=[game, chapter.number]), invite_of(request))
    return redirect(address if wanted is None else f"{address}#e{wanted}")


def season_report(request: HttpRequest, game: str, step: int) -> HttpResponse:
    """A season told."""
    viewer = _viewer(request, game)
    if not viewer.game.seq:
        return _nothing_yet(request, viewer)
    language = spoken()
    line = timeline(viewer, language)
    report = retelling.report(line, line.chapter(step), language)
    map_of = "before" if request.GET.get("map") == "before" else "after"
    told = {
        "report": report,
        "line": line,
        "map": _map(viewer, report.before if map_of == "before" else report.after),
        "map_of": map_of,
        "previous": line.chapters[step - 1] if step else None,
        "following": line.chapters[step + 1] if step + 1 < len(line.chapters) else None,
    }
    return render(request, "web/report.html", _about(request, viewer) | told)


def replay(request: HttpRequest, game: str) -> HttpResponse:
    """The game at one event, with ways to all others."""
    viewer = _viewer(request, game)
    if not viewer.game.seq:
        return _nothing_yet(request, viewer)
    language = spoken()
    line = timeline(viewer, language)
    wanted = _asked_for(request)
    chapter = line.newest if wanted is None else line.chapter_at(wanted)
    frame = next(retelling.frames(line, chapter, language, only=wanted or chapter.first))
    told = {
        "line": line,
        "chapter": chapter,
        "frame": frame,
        "before": max(1, frame.seq - 1),
        "after": min(line.last, frame.seq + 1),
        "map": _map(viewer, frame.shown),
        "standing": retelling.standing(viewer.game, frame.shown, language),
    }
    return render(request, "web/replay.html", _about(request, viewer) | told)


def replay_frames(request: HttpRequest, game: str, step: int) -> HttpResponse:
    """The events of a season and what each changed, for a script that steps through them."""
    viewer = _viewer(request, game)
    language = spoken()
    line = timeline(viewer, language)
    chapter = line.chapter(step)
    look = board_of(viewer.game.ruleset).telling
    return JsonResponse(_season(line, chapter, language, look))


def charts(request: HttpRequest, game: str) -> HttpResponse:
    """What everybody had, season by season."""
    viewer = _viewer(request, game)
    if not viewer.game.seq:
        return _nothing_yet(request, viewer)
    language = spoken()
    drawn = retelling.game_charts(timeline(viewer, language), language)
    return render(request, "web/charts.html", _about(request, viewer) | {"charts": drawn})


def _season(line: Timeline, chapter: Chapter, language: str, look: Any) -> Json:
    names = names_of(line.viewer.game, language)
    start = line.shown(line.position(chapter.first - 1))
    return {
        "step": chapter.number,
        "title": chapter.title,
        "first": chapter.first,
        "last": chapter.last,
        "start": {
            "counties": look.drawn(start, language, names, start["in_play"]),
            "standing": look.standing(start),
        },
        "frames": [_frame(frame, look) for frame in retelling.frames(line, chapter, language)],
    }


def _frame(frame: Frame, look: Any) -> Json:
    throw = frame.throw and render_to_string(look.THROW_TEMPLATE, {"throw": frame.throw})
    return {
        "seq": frame.seq,
        "sentence": frame.sentence,
        "small": frame.small,
        "county": frame.county,
        "origin": frame.origin,
        "changes": frame.changes["counties"],
        "standing": frame.changes["standing"],
        "throw": throw,
    }


def _viewer(request: HttpRequest, game: str) -> Viewer:
    return access.viewer(game_named(game), request.user, request.GET.get("invite", ""))


def _asked_for(request: HttpRequest) -> int | None:
    """The event an address names; none: the reader names none. Raises NotFound for nonsense."""
    said = request.GET.get("at", "")
    if not said:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise NotFound("no_such_event", _("This game has no such event yet."))
    return int(said)


def _map(viewer: Viewer, shown: Json) -> Any:
    game, language = viewer.game, spoken()
    look = board_of(game.ruleset).telling
    return look.map_picture(shown, language, names_of(game, language))


def _about(request: HttpRequest, viewer: Viewer) -> dict[str, Any]:
    """What every page that tells of a game needs."""
    return {
        **about_game(request, viewer),
        "look": board_of(viewer.game.ruleset).telling,
    }


def _nothing_yet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return render(request, "web/nothing_yet.html", _about(request, viewer))
