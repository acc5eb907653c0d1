"""Odds, luck and the tower on trial, as numbers; and a finished game in a file."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import started
from games.api import luck_shapes as shapes
from games.api.base import ApiView
from games.api.schema import INVITE
from games.errors import NotFound
from games.read import luck_queries
from games.services.house.archives import archive_of
from games.trust import downloads

ZIP = "application/zip"
SEAT = OpenApiParameter("seat", OpenApiTypes.STR, description="whose battles; your own by default")


class OddsView(ApiView):
    """Before planning."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="games_odds", parameters=[INVITE, SEAT], responses=shapes.OddsShown)
    def get(self, request: Request, game: str) -> Response:
        """Every battle a seat could bring about now, with each number of armies, in hundredths."""
        viewer = started(self.viewer(game))
        seats = [seat.key for seat in viewer.game.seats.all()]
        asked = str(request.query_params.get("seat", "")) or viewer.seat_key or seats[0]
        if asked not in seats:
            raise NotFound("no_such_seat", _("This game has no such seat."))
        listed = luck_queries.odds_listed(viewer, asked)
        return Response({"seat": asked, "seq": viewer.game.seq, **listed})


class Luck(ApiView):
    """After the battles."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="games_luck", parameters=[INVITE], responses=shapes.LuckShown)
    def get(self, request: Request, game: str) -> Response:
        """What each player got from the tower, compared with what was expected, and its range."""
        return Response(luck_queries.luck_listed(started(self.viewer(game))))


class Deals(ApiView):
    """After the last card."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="games_deals", parameters=[INVITE], responses=shapes.DealsShown)
    def get(self, request: Request, game: str) -> Response:
        """When a game of hidden hands is over: what each player was dealt, compared with what was
        expected, and its range."""
        return Response(luck_queries.deals_listed(started(self.viewer(game))))


class TowerView(ApiView):
    """The tower on trial."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="tower", responses=shapes.TowersShown)
    def get(self, request: Request) -> Response:
        """All throws ever made on this site, tested against the specification of the tower."""
        return Response(luck_queries.trials_listed())


class Archive(ApiView):
    """A finished game in a file."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="games_archive",
        parameters=[INVITE],
        responses={(200, ZIP): OpenApiResponse(OpenApiTypes.BINARY, "a zip file")},
    )
    def get(self, request: Request, game: str) -> HttpResponse:
        """When a game is over: log, answers, replay, verifiers, signatures, in one archive."""
        return downloads.the_archive(game, archive_of(game=self.viewer(game).game))
