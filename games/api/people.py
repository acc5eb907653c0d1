"""Whoever asks, their tokens and absences, and what can be played here."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from engine.bots import BOTS
from engine.kernel.core import Json
from engine.registry import RULESETS, newest
from games.api import shapes
from games.api.base import ApiView
from games.api.schema import IDEMPOTENCY_KEY
from games.boards import wording_of
from games.boards.bots import bots_of
from games.errors import Illegal, NotAllowed
from games.services.people import absences, accounts, tokens


class Rulesets(ApiView):
    """What can be played here."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(operation_id="rulesets_list", responses=shapes.RulesetShown(many=True))
    def get(self, request: Request) -> Response:
        """The rulesets new games are played by, with their options and bots."""
        return Response([_ruleset_shown(key) for key in dict.fromkeys(key for key, _v in RULESETS)])


def _ruleset_shown(key: str) -> Json:
    rules = newest(key)
    return {
        "key": rules.key,
        "version": rules.version,
        "seats": list(rules.seats),
        "options": {
            name: {"default": spec.default, "values": list(spec.values)}
            for name, spec in rules.options.items()
        },
        "bots": list(BOTS.get(key, {})),
        "bot_levels": {bot.name: bot.level for bot in bots_of(key)},
        "house_values": wording_of(key).house_values,
    }


class Me(ApiView):
    """Whoever asks."""

    scopes = {"GET": "read", "PATCH": "account", "DELETE": "account"}
    delete_takes = shapes.Password

    @extend_schema(operation_id="me_show", responses=shapes.MeShown)
    def get(self, request: Request) -> Response:
        """Your account, and what this token may do."""
        return Response(me_shown(self))

    @extend_schema(operation_id="me_change", request=shapes.ProfileChange, responses=shapes.MeShown)
    def patch(self, request: Request) -> Response:
        """Change your profile; a new notification address is mailed a code first."""
        given = self.read(shapes.ProfileChange)
        if given.get("notify_address"):
            self.careful()
        awaited = accounts.profile_change(person=self.person, **given)
        return Response(me_shown(self, awaited or None))

    @extend_schema(operation_id="me_delete", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Delete your account for good; your games go on under a pseudonym."""
        given = self.read(shapes.Password)
        self.careful()
        if not self.person.check_password(given["password"]):
            raise NotAllowed("wrong_password", _("This is not your password."))
        accounts.account_delete(person=self.person)
        return Response(status=204)


class Address(ApiView):
    """The address for notifications."""

    scopes = {"POST": "account"}

    @extend_schema(
        operation_id="me_confirm_address",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.Code,
        responses=shapes.MeShown,
    )
    def post(self, request: Request) -> Response:
        """Confirm a new notification address with the code that was mailed to it."""
        code = self.read(shapes.Code)["code"]
        return self.once(200, lambda: self._confirmed(code))

    def _confirmed(self, code: str) -> Json:
        accounts.notify_address_confirm(person=self.person, code=code)
        return me_shown(self)


def me_shown(view: ApiView, awaits_code: str | None = None) -> Json:
    """An account as its owner sees it."""
    me = view.person
    return {
        "username": me.username,
        "email": me.email,
        "player_uid": me.player_uid,
        "language": me.language,
        "time_zone": me.time_zone,
        "notify_address": me.notify_address,
        "awaits_code": awaits_code,
        "scopes": view.token.scopes if view.token else None,
    }


class Absences(ApiView):
    """When you are away."""

    scopes = {"GET": "read", "POST": "play"}

    @extend_schema(operation_id="absences_list", responses=shapes.AbsencesShown)
    def get(self, request: Request) -> Response:
        """The days on which your deadlines wait, by your own time zone."""
        rows = self.person.absences.order_by("first_day")
        answer = {"days_a_year": settings.ABSENCE_DAYS, "absences": rows}
        return Response(shapes.AbsencesShown(answer).data)

    @extend_schema(
        operation_id="absences_create",
        parameters=[IDEMPOTENCY_KEY],
        request=shapes.NewAbsence,
        responses={201: shapes.AbsenceShown},
    )
    def post(self, request: Request) -> Response:
        """Add an absence; deadlines that wait for you move. Others see only that they moved."""
        given = self.read(shapes.NewAbsence)

        def work() -> Json:
            made = absences.absence_enter(person=self.person, **given)
            absence: Json = shapes.AbsenceShown(made).data
            return absence

        return self.once(201, work)


class OneAbsence(ApiView):
    """One of your absences."""

    scopes = {"DELETE": "play"}

    @extend_schema(operation_id="absences_cancel", responses={204: None})
    def delete(self, request: Request, absence: int) -> Response:
        """End an absence; the days that have not begun are given back."""
        absences.absence_cancel(person=self.person, absence_id=absence)
        return Response(status=204)


class Tokens(ApiView):
    """Your tokens."""

    scopes = {"GET": "read", "POST": "read", "DELETE": ""}

    @extend_schema(operation_id="tokens_list", responses=shapes.TokenShown(many=True))
    def get(self, request: Request) -> Response:
        """The tokens that are valid, without their text."""
        return Response(shapes.TokenShown(tokens.tokens_of(self.person), many=True).data)

    @extend_schema(
        operation_id="tokens_create", request=shapes.NewToken, responses={201: shapes.TokenMade}
    )
    def post(self, request: Request) -> Response:
        """Create a token; its text is shown once. Signed in only: no token creates another."""
        if self.token is not None:
            # Otherwise a token that leaked could outlive its own revocation.
            message = _("A token cannot make tokens: sign in with your password.")
            raise NotAllowed("session_only", message)
        if "HTTP_IDEMPOTENCY_KEY" in request.META:
            message = _("A token is shown once, so this request cannot be repeated.")
            raise Illegal("not_repeatable", message)
        made = tokens.token_create(user=self.person, **self.read(shapes.NewToken))
        answer = {**shapes.TokenShown(made.token).data, "token": made.text}
        return Response(answer, 201, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="tokens_revoke_all", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke all your tokens. Signed in only."""
        if self.token is not None:
            message = _("A token can revoke only itself: sign in with your password.")
            raise NotAllowed("session_only", message)
        tokens.tokens_revoke_all(user=self.person)
        return Response(status=204)


class OneToken(ApiView):
    """One of your tokens."""

    # Whatever it may do, a token may end itself.
    scopes = {"DELETE": ""}

    @extend_schema(operation_id="tokens_revoke", responses={204: None})
    def delete(self, request: Request, token: int) -> Response:
        """Revoke a token: any of yours when signed in, else the one you ask with."""
        if self.token is not None and self.token.pk != token:
            message = _("A token can revoke only itself: sign in with your password.")
            raise NotAllowed("session_only", message)
        tokens.token_revoke(user=self.person, token_id=token)
        return Response(status=204)
