"""What the site vouches for, and what its staff do about a fault."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.access import started
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY, INVITE
from games.api.tables import seated
from games.read import selectors
from games.services.tables import forks


class Heads(ApiView):
    """The heads of a log."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="games_heads", parameters=[INVITE], responses=shapes.HeadsShown)
    def get(self, request: Request, game: str) -> Response:
        """How the log ended after each step, signed; one that does not match proves a lie."""
        return Response({"heads": selectors.signed_heads(started(self.viewer(game)))})


class Receipts(ApiView):
    """The receipts of a seat."""

    scopes = {"GET": "read"}

    @extend_schema(
        operation_id="games_receipts", parameters=[INVITE], responses=shapes.ReceiptsShown
    )
    def get(self, request: Request, game: str) -> Response:
        """Your answers as they were accepted, signed, without what they say."""
        viewer = seated(started(self.viewer(game)))
        return Response({"receipts": selectors.signed_receipts(viewer)})


class Fork(ApiView):
    """A repair by the staff."""

    scopes = {"POST": "host"}

    @extend_schema(
        operation_id="games_fork",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.NewFork,
        responses={201: shapes.GameMade},
    )
    def post(self, request: Request, game: str) -> Response:
        """Staff only: continue a game from the end of a step at a new table; this one stops."""
        given = self.read(shapes.NewFork)

        def work() -> Json:
            return {"id": forks.game_fork(person=self.person, game_id=game, **given).pk}

        return self.once(201, work)
