"""Time: the host extends, pauses and resumes; the players vote on more of it."""

from __future__ import annotations

from collections.abc import Callable

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY
from games.api.tables import shown
from games.services.play import deadlines, extensions


class ClockAct(ApiView):
    """Something that is done to the clock."""

    def act(self, game: str, shape: type[shapes.Strict], change: Callable[..., object]) -> Response:
        """Read what is wanted, do it, and show the game after it."""
        given = self.read(shape)

        def work() -> Json:
            self.viewer(game)
            change(person=self.person, game_id=game, **given)
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
        """Give everybody more time, and say why."""
        return self.act(game, shapes.Extension, deadlines.deadline_extend)


class Proposal(PlayersAct):
    """A vote on more time."""

    @extend_schema(
        operation_id="games_propose_extension",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Extension,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Ask all players for more time, and say why; if all say yes the deadline moves."""
        return self.act(game, shapes.Extension, extensions.extension_propose)


class VoteView(PlayersAct):
    """A voice."""

    @extend_schema(
        operation_id="games_vote_extension",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Vote,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Say yes to more time, or no and why; one no ends the vote."""
        return self.act(game, shapes.Vote, extensions.extension_vote)


class Pause(HostsAct):
    """A pause."""

    @extend_schema(
        operation_id="games_pause",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Reason,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Pause the game, and say why; answers may still be given."""
        return self.act(game, shapes.Reason, deadlines.game_pause)


class Resume(HostsAct):
    """The end of a pause."""

    @extend_schema(
        operation_id="games_resume",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Reason,
        responses=shapes.GameInDetail,
    )
    def post(self, request: Request, game: str) -> Response:
        """Resume the game, with a fresh deadline, and say why."""
        return self.act(game, shapes.Reason, deadlines.game_resume)
