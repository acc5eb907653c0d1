"""The post office at home: letters are read and answered in the browser, and only one's own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core import mail
from django.core.management import call_command
from django.test import Client

from games.models import Game, InboundMail, OutboxRow, User
from games.services.post.account_letters import account_letter_keep
from games.services.post.delivery import deliver_due
from tests.mail.post import orders_for
from tests.service.tables import everything_stored, person, started


@pytest.fixture
def anna(db: None) -> User:
    return person("anna")


@pytest.fixture
def bert(db: None) -> User:
    return person("bert")


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert, players=3)


@pytest.fixture
def turn(game: Game, anna: User) -> OutboxRow:
    """The letter that says that it is her turn."""
    return OutboxRow.objects.get(user=anna, kind="your_turn")


@pytest.fixture
def reader(anna: User, client: Client) -> Client:
    client.force_login(anna)
    return client


def test_letters_are_listed_and_shown(reader: Client, turn: OutboxRow) -> None:
    listed = reader.get("/outbox/").content.decode()
    assert "Your turn in Prague" in listed
    assert f"/outbox/{turn.pk}/" in listed
    shown = reader.get(f"/outbox/{turn.pk}/").content.decode()
    assert "####&gt; Write your answer above this line." in shown
    assert "<textarea" in shown


def test_a_letter_that_was_sent_stays_in_its_language(
    reader: Client, turn: OutboxRow, anna: User
) -> None:
    deliver_due()
    User.objects.filter(pk=anna.pk).update(language="de")
    assert "Your turn in Prague" in reader.get("/outbox/").content.decode()
    shown = reader.get(f"/outbox/{turn.pk}/").content.decode()
    assert "Inside the tower" in shown
    assert "Write your answer above this line." in shown
    # What has not gone yet goes in the language of its reader.
    OutboxRow.objects.filter(pk=turn.pk).update(data=turn.data)
    assert "Your turn in Prague" not in reader.get("/outbox/").content.decode()


def test_a_letter_is_answered_with_orders(
    reader: Client, turn: OutboxRow, game: Game, anna: User
) -> None:
    orders = orders_for(game, anna)
    answer = reader.post(f"/outbox/{turn.pk}/", {"text": orders}, follow=True)
    assert InboundMail.objects.get().outcome == InboundMail.Outcome.ACCEPTED
    assert "Sealed: your orders in Prague" in answer.content.decode()


def test_an_empty_answer_quotes_and_orders_nothing(reader: Client, turn: OutboxRow) -> None:
    answer = reader.post(f"/outbox/{turn.pk}/", {"text": "  "}, follow=True)
    assert InboundMail.objects.get().outcome == InboundMail.Outcome.NOTHING
    assert "There are no orders in your mail" in answer.content.decode()


def test_no_other_letter_is_shown_as_the_answer(reader: Client, turn: OutboxRow) -> None:
    """A machine that says nothing again and again is not answered, nor is somebody who does so."""
    responses = [
        reader.post(f"/outbox/{turn.pk}/", {"text": "Hello!"}, follow=True) for _ in range(4)
    ]
    *answered, last = responses
    for answer in answered:
        assert "this is the answer to it" in answer.content.decode()
    assert last.redirect_chain[-1][0] == f"/outbox/{turn.pk}/"
    shown = last.content.decode()
    assert "this is the answer to it" not in shown
    assert "It gets no answer" in shown


def test_the_looks_of_a_letter_bring_no_script(reader: Client, turn: OutboxRow) -> None:
    answer = reader.get(f"/outbox/{turn.pk}/looks/")
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")
    assert "sandbox" in answer["Content-Security-Policy"]
    html = answer.content.decode()
    assert "data:image/png;base64," in html
    assert "cid:" not in html


def test_letters_of_others_are_not_there(
    reader: Client, game: Game, bert: User, turn: OutboxRow
) -> None:
    his = OutboxRow.objects.filter(user=bert).latest("pk")
    for address in (f"/outbox/{his.pk}/", f"/outbox/{his.pk}/looks/"):
        assert reader.get(address).status_code == 404
    assert reader.post(f"/outbox/{his.pk}/", {"text": "status"}).status_code == 404
    assert f"/outbox/{his.pk}/" not in reader.get("/outbox/").content.decode()


def test_a_site_with_a_mail_server_has_none(reader: Client, turn: OutboxRow, settings: Any) -> None:
    settings.POST_OFFICE = False
    assert reader.get("/outbox/").status_code == 404
    assert reader.get(f"/outbox/{turn.pk}/").status_code == 404
    assert "/outbox/" not in reader.get("/").content.decode()


def test_strangers_are_asked_to_sign_in(client: Client, turn: OutboxRow) -> None:
    for address in ("/outbox/", f"/outbox/{turn.pk}/", f"/outbox/{turn.pk}/looks/"):
        assert client.get(address).status_code == 302


SIGN_UP = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": "a horse and a tower",
    "password2": "a horse and a tower",
    "language": "en",
    "time_zone": "Europe/Vienna",
}


def test_whoever_signs_up_reads_the_letter_to_confirm_here(db: None, client: Client) -> None:
    client.post("/accounts/signup/", SIGN_UP)
    listed = client.get("/outbox/").content.decode()
    assert "Wallenstein by Post: Confirm your address" in listed
    row = OutboxRow.objects.get(kind="account")
    shown = client.get(f"/outbox/{row.pk}/").content.decode()
    assert "to dora@example.org" in shown
    assert "the address stays unconfirmed" in shown
    [sent] = mail.outbox
    key = re.search(r"/accounts/confirm-email/([^/\s]+)/", str(sent.body))
    assert key
    assert key[0] in shown
    assert "<textarea" not in shown
    assert key[1] not in "".join(everything_stored())
    assert "About your account" in client.get("/me/post/").content.decode()


def test_a_letter_about_an_account_outlives_its_key(
    anna: User, reader: Client, settings: Any
) -> None:
    account_letter_keep(person=anna, to=anna.email, subject="Confirm", text="Please confirm.")
    new = Fernet.generate_key().decode()
    settings.SEAL_KEYS = (new, *settings.SEAL_KEYS)
    call_command("rotate_keys", verbosity=0)
    settings.SEAL_KEYS = (new,)
    row = OutboxRow.objects.get(kind="account")
    assert "Please confirm." in reader.get(f"/outbox/{row.pk}/").content.decode()


def test_a_forgotten_password_is_mended_at_the_machine_itself(anna: User, client: Client) -> None:
    page = client.post("/accounts/password/reset/", {"email": anna.email}, follow=True)
    assert "var/outbox" in page.content.decode()
    [sent] = mail.outbox
    key = re.search(r"/accounts/password/reset/key/[^/\s]+", str(sent.body))
    assert key
    assert key[0] not in page.content.decode()


def test_with_a_mail_server_no_letter_about_an_account_is_kept(
    anna: User, client: Client, settings: Any
) -> None:
    settings.POST_OFFICE = False
    page = client.post("/accounts/password/reset/", {"email": anna.email}, follow=True)
    assert "outbox" not in page.content.decode()
    assert len(mail.outbox) == 1
    assert not OutboxRow.objects.exists()


def test_somebody_whose_letters_come_back_is_told(reader: Client, anna: User, db: None) -> None:
    assert "bounces" not in reader.get("/").content.decode()
    User.objects.filter(pk=anna.pk).update(bounced_at="2026-11-16T08:00Z", bounced_from=anna.email)
    assert "Mail to anna@example.org bounces" in reader.get("/").content.decode()
