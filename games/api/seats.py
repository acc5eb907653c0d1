"""Who plays a seat of a running game."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY
from games.api.tables import shown
from games.services.tables import seats


class SeatPlayer(ApiView):
    """The player of a seat, after the start."""

    scopes = {"PUT": "host"}

    @extend_schema(
        operation_id="games_seat_replace",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.SeatGiven,
        responses=shapes.SeatShown,
    )
    def put(self, request: Request, game: str, letter: str) -> Response:
        """Give a seat to another player or to a bot, or back; for the host, and for staff."""
        given = self.read(shapes.SeatGiven)

        def work() -> Json:
            # Staff step in at tables they may not look at.
            if not self.person.is_staff:
                self.viewer(game)
            seat = seats.player_replace(person=self.person, game_id=game, seat_key=letter, **given)
            shown: Json = shapes.SeatShown(seat).data
            return shown

        return self.once(200, work)


class SubstituteView(ApiView):
    """Who may stand in for you."""

    scopes = {"PUT": "play", "DELETE": "play"}

    @extend_schema(
        operation_id="games_substitute_name",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Substitute,
        responses=shapes.GameInDetail,
    )
    def put(self, request: Request, game: str) -> Response:
        """Let somebody without a seat there see what you may see and answer for you."""
        given = self.read(shapes.Substitute)

        def work() -> Json:
            self.viewer(game)
            seats.substitute_name(person=self.person, game_id=game, **given)
            return shown(self.viewer(game))

        return self.once(200, work)

    @extend_schema(operation_id="games_substitute_end", responses={204: None})
    def delete(self, request: Request, game: str) -> Response:
        """Recall your substitute, or decline to be one."""
        self.viewer(game)
        seats.substitute_end(person=self.person, game_id=game)
        return Response(status=204)


class Resign(ApiView):
    """Leaving for good."""

    scopes = {"POST": "play"}

    @extend_schema(
        operation_id="games_resign",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Why,
        responses={204: None},
    )
    def post(self, request: Request, game: str) -> Response:
        """Leave a running game; a bot plays on until the host seats somebody else."""
        why = self.read(shapes.Why)["why"]

        def work() -> None:
            self.viewer(game)
            seats.player_resign(person=self.person, game_id=game, why=why)

        return self.once(204, work)
