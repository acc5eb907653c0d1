"""What every answer tells the browser: nothing from other hosts, and no script inside a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.models import Game, User
from games.web import live
from tests.service.tables import again, started
from tests.web.addresses import routes
from tests.web.test_secrecy_pages import known

pytestmark = pytest.mark.django_db
HEADER = "Content-Security-Policy"
# Pages that are files of their own, or letters in a frame, name their own policy.
OWN_POLICY = {
    "verify": "'sha256-",
    "verifier-page": "'sha256-",
    "post-office-looks": "sandbox",
}
POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
}


@pytest.fixture(autouse=True)
def _short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BEATS", 0)
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)


def directives(header: str) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in header.split(";") if part.strip())
    return {name: sources for name, _space, sources in parts}


def policies(game: Game, reader: User | None) -> Iterator[tuple[str, str, str]]:
    """Of every address: its route, itself, and the policy that comes with it."""
    client = Client()
    if reader:
        client.force_login(reader, "django.contrib.auth.backends.ModelBackend")
    values = known(game)
    for route in routes():
        for address in list(route.filled(values))[:2]:
            if "logout" not in address:
                yield route.name, address, client.get(address).headers.get(HEADER, "")


@pytest.mark.parametrize("signed_in", [False, True], ids=["a stranger", "a player"])
def test_every_address_has_a_policy_and_it_is_strict(
    anna: User, bert: User, signed_in: bool
) -> None:
    game, count = again(started(anna, bert, visibility="public")), 0
    for name, address, policy in policies(game, anna if signed_in else None):
        rules = directives(policy)
        assert "default-src" in rules, address
        assert not re.search(r"https?:|\*", policy), address
        scripts = rules.get("script-src", rules["default-src"])
        assert "'unsafe" not in scripts, address
        if name in OWN_POLICY and rules != POLICY:
            assert OWN_POLICY[name] in policy, address
        else:
            assert rules == POLICY, address
        count += 1
    assert count > 150


def test_the_docs_of_the_api_have_their_script_in_a_file() -> None:
    client = Client()
    page = client.get("/api/docs/").content.decode()
    assert re.findall(r"<script(?![^>]* src=)|<style", page) == []
    script = client.get("/api/docs/?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert "SwaggerUIBundle" in script.content.decode()
