"""The pages about notices: what I want, my channels, my post."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import Destination, NoticeChoice, NoticeTimes, OutboxRow, User, Webhook
from games.notify import switch_off
from games.services.post.delivery import deliver_due
from tests.service.browsers import Browser
from tests.service.receiver import Receiver, listening
from tests.service.tables import started
from tests.web.pages import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with listening() as listener:
        yield listener


def ticked(page: str) -> set[str]:
    """The boxes of a page that are ticked."""
    boxes = re.findall(r'<input type="checkbox" name="([^"]+)" checked>', page)
    return set(boxes)


def test_choices_are_made_with_a_plain_form(anna: User) -> None:
    reader = Reader(anna)
    page = reader.get("/me/notices/")
    all_by_mail = ticked(page)
    assert {"your_turn mail", "season_report mail"} <= all_by_mail
    assert not any(name.endswith((" push", " apprise")) for name in all_by_mail)
    left = dict.fromkeys(all_by_mail - {"season_report mail"}, "on")
    times = {"quiet_from": "22:00", "quiet_until": "07:00", "digest_at": "08:00"}
    saved = reader.post("/me/notices/", {**left, **times})
    assert "Saved." in saved
    assert ticked(saved) == set(left)
    assert 'name="quiet_from" value="22:00"' in saved
    kept = NoticeTimes.objects.get(user=anna)
    assert (kept.quiet_until.hour, kept.digest_at.hour) == (7, 8)  # type: ignore[union-attr]
    refused = reader.post("/me/notices/", {**left, "quiet_from": "22:00"}, status=422)
    assert "a beginning and an end" in refused
    assert 'name="quiet_from" value="22:00"' in refused
    assert NoticeTimes.objects.get(user=anna).quiet_until is not None


def test_a_choice_about_a_channel_that_is_not_shown_stays(anna: User, receiver: Receiver) -> None:
    reader = Reader(anna)
    NoticeChoice.objects.create(user=anna, kind="vote", channel="push", wanted=True)
    reader.post("/me/notices/", {"your_turn mail": "on"})
    assert NoticeChoice.objects.get(channel="push").wanted
    reader.post("/me/notices/browsers/", Browser(f"{receiver.url}push").subscription)
    page = reader.get("/me/notices/")
    assert "vote push" in ticked(page)
    assert "season_report push" not in ticked(page)


def test_a_browser_is_added_tried_and_removed(anna: User, receiver: Receiver) -> None:
    reader, browser = Reader(anna), Browser(f"{receiver.url}push/secret-part")
    page = reader.post("/me/notices/browsers/", {**browser.subscription, "name": "My phone"})
    assert "Notifications go to this browser" in page
    assert "My phone" in page
    for secret in ("secret-part", *browser.subscription.values()):
        assert secret not in page
    place = Destination.objects.get()
    assert "on its way" in reader.post(f"/me/notices/{place.pk}/test/")
    deliver_due()
    assert len(receiver.calls) == 1
    post = reader.get("/me/post/")
    assert "A test" in post
    assert "accepted by My phone" in post
    assert "Removed." in reader.post(f"/me/notices/{place.pk}/remove/")
    assert not Destination.objects.exists()
    reader.post(f"/me/notices/{place.pk}/remove/", status=404)
    reader.post(f"/me/notices/{place.pk}/test/", status=404)


def test_a_subscription_that_is_none_is_refused_in_words(anna: User) -> None:
    page = Reader(anna).post("/me/notices/browsers/", {"endpoint": "x"}, status=422)
    assert "This is not a browser’s subscription." in page


def test_a_service_is_added_and_its_address_is_shown_nowhere(
    anna: User, receiver: Receiver
) -> None:
    reader = Reader(anna)
    wrong = reader.post("/me/notices/services/", {"address": "syslog://", "name": "x"}, status=422)
    assert "must begin with one of these" in wrong
    assert 'value="syslog://"' in wrong
    address = f"json{receiver.url[4:]}hidden-token"
    added = reader.post("/me/notices/services/", {"address": address, "name": "Our chat"})
    assert "Our chat" in added
    assert "hidden-token" not in added
    assert "hidden-token" not in reader.get("/me/post/")


def test_a_program_is_added_with_its_secret_once(anna: User, receiver: Receiver) -> None:
    game = started(anna, name="The Siege")
    reader = Reader(anna)
    given = {"game": game.pk, "url": receiver.url, "kinds": ["your_turn"]}
    wrong = reader.post("/me/notices/hooks/", {**given, "url": "ftp://x"}, status=422)
    assert "must begin with https" in wrong
    made = reader.post("/me/notices/hooks/", given, status=201)
    assert "whs_" in made
    assert "whs_" not in reader.get("/me/notices/")
    hook = Webhook.objects.get()
    reader.post(f"/me/notices/hooks/{hook.pk}/test/")
    deliver_due("calls")
    assert len(receiver.calls) == 1
    assert "accepted by webhook" in reader.get("/me/post/")
    assert "Removed." in reader.post(f"/me/notices/hooks/{hook.pk}/remove/")
    reader.post(f"/me/notices/hooks/{hook.pk}/test/", status=404)
    reader.post(f"/me/notices/hooks/{hook.pk}/remove/", status=404)


def test_the_post_says_what_became_of_each_notice_and_is_mine_alone(anna: User, bert: User) -> None:
    game = started(anna, bert, name="The Siege")
    other = started(bert, name="Prague")
    deliver_due()
    reader = Reader(anna)
    page = reader.get("/me/post/")
    assert page.count("accepted by mail server") == 1
    assert "Prague" not in page
    assert "Delivery log of The Siege" in reader.get(f"/me/post/?game={game.pk}")
    assert "Nothing yet." in reader.get(f"/me/post/?game={other.pk}")
    assert f"/me/post/?game={game.pk}" in reader.get(f"/games/{game.pk}/")
    OutboxRow.objects.filter(user=anna).update(state="given_up", last_error="SMTPDataError")
    assert page.count("given up") == 0
    assert reader.get("/me/post/").count("given up (SMTPDataError)") == 1


def test_who_cannot_be_told_is_told_on_every_page(anna: User, receiver: Receiver) -> None:
    reader = Reader(anna)
    warning = "Nothing would tell you that it is your turn"
    assert warning not in reader.get("/")
    switch_off(user=anna, kind="your_turn", channel="mail")
    for path in ("/", "/me/", "/tables/"):
        assert warning in reader.get(path)
    reader.post("/me/notices/browsers/", Browser(f"{receiver.url}push").subscription)
    assert warning not in reader.get("/")


def test_tests_are_few(anna: User) -> None:
    reader = Reader(anna)
    for _ in range(6):
        reader.post("/me/notices/mail/test/")
    assert "Too many attempts" in reader.post("/me/notices/mail/test/", status=429)


def test_the_script_that_shows_pushes_is_for_the_whole_site(client: Client) -> None:
    script = client.get("/sw.js")
    assert script["Content-Type"] == "text/javascript"
    assert script["Cache-Control"] == "no-cache"
    text = script.content.decode()
    assert "showNotification" in text
    assert "site/icon" in text


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    for path in ("/me/notices/", "/me/post/"):
        assert client.get(path).status_code == 302
    for path in ("/me/notices/browsers/", "/me/notices/services/", "/me/notices/1/test/"):
        assert client.post(path).status_code == 302
        assert client.get(path).status_code in (302, 405)


def test_without_a_key_the_page_says_that_there_is_no_push(anna: User, settings: Any) -> None:
    settings.PUSH_KEY = ""
    assert "Push notifications are not set up" in Reader(anna).get("/me/notices/")
