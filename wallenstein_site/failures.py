"""What the site answers when a view or a middleware raises: a plain sentence, whatever happened."""

from __future__ import annotations

import sys
from typing import Final

from django.http import HttpRequest, HttpResponse
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
    sentence = _("The service cannot do this just now. Nothing was changed. Try again later.")
    headers = {"Retry-After": str(trouble.retry_after)}
    return _page(503, _("Not just now"), sentence, headers)


def _page(status: int, title: str, sentence: str, headers: dict[str, str]) -> HttpResponse:
    language = escape(get_language() or "en")
    text = _PAGE.format(language=language, title=escape(title), sentence=escape(sentence))
    return HttpResponse(text, status=status, headers=headers)
