"""Every refusal as application/problem+json (RFC 9457), for programs and for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import exceptions
from rest_framework.views import set_rollback

from engine.kernel.core import Json, Problem
from engine.registry import ruleset_of
from games.errors import Refused, TooFast
from games.language import spoken
from games.models import Game
from games.trouble import told, trouble_of

MEDIA_TYPE: Final = "application/problem+json"

# Said by services that do not know who asks: the request itself is wrong, whatever the game does.
_ABOUT_THE_REQUEST: Final = frozenset(
    (
        "bad_dates",
        "bad_hours",
        "bad_option",
        "bad_players",
        "bad_salt",
        "bad_schedule",
        "no_name",
        "player_or_bot",
        "too_many_bots",
        "unknown_bot",
        "unknown_ruleset",
    )
)
_TITLES: Final = {
    400: "Bad request",
    401: "Who are you?",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    409: "Not now",
    413: "Too large",
    415: "Unsupported media type",
    422: "Not accepted",
    429: "Too many requests",
    500: "Our mistake",
    503: "Try again later",
}

log = structlog.get_logger()


def answer(problem: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """What the API answers when a view raises."""
    set_rollback()
    if isinstance(problem, Refused):
        return _refused(problem, context["kwargs"].get("game"))
    if isinstance(problem, Http404):
        problem = exceptions.NotFound()
    elif isinstance(problem, PermissionDenied):
        problem = exceptions.PermissionDenied()
    if isinstance(problem, exceptions.ValidationError):
        mistakes = list(_field_problems(problem.get_full_details()))
        count = len(mistakes)
        detail = ngettext("The request has %d mistake.", "The request has %d mistakes.", count)
        return response(400, "invalid", detail % count, mistakes)
    if isinstance(problem, exceptions.APIException):
        return _known(problem)
    log.error("api_unavailable" if trouble_of(problem) else "api_failed", **told(problem))
    return of_failure(problem)


def of_failure(problem: BaseException | None) -> HttpResponse:
    """A fault that is not the asker's: of the machine around us, or our own."""
    trouble = trouble_of(problem) if problem else None
    if trouble is None:
        return response(500, "failed", _("Something went wrong here. Nothing was changed."))
    message = _("The service cannot do this right now. Nothing was changed.")
    headers = {"Retry-After": str(trouble.retry_after)}
    return response(503, "unavailable", message, headers=headers)


def response(
    status: int,
    code: str,
    detail: str,
    problems: Iterable[Json] = (),
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A problem as it goes over the wire."""
    body: Json = {
        "type": "about:blank",
        "title": _TITLES.get(status, "Refused"),
        "status": status,
        "detail": detail,
        "code": code,
    }
    mistakes = list(problems)
    if mistakes:
        body["problems"] = mistakes
    text = json.dumps(body, ensure_ascii=False)
    return HttpResponse(
        text.encode("utf-8", "replace"), status=status, content_type=MEDIA_TYPE, headers=headers
    )


def _refused(refusal: Refused, game_id: str | None) -> HttpResponse:
    status = 422 if refusal.code in _ABOUT_THE_REQUEST else refusal.status
    game = Game.objects.filter(pk=game_id).first() if game_id and refusal.problems else None
    problems = [_problem_shown(problem, game) for problem in refusal.problems]
    headers = None
    if isinstance(refusal, TooFast):
        headers = {"Retry-After": str(refusal.retry_after)}
    return response(status, refusal.code, refusal.message, problems, headers)


def _problem_shown(problem: Problem, game: Game | None) -> Json:
    message = problem.data.get("message")
    if message is None and game is not None:
        notation = ruleset_of(game.ruleset, game.version).text()
        message = notation.problem(problem, spoken())
    return {
        "where": problem.where,
        "code": problem.code,
        "message": message or problem.code,
        "accepted": list(problem.data.get("accepted", ())),
    }


def _known(problem: exceptions.APIException) -> HttpResponse:
    headers = {}
    if getattr(problem, "auth_header", None):
        headers["WWW-Authenticate"] = problem.auth_header
    if getattr(problem, "wait", None):
        headers["Retry-After"] = str(int(problem.wait) + 1)
    code = getattr(problem.detail, "code", problem.default_code)
    return response(problem.status_code, code, str(problem.detail), headers=headers)


def _field_problems(details: Any, where: str = "") -> Iterator[Json]:
    """DRF's tree of mistakes, flat."""
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        yield {
            "where": where or "body",
            "code": str(details["code"]),
            "message": str(details["message"]),
            "accepted": [],
        }
        return
    members = details.items() if isinstance(details, dict) else enumerate(details)
    for name, inner in members:
        is_place = isinstance(details, dict) and name != "non_field_errors"
        place = f"{where}.{name}" if where and is_place else str(name) if is_place else where
        yield from _field_problems(inner, place)
