"""Channels besides mail: a browser, a service, a program; set up, tried, told, and taken away."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from py_vapid import Vapid02
from structlog.testing import capture_logs

from games.errors import Illegal, NotFound, Refused, TooFast
from games.models import Destination, OutboxRow, User
from games.net.outbound import checked_url
from games.notify import messengers, push
from games.notify.choices import choices_change
from games.notify.destinations import (
    LOOKS_AN_HOUR,
    MOST,
    TESTS_AN_HOUR,
    address_checked,
    browser_add,
    destination_remove,
    destination_try,
    mail_try,
    webhook_try,
)
from games.notify.states import state_in_words
from games.services.people.accounts import account_delete
from games.services.post.delivery import deliver_due
from games.services.post.webhooks import webhook_create
from tests.service.browsers import Browser
from tests.service.places import browser, receiver, service, states
from tests.service.receiver import Receiver
from tests.service.tables import everything_stored, started

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_a_browser_is_told_in_words_that_only_it_can_read(
    anna: User, bert: User, receiver: Receiver
) -> None:
    owned, _ = browser(anna, receiver)
    game = started(anna, bert, name="The Siege")
    assert deliver_due() == 3
    ((headers, body),) = receiver.calls
    assert b"Siege" not in body
    notice = owned.read(body)
    assert notice["title"] == "Your turn in The Siege"
    assert f"/games/{game.pk}/turn/" in notice["url"]
    assert headers["Content-Encoding"] == "aes128gcm"
    assert (headers["Urgency"], headers["Topic"]) == ("high", notice["tag"])
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={push.public_key()}")
    assert states(anna) == [
        ("your_turn", "mail", "sent"),
        ("your_turn", "push", "sent"),
    ]
    assert deliver_due() == 0
    assert len(receiver.calls) == 1


def test_two_browsers_of_one_person_are_told_once_each(anna: User, receiver: Receiver) -> None:
    for name in ("phone", "desk"):
        browser(anna, receiver, name)
    started(anna)
    deliver_due("calls")
    paths = states(anna, channel="push")
    assert paths == [("your_turn", "push", "sent")] * 2
    assert len(receiver.calls) == 2


def test_a_service_is_told_through_apprise(anna: User, receiver: Receiver) -> None:
    service(anna, receiver)
    game = started(anna, name="The Siege")
    deliver_due("calls")
    ((_, body),) = receiver.calls
    notice = json.loads(body)
    assert notice["title"] == "Your turn in The Siege"
    assert f"/games/{game.pk}/" in notice["message"]
    assert states(anna, channel="apprise") == [("your_turn", "apprise", "sent")]


def test_addresses_are_sealed_and_shown_nowhere(
    anna: User, receiver: Receiver, settings: Any
) -> None:
    owned, place = browser(anna, receiver)
    chat = service(anna, receiver, "very-secret")
    stored = list(everything_stored())
    secrets = [*owned.subscription.values(), "very-secret"]
    assert not any(secret in text for secret in secrets[:3] for text in stored)
    assert not any("token-very-secret" in text for text in stored)
    assert not any(secret in f"{place!r} {place} {chat!r} {chat}" for secret in secrets)
    new = Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, *settings.SEAL_KEYS)
    call_command("rotate_keys", stdout=StringIO())
    settings.SEAL_KEYS = (new,)
    started(anna)
    assert deliver_due("calls") == 2


def test_a_browser_that_comes_again_is_the_same_one(anna: User, receiver: Receiver) -> None:
    owned, first = browser(anna, receiver)
    Destination.objects.update(active=False, failures=3, trouble="410")
    second = browser_add(person=anna, name="tablet", subscription=owned.subscription)
    assert (second.pk, second.name, second.active, second.trouble) == (first.pk, "tablet", True, "")
    for number in range(MOST - 1):
        browser(anna, receiver, str(number))
    with pytest.raises(Refused, match="Remove another one first"):
        browser(anna, receiver, "more")


def test_a_place_that_is_removed_is_told_nothing_more(
    anna: User, bert: User, receiver: Receiver
) -> None:
    _, place = browser(anna, receiver)
    started(anna)
    with pytest.raises(NotFound):
        destination_remove(person=bert, destination_id=place.pk)
    destination_remove(person=anna, destination_id=place.pk)
    deliver_due("calls")
    assert receiver.calls == []
    assert states(anna, channel="push") == []


def test_a_test_goes_the_way_of_every_notice_and_switches_on_what_works(
    anna: User, bert: User, receiver: Receiver
) -> None:
    owned, place = browser(anna, receiver)
    Destination.objects.update(active=False, trouble="410")
    destination_try(person=anna, destination_id=place.pk)
    mail_try(person=anna)
    assert deliver_due() == 2
    assert owned.read(receiver.calls[0][1])["title"] == "A test from Wallenstein by Post"
    assert [letter.subject for letter in mail.outbox] == ["A test from Wallenstein by Post"]
    place.refresh_from_db()
    assert (place.active, place.trouble) == (True, "")
    with pytest.raises(NotFound):
        destination_try(person=bert, destination_id=place.pk)


def test_a_test_that_fails_says_so_at_once_and_is_not_repeated(
    anna: User, receiver: Receiver
) -> None:
    place = service(anna, receiver)
    receiver.status = 500
    row = destination_try(person=anna, destination_id=place.pk)
    with capture_logs():
        deliver_due()
    row.refresh_from_db()
    assert (row.state, state_in_words(row)) == ("given_up", "chat answered 500, given up")


def test_a_webhook_can_be_tried(anna: User, bert: User, receiver: Receiver) -> None:
    game = started(anna)
    hook = webhook_create(
        person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["game_over"]
    ).hook
    webhook_try(person=anna, game_id=game.pk, hook_id=hook.pk)
    deliver_due("calls")
    assert json.loads(receiver.calls[0][1])["kind"] == "test"
    with pytest.raises(NotFound):
        webhook_try(person=bert, game_id=game.pk, hook_id=hook.pk)
    hook.active = False
    hook.save()
    with pytest.raises(Refused, match="switched off"):
        webhook_try(person=anna, game_id=game.pk, hook_id=hook.pk)


def test_tests_are_few(anna: User, at: Callable[[datetime], None]) -> None:
    at(NOON)
    for _ in range(TESTS_AN_HOUR):
        mail_try(person=anna)
    with pytest.raises(TooFast):
        mail_try(person=anna)
    at(NOON + timedelta(hours=1, minutes=1))
    mail_try(person=anna)
    assert OutboxRow.objects.filter(kind="test").count() == TESTS_AN_HOUR + 1


@pytest.mark.parametrize(
    "change",
    [
        {"p256dh": "AAAA"},
        {"p256dh": "B" * 87},
        {"auth": "short"},
        {"auth": "ä" * 22},
        {"endpoint": "https://localhost/push"},
        {"endpoint": "ftp://push.example/x"},
    ],
)
def test_what_is_no_subscription_is_refused(change: dict[str, str]) -> None:
    given = Browser("https://127.0.0.1/push").subscription
    with pytest.raises(Illegal):
        push.checked_subscription({**given, **change})


def test_a_site_without_a_key_pushes_to_nobody(
    anna: User, receiver: Receiver, settings: Any
) -> None:
    owned, place = browser(anna, receiver)
    settings.PUSH_KEY = ""
    assert push.public_key() == ""
    with pytest.raises(Illegal, match="does not send push"):
        push.checked_subscription(owned.subscription)
    started(anna)
    deliver_due("calls")
    place.refresh_from_db()
    assert (place.active, place.trouble) == (False, "no key")
    assert states(anna, channel="push") == [("your_turn", "push", "switched")]


def test_an_account_that_is_deleted_takes_its_places_along(anna: User, receiver: Receiver) -> None:
    browser(anna, receiver)
    choices_change(person=anna, wanted={("reminder", "mail"): False})
    account_delete(person=anna)
    assert not Destination.objects.exists()
    assert not anna.notice_choices.exists()


def test_a_name_is_one_line(anna: User, receiver: Receiver) -> None:
    _, place = browser(anna, receiver, "my\r\nBcc: all@example.org\x00phone" + "x" * 60)
    assert place.name == "my Bcc: all@example.org phone" + "x" * 31
    _, nameless = browser(anna, receiver, "\n")
    assert nameless.name == nameless.hint


def test_looks_at_an_address_are_few(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messengers, "service_of", lambda _address: "Discord")
    for _ in range(LOOKS_AN_HOUR):
        address_checked(person=anna, text="discord://1/2")
    with pytest.raises(TooFast):
        address_checked(person=anna, text="discord://1/2")


def test_a_count_of_looks_may_vanish_at_any_moment(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messengers, "service_of", lambda _address: "Discord")
    address_checked(person=anna, text="discord://1/2")

    def gone(key: str) -> int:
        cache.delete(key)
        raise ValueError(key)

    monkeypatch.setattr(cache, "incr", gone)
    assert address_checked(person=anna, text="discord://1/2") == ("discord://1/2", "Discord")
