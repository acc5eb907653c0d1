"""How the verifiers are handed to whoever asks; no account, no game, no cookie."""

from __future__ import annotations

from django.http import HttpResponse

from games.language import spoken
from games.trust.pages import (
    AUDIT_NAME,
    FILE_NAME,
    PAGE_NAME,
    audit_text,
    verifier_file,
    verifier_page,
)


def the_file(name: str = FILE_NAME) -> HttpResponse:
    """The verifier of one file."""
    return _kept(verifier_file(), "text/x-python; charset=utf-8", name)


def the_description() -> HttpResponse:
    """How a log is checked, byte by byte."""
    return _kept(audit_text(), "text/markdown; charset=utf-8", AUDIT_NAME)


def the_page_to_keep(name: str = PAGE_NAME) -> HttpResponse:
    """The verifier in the browser, as a file to open from disk."""
    return _kept(verifier_page().text, "text/html; charset=utf-8", name)


def the_page() -> HttpResponse:
    """The verifier in the browser, opened at once, in the language of the site."""
    made = verifier_page()
    policy = f"{made.policy}; frame-ancestors 'none'"
    return HttpResponse(made.spoken(spoken()), headers={"Content-Security-Policy": policy})


def the_archive(game_id: str, body: bytes) -> HttpResponse:
    """A finished game in one file."""
    return _kept(body, "application/zip", f"wallenstein-{game_id}.zip")


def _kept(body: bytes | str, kind: str, name: str) -> HttpResponse:
    named = f'attachment; filename="{name}"'
    return HttpResponse(body, content_type=kind, headers={"Content-Disposition": named})
