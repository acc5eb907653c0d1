"""Time: the host extends, pauses and resumes; the players vote on more of it."""

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
from games.services import deadlines, extensions


class ClockAct(ApiView):
    """Something that is done to the clock."""

    def act(self, game: str, change: Callable[[], object]) -> Response:
        """Do it, and show the game after it."""

        def work() -> Json:
            self.viewer(game)
            change()
            return shown(self.viewer(game))

        return self.once(200, work)


class HostsAct(ClockAct):
    """Something the host does to the clock."""

    scopes = {"POST": "host"}


class PlayersAct(ClockAct):
    """Something the players do to the clock."""

    scopes = {"POST": "play"}


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


class Proposal(PlayersAct):
    """A vote on more time."""

    @extend_schema(
        operation_id="games_propose_extension",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Extension,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Ask everybody who sits for more time; when all say yes the deadline moves."""
        given = self.read(shapes.Extension)
        return self.act(
            game, lambda: extensions.extension_propose(person=self.person, game_id=game, **given)
        )


class Vote(PlayersAct):
    """A voice."""

    @extend_schema(
        operation_id="games_vote_extension",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Vote,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Say yes or no to more time; one no ends the vote."""
        given = self.read(shapes.Vote)
        return self.act(
            game, lambda: extensions.extension_vote(person=self.person, game_id=game, **given)
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
