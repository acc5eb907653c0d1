"""What happened in a game: the report of a chapter, the replay, the charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.kernel.core import Json
from games import access
from games.access import Viewer
from games.boards import board_of
from games.errors import NotFound
from games.language import spoken
from games.names import names_of
from games.read import reports, shows
from games.read.timeline import Chapter, Timeline, timeline
from games.read.unread import unread_numbers
from games.services.tables import reading
from games.web.game_context import about_game, next_step
from games.web.requests import game_named, invite_of, me, next_page, table_address, with_invite

LONGEST_NUMBER = 9
WHOLE_GAME = "game"
Rest = ParamSpec("Rest")


def _of_a_begun_game(
    page: Callable[Concatenate[HttpRequest, Viewer, Rest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page that tells of a game to somebody; of one that has not begun there is nothing yet."""

    @wraps(page)
    def view(
        request: HttpRequest, game: str, *args: Rest.args, **named: Rest.kwargs
    ) -> HttpResponse:
        viewer = _viewer(request, game)
        if not viewer.game.seq:
            return _nothing_yet(request, viewer)
        return page(request, viewer, *args, **named)

    return view


@_of_a_begun_game
def newest_report(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The first chapter the reader has not read, else the one last played; or that of an event."""
    line = timeline(viewer, spoken())
    wanted = _asked_for(request)
    if wanted is not None:
        chapter = line.chapter_at(wanted)
    else:
        unread = unread_numbers(viewer, request.user.pk)
        chapter = line.chapter(unread[0]) if unread else line.newest
    address = with_invite(
        reverse("report", args=[viewer.game.pk, chapter.number]), invite_of(request)
    )
    return redirect(address if wanted is None else f"{address}#e{wanted}")


@_of_a_begun_game
def chapter_report(request: HttpRequest, viewer: Viewer, step: int) -> HttpResponse:
    """A chapter told."""
    language = spoken()
    line = timeline(viewer, language)
    report, about = reports.report(line, line.chapter(step), language), _about(request, viewer)
    map_of = "before" if request.GET.get("map") == "before" else "after"
    context = {
        "report": report,
        "line": line,
        "map": _map(viewer, report.before if map_of == "before" else report.after),
        "map_of": map_of,
        "log": reverse("report-log", args=[viewer.game.pk, step]) + about["keep"],
        "next_step": next_step(viewer),
        "unread_next": _unread_from(request, line, step + 1),
        # What nobody has played yet is no report to go to.
        "chapters": line.chapters[: max(step, line.newest.number) + 1],
        "previous": line.chapters[step - 1] if step else None,
        "following": line.chapters[step + 1] if step < line.newest.number else None,
    }
    if viewer.seat is not None and not report.so_far:
        reading.chapter_read(person=me(request), game=viewer.game, chapter=step)
    return render(request, "web/report.html", about | context)


@login_required
@require_POST
def put_away(request: HttpRequest, game: str) -> HttpResponse:
    """Everything that happened so far counts as read."""
    viewer = _viewer(request, game)
    if unread := unread_numbers(viewer, request.user.pk):
        reading.chapter_read(person=me(request), game=viewer.game, chapter=unread[-1])
    if request.headers.get("HX-Request"):
        return HttpResponse()
    return redirect(next_page(request, table_address(viewer.game.pk)))


@_of_a_begun_game
def chapter_log(request: HttpRequest, viewer: Viewer, step: int) -> HttpResponse:
    """Every entry of a chapter."""
    language = spoken()
    line = timeline(viewer, language)
    chapter = line.chapter(step)
    context = {"chapter": chapter, "log": reports.log(line, chapter, language)}
    return render(request, "web/report_log.html", _about(request, viewer) | context)


@_of_a_begun_game
def replay(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The game at one event, with ways to all others; or a show that runs by itself."""
    language = spoken()
    line = timeline(viewer, language)
    show = _show(request, line)
    wanted = _asked_for(request) or (show[0].seq if show else None)
    chapter = line.newest if wanted is None else line.chapter_at(wanted)
    frame = next(reports.frames(line, chapter, language, only=wanted or chapter.first))
    about = _about(request, viewer)
    context = {
        **reports.replay_shown(line, chapter, frame, language),
        "at": f"{about['ask']}at=",
        **(_ways_out(request, line, chapter) if show else {}),
        "show": show,
        "report_now": reverse("report", args=[viewer.game.pk, chapter.number]) + about["keep"],
        "chapters": [
            (
                one,
                reverse("replay-frames", args=[viewer.game.pk, one.number]) + about["keep"],
                reverse("report", args=[viewer.game.pk, one.number]) + about["keep"],
            )
            for one in line.chapters
        ],
    }
    return render(request, "web/replay.html", about | context)


def _ways_out(request: HttpRequest, line: Timeline, chapter: Chapter) -> dict[str, Any]:
    """Where a show leads: to the first of its chapters that is unread, and only then to my turn."""
    game, unread = line.viewer.game, _unread_from(request, line, chapter.number)
    read_over = line.newest if request.GET.get("watch") == WHOLE_GAME else chapter
    over = reverse("report", args=[game.pk, (unread or read_over).number])
    return {
        "show_over": with_invite(over, invite_of(request)),
        "next_step": None if unread else next_step(line.viewer),
    }


def _unread_from(request: HttpRequest, line: Timeline, number: int) -> Chapter | None:
    """The first chapter from a number on that the reader has not read."""
    unread = unread_numbers(line.viewer, request.user.pk)
    return next((line.chapter(one) for one in unread if one >= number), None)


def _show(request: HttpRequest, line: Timeline) -> Sequence[shows.Stop]:
    """What an address asks to be shown: the whole game, or all since a chapter."""
    watch = request.GET.get("watch", "")
    if watch == WHOLE_GAME:
        return shows.of_game(line)
    if not (watch.isascii() and watch.isdecimal() and len(watch) <= LONGEST_NUMBER):
        return ()
    return shows.since(line, line.chapter(int(watch)), spoken())


def replay_frames(request: HttpRequest, game: str, step: int) -> HttpResponse:
    """The events of a chapter and what each changed, for a script that steps through them."""
    viewer = _viewer(request, game)
    language = spoken()
    line = timeline(viewer, language)
    chapter = line.chapter(step)
    return JsonResponse(reports.chapter_frames(line, chapter, language))


@_of_a_begun_game
def charts(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What everybody had, chapter by chapter."""
    language = spoken()
    line = timeline(viewer, language)
    context = {
        "title": line.words.one_by_one % {"game": viewer.game.name},
        "charts": reports.game_charts(line, language),
        "not_yet": line.words.empty_charts,
    }
    return render(request, "web/charts.html", _about(request, viewer) | context)


def _viewer(request: HttpRequest, game: str) -> Viewer:
    return access.viewer(game_named(game), request.user, request.GET.get("invite", ""))


def _asked_for(request: HttpRequest) -> int | None:
    """The event an address names; none: the reader names none. Raises NotFound for nonsense."""
    number = request.GET.get("at", "")
    if not number:
        return None
    whole = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
    if not whole or not int(number):
        raise NotFound("no_such_event", _("This game has no such event yet."))
    return int(number)


def _map(viewer: Viewer, shown: Json) -> Any:
    game, language = viewer.game, spoken()
    board_map = board_of(game.ruleset).map
    return board_map and board_map.picture(shown, language, names_of(game, language))


def _about(request: HttpRequest, viewer: Viewer) -> dict[str, Any]:
    """What every page that tells of a game needs."""
    about = about_game(request, viewer)
    return {
        **about,
        "replay_at": f"{reverse('replay', args=[viewer.game.pk])}{about['ask']}at=",
    }


def _nothing_yet(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    return render(request, "web/nothing_yet.html", _about(request, viewer))
