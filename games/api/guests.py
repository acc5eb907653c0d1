"""Guests: invited by name, or asked to play again."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games import access
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY, INVITE
from games.api.tables import shown
from games.services.tables import invitations


class Invitations(ApiView):
    """Who is invited by name."""

    scopes = {"GET": "read", "POST": "host"}

    @extend_schema(
        operation_id="invitations_list",
        parameters=[INVITE],
        responses=shapes.InvitationShown(many=True),
    )
    def get(self, request: Request, game: str) -> Response:
        """Who is invited; for the host."""
        table = self.viewer(game).game
        access.require_host(table, self.person)
        awaited = table.invitations.select_related("user")
        return Response(shapes.InvitationShown(awaited, many=True).data)

    @extend_schema(
        operation_id="invitations_create",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.NewInvitation,
        responses={201: shapes.InvitationShown},
    )
    def post(self, request: Request, game: str) -> Response:
        """Invite somebody: they are told, see the table and may sit down without its link."""
        username = self.read(shapes.NewInvitation)["player"]
        return self.once(201, lambda: self._invited(game, username))

    def _invited(self, game: str, username: str) -> Json:
        self.viewer(game)
        made = invitations.player_invite(person=self.person, game_id=game, username=username)
        invitation: Json = shapes.InvitationShown(made).data
        return dict(invitation)


class OneInvitation(ApiView):
    """One invitation."""

    scopes = {"DELETE": "play"}

    @extend_schema(operation_id="invitations_revoke", responses={204: None})
    def delete(self, request: Request, game: str, player: str) -> Response:
        """Withdraw an invitation, or decline your own."""
        self.viewer(game)
        invitations.invitation_revoke(person=self.person, game_id=game, username=player)
        return Response(status=204)


class Rematch(ApiView):
    """The same game again."""

    scopes = {"POST": "host"}

    @extend_schema(
        operation_id="games_rematch",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses={201: shapes.GameInDetail},
    )
    def post(self, request: Request, game: str) -> Response:
        """Set up a rematch, everybody one seat on; an existing rematch is shown."""
        self.read(shapes.Nothing)
        return self.once(201, lambda: self._again(game))

    def _again(self, game: str) -> Json:
        self.viewer(game)
        made = invitations.game_rematch(person=self.person, game_id=game)
        return shown(self.viewer(made.pk))
