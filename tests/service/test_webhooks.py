"""Webhooks: signed, once, to public addresses only, and switched off when nobody answers."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core import mail
from django.core.management import call_command

from games import clock
from games.errors import Illegal, NotAllowed, NotFound, Refused
from games.log.seals import unseal
from games.models import OutboxRow, User, Webhook
from games.net import outbound
from games.net.outbound import checked_url
from games.notify.failing import LONGEST_SILENCE, MOST_FAILURES
from games.notify.outcomes import CallOutcome, Fate
from games.services.play.advance import game_advance
from games.services.post import webhooks
from games.services.post.delivery import deliver_due
from games.services.post.webhooks import MOST_HOOKS, webhook_create, webhook_delete, webhook_rotate
from games.services.tables.seats import player_resign, substitute_end, substitute_name
from tests.service.receiver import Receiver, listening
from tests.service.tables import again, answer, everything_stored, play_out, started

pytestmark = pytest.mark.django_db
ALL = list(Webhook.Kind.values)


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A program that listens here, which only tests may call."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    with listening() as listener:
        yield listener


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Every name leads to these addresses; the network is not ours."""

    def looked_up(_host: str, port: int, *_more: Any, **_named: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (to, port)) for to in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)


def step(game: Any, *people: User) -> None:
    for player in people:
        answer(game, player)
    game_advance(game_id=game.pk)


def calls() -> Any:
    return OutboxRow.objects.filter(webhook__isnull=False).order_by("pk")


def test_a_call_says_public_facts_and_is_signed(anna: User, bert: User, receiver: Receiver) -> None:
    game = started(anna, bert, schedule={"kind": "hours", "hours": 24})
    made = webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    step(game, anna, bert)
    deliver_due()
    deliver_due()
    game = again(game)
    payloads = [json.loads(body) for _, body in receiver.calls]
    assert [call["kind"] for call in payloads] == ["season_report", "your_turn"]
    for call, (headers, body) in zip(payloads, receiver.calls, strict=True):
        assert call == {
            "id": headers["Wallenstein-Id"],
            "game": game.pk,
            "kind": call["kind"],
            "turn": game.turn,
            "step": game.step,
            "seq": game.seq,
            "head": game.head,
            "deadline": game.deadline.strftime("%Y-%m-%dT%H:%M:%SZ") if game.deadline else None,
        }
        signed = headers["Wallenstein-Timestamp"].encode() + b"." + body
        expected = hmac.new(made.secret.encode(), signed, hashlib.sha256).hexdigest()
        assert headers["Wallenstein-Signature"] == f"v1={expected}"
    assert {row.state for row in calls()} == {"sent"}


def test_only_what_was_asked_for_is_told_and_the_end_too(anna: User, receiver: Receiver) -> None:
    game = started(anna)
    webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["game_over"])
    play_out(game, anna)
    deliver_due()
    assert [json.loads(body)["kind"] for _, body in receiver.calls] == ["game_over"]


def test_secrets_are_sealed_shown_once_and_rotated(anna: User, receiver: Receiver) -> None:
    game = started(anna)
    made = webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    assert unseal(made.hook.secret_sealed) == made.secret
    assert made.secret not in repr(made)
    assert not any(made.secret in text for text in everything_stored())
    rotated = webhook_rotate(person=anna, game_id=game.pk, hook_id=made.hook.pk)
    assert rotated.secret != made.secret
    step(game, anna)
    deliver_due()
    headers, body = receiver.calls[0]
    time = headers["Wallenstein-Timestamp"]
    assert headers["Wallenstein-Signature"] == webhooks.signature(rotated.secret, time, body)


@pytest.mark.parametrize("status", [301, 302, 307, 404, 500])
def test_a_refused_call_is_tried_again_and_redirects_lead_nowhere(
    anna: User, receiver: Receiver, status: int
) -> None:
    game = started(anna)
    made = webhook_create(
        person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["season_report"]
    )
    step(game, anna)
    receiver.status = status
    deliver_due()
    assert len(receiver.calls) == 1
    row = calls().get()
    assert (row.state, row.attempts) == ("waiting", 1)
    first = receiver.calls[0][1]
    receiver.status = 204
    calls().update(due_at=row.created_at)
    deliver_due()
    assert calls().get().state == "sent"
    assert receiver.calls[1][1] == first
    made.hook.refresh_from_db()
    assert made.hook.failures == 0


def test_gone_switches_a_webhook_off(anna: User, receiver: Receiver) -> None:
    game = started(anna)
    made = webhook_create(
        person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["season_report"]
    )
    receiver.status = 410
    step(game, anna)
    deliver_due()
    made.hook.refresh_from_db()
    assert made.hook.active is False
    call = calls().get()
    assert (call.state, call.last_error) == ("switched", "410")
    step(game, anna)
    deliver_due()
    assert len(receiver.calls) == 1
    receiver.status = 200
    webhook_rotate(person=anna, game_id=game.pk, hook_id=made.hook.pk)
    step(game, anna)
    deliver_due()
    assert len(receiver.calls) == 2


def test_a_day_of_failures_switches_it_off_and_the_owner_is_told(
    anna: User, receiver: Receiver
) -> None:
    game = started(anna)
    made = webhook_create(
        person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["season_report"]
    )
    step(game, anna)
    row = calls().get()
    for _ in range(MOST_FAILURES):
        webhooks.settle(row, CallOutcome(Fate.LATER))
    assert Webhook.objects.get().active
    Webhook.objects.update(failing_since=clock.now() - LONGEST_SILENCE)
    webhooks.settle(row, CallOutcome(Fate.LATER))
    made.hook.refresh_from_db()
    assert made.hook.active is False
    mail.outbox.clear()
    deliver_due()
    assert receiver.calls == []
    subjects = [letter.subject for letter in mail.outbox]
    assert subjects.count("Your webhook for Prague is switched off") == 1
    [notice] = [letter for letter in mail.outbox if "webhook" in letter.subject]
    assert f"Head of the log: {again(game).head}" in notice.body


