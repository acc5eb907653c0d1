"""The ways mail comes in: a listener for SMTP and LMTP, a mailbox, a provider."""

from __future__ import annotations

import asyncio
import base64
import json
import smtplib
import stat
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client, override_settings
from django.urls import include, path

from games.models import Game, InboundMail, User
from games.services.post import mail_in
from games.services.post.mail_in import MOST_BYTES
from games.transports import listener, mailbox, provider
from games.transports.listener import LATER, Handler, Lmtp, Smtp, talk
from games.transports.mailbox import Fetched, Unreachable, fetch
from tests.mail.imap_server import MailboxServer
from tests.mail.post import address_of, last_answer, last_mail, orders_for, written
from tests.service.servers import PATIENCE
from tests.service.tables import person, started
from wallenstein_site.mail import mail_provider
from wallenstein_site.mail import mailbox as mailbox_settings

Start = Callable[..., int]


@pytest.fixture
def table(committed: None) -> tuple[Game, User]:
    """A game whose rows other threads see."""
    anna = person("anna")
    return started(anna, person("bert"), players=3), anna


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop in a thread of its own: in ours a browser of earlier tests may keep one running."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    yield loop
    asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result(PATIENCE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(PATIENCE)
    loop.close()


@pytest.fixture
def start(loop: asyncio.AbstractEventLoop) -> Iterator[Start]:
    """Listeners on free ports."""
    servers: list[Any] = []

    def begin(kind: Any, place: str = "") -> int:
        conversation = partial(talk, kind, Handler(), "wallenstein.example")
        made: Any = (
            loop.create_unix_server(conversation, place)
            if place
            else loop.create_server(conversation, "127.0.0.1", 0)
        )
        server = asyncio.run_coroutine_threadsafe(made, loop).result(PATIENCE)
        servers.append(server)
        return 0 if place else int(server.sockets[0].getsockname()[1])

    yield begin
    for server in servers:
        loop.call_soon_threadsafe(server.close)


def test_smtp_says_yes_when_the_orders_are_sealed(table: tuple[Game, User], start: Start) -> None:
    game, anna = table
    to, mail = address_of(game, anna), written(address_of(game, anna), orders_for(game, anna))
    with smtplib.SMTP("127.0.0.1", start(Smtp)) as line:
        assert line.sendmail("a@example.org", [to], mail) == {}
        assert last_mail().outcome == InboundMail.Outcome.ACCEPTED
        # The yes got lost on its way: the mail comes again, and counts once.
        line.sendmail("a@example.org", [to.upper()], mail)
    assert InboundMail.objects.count() == 1


def test_lmtp_on_a_socket(table: tuple[Game, User], start: Start, tmp_path: Path) -> None:
    game, anna = table
    place = tmp_path / "lmtp"
    start(Lmtp, str(place))
    to = address_of(game, anna)
    with smtplib.LMTP(str(place)) as line:
        refused = line.sendmail("a@example.org", [to, to], written(to, "status"))
    # One recipient at a time: the other one comes again by itself.
    assert [code for code, _text in refused.values()] == [452]
    assert last_mail().outcome == InboundMail.Outcome.COMMAND


def test_a_machine_that_wants_no_answer_gets_none(table: tuple[Game, User], start: Start) -> None:
    """RFC 5321 and 3834: what comes from nobody is never answered, whatever else it says."""
    game, anna = table
    to = address_of(game, anna)
    with smtplib.SMTP("127.0.0.1", start(Smtp)) as line:
        assert line.sendmail("", [to], written(to, "grain: I am away until Monday.")) == {}
    assert not InboundMail.objects.exists()


def test_what_is_not_for_us_is_refused_before_it_is_sent(
    table: tuple[Game, User], start: Start
) -> None:
    with smtplib.SMTP("127.0.0.1", start(Smtp)) as line:
        line.ehlo()
        line.mail("a@example.org")
        assert line.rcpt("t-bcd234fghj-b-aabcdefg-abcdefghijklmnop@localhost")[0] == 550
        assert line.rcpt("somebody@example.org")[0] == 550
        assert line.rcpt("post@localhost")[0] == 250
        line.rset()
        game, anna = table
        large = written(address_of(game, anna), "x" * (MOST_BYTES + 10_000))
        with pytest.raises(smtplib.SMTPException):
            line.sendmail("a@example.org", [address_of(game, anna)], large)
    assert not InboundMail.objects.exists()


def test_trouble_of_ours_means_later(
    table: tuple[Game, User], start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, anna = table
    to = address_of(game, anna)

    def broken(**_: Any) -> None:
        raise RuntimeError("a plan may stand here")

    with smtplib.SMTP("127.0.0.1", start(Smtp)) as line:
        with monkeypatch.context() as patched:
            patched.setattr(listener, "mail_take", broken)
            with pytest.raises(smtplib.SMTPDataError) as refused:
                line.sendmail("a@example.org", [to], written(to, "status"))
            assert refused.value.smtp_code == 451
        assert line.sendmail("a@example.org", [to], written(to, "status")) == {}
    assert last_mail().outcome == InboundMail.Outcome.COMMAND


@pytest.mark.parametrize(("kind", "broken"), [(Smtp, "is_ours"), (Lmtp, "_refusal_of")])
def test_an_address_nobody_can_look_up_is_tried_later_and_told_nothing(
    table: tuple[Game, User], start: Start, monkeypatch: pytest.MonkeyPatch, kind: Any, broken: str
) -> None:
    game, anna = table
    port = start(kind)

    def away(_address: str) -> bool:
        raise OperationalError('connection to server at "10.0.0.5" failed')

    client = smtplib.LMTP if kind is Lmtp else smtplib.SMTP
    with client("127.0.0.1", port) as line:
        line.ehlo()
        line.mail("a@example.org")
        with monkeypatch.context() as patched:
            patched.setattr(listener, broken, away)
            assert line.rcpt(to := address_of(game, anna)) == (451, LATER[4:].encode())
        assert line.rcpt(to)[0] == 250


def test_a_command_that_cannot_listen_says_so() -> None:
    with pytest.raises(CommandError, match="looks like"):
        call_command("mail_listen", smtp="nowhere")
    with pytest.raises(CommandError, match="nothing to listen on"):
        call_command("mail_listen", smtp="none", lmtp="")


@pytest.fixture
def box(settings: Any) -> Iterator[Callable[..., MailboxServer]]:
    """A mailbox with these mails, and settings that lead there."""
    opened: list[MailboxServer] = []

    def made(*mails: bytes, known_as: str = "secret") -> MailboxServer:
        server = MailboxServer(*mails)
        opened.append(server)
        place = f"127.0.0.1:{server.port}/INBOX"
        settings.MAILBOX = mailbox_settings(f"imap://post:{known_as}@{place}")
        return server

    yield made
    for server in opened:
        server.close()


def test_a_mailbox_is_emptied_mail_by_mail(
    game: Game, anna: User, box: Callable[..., MailboxServer], settings: Any
) -> None:
    to = address_of(game, anna)
    mine, other = written(to, orders_for(game, anna)), written("post@example.org", "hello")
    server = box(mine, other, mine, b"Subject: large\n\n" + b"x" * MOST_BYTES)
    assert fetch(settings.MAILBOX) == Fetched(taken=4, left=0)
    assert [kept.flags for kept in server.box] == [
        {"\\Seen"},
        {"\\Seen", "\\Flagged"},
        {"\\Seen"},
        {"\\Seen", "\\Flagged"},
    ]
    assert last_mail().outcome == InboundMail.Outcome.ACCEPTED
    assert InboundMail.objects.count() == 1
    assert fetch(settings.MAILBOX) == Fetched(taken=0, left=0)


def test_mails_that_must_wait_are_in_nobodys_way(
    game: Game,
    anna: User,
    bert: User,
    box: Callable[..., MailboxServer],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailbox, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(mail_in, "MOST_IN_A_THREAD", 1)
    hers, his = address_of(game, anna), address_of(game, bert)
    server = box(*(written(hers, "help") for _ in range(4)), *(written(his, "help"),) * 2)
    server.box[1].gone = True
    assert fetch(settings.MAILBOX) == Fetched(taken=2, left=3)
    assert [bool(kept.flags) for kept in server.box] == [True, False, False, False, True, False]
    assert {mail.user for mail in InboundMail.objects.all()} == {anna, bert}


def test_a_large_mail_in_the_box_is_answered(
    game: Game, anna: User, box: Callable[..., MailboxServer], settings: Any
) -> None:
    server = box(written(address_of(game, anna), "bid: 3\n" * 200_000))
    assert fetch(settings.MAILBOX) == Fetched(taken=1, left=0)
    assert server.box[0].flags == {"\\Seen", "\\Flagged"}
    assert "too large" in last_answer()


def test_a_mail_that_could_not_be_taken_stays_unread(
    game: Game,
    anna: User,
    box: Callable[..., MailboxServer],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server = box(written(address_of(game, anna), "status"))

    def broken(**_: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(mailbox, "mail_take", broken)
        assert fetch(settings.MAILBOX) == Fetched(taken=0, left=1)
    assert server.box[0].flags == set()
    call_command("mail_fetch", "--once")
    assert "1 mails taken, 0 left" in capsys.readouterr().out
    assert InboundMail.objects.count() == 1


def test_a_mailbox_that_is_away_is_told_without_its_words(
    box: Callable[..., MailboxServer], settings: Any
) -> None:
    box(known_as="stranger")
    with pytest.raises(Unreachable) as refusal:
        fetch(settings.MAILBOX)
    assert "secret" not in str(refusal.value)
    assert "stranger" not in repr(settings.MAILBOX)
    settings.MAILBOX = None
    with pytest.raises(CommandError, match="Set IMAP_URL"):
        call_command("mail_fetch", "--once")


@pytest.mark.parametrize("wrong", ["pop://a:b@host", "imaps://host", "imaps://a@host:x"])
def test_a_wrong_address_of_a_mailbox_is_explained(wrong: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="imaps://user:password"):
        mailbox_settings(wrong)


def test_a_provider_needs_a_key_that_tells_it_from_others() -> None:
    with pytest.raises(ImproperlyConfigured, match="one of brevo"):
        mail_provider("pigeon", "a:b")
    with pytest.raises(ImproperlyConfigured, match="name:password"):
        mail_provider("postmark", "nothing")
    assert mail_provider("mailgun", "k") == {"MAILGUN_WEBHOOK_SIGNING_KEY": "k"}
    assert mail_provider("", "") == {}


class Addresses:
    """The addresses of a site to which a provider brings mail."""

    urlpatterns: ClassVar[list[Any]] = []


@pytest.fixture
def postmark(settings: Any) -> Iterator[None]:
    yield from _called_by("postmark", settings)


@pytest.fixture
def sendgrid(settings: Any) -> Iterator[None]:
    yield from _called_by("sendgrid", settings)


def _called_by(name: str, settings: Any) -> Iterator[None]:
    settings.MAIL_PROVIDER = name
    settings.ANYMAIL = mail_provider(name, "pigeon:coo")
    Addresses.urlpatterns = [provider.address(), path("", include("wallenstein_site.urls"))]
    with override_settings(ROOT_URLCONF=Addresses):
        yield


def brought(
    client: Client, to: str, text: str, *, picture: int = 0, key: str = "pigeon:coo"
) -> int:
    """Postmark calls with a mail, to which a picture of so many bytes is attached."""
    file = {"Name": "a.jpg", "ContentType": "image/jpeg", "Content": "A" * picture}
    mail = {
        "FromFull": {"Email": "a@example.org", "Name": "", "MailboxHash": ""},
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": ""}],
        "CcFull": [],
        "BccFull": [],
        "OriginalRecipient": to,
        "Subject": "Re: Your turn",
        "MessageID": "0d4d1d8a",
        "Date": "Mon, 16 Nov 2026 09:12:00 +0100",
        "TextBody": text,
        "HtmlBody": "",
        "Headers": [{"Name": "Message-ID", "Value": f"<one{picture}@example.org>"}],
        "Attachments": [file] if picture else [],
    }
    known = {"authorization": f"Basic {base64.b64encode(key.encode()).decode()}"} if key else {}
    answer = client.post("/mail/in/postmark/", json.dumps(mail), "application/json", headers=known)
    return answer.status_code


def test_a_provider_brings_a_mail(game: Game, anna: User, postmark: None) -> None:
    client = Client(enforce_csrf_checks=True)
    to, orders = address_of(game, anna), orders_for(game, anna)
    assert brought(client, to, orders, key="") == 400
    assert not InboundMail.objects.exists()
    assert brought(client, to, orders) == 200
    assert brought(client, to, orders) == 200
    assert last_mail().outcome == InboundMail.Outcome.ACCEPTED
    assert InboundMail.objects.count() == 1


def test_a_photograph_that_a_provider_brings_is_answered(
    game: Game, anna: User, postmark: None, client: Client
) -> None:
    to = address_of(game, anna)
    assert brought(client, to, "status", picture=4_000_000) == 200
    assert "Your mail is too large" in last_answer()
    # Nobody can be told, and it must not be brought again and again.
    assert brought(client, to, "status", picture=provider.MOST_OF_A_CALL) == 200
    assert InboundMail.objects.count() == 1


@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailNotSupportedWarning")
def test_a_mail_that_comes_whole_in_one_field_does_not_come_again_and_again(
    game: Game, anna: User, sendgrid: None, client: Client
) -> None:
    to, key = address_of(game, anna), base64.b64encode(b"pigeon:coo").decode()

    def call(text: str) -> int:
        form = {
            "email": written(to, text).decode(),
            "to": to,
            "envelope": json.dumps({"to": [to], "from": "a@b.c"}),
        }
        known = {"authorization": f"Basic {key}"}
        return client.post("/mail/in/sendgrid/", form, headers=known).status_code

    assert call("status\n" + f"{'a long line ' * 60}\n" * 5_200) == 200
    assert not InboundMail.objects.exists()
    assert call("status") == 200
    assert InboundMail.objects.count() == 1


def test_only_our_group_may_knock_at_the_socket(
    loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> None:
    place = tmp_path / "lmtp"

    async def listen_once() -> int:
        server = await listener._lmtp_server(
            partial(talk, Lmtp, Handler(), "localhost"), str(place)
        )
        server.close()
        return stat.S_IMODE(place.stat().st_mode)

    assert asyncio.run_coroutine_threadsafe(listen_once(), loop).result(PATIENCE) == 0o660
