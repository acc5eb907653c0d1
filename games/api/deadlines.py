"""Time: the host extends, pauses and resumes."""

from __future__ import annotations

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.core import Json
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY
from games.api.tables import shown
from games.services import deadlines


class HostsAct(ApiView):
    """Something the host does to the clock."""

    scopes = {"POST": "host"}

    def act(self, game: str, change: Callable[[], object]) -> Response:
        """Do it, and show the game after it."""

        def work() -> Json:
            self.viewer(game)
            change()
            return shown(self.viewer(game))

        return self.once(200, work)


class Extend(HostsAct):
    """More time."""

    @extend_schema(
        operation_id="games_extend",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Extension,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Give everybody more time."""
        given = self.read(shapes.Extension)
        return self.act(
            game, lambda: deadlines.deadline_extend(person=self.person, game_id=game, **given)
        )


class Pause(HostsAct):
    """A rest."""

    @extend_schema(
        operation_id="games_pause",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Why,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Let the game rest; answers may still be given."""
        given = self.read(shapes.Why)
        return self.act(
            game, lambda: deadlines.game_pause(person=self.person, game_id=game, **given)
        )


class Resume(HostsAct):
    """The end of a rest."""

    @extend_schema(
        operation_id="games_resume",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Why,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Go on, with a fresh deadline."""
        given = self.read(shapes.Why)
        return self.act(
            game, lambda: deadlines.game_resume(person=self.person, game_id=game, **given)
        )
