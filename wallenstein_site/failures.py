"""What the site answers before or after all views: a plain sentence, whatever happened."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.api import problems
from games.trouble import trouble_of

# No template and no style sheet: they may be what is broken.
_PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>{title}</title>'
    "<h1>{title}</h1><p>{sentence}</p></html>"
)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, called while the exception is being handled."""
    problem = sys.exc_info()[1]
    if request.path_info.startswith("/api/"):
        return problems.of_failure(problem)
    trouble = trouble_of(problem) if problem else None
    if trouble is None:
        title = _("Something went wrong")
        return _page(500, title, _("The mistake is ours. Nothing was changed."), {})
    sentence = _(
        "The site cannot answer right now. Everything that was saved before is safe. Wait a "
        "minute, then reload this page."
    )
    headers = {"Retry-After": str(trouble.retry_after)}
    return _page(503, _("Not right now"), sentence, headers)


class NoNul:
    """Middleware that keeps from views what no database can hold; queries they look at themselves.

    The addresses of the admin take anything for a key, and a cookie can write it as "\\000".
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # The API finds out by itself, and says so as it says everything.
        if "\0" in request.path_info and not request.path_info.startswith("/api/"):
            raise Http404
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self._get_response(request)


def _page(status: int, title: str, sentence: str, headers: dict[str, str]) -> HttpResponse:
    language = escape(get_language() or "en")
    text = _PAGE.format(language=language, title=escape(title), sentence=escape(sentence))
    return HttpResponse(text, status=status, headers=headers)
