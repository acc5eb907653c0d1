"""The rules in our own words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def rules(request: HttpRequest) -> HttpResponse:
    """The table of contents."""
    return render(request, "web/rules.html")
