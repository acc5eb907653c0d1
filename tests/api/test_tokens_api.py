"""Tokens and sessions: who may do what, and what is kept of a token."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.models import ApiToken, IdempotencyKey
from games.services.house import idempotency
from games.services.people import tokens
from tests.api.requests import Asker, new_game, person, question, refused, started_game

pytestmark = pytest.mark.django_db


def session(user, **more):
    client = Client(**more)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return Asker(client=client)


def test_only_a_digest_is_kept(anna):
    row = ApiToken.objects.values().get()
    assert anna.token not in str(row)
    assert row["digest"] == tokens.digest_of(anna.token)
    assert anna.token not in repr(tokens.token_create(user=anna.user, name="x", scopes=["read"]))


def test_tokens_are_made_listed_and_revoked_in_a_session(anna):
    browser = session(anna.user)
    made = browser.post("tokens/", {"name": "laptop", "scopes": ["read"]})
    assert made.status_code == 201
    text = made.json()["token"]
    assert text.startswith("wbp_")
    assert text not in browser.get("tokens/").content.decode()
    reader = Asker(token=text)
    assert reader.get("me/").json()["scopes"] == ["read"]
    assert browser.delete(f"tokens/{made.json()['id']}/").status_code == 204
    refused(reader.get("me/"), 401, "bad_token")
    refused(browser.delete(f"tokens/{made.json()['id']}/"), 404, "no_such_token")
    refused(browser.delete("tokens/999999999999999999/"), 404, "no_such_token")


def test_a_token_makes_no_token_and_ends_only_itself(anna, bela):
    refused(anna.post("tokens/", {"name": "x", "scopes": ["host"]}), 403, "session_only")
    other = tokens.token_create(user=anna.user, name="other", scopes=["play"])
    refused(anna.delete(f"tokens/{other.token.pk}/"), 403, "session_only")
    refused(session(bela.user).delete(f"tokens/{other.token.pk}/"), 404, "no_such_token")
    assert Asker(token=other.text).delete(f"tokens/{other.token.pk}/").status_code == 204
    refused(Asker(token=other.text).delete(f"tokens/{other.token.pk}/"), 401, "bad_token")


@pytest.mark.parametrize("scopes", [[], ["root"], ["read", 7], "read", None])
def test_bad_scopes(anna, scopes):
    refused(session(anna.user).post("tokens/", {"name": "x", "scopes": scopes}), 400, "invalid")


def test_making_a_token_cannot_be_repeated(anna):
    body = {"name": "x", "scopes": ["read"]}
    response = session(anna.user).post("tokens/", body, HTTP_IDEMPOTENCY_KEY="k")
    refused(response, 422, "not_repeatable")


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer ", "Bearer wbp_", "Bearer wbp_wrong", "Basic YTpi", "Bearer wbp_ü", "x"],
)
def test_a_wrong_token_is_not_nobody(nobody, header):
    response = nobody.get("games/", HTTP_AUTHORIZATION=header)
    refused(response, 401, "bad_token")
    assert response["WWW-Authenticate"] == "Bearer"


def test_the_token_of_a_closed_account_opens_nothing(anna):
    anna.user.is_active = False
    anna.user.save()
    refused(anna.get("me/"), 401, "bad_token")


def test_the_use_of_a_token_is_noted_once_a_minute(anna):
    anna.get("me/")
    first = ApiToken.objects.get().used_at
    anna.get("me/")
    assert first is not None
    assert ApiToken.objects.get().used_at == first
    ApiToken.objects.update(used_at=first - timedelta(minutes=2))
    anna.get("me/")
    noted = ApiToken.objects.get().used_at
    assert noted is not None
    assert noted > first


def test_scopes_are_asked_for_by_operation():
    user = person("dora")
    host = Asker(user)
    game = started_game(host)
    asked = question(host, game)
    lobby = new_game(host)
    needs = {
        "read": [
            ("GET", path)
            for path in (
                "games/",
                f"games/{game}/",
                f"games/{game}/board/",
                f"games/{game}/log/",
                f"games/{game}/decisions/{asked}/draft/",
                "me/",
                "tokens/",
                "rulesets/",
            )
        ],
        "play": [
            ("PUT", f"games/{game}/decisions/{asked}/"),
            ("DELETE", f"games/{game}/decisions/{asked}/"),
            ("PUT", f"games/{game}/decisions/{asked}/draft/"),
            ("POST", f"games/{lobby}/join/"),
            ("POST", f"games/{lobby}/leave/"),
        ],
        "host": [
            ("POST", "games/"),
            ("POST", f"games/{lobby}/start/"),
            ("PUT", f"games/{lobby}/seats/B/"),
            ("DELETE", f"games/{lobby}/seats/B/"),
            ("POST", f"games/{game}/extend/"),
            ("POST", f"games/{game}/pause/"),
            ("POST", f"games/{game}/resume/"),
        ],
        "account": [
            ("PATCH", "me/"),
            ("POST", "me/address/"),
            ("DELETE", "me/"),
        ],
    }
    for scope, operations in needs.items():
        others = tuple(other for other in needs if other != scope)
        short, enough = Asker(user, others), Asker(user, (scope,))
        for method, path in operations:
            refused(short(method, path), 403, "insufficient_scope")
            reached = enough(method, path)
            assert b"insufficient_scope" not in getattr(reached, "content", b""), path


def test_nobody_may_look_but_not_touch(nobody, anna):
    game = started_game(anna)
    for path in ("games/", f"games/{game}/", f"games/{game}/board/", f"games/{game}/log/"):
        assert nobody.get(path).status_code == 200
    for method, path in (
        ("POST", "games/"),
        ("GET", "me/"),
        ("GET", "tokens/"),
        ("POST", f"games/{game}/pause/"),
        ("PUT", f"games/{game}/decisions/1.spring.plan.A/"),
    ):
        response = nobody(method, path)
        refused(response, 401, "not_authenticated")
        assert response["WWW-Authenticate"] == "Bearer"


def test_a_session_needs_its_csrf_token(anna):
    careful = session(anna.user, enforce_csrf_checks=True)
    body = {"name": "x", "scopes": ["read"]}
    assert careful.get("me/").json()["scopes"] is None
    refused(careful.post("tokens/", body), 403, "permission_denied")
    careful.client.cookies["csrftoken"] = "a" * 32
    assert careful.post("tokens/", body, HTTP_X_CSRFTOKEN="a" * 32).status_code == 201


def test_signing_in_by_form_is_enough_for_a_first_token(db):
    person("emil")
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    given = client.cookies["csrftoken"].value
    form = {"login": "emil", "password": "open sesame", "csrfmiddlewaretoken": given}
    assert client.post("/accounts/login/", form).status_code == 302
    browser = Asker(client=client)
    csrf = client.cookies["csrftoken"].value
    made = browser.post("tokens/", {"name": "x", "scopes": ["read"]}, HTTP_X_CSRFTOKEN=csrf)
    assert made.status_code == 201


def test_old_keys_of_requests_are_forgotten(anna):
    new_game(anna)
    anna.post(
        "games/",
        {"name": "P", "ruleset": "wallenstein-2010", "players": 3},
        HTTP_IDEMPOTENCY_KEY="k",
    )
    assert idempotency.forget_old() == 0
    IdempotencyKey.objects.update(created_at=clock.now() - timedelta(days=8))
    assert idempotency.forget_old() == 1
