"""Webhooks of a game, for the person who owns them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY, INVITE
from games.net import outbound
from games.services.post import webhooks


def _with_secret(made: webhooks.NewSecret) -> Json:
    return {**shapes.WebhookShown(made.hook).data, "secret": made.secret}


class Webhooks(ApiView):
    """Programs that are called when a game moves."""

    scopes = {"GET": "read", "POST": "play"}

    @extend_schema(
        operation_id="webhooks_list",
        parameters=[INVITE],
        responses=shapes.WebhookShown(many=True),
    )
    def get(self, request: Request, game: str) -> Response:
        """Your webhooks for this game, without their secrets."""
        self.viewer(game)
        mine = webhooks.hooks_of(self.person, game)
        return Response(shapes.WebhookShown(mine, many=True).data)

    @extend_schema(
        operation_id="webhooks_create",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.NewWebhook,
        responses={201: shapes.WebhookMade},
    )
    def post(self, request: Request, game: str) -> Response:
        """Add a webhook, for a player or the host; the secret is shown once."""
        given = self.read(shapes.NewWebhook)
        made = self.earlier(201) or self._made(game, given["url"], given["kinds"])
        made["Cache-Control"] = "no-store"
        return made

    def _made(self, game: str, url: str, kinds: list[str]) -> Response:
        self.viewer(game)
        # Before the transaction: names are asked for, and that may take seconds.
        checked = outbound.checked_url(url)

        def work() -> Json:
            self.viewer(game)
            made = webhooks.webhook_create(
                person=self.person, game_id=game, url=checked, kinds=kinds
            )
            return _with_secret(made)

        return self.once(201, work)


class OneWebhook(ApiView):
    """One webhook."""

    scopes = {"DELETE": "play"}

    @extend_schema(operation_id="webhooks_delete", responses={204: None})
    def delete(self, request: Request, game: str, hook: int) -> Response:
        """Delete the webhook: it gets no more calls."""
        self.viewer(game)
        webhooks.webhook_delete(person=self.person, game_id=game, hook_id=hook)
        return Response(status=204)


class Rotate(ApiView):
    """A new secret."""

    scopes = {"POST": "play"}

    @extend_schema(
        operation_id="webhooks_rotate",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses=shapes.WebhookMade,
    )
    def post(self, request: Request, game: str, hook: int) -> Response:
        """A new secret, shown once; a webhook that was switched off is on again."""
        self.read(shapes.Nothing)
        made = self.once(200, lambda: self._rotated(game, hook))
        made["Cache-Control"] = "no-store"
        return made

    def _rotated(self, game: str, hook: int) -> Json:
        self.viewer(game)
        return _with_secret(webhooks.webhook_rotate(person=self.person, game_id=game, hook_id=hook))
