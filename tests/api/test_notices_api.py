"""Notices over the API: what is wanted, where to, and what became of it."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Destination, OutboxRow
from games.notify.destinations import TESTS_AN_HOUR
from games.services.post.delivery import deliver_due
from tests.api.requests import Asker, content, person, refused, started_game
from tests.service.browsers import Browser
from tests.service.receiver import Receiver, listening


@pytest.fixture
def receiver(settings: Any):
    settings.WEBHOOKS_TO_LOOPBACK = True
    with listening() as listener:
        yield listener


def channels(shown: Any, kind: str) -> list[str]:
    return next(row["channels"] for row in shown.json()["kinds"] if row["kind"] == kind)


def test_wishes_are_shown_and_changed(anna):
    shown = anna.get("me/notices/")
    assert channels(shown, "your_turn") == ["mail", "push", "apprise"]
    assert channels(shown, "season_report") == ["mail"]
    assert len(shown.json()["push_key"]) == 87
    body = {
        "choices": [
            {"kind": "season_report", "channel": "mail", "wanted": False},
            {"kind": "season_report", "channel": "push", "wanted": True},
        ],
        "quiet_from": "22:00",
        "quiet_until": "07:00",
    }
    changed = anna("PATCH", "me/notices/", body)
    assert channels(changed, "season_report") == ["push"]
    assert changed.json()["quiet_until"] == "07:00:00"
    later = anna("PATCH", "me/notices/", {"digest_at": "08:00"})
    assert (later.json()["quiet_from"], later.json()["digest_at"]) == ("22:00:00", "08:00:00")
    off = anna("PATCH", "me/notices/", {"quiet_from": None, "quiet_until": None})
    assert (off.json()["quiet_from"], off.json()["digest_at"]) == (None, "08:00:00")
    assert channels(off, "season_report") == ["push"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"quiet_from": "22:00"}, 422, "bad_times"),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, 422, "bad_times"),
        ({"quiet_from": "soon"}, 400, "invalid"),
        ({"choices": [{"kind": "rumours", "channel": "mail", "wanted": True}]}, 400, "invalid"),
        ({"choices": [{"kind": "vote", "channel": "webhook", "wanted": True}]}, 400, "invalid"),
        ({"colour": "blue"}, 400, "invalid"),
    ],
)
def test_wishes_that_make_no_sense_change_nothing(anna, body, status, code):
    before = anna.get("me/notices/").json()
    answer = anna("PATCH", "me/notices/", body)
    assert answer.status_code == status
    if status == 422:
        refused(answer, status, code)
    assert anna.get("me/notices/").json() == before


def test_a_browser_is_added_told_tried_and_removed(anna, bela, receiver: Receiver):
    browser = Browser(f"{receiver.url}push/anna")
    body = {"name": "phone", "subscription": browser.subscription}
    made = anna.post("me/destinations/", body, HTTP_IDEMPOTENCY_KEY="k")
    assert made.status_code == 201, made.content
    again = anna.post("me/destinations/", body, HTTP_IDEMPOTENCY_KEY="k")
    assert again.json() == made.json()
    place = made.json()
    assert (place["channel"], place["name"], place["active"]) == ("push", "phone", True)
    for answer in (made, anna.get("me/destinations/")):
        for secret in browser.subscription.values():
            assert secret not in content(answer).decode()
    game = started_game(anna)
    deliver_due()
    assert f"/games/{game}/" in browser.read(receiver.calls[0][1])["url"]
    tried = anna.post(f"me/destinations/{place['id']}/test/")
    assert (tried.status_code, tried.json()["words"]) == (201, "about to be sent")
    deliver_due()
    newest = anna.get("me/post/").json()["results"][0]
    assert (newest["kind"], newest["to"], newest["state"]) == ("test", "phone", "sent")
    assert newest["words"].startswith("accepted by phone ")
    path = f"me/destinations/{place['id']}/"
    refused(bela.delete(path), 404, "no_such_destination")
    refused(bela.post(f"{path}test/"), 404, "no_such_destination")
    assert anna.delete(path).status_code == 204
    assert anna.get("me/destinations/").json() == []


def test_a_service_is_added_and_its_address_never_shown_again(anna, receiver: Receiver):
    address = f"json{receiver.url[4:]}a-secret-token"
    made = anna.post("me/destinations/", {"address": address})
    assert made.status_code == 201, made.content
    assert (made.json()["name"], made.json()["hint"]) == ("JSON", "JSON")
    for answer in (made, anna.get("me/destinations/"), anna.get("me/post/")):
        assert "a-secret-token" not in content(answer).decode()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_destination"),
        ({"address": "discord://1/2", "subscription": Browser("https://x/").subscription},
         "bad_destination"),
        ({"address": "syslog://"}, "bad_address"),
        ({"address": "mailto://user:pass@example.org"}, "bad_address"),
        ({"address": "file:///etc/passwd"}, "bad_address"),
        ({"address": "discord"}, "bad_address"),
        ({"address": "workflows://host/a/b?template=/etc/passwd"}, "bad_address"),
        ({"address": "jsons://host/?verify=no"}, "bad_address"),
        ({"subscription": Browser("http://push.example/").subscription}, "bad_url"),
        ({"subscription": Browser("https://127.0.0.1/").subscription}, "bad_url"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_refused(anna, body, code):
    refused(anna.post("me/destinations/", body), 422, code)
    assert not Destination.objects.exists()


def test_the_post_tells_what_became_of_each_notice(anna, bela):
    game, other = started_game(anna, bela), started_game(anna)
    deliver_due()
    mine = anna.get(f"me/post/?game={game}").json()
    assert mine["count"] == 1
    assert {row["kind"] for row in mine["results"]} == {"your_turn"}
    assert {row["state"] for row in mine["results"]} == {"sent"}
    assert all(row["words"].startswith("accepted by mail server ") for row in mine["results"])
    everything = anna.get("me/post/?page_size=1").json()
    assert (everything["count"], len(everything["results"])) == (2, 1)
    assert anna.get("me/post/?page=9").json()["results"] == []
    assert bela.get(f"me/post/?game={other}").json()["count"] == 0
    assert anna.get("me/post/?page=none").status_code == 400


def test_tests_are_few_and_a_webhook_is_tried_too(anna, monkeypatch):
    monkeypatch.setattr("games.net.outbound.resolved", lambda _parts: "192.0.2.1")
    game = started_game(anna)
    hook = anna.post(
        f"games/{game}/webhooks/", {"url": "https://example.org/", "kinds": ["game_over"]}
    ).json()
    tried = anna.post(f"games/{game}/webhooks/{hook['id']}/test/")
    assert (tried.status_code, tried.json()["channel"]) == (201, "webhook")
    for _ in range(TESTS_AN_HOUR - 1):
        assert anna.post("me/address/test/").status_code == 201
    refused(anna.post("me/address/test/"), 429, "too_many_tests")
    assert OutboxRow.objects.filter(kind="test").count() == TESTS_AN_HOUR


def test_a_token_needs_the_scope_for_it(db):
    reader = Asker(person("cora"), scopes=("read",))
    assert reader.get("me/notices/").status_code == 200
    assert reader.get("me/post/").status_code == 200
    refused(reader("PATCH", "me/notices/", {}), 403, "insufficient_scope")
    refused(reader.post("me/destinations/", {}), 403, "insufficient_scope")
    refused(reader.post("me/address/test/"), 403, "insufficient_scope")
