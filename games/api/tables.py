"""Games: list, make, sit down, start, look at."""

from __future__ import annotations

from typing import Any

from django.db.models import prefetch_related_objects
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.access import Viewer, started
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY, INVITE
from games.errors import NotAllowed
from games.language import spoken
from games.read import selectors
from games.services.tables import invitations, lobby

NDJSON = "application/x-ndjson"


class Pages(PageNumberPagination):
    """Lists, a page at a time."""

    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = shapes.LARGEST_PAGE


def shown(viewer: Viewer) -> Json:
    """A game as somebody in front of it may see it."""
    prefetch_related_objects([viewer.game], "host", "seats__user", "seats__substitute")
    prefetch_related_objects([viewer.game], "open_decisions")
    answer: Json = shapes.GameShown(viewer.game).data
    answer["you"] = {"seat": viewer.seat_key, "host": viewer.is_host}
    answer["invite"] = viewer.game.invite if viewer.is_host else None
    return answer


class Games(ApiView):
    """The tables of this server."""

    scopes = {"GET": "read", "POST": "host"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="games_list",
        parameters=[shapes.GameFilter],
        responses=shapes.GamePage,
    )
    def get(self, request: Request) -> Response:
        """Games you may see: public ones, and yours."""
        wanted = shapes.GameFilter(data=request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        chosen = wanted.validated_data
        by = {name: chosen[name] for name in chosen if name not in ("page", "page_size")}
        games = selectors.games_filtered(request.user, **by)
        games = games.select_related("host").prefetch_related(
            "seats__user", "seats__substitute", "open_decisions"
        )
        pages = Pages()
        page = pages.paginate_queryset(games, request, self)
        return pages.get_paginated_response(shapes.GameShown(page, many=True).data)

    @extend_schema(
        operation_id="games_create",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.NewGame,
        responses={201: shapes.GameInDetail},
    )
    def post(self, request: Request) -> Response:
        """Create a table; you take the first seat, bots the last ones."""
        given = self.read(shapes.NewGame)

        def work() -> Json:
            game = lobby.game_create(host=self.person, **given)
            return shown(self.viewer(game.id))

        return self.once(201, work)


class OneGame(ApiView):
    """One table."""

    scopes = {"GET": "read", "DELETE": "host"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="games_show", parameters=[INVITE], responses=shapes.GameInDetail)
    def get(self, request: Request, game: str) -> Response:
        """Who plays, what the game is waiting for, and until when."""
        return Response(shown(self.viewer(game)))

    @extend_schema(operation_id="games_cancel", responses={204: None})
    def delete(self, request: Request, game: str) -> Response:
        """Cancel a table before the game has started."""
        self.viewer(game)
        invitations.game_cancel(person=self.person, game_id=game)
        return Response(status=204)


class BoardShown(ApiView):
    """The position."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="games_board", parameters=[INVITE], responses={200: OpenApiTypes.OBJECT}
    )
    def get(self, request: Request, game: str) -> Response:
        """The position and the questions put to you, with everything legal as `options`."""
        return Response(selectors.board(started(self.viewer(game))))


class Events(ApiView):
    """What happened, for reading."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="games_events",
        parameters=[INVITE, shapes.EventFilter],
        responses=shapes.EventPage,
    )
    def get(self, request: Request, game: str) -> Response:
        """What happened after an entry of the log, one sentence each, in your language."""
        wanted = shapes.EventFilter(data=request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        after, most = wanted.validated_data["after"], wanted.validated_data["limit"]
        viewer = started(self.viewer(game))
        language = spoken()
        events = selectors.events(viewer, after=after, most=most, language=language)
        last = events[-1]["seq"] if events else after
        more = last if last < viewer.game.seq and events else None
        return Response({"head": viewer.game.head, "next_after": more, "events": events})


class Log(ApiView):
    """The log."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="games_log",
        parameters=[INVITE],
        responses={(200, NDJSON): OpenApiResponse(OpenApiTypes.STR, "one JSON object a line")},
    )
    def get(self, request: Request, game: str) -> HttpResponse | StreamingHttpResponse:
        """The log as you may read it, for `python -m engine verify`."""
        lines = selectors.log_file(started(self.viewer(game)))
        name = f'attachment; filename="{game}.wlog.jsonl"'
        return StreamingHttpResponse(
            lines, content_type=NDJSON, headers={"Content-Disposition": name}
        )


class Join(ApiView):
    """Sitting down."""

    scopes = {"POST": "play"}

    @extend_schema(
        operation_id="games_join",
        parameters=[INVITE, IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses=shapes.TakenSeatShown,
    )
    def post(self, request: Request, game: str) -> Response:
        """Take the first free seat."""
        self.read(shapes.Nothing)
        return self.once(200, lambda: self._joined(game))

    def _joined(self, game: str) -> Json:
        self.viewer(game)
        seat = lobby.game_join(person=self.person, game_id=game, invite=self.invite)
        return {"seat": seat.key}


class Leave(ApiView):
    """Standing up."""

    scopes = {"POST": "play"}

    @extend_schema(
        operation_id="games_leave",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses={204: None},
    )
    def post(self, request: Request, game: str) -> Response:
        """Leave before the game has started; the next player becomes host."""
        self.read(shapes.Nothing)
        return self.once(204, lambda: self._left(game))

    def _left(self, game: str) -> None:
        self.viewer(game)
        lobby.game_leave(person=self.person, game_id=game)


class OneSeat(ApiView):
    """A seat, before the start."""

    scopes = {"PUT": "host", "DELETE": "host"}

    @extend_schema(
        operation_id="games_seat_bot",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.SeatChange,
        responses=shapes.GameInDetail,
    )
    def put(self, request: Request, game: str, letter: str) -> Response:
        """Put a bot in a seat; whoever sits there loses it."""
        bot = self.read(shapes.SeatChange)["bot"]
        return self.once(200, lambda: self._set(game, letter, bot))

    @extend_schema(operation_id="games_seat_clear", responses={204: None})
    def delete(self, request: Request, game: str, letter: str) -> Response:
        """Free a seat: remove the player or the bot."""
        self._set(game, letter, "")
        return Response(status=204)

    def _set(self, game: str, letter: str, bot: str) -> Json:
        self.viewer(game)
        lobby.seat_set(person=self.person, game_id=game, seat_key=letter, bot=bot)
        return shown(self.viewer(game))


class Start(ApiView):
    """The start."""

    scopes = {"POST": "host"}

    @extend_schema(
        operation_id="games_start",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Start when every seat is taken."""
        self.read(shapes.Nothing)
        return self.once(200, lambda: self._started(game))

    def _started(self, game: str) -> Any:
        self.viewer(game)
        lobby.game_start(person=self.person, game_id=game)
        return shown(self.viewer(game))


def seated(viewer: Viewer) -> Viewer:
    """Let only people go on who play."""
    if viewer.seat is None:
        raise NotAllowed("not_your_game", _("You do not have a seat at this table."))
    return viewer
