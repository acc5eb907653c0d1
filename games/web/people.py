"""Me, as the site knows me."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """My profile."""
    return render(request, "web/profile.html")
