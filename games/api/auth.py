"""Who asks: a token or a session; and whether the token reaches that far."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.models import ApiToken, User
from games.services.people.tokens import PREFIX, token_for


class BearerTokens(BaseAuthentication):
    """`Authorization: Bearer wbp_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, _space, text = get_authorization_header(request).partition(b" ")
        if not scheme:
            return None
        if scheme.lower() != b"bearer":
            raise _unknown_token()
        try:
            given = text.strip().decode("ascii")
        except UnicodeDecodeError:
            raise _unknown_token() from None
        token = token_for(given) if given.startswith(PREFIX) else None
        if token is None:
            raise _unknown_token()
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _unknown_token() -> exceptions.AuthenticationFailed:
    message = _("This token is not valid: send “Authorization: Bearer wbp_…”.")
    return exceptions.AuthenticationFailed(message, code="bad_token")


class MayAsk(BasePermission):
    """Goes by the `scopes` (empty: any) and `open_to_all` of a view, method by method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        method = "GET" if request.method == "HEAD" else request.method
        if method not in view.scopes:
            return True  # the answer is 405, for everybody
        if not request.user.is_authenticated:
            return method in view.open_to_all
        scope = view.scopes[method]
        if not scope or not isinstance(request.auth, ApiToken) or scope in request.auth.scopes:
            return True
        message = _("This token has no scope “%s”.") % scope
        raise exceptions.PermissionDenied(message, code="insufficient_scope")
