"""The verifiers, for whoever fetches a log with a program."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from games.api.base import ApiView
from games.trust import downloads

PYTHON, HTML = "text/x-python", "text/html"


class VerifierFile(ApiView):
    """The verifier of one file."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="verifier_file",
        responses={(200, PYTHON): OpenApiResponse(OpenApiTypes.STR, "a program in Python")},
    )
    def get(self, request: Request) -> HttpResponse:
        """A program of one file that checks a log and shares no code with this site."""
        return downloads.the_file()


class VerifierPage(ApiView):
    """The verifier as a page."""

    scopes = {"GET": "read"}
    open_to_all = ("GET",)

    @extend_schema(
        operation_id="verifier_page",
        responses={(200, HTML): OpenApiResponse(OpenApiTypes.STR, "a page that stands alone")},
    )
    def get(self, request: Request) -> HttpResponse:
        """The same check as a page that works offline, without any server."""
        return downloads.the_page_to_keep()
