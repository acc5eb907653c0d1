"""The outbox: every letter once, in the reader's language, however the mail server behaves."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from structlog.testing import capture_logs

from games import clock
from games.mail.letters import message_id
from games.models import Game, OutboxRow, User
from games.notify.lanes import LANES, LETTERS
from games.ops import due
from games.services.play.advance import game_advance
from games.services.play.table import table
from games.services.post.delivery import BATCH, MOST_ATTEMPTS, deliver_due, wait_after
from games.services.post.leases import claimed
from games.services.post.notices import put, row
from tests.service.tables import again, answer, person, play_out, reported, started

pytestmark = pytest.mark.django_db
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


class MoodyBackend(EmailBackend):
    """A mail server that has something against some people."""

    against: ClassVar[dict[str, Exception]] = {}
    closed: ClassVar[Exception | None] = None
    calls: ClassVar[list[str]] = []

    def open(self) -> bool:
        self.calls.append("open")
        if self.closed:
            raise self.closed
        return True

    def close(self) -> None:
        self.calls.append("close")

    def send_messages(self, messages):
        for message in messages:
            for address in message.to:
                if address in self.against:
                    raise self.against[address]
        return super().send_messages(messages)


@pytest.fixture
def server(settings, monkeypatch) -> type[MoodyBackend]:
    """The mail server, for a test to upset."""
    settings.EMAIL_BACKEND = f"{__name__}.MoodyBackend"
    for name, fresh in (("against", {}), ("closed", None), ("calls", [])):
        monkeypatch.setattr(MoodyBackend, name, fresh)
    return MoodyBackend


@pytest.fixture
def away(server: type[MoodyBackend]) -> dict[str, Exception]:
    """People whom the mail server cannot reach now, and why."""
    return server.against


def letters(**wanted: str) -> list[tuple[str, str, str]]:
    rows = OutboxRow.objects.filter(**wanted).order_by("pk")
    return sorted((r.user.username, r.kind, r.state) for r in rows)


def test_whoever_is_asked_gets_the_question_and_no_report_beside_it(anna: User, bert: User) -> None:
    started(anna, bert)
    assert letters() == [("anna", "your_turn", "waiting"), ("bert", "your_turn", "waiting")]


def test_a_notice_asked_for_twice_is_one_row(anna: User) -> None:
    game = reported(anna)
    before = OutboxRow.objects.count()
    with table(game.id, Game.Status.RUNNING) as held:
        for _ in range(2):
            put([row(held, anna, "season_report", "step 1", {})])
            put([row(held, anna, "reminder", "4 hours", {})])
    assert OutboxRow.objects.count() == before + 1
    assert OutboxRow.objects.get(kind="season_report").data["head"] == again(game).head


def test_nothing_to_tell_wakes_nobody(
    anna: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    woken: list[str] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda task, *_, **__: woken.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        put([])
    assert woken == []
    with (
        django_capture_on_commit_callbacks(execute=True),
        table(started(anna).id, Game.Status.RUNNING) as held,
    ):
        put([row(held, anna, "reminder", "4 hours", {})])
    assert "games.tasks.deliver_outbox" in woken


def test_a_letter_is_delivered_once_and_carries_the_head_of_the_log(anna: User) -> None:
    game = reported(anna, name="The Siege")
    assert due.lanes_that_wait() == ["letters"]
    assert deliver_due() == 2
    assert deliver_due() == 0
    assert due.lanes_that_wait() == []
    assert sorted(message.subject for message in mail.outbox) == [
        "What happened in The Siege",
        "Your turn in The Siege",
    ]
    for message in mail.outbox:
        assert message.to == ["anna@example.org"]
        assert f"/games/{game.id}/" in message.body
        assert f"Head of the log: {game.head}" in message.body
        assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert OutboxRow.objects.filter(sent_at__isnull=False).count() == 2


def test_after_a_row_of_letters_a_season_gets_its_turn(
    anna: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    reported(anna)
    asked: list[Any] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda *task, **_: asked.append(task))
    settings.OUTBOX_TURN_SECONDS = 0
    assert [deliver_due(LETTERS) for _ in range(3)] == [1, 1, 0]
    assert not OutboxRow.objects.exclude(claimed_by="").exists()
    assert asked == [("games.tasks.deliver_outbox", (LETTERS,))] * 2


def test_letters_go_to_the_address_and_in_the_language_the_reader_chose(db: None) -> None:
    players = [
        person("dora", language="de", notify_address="post@example.org"),
        person("emil", language="en"),
    ]
    started(*players)
    deliver_due()
    bodies = {message.to[0]: message.body for message in mail.outbox}
    assert set(bodies) == {"post@example.org", "emil@example.org"}
    german, english = (bodies[f"{name}@example.org"].split("\n\n")[1] for name in ("post", "emil"))
    assert german.startswith("DEIN PLAN FÜR DEN FRÜHLING")
    assert english.startswith("YOUR PLAN FOR SPRING")


def test_a_report_that_is_sent_late_tells_its_own_season_only(anna: User) -> None:
    game = reported(anna)
    deliver_due()
    in_time = {message.subject: message.body for message in mail.outbox}
    OutboxRow.objects.update(state=OutboxRow.State.WAITING)
    answer(game, anna)
    game_advance(game_id=game.id)
    OutboxRow.objects.exclude(data__head=game.head).delete()
    mail.outbox.clear()
    deliver_due()
    assert {message.subject: message.body for message in mail.outbox} == in_time


def test_a_letter_that_does_not_go_waits_and_the_others_go(
    at: Callable[[datetime], None], anna: User, bert: User, away: dict[str, Exception]
) -> None:
    at(START)
    reported(anna, bert)
    away[bert.address] = ConnectionResetError("no route to host")
    with capture_logs() as records:
        assert deliver_due() == 2
    assert {record["event"] for record in records} == {"notice_not_sent"}
    assert bert.address not in repr(records)
    delayed = OutboxRow.objects.filter(user=bert)
    for late in delayed:
        assert (late.state, late.attempts, late.last_error) == (
            "waiting",
            1,
            "ConnectionResetError",
        )
        assert late.due_at == START + timedelta(seconds=20)
        assert (late.claimed_by, late.claimed_until) == ("", None)
    assert deliver_due() == 0
    at(START + timedelta(seconds=20))
    with capture_logs():
        assert deliver_due() == 0
    assert set(delayed.values_list("attempts", flat=True)) == {2}
    away.clear()
    assert deliver_due() == 0  # patience
    at(START + timedelta(seconds=60))
    assert deliver_due() == 2
    assert len(mail.outbox) == 4
    assert deliver_due() == 0


def test_after_a_long_time_a_letter_is_given_up(
    at: Callable[[datetime], None], anna: User, away: dict[str, Exception]
) -> None:
    at(START)
    reported(anna)
    away[anna.address] = ConnectionResetError()
    moment = START
    with capture_logs() as records:
        for attempt in range(1, MOST_ATTEMPTS + 1):
            assert {state for _, _, state in letters()} == {"waiting"}
            deliver_due()
            moment += wait_after(attempt)
            at(moment)
    assert {state for _, _, state in letters()} == {"given_up"}
    assert [record["event"] for record in records][-2:] == ["notice_given_up"] * 2
    assert moment - START > timedelta(days=2)
    away.clear()
    assert deliver_due() == 0
    assert mail.outbox == []


@pytest.mark.slow
def test_a_mail_server_that_is_down_is_asked_once_a_batch_and_all_letters_wait(
    at: Callable[[datetime], None], anna: User, server: type[MoodyBackend]
) -> None:
    at(START)
    for _ in range(BATCH):
        reported(anna)
    server.closed = ConnectionRefusedError()
    with capture_logs() as records:
        assert deliver_due() == 0
    assert server.calls == ["open", "close"]
    assert len(records) == BATCH
    assert OutboxRow.objects.filter(attempts=1, due_at__gt=START).count() == BATCH
    assert OutboxRow.objects.filter(attempts=0, due_at=START).count() == BATCH
    server.closed = None
    assert deliver_due() == BATCH
    at(START + timedelta(seconds=20))
    assert deliver_due() == BATCH
    assert server.calls == ["open", "close"] * 3


UNKNOWN_THERE = (
    b"5.4.1 Recipient address rejected: Access denied. [XY1.prod.protection.outlook.com]"
)


@pytest.mark.parametrize(
    ("refusal", "state"),
    [
        (smtplib.SMTPRecipientsRefused({"x": (550, b"no such user")}), "given_up"),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"5.1.1 no such user")}), "given_up"),
        (smtplib.SMTPRecipientsRefused({"x": (553, b"no such name")}), "given_up"),
        (smtplib.SMTPRecipientsRefused({"x": (552, b"5.2.2 mailbox full")}), "given_up"),
        (smtplib.SMTPRecipientsRefused({"x": (550, UNKNOWN_THERE)}), "given_up"),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"5.4.1 no answer from host")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (450, b"mailbox busy")}), "waiting"),
        # What is wrong with us or the server between is no fault of the address.
        (smtplib.SMTPRecipientsRefused({"x": (554, b"5.7.1 relay access denied")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"5.7.1 not from you")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"relay not permitted")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (554, b"no")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (550, b"5.1.8 bad sender")}), "waiting"),
        (smtplib.SMTPRecipientsRefused({"x": (503, b"5.5.1 sign in first")}), "waiting"),
        (smtplib.SMTPDataError(554, b"not this letter"), "given_up"),
        (smtplib.SMTPDataError(550, b"5.7.1 sign in first"), "waiting"),
        (smtplib.SMTPDataError(452, b"disk full"), "waiting"),
        (smtplib.SMTPSenderRefused(553, b"who are you", "post@localhost"), "waiting"),
        (smtplib.SMTPServerDisconnected("bye"), "waiting"),
    ],
)
def test_a_no_for_good_is_taken_for_one(
    anna: User, bert: User, away: dict[str, Exception], refusal: Exception, state: str
) -> None:
    reported(anna, bert)
    away[anna.address] = refusal
    with capture_logs() as records:
        assert deliver_due() == 2
    assert {outcome for name, _, outcome in letters() if name == "anna"} == {state}
    assert {outcome for name, _, outcome in letters() if name == "bert"} == {"sent"}
    event = "notice_given_up" if state == "given_up" else "notice_not_sent"
    events = [record["event"] for record in records if record["event"] != "address_fails"]
    assert events == [event, event]
    assert anna.address not in repr(records)
    anna.refresh_from_db()
    # It is the address, and not the letter: the site tells its owner.
    assert anna.address_fails is (
        state == "given_up" and isinstance(refusal, smtplib.SMTPRecipientsRefused)
    )


def test_a_server_that_says_goodbye_is_called_again_for_the_next_letter(
    anna: User, bert: User, away: dict[str, Exception], server: type[MoodyBackend]
) -> None:
    reported(anna, bert)
    OutboxRow.objects.exclude(kind="your_turn").delete()
    away[anna.address] = smtplib.SMTPRecipientsRefused({"x": (421, b"4.3.2 going down")})
    with capture_logs():
        assert deliver_due() == 1
    assert letters() == [("anna", "your_turn", "waiting"), ("bert", "your_turn", "sent")]
    assert server.calls == ["open", "close", "open", "close"]


@pytest.mark.slow
def test_a_letter_that_cannot_be_written_waits_alone(
    at: Callable[[datetime], None], anna: User, bert: User, server: type[MoodyBackend]
) -> None:
    at(START)
    reported(anna, bert)
    broken = OutboxRow.objects.filter(user=anna).order_by("pk")[0]
    OutboxRow.objects.filter(pk=broken.pk).update(kind="song")
    with capture_logs() as records:
        assert deliver_due() == 3
    assert [record["event"] for record in records] == ["notice_not_written", "notice_not_sent"]
    assert records[0]["problem"] == "KeyError"
    assert records[0]["notice"] == broken.pk
    moment = START
    with capture_logs() as records:
        for attempt in range(1, MOST_ATTEMPTS):
            moment += wait_after(attempt)
            at(moment)
            assert deliver_due() == 0
    assert records[-1]["event"] == "notice_given_up"
    assert {(name, state) for name, kind, state in letters() if kind == "song"} == {
        ("anna", "given_up")
    }


def test_nobody_is_written_to_who_has_no_address(anna: User, bert: User) -> None:
    reported(anna, bert)
    User.objects.filter(pk=bert.pk).update(deleted_at=clock.now())
    with capture_logs():
        assert deliver_due() == 2
    assert {state for name, _, state in letters() if name == "bert"} == {"given_up"}
    assert {address for message in mail.outbox for address in message.to} == {anna.address}


def test_what_a_worker_has_taken_is_not_taken_again_before_its_time(
    at: Callable[[datetime], None], anna: User, settings
) -> None:
    at(START)
    settings.OUTBOX_LEASE_SECONDS = 60
    reported(anna)
    assert len(claimed(LANES[LETTERS], BATCH).rows) == 2  # and then the worker dies
    assert due.lanes_that_wait() == []
    assert deliver_due() == 0
    at(START + timedelta(seconds=59))
    assert deliver_due() == 0
    at(START + timedelta(seconds=60))
    assert due.lanes_that_wait() == ["letters"]
    assert deliver_due() == 2
    assert deliver_due() == 0


def test_a_slow_worker_keeps_its_letters_and_lets_go_of_those_it_has_lost(
    at: Callable[[datetime], None], anna: User, settings
) -> None:
    at(START)
    settings.OUTBOX_LEASE_SECONDS = 60
    reported(anna)
    slow = claimed(LANES[LETTERS], BATCH)
    at(START + timedelta(seconds=40))
    assert len(slow.still_ours(slow.rows)) == 2
    at(START + timedelta(seconds=90))
    assert due.lanes_that_wait() == []
    at(START + timedelta(seconds=101))
    fast = claimed(LANES[LETTERS], BATCH)
    assert len(fast.rows) == 2
    assert slow.still_ours(slow.rows) == []
    assert len(fast.still_ours(fast.rows)) == 2


def test_a_lease_that_is_lost_is_not_renewed(
    at: Callable[[datetime], None], anna: User, settings
) -> None:
    at(START)
    settings.OUTBOX_LEASE_SECONDS = 60
    reported(anna)
    slow = claimed(LANES[LETTERS], BATCH)
    at(START + timedelta(seconds=61))
    fast = claimed(LANES[LETTERS], 1)
    # The worker wakes up, and its heartbeat comes first: of the rest it has a lease again.
    slow.renew()
    assert slow.until == START + timedelta(seconds=121)
    assert {row.pk for row in slow.still_ours(slow.rows)} == {
        row.pk for row in slow.rows if row.pk != fast.rows[0].pk
    }
    at(START + timedelta(seconds=122))
    faster = claimed(LANES[LETTERS], BATCH)
    slow.renew()
    assert slow.until == START + timedelta(seconds=121)
    assert slow.still_ours(slow.rows) == []
    assert len(faster.still_ours(faster.rows)) == 2


def test_a_letter_that_goes_twice_is_known_for_a_copy(anna: User, settings) -> None:
    settings.SITE_URL = "https://wallenstein.example:8443/post"
    reported(anna)
    names = {message_id(row) for row in OutboxRow.objects.all()}
    deliver_due()
    # The worker died between the mail server's yes and its own mark.
    OutboxRow.objects.update(state=OutboxRow.State.WAITING)
    deliver_due()
    sent = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert len(sent) == 4
    assert set(sent) == names
    assert len(names) == 2
    assert all(name.endswith("@wallenstein.example>") for name in names)


@pytest.mark.slow
def test_the_end_is_announced_once(anna: User, bert: User) -> None:
    play_out(started(anna, bert), anna, bert)
    assert letters(kind="game_over") == [
        ("anna", "game_over", "waiting"),
        ("bert", "game_over", "waiting"),
    ]
    assert not OutboxRow.objects.filter(kind="season_report").exists()
    total = OutboxRow.objects.count()
    assert deliver_due() == total == len(mail.outbox)
