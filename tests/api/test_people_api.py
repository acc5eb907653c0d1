"""Your account over the API: changed, confirmed, deleted; tokens revoked at a stroke."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from games.models import ApiToken, User
from tests.api.requests import ALL, Asker, new_game, person, refused

pytestmark = pytest.mark.django_db


def in_session(user: User) -> Asker:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return Asker(client=client)


def test_a_profile_is_changed(anna):
    body = {"username": "anne", "language": "de", "time_zone": "Asia/Tokyo"}
    shown = anna("PATCH", "me/", body).json()
    assert {name: shown[name] for name in body} == body
    assert shown["awaits_code"] is None
    assert anna.get("me/").json()["username"] == "anne"


def test_each_mistake_of_a_profile_has_its_field(anna, bela):
    body = {"username": "bela", "language": "la", "time_zone": "Mars", "notify_address": "x"}
    problem = refused(anna("PATCH", "me/", body), 422, "bad_profile")
    assert {mistake["where"] for mistake in problem["problems"]} == set(body)
    assert all(mistake["message"] for mistake in problem["problems"])
    refused(anna("PATCH", "me/", {"password": "x"}), 400, "invalid")
    assert anna.get("me/").json()["username"] == "anna"
    reader = Asker(bela.user, scopes=("read",))
    refused(reader("PATCH", "me/", {"language": "de"}), 403, "insufficient_scope")
    refused(reader("DELETE", "me/", {"password": "open sesame"}), 403, "insufficient_scope")


def test_an_address_is_confirmed_by_its_code(anna):
    shown = anna("PATCH", "me/", {"notify_address": "new@example.org"}).json()
    assert (shown["notify_address"], shown["awaits_code"]) == ("", "new@example.org")
    code = mail.outbox[-1].body.splitlines()[-1]
    refused(anna.post("me/address/", {"code": "wrong"}), 422, "bad_code")
    assert anna.post("me/address/", {"code": code}).json()["notify_address"] == "new@example.org"


def test_codes_and_passwords_are_counted(anna, settings):
    settings.API_RATES = {**settings.API_RATES, "careful": "2/hour"}
    for _ in range(2):
        refused(anna("DELETE", "me/", {"password": "guess"}), 403, "wrong_password")
    response = anna("DELETE", "me/", {"password": "open sesame"})
    refused(response, 429, "throttled")
    assert int(response["Retry-After"]) > 60
    refused(anna("PATCH", "me/", {"notify_address": "x@example.org"}), 429, "throttled")
    assert User.objects.get(pk=anna.user.pk).is_active


def test_an_account_is_deleted_with_its_password(anna, bela):
    game = new_game(anna, bots=["random"])
    refused(anna("DELETE", "me/"), 400, "invalid")
    refused(anna("DELETE", "me/", {"password": "guess"}), 403, "wrong_password")
    assert anna("DELETE", "me/", {"password": "open sesame"}).status_code == 204
    refused(anna.get("me/"), 401, "bad_token")
    assert bela.get(f"games/{game}/").json()["status"] == "cancelled"
    browser = in_session(person("carl"))
    assert browser("DELETE", "me/", {"password": "open sesame"}).status_code == 204
    refused(browser.get("me/"), 401, "not_authenticated")


def test_all_tokens_are_revoked_by_whoever_is_signed_in(anna):
    other = Asker(anna.user, scopes=ALL)
    refused(anna.delete("tokens/"), 403, "session_only")
    browser = in_session(anna.user)
    assert browser.delete("tokens/").status_code == 204
    for asker in (anna, other):
        refused(asker.get("me/"), 401, "bad_token")
    assert browser.get("tokens/").json() == []
    assert ApiToken.objects.filter(revoked_at__isnull=False).count() == 2
