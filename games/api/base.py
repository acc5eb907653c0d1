"""What every view of the API does before and after its own work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar

from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from structlog.contextvars import bind_contextvars

from engine.kernel.core import Json
from games import access
from games.api.limits import LARGEST_BODY, CarefulThrottle, StrangerThrottle
from games.errors import NotFound, Refused
from games.models import ApiToken, Game, User
from games.services.house import idempotency


class TooLarge(Refused):
    """A body nobody could need."""

    status = 413


class ApiView(APIView):
    """A view that says by method which scope of a token it needs and who else may ask."""

    scopes: ClassVar[Mapping[str, str]] = {}
    open_to_all: ClassVar[Collection[str]] = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self._check_body(request)
        super().initial(request, *args, **kwargs)

    def _check_body(self, request: Request) -> None:
        """Refuse by size and kind before anything is read from it."""
        try:
            size = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            size = 0
        if size > LARGEST_BODY or (size and len(request.body) > LARGEST_BODY):
            raise TooLarge("too_large", _("A request can have at most 256 kB."))
        if size and self.get_content_negotiator().select_parser(request, request.parsers) is None:
            raise exceptions.UnsupportedMediaType(request.content_type or "none")

    def perform_authentication(self, request: Request) -> None:
        try:
            person = request.user
        except exceptions.AuthenticationFailed:
            throttle = StrangerThrottle()
            if not throttle.allow_request(request, self):
                raise exceptions.Throttled(throttle.wait()) from None
            raise
        if person.is_authenticated:
            bind_contextvars(player=person.player_uid)
        # A header speaks for this request, the profile for all others.
        if person.is_authenticated and "HTTP_ACCEPT_LANGUAGE" not in request.META:
            translation.activate(person.language)

    def check_permissions(self, request: Request) -> None:
        # Counted first: those who may not ask could otherwise ask without end.
        super().check_throttles(request)
        super().check_permissions(request)

    def check_throttles(self, request: Request) -> None:
        """Done already, before the permissions."""

    @property
    def person(self) -> User:
        """Whoever asks, where the permissions have made sure of somebody."""
        person: User = self.request.user
        return person

    @property
    def token(self) -> ApiToken | None:
        """The token that was used; none in a session."""
        return self.request.auth if isinstance(self.request.auth, ApiToken) else None

    def viewer(self, game_id: str) -> access.Viewer:
        """What the asking person is to a game; one they may not know of is not found."""
        game = Game.objects.prefetch_related("seats").filter(pk=game_id).first()
        if game is None:
            raise NotFound("no_such_game", _("There is no such game, or it is not open to you."))
        return access.viewer(game, self.request.user, self.invite)

    @property
    def invite(self) -> str:
        """The secret of an invitation link."""
        return str(self.request.query_params.get("invite", ""))

    def read(self, shape: type[serializers.Serializer]) -> Json:
        """The body, checked against its shape."""
        given = shape(data=self.request.data)
        given.is_valid(raise_exception=True)
        checked: Json = given.validated_data
        return checked

    def careful(self) -> None:
        """Count a password, or a letter to an address somebody named; raises Throttled."""
        throttle = CarefulThrottle()
        if not throttle.allow_request(self.request, self):
            raise exceptions.Throttled(throttle.wait())

    def once(self, status: int, work: Callable[[], Any]) -> Response:
        """Do what is asked; with an Idempotency-Key only the first time."""
        key = self._key
        if key is None:
            return Response(work(), status)
        outcome = idempotency.once(user=self.person, key=key, digest=self._digest(), work=work)
        return _answer(status, outcome)

    def earlier(self, status: int) -> Response | None:
        """The answer to the same request before, if it came with an Idempotency-Key."""
        key = self._key
        if key is None:
            return None
        outcome = idempotency.earlier(user=self.person, key=key, digest=self._digest())
        return _answer(status, outcome) if outcome else None

    @property
    def _key(self) -> str | None:
        key: str | None = self.request.META.get("HTTP_IDEMPOTENCY_KEY")
        return key

    def _digest(self) -> str:
        request = self.request
        return idempotency.request_digest(
            request.method.encode(),
            request.get_full_path().encode(),
            (request.content_type or "").encode(),
            request.body,
        )


def _answer(status: int, outcome: idempotency.RequestOutcome) -> Response:
    headers = {"Idempotency-Replayed": "true"} if outcome.replayed else {}
    return Response(outcome.body, status, headers=headers)


class NoSuchAddress(ApiView):
    """Everything below /api/ that is nothing."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        message = _("There is nothing at this address; addresses end with a slash.")
        raise NotFound("no_such_address", message)
