"""Getting in at home: a password kept in a file, and a link that signs in once."""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.models import Game, User
from games.services.tables.demo import NAME, demo_ready

PASSWORD_FILE: Final = "demo-password.txt"  # noqa: S105 the name of a file
LINK_FILE: Final = "demo-link"
GOOD_FOR: Final = timedelta(hours=1)
_SALT: Final = "games.demo"
_HERE: Final = ("127.0.0.1", "::1")


def password_made(home: Path) -> str | None:
    """A new password, kept for its owner's eyes; none if one was made before."""
    password = secrets.token_urlsafe(9)
    try:
        _write(home / PASSWORD_FILE, password)
    except FileExistsError:
        return None
    return password


def login_link(home: Path) -> str:
    """A path that signs in as the demo account, once; an older one is good for nothing."""
    once = secrets.token_hex(16)
    (home / LINK_FILE).unlink(missing_ok=True)
    _write(home / LINK_FILE, once)
    return f"/demo/{signing.dumps(once, salt=_SALT)}/"


@never_cache
@require_GET
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in whoever holds the link, on this machine, and lead them to their game."""
    if settings.PRODUCTION or request.META.get("REMOTE_ADDR") not in _HERE:
        raise Http404
    if not _is_demo(request):
        if not _used_up(token):
            return _used_before(request)
        person = User.objects.get(username=NAME)
        login(request, person, "django.contrib.auth.backends.ModelBackend")
    game: Game = demo_ready(password=None)
    return redirect(f"/games/{game.id}/")


def _used_before(request: HttpRequest) -> HttpResponse:
    message = _(
        "Sign in as “demo” with the password that was printed when the site was first started, "
        "or start the site again: it prints a new link."
    )
    context = {
        "heading": _("This link was used or is too old"),
        "message": message,
        "back": reverse("account_login"),
    }
    return render(request, "web/refused.html", context, status=410)


def _is_demo(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.get_username() == NAME


def _used_up(token: str) -> bool:
    """Use a link; false if it is none, too old, or used."""
    try:
        once = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except signing.BadSignature:
        return False
    file = settings.HOME / LINK_FILE
    # Renaming succeeds for one of those who try at the same moment.
    taken = file.with_name(f"{LINK_FILE}.{secrets.token_hex(4)}")
    try:
        file.rename(taken)
    except FileNotFoundError:
        return False
    kept = taken.read_text()
    taken.unlink()
    return secrets.compare_digest(kept, once)


def _write(file: Path, text: str) -> None:
    """A new file that nobody else can read."""
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        out.write(text)
