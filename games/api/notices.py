"""Notices: what you want to be told and where, and what became of what you were told."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.kernel.core import Json
from games.api import notice_shapes, shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY
from games.errors import Illegal
from games.models import Destination, OutboxRow, User
from games.notify import choices, destinations, push
from games.notify.preferences import preferences_shown
from games.notify.reach import is_unreachable
from games.notify.states import post_of


class WishesView(ApiView):
    """What you want to be told."""

    scopes = {"GET": "read", "PATCH": "account"}

    @extend_schema(operation_id="notices_show", responses=notice_shapes.WishesShown)
    def get(self, request: Request) -> Response:
        """Which notifications go over which channel, quiet hours, the daily mail."""
        return Response(_shown(self.person))

    @extend_schema(
        operation_id="notices_change",
        request=notice_shapes.WishesChange,
        responses=notice_shapes.WishesShown,
    )
    def patch(self, request: Request) -> Response:
        """Change them; a time that is null is switched off."""
        given = self.read(notice_shapes.WishesChange)
        wanted = {
            (choice["kind"], choice["channel"]): choice["wanted"]
            for choice in given.pop("choices", ())
        }
        choices.preferences_change(person=self.person, wanted=wanted, times=given)
        return Response(_shown(self.person))


def _shown(person: User) -> Json:
    preferences = {
        **preferences_shown(person),
        "push_key": push.public_key(),
        "unreachable": is_unreachable(person),
    }
    shown: Json = notice_shapes.WishesShown(preferences).data
    return shown


class Destinations(ApiView):
    """Browsers and services that are told."""

    scopes = {"GET": "read", "POST": "account"}

    @extend_schema(
        operation_id="destinations_list", responses=notice_shapes.DestinationShown(many=True)
    )
    def get(self, request: Request) -> Response:
        """Yours, without their addresses."""
        mine = self.person.destinations.all()
        return Response(notice_shapes.DestinationShown(mine, many=True).data)

    @extend_schema(
        operation_id="destinations_create",
        parameters=[IDEMPOTENCY_KEY],
        request=notice_shapes.NewDestination,
        responses={201: notice_shapes.DestinationShown},
    )
    def post(self, request: Request) -> Response:
        """Get notifications through a browser or a service; its address is not shown again."""
        given = self.read(notice_shapes.NewDestination)
        if ("subscription" in given) == ("address" in given):
            message = _("Give the subscription of a browser, or the address of a service.")
            raise Illegal("bad_destination", message)
        return self.earlier(201) or self._made(given)

    def _made(self, given: Json) -> Response:
        # Before the transaction: both ask others, and that may take seconds.
        if "address" in given:
            address, service = destinations.address_checked(
                person=self.person, text=given["address"]
            )
            named = {"name": given["name"], "address": address, "service": service}
            return self.once(
                201, lambda: _place(destinations.service_add(person=self.person, **named))
            )
        checked = push.checked_subscription(given["subscription"])
        return self.once(
            201,
            lambda: _place(
                destinations.browser_add(
                    person=self.person, name=given["name"], subscription=checked
                )
            ),
        )


def _place(made: Destination) -> Json:
    shown: Json = notice_shapes.DestinationShown(made).data
    return shown


class OneDestination(ApiView):
    """One of them."""

    scopes = {"DELETE": "account"}

    @extend_schema(operation_id="destinations_delete", responses={204: None})
    def delete(self, request: Request, destination: int) -> Response:
        """Send no more notifications there."""
        destinations.destination_remove(person=self.person, destination_id=destination)
        return Response(status=204)


class TryDestination(ApiView):
    """A test of one of them."""

    scopes = {"POST": "account"}

    @extend_schema(
        operation_id="destinations_test",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses={201: notice_shapes.NoticeShown},
    )
    def post(self, request: Request, destination: int) -> Response:
        """Send a test there; the delivery log says whether it arrived. A few an hour."""
        self.read(shapes.Nothing)
        return self.once(
            201,
            lambda: _notice(
                destinations.destination_try(person=self.person, destination_id=destination)
            ),
        )


class TryMail(ApiView):
    """A test of your address."""

    scopes = {"POST": "account"}

    @extend_schema(
        operation_id="me_test_mail",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses={201: notice_shapes.NoticeShown},
    )
    def post(self, request: Request) -> Response:
        """Send a test by mail; the delivery log says whether it arrived. A few an hour."""
        self.read(shapes.Nothing)
        return self.once(201, lambda: _notice(destinations.mail_try(person=self.person)))


class TryWebhook(ApiView):
    """A test of a webhook."""

    scopes = {"POST": "play"}

    @extend_schema(
        operation_id="webhooks_test",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Nothing,
        responses={201: notice_shapes.NoticeShown},
    )
    def post(self, request: Request, game: str, hook: int) -> Response:
        """Call your program with a `test`; the delivery log says how it went. A few an hour."""
        self.read(shapes.Nothing)
        self.viewer(game)
        return self.once(
            201,
            lambda: _notice(
                destinations.webhook_try(person=self.person, game_id=game, hook_id=hook)
            ),
        )


def _notice(row: OutboxRow) -> Json:
    shown: Json = notice_shapes.NoticeShown(row).data
    return shown


class PostView(ApiView):
    """What you were told."""

    scopes = {"GET": "read"}

    @extend_schema(
        operation_id="me_post",
        parameters=[notice_shapes.PostFilter],
        responses=notice_shapes.NoticePage,
    )
    def get(self, request: Request) -> Response:
        """Your notifications, newest first, each with its delivery on its channel."""
        asked = notice_shapes.PostFilter(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        rows = post_of(self.person)
        if "game" in asked.validated_data:
            rows = rows.filter(game=asked.validated_data["game"])
        pages = Paginator(rows, asked.validated_data["page_size"])
        page = pages.get_page(asked.validated_data["page"])
        beyond = asked.validated_data["page"] > pages.num_pages
        answer = {"count": pages.count, "results": [] if beyond else page.object_list}
        return Response(notice_shapes.NoticePage(answer).data)
