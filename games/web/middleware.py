"""What every page owes its reader: their language, their time zone, refusals in words."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.errors import NotAllowed, NotFound, Refused
from games.web.requests import way_back
from games.web.typed_again import refused

Answer = Callable[[HttpRequest], HttpResponse]


class ReaderMiddleware:
    """Pages speak the language of the profile and tell the time of its zone."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        person = request.user
        if not person.is_authenticated or request.path.startswith("/api/"):
            return self.get_response(request)
        with timezone.override(ZoneInfo(person.time_zone)):
            translation.activate(person.language)
            request.LANGUAGE_CODE = person.language
            return self.get_response(request)


class RefusalMiddleware:
    """A service's refusal becomes a page that says why and leads back."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Somebody who signed in again comes back to the address of a button, with nothing to send.
        if isinstance(response, HttpResponseNotAllowed) and not request.path.startswith("/api/"):
            response.content = self._no_page(request)
        return response

    def _no_page(self, request: HttpRequest) -> str:
        context = {
            "heading": _("Use the button for this"),
            "message": _("Nothing was changed. Go back and press the button once more."),
            "back": way_back(request, is_button=True),
        }
        return render_to_string("web/refused.html", context, request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Only what services refuse; everything else is a fault and is treated as one."""
        if not isinstance(problem, Refused):
            return None
        heading = {
            NotFound: _("Nothing here"),
            NotAllowed: _("You cannot do this"),
        }.get(type(problem), _("That cannot be done"))
        return refused(request, problem, heading)