def test_deleting_a_webhook_ends_the_calls_that_wait(anna: User, receiver: Receiver) -> None:
    game = started(anna)
    made = webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    step(game, anna)
    webhook_delete(person=anna, game_id=game.pk, hook_id=made.hook.pk)
    deliver_due()
    assert receiver.calls == []


def test_webhooks_are_for_players_and_the_host_and_few(
    anna: User, bert: User, receiver: Receiver
) -> None:
    game = started(anna)
    with pytest.raises(NotAllowed):
        webhook_create(person=bert, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    with pytest.raises(Illegal, match="one or more of"):
        webhook_create(
            person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["rumours"]
        )
    for _ in range(MOST_HOOKS):
        made = webhook_create(
            person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL
        )
    with pytest.raises(Refused, match="Delete a webhook first"):
        webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    for act in (webhook_delete, webhook_rotate):
        with pytest.raises(NotFound):
            act(person=bert, game_id=game.pk, hook_id=made.hook.pk)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "0.1.2.3",
        "255.255.255.255",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "2002:0a00:0001::1",
        "64:ff9b::a00:1",
    ],
)
def test_addresses_that_are_not_public_are_refused(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    resolving(monkeypatch, "93.184.216.34", address)
    with pytest.raises(Illegal, match="not public"):
        checked_url("https://example.org/hook")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "http://example.org/",
        "ftp://example.org/",
        "https:///path",
        "https://anna:secret@example.org/",
        "https://example.org/#part",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org/a b",
        "https://example.org/\r\nX-Evil: 1",
        "https://exämple.org/",
        "https://[::1",
        "https://example.org/" + "a" * 500,
    ],
)
def test_what_is_no_https_address_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    resolving(monkeypatch, "93.184.216.34")
    with pytest.raises(Illegal):
        checked_url(url)
    good = "https://example.org/hook?x=1"
    assert checked_url(good) == good


def test_a_name_that_moves_into_our_network_is_not_called(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(anna)
    resolving(monkeypatch, "93.184.216.34")
    webhook_create(
        person=anna,
        game_id=game.pk,
        url=checked_url("https://example.org/"),
        kinds=["season_report"],
    )
    step(game, anna)
    resolving(monkeypatch, "127.0.0.1")
    connected = []
    monkeypatch.setattr(socket, "create_connection", lambda *args: connected.append(args))
    assert webhooks.send(calls().get()).fate is Fate.LATER
    assert connected == []


def test_the_connection_goes_to_the_address_that_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, "127.0.0.1")
    port = receiver.url.rstrip("/").rpartition(":")[2]
    assert outbound.post(f"http://wherever.example:{port}/x", b"{}", {}) == 200
    headers, body = receiver.calls[0]
    assert (headers["Host"], body) == (f"wherever.example:{port}", b"{}")


@pytest.mark.parametrize("reply", [b"", b"220 smtp.example ESMTP\r\n", b"HTTP/1.1 2", b"x" * 5000])
def test_what_speaks_no_http_counts_as_a_failure(settings: Any, reply: bytes) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def answer_once() -> None:
            line, _ = server.accept()
            with line:
                line.recv(4096)
                line.sendall(reply)

        thread = threading.Thread(target=answer_once)
        thread.start()
        with pytest.raises(OSError):  # noqa: PT011 any of its kinds
            outbound.post(f"http://127.0.0.1:{port}/", b"{}", {})
        thread.join()


def test_rotating_the_keys_of_the_site_takes_the_secrets_along(
    anna: User, receiver: Receiver, settings: Any
) -> None:
    game = started(anna)
    made = webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    new = Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, *settings.SEAL_KEYS)
    call_command("rotate_keys", stdout=StringIO())
    settings.SEAL_KEYS = (new,)
    made.hook.refresh_from_db()
    assert unseal(made.hook.secret_sealed) == made.secret


@pytest.mark.parametrize(("visibility", "left"), [("public", 2), ("unlisted", 0)])
def test_a_webhook_does_not_outlive_what_its_owner_may_see(
    anna: User, bert: User, cora: User, receiver: Receiver, visibility: str, left: int
) -> None:
    game = started(anna, bert, visibility=visibility)
    substitute_name(person=bert, game_id=game.pk, player="cora", why="A journey")
    for owner in (bert, cora):
        webhook_create(person=owner, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    player_resign(person=bert, game_id=game.pk)
    assert Webhook.objects.exclude(owner=anna).count() == left
    assert Webhook.objects.filter(owner=anna).count() == 1
    player_resign(person=anna, game_id=game.pk)  # who is the host no longer, either
    assert Webhook.objects.filter(owner=anna).exists() is (visibility == "public")


def test_a_substitute_who_goes_takes_their_webhooks_along(
    anna: User, cora: User, receiver: Receiver
) -> None:
    game = started(anna, visibility="unlisted")
    substitute_name(person=anna, game_id=game.pk, player="cora", why="A journey")
    for owner in (anna, cora):
        webhook_create(person=owner, game_id=game.pk, url=checked_url(receiver.url), kinds=ALL)
    substitute_end(person=anna, game_id=game.pk)
    assert [hook.owner for hook in Webhook.objects.all()] == [anna]
