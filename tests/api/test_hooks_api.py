"""Webhooks over the API: made, listed, rotated, deleted by their owner alone."""

from __future__ import annotations

import pytest
from django.db import connection

from games.models import Webhook
from tests.api.requests import Asker, content, person, refused, started_game

BODY = {"url": "https://example.org/hook", "kinds": ["game_over", "your_turn"]}


@pytest.fixture(autouse=True)
def _public_names(monkeypatch):
    monkeypatch.setattr("games.net.outbound.resolved", lambda _parts: "192.0.2.1")


def test_a_secret_is_shown_once(anna):
    game = started_game(anna)
    made = anna.post(f"games/{game}/webhooks/", BODY, HTTP_IDEMPOTENCY_KEY="k")
    assert made.status_code == 201
    assert made["Cache-Control"] == "no-store"
    hook = made.json()
    assert hook["kinds"] == ["your_turn", "game_over"]
    listed = anna.get(f"games/{game}/webhooks/")
    assert listed.json() == [{name: hook[name] for name in hook if name != "secret"}]
    assert hook["secret"] not in content(listed).decode()
    again = anna.post(f"games/{game}/webhooks/", BODY, HTTP_IDEMPOTENCY_KEY="k")
    assert again.json() == hook
    assert Webhook.objects.count() == 1
    rotated = anna.post(f"games/{game}/webhooks/{hook['id']}/rotate/").json()
    assert rotated["secret"] != hook["secret"]
    assert anna.delete(f"games/{game}/webhooks/{hook['id']}/").status_code == 204
    refused(anna.delete(f"games/{game}/webhooks/{hook['id']}/"), 404, "no_such_webhook")


def test_names_are_asked_for_while_nothing_is_locked(committed, monkeypatch):
    anna = Asker(person("anna"))
    game = started_game(anna)
    locked = []

    def resolved(_parts):
        locked.append(connection.in_atomic_block)
        return "192.0.2.1"

    monkeypatch.setattr("games.net.outbound.resolved", resolved)
    first = anna.post(f"games/{game}/webhooks/", BODY, HTTP_IDEMPOTENCY_KEY="k")
    assert first.status_code == 201
    assert anna.post(f"games/{game}/webhooks/", BODY).status_code == 201
    assert locked == [False, False]


def test_a_name_that_is_gone_does_not_change_an_answer_given(anna, monkeypatch):
    game = started_game(anna)
    path = f"games/{game}/webhooks/"
    first = anna.post(path, BODY, HTTP_IDEMPOTENCY_KEY="k")

    def gone(_parts):
        raise OSError

    monkeypatch.setattr("games.net.outbound.resolved", gone)
    again = anna.post(path, BODY, HTTP_IDEMPOTENCY_KEY="k")
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert again["Cache-Control"] == "no-store"
    other = anna.post(path, {**BODY, "kinds": ["your_turn"]}, HTTP_IDEMPOTENCY_KEY="k")
    refused(other, 422, "idempotency_key_reused")
    refused(anna.post(path, BODY, HTTP_IDEMPOTENCY_KEY="k" * 101), 422, "bad_idempotency_key")
    refused(anna.post(path, BODY, HTTP_IDEMPOTENCY_KEY="new"), 422, "bad_url")
    assert Webhook.objects.count() == 1


def test_webhooks_are_their_owners_alone(anna, bela):
    game = started_game(anna, bela)
    hook = anna.post(f"games/{game}/webhooks/", BODY).json()["id"]
    assert bela.get(f"games/{game}/webhooks/").json() == []
    refused(bela.delete(f"games/{game}/webhooks/{hook}/"), 404, "no_such_webhook")
    refused(bela.post(f"games/{game}/webhooks/{hook}/rotate/"), 404, "no_such_webhook")
    refused(Asker(person("carl")).post(f"games/{game}/webhooks/", BODY), 403, "not_your_game")
    reader = Asker(anna.user, scopes=("read",))
    refused(reader.post(f"games/{game}/webhooks/", BODY), 403, "insufficient_scope")
    assert Webhook.objects.count() == 1


def test_bad_webhooks_are_refused(anna):
    game = started_game(anna)
    path = f"games/{game}/webhooks/"
    refused(anna.post(path, {**BODY, "url": "http://example.org/"}), 422, "bad_url")
    refused(anna.post(path, {**BODY, "url": 7}), 422, "bad_url")
    refused(anna.post(path, {**BODY, "kinds": []}), 400, "invalid")
    refused(anna.post(path, {**BODY, "kinds": ["rumours"]}), 400, "invalid")
    refused(anna.post(path, {"url": BODY["url"]}), 400, "invalid")
    assert not Webhook.objects.exists()
