"""A name for every request, in its answer and in each line logged while it was answered."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import bind_contextvars, clear_contextvars

HEADER: Final = "X-Request-ID"
_GIVEN: Final = re.compile(r"[0-9A-Za-z-]{8,64}")


class RequestIds:
    """Middleware that binds the request's id, the player and the game for the logs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        clear_contextvars()
        name = _given(request) or secrets.token_hex(8)
        bind_contextvars(request_id=name)
        response = self._get_response(request)
        response.headers[HEADER] = name
        return response

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, kwargs: dict[str, Any]
    ) -> None:
        """Bind what the address says, and who asks if a session tells."""
        if isinstance(kwargs.get("game"), str):
            bind_contextvars(game=kwargs["game"])
        # Without the cookie nobody is signed in, and asking would cost a query.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            bind_contextvars(player=request.user.player_uid)


@receiver(request_finished)
def forget(**_: object) -> None:
    """Drop what was bound: Django logs refusals after the last middleware, so not before."""
    clear_contextvars()


def _given(request: HttpRequest) -> str | None:
    """The id a proxy of ours has given; without a proxy anybody could write here."""
    given = request.headers.get(HEADER, "") if settings.PROXIES else ""
    return given if _GIVEN.fullmatch(given) else None
