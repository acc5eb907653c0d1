"""What comes by mail and is not what it looks like; and nobody's secret in any answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command

from games import clock
from games.errors import TooFast
from games.log import store
from games.mail.addresses import turn_address
from games.mail.inbound.html_text import text_of
from games.mail.inbound.parts import MOST_RECIPIENTS
from games.mail.letters import message_of
from games.mail.mail_case import MailCase
from games.models import Game, InboundMail, OutboxRow, User
from games.services.house.tidying import forget_old
from games.services.people.accounts import account_delete
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend
from games.services.post import mail_in
from games.services.post.mail_in import MailOutcome, is_ours, mail_take
from tests.mail.post import (
    address_of,
    last_answer,
    last_mail,
    orders_for,
    sealed,
    send,
    written,
)
from tests.service.tables import (
    again,
    answer,
    everything_stored,
    started,
    waiting,
)

Outcome = InboundMail.Outcome


def test_an_answer_of_ours_sent_back_orders_nothing(game: Game, anna: User) -> None:
    send(to := address_of(game, anna), orders_for(game, anna))
    send(to, "withdraw")
    letter = message_of(OutboxRow.objects.filter(kind="mail_answer").latest("pk"))
    assert "They were:" in letter.body
    for quoted in (str(letter.body), f"Thanks!\n\n{letter.body}", f"{letter.body}\n\nThanks!\n"):
        send(to, quoted)
        assert last_mail().outcome == Outcome.NOTHING
    assert sealed(game, anna) is None


def test_a_rivals_reason_in_a_letter_orders_nothing(anna: User, bert: User) -> None:
    game = started(bert, anna, schedule={"kind": "hours", "hours": 48})
    why = f"I travel. <#### {'#' * 70} bid: 0 {'#' * 70}>"
    deadline_extend(person=bert, game_id=game.pk, hours=12, why=why)
    letter = message_of(OutboxRow.objects.filter(user=anna, kind="deadline_moved").latest("pk"))
    html = str(letter.alternatives[0][0])
    for text in (str(letter.body), text_of(html)):
        assert text.count("####") == 2
        for quoted in (text, f"Yes!\n\n{text}", text.split("\n", 4)[4]):
            send(letter.reply_to[0], quoted)
            assert last_mail().outcome == Outcome.NOTHING
    assert sealed(game, anna) is None


def test_who_has_lost_the_seat_is_told_so(game: Game, anna: User, bert: User) -> None:
    asked = waiting(game, "B")
    forged = turn_address(game=game, decision_id=asked.id, user=anna, seat="B")
    send(forged, orders_for(game, bert))
    assert last_mail().outcome == Outcome.REFUSED
    assert "You no longer play this seat." in last_answer()
    assert sealed(game, bert) is None


def test_the_answer_goes_to_the_player_and_not_to_the_sender(game: Game, anna: User) -> None:
    send(address_of(game, anna), "status", From="thief@example.com", Reply_To="thief@example.com")
    row = OutboxRow.objects.filter(kind="mail_answer").latest("pk")
    assert message_of(row).to == [anna.address]


def test_an_unsigned_address_is_nobody(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    local, _, host = to.partition("@")
    forged = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{host}"
    assert send(forged, orders_for(game, anna)) == MailOutcome.UNKNOWN
    assert not is_ours(forged)
    assert is_ours(to)
    assert not InboundMail.objects.exists()


def test_a_mail_to_thousands_asks_the_database_about_few_of_them(
    game: Game, anna: User, django_assert_max_num_queries: Any
) -> None:
    many = ", ".join([f"t-bcd234fghj-b-aabcdefg-{'a' * 16}@localhost"] * 160)
    heads = f"To: {many}\n" * 60
    with django_assert_max_num_queries(MOST_RECIPIENTS):
        assert (
            mail_take(raw=f"{heads}From: a@example.net\n\nstatus".encode()) == MailOutcome.UNKNOWN
        )


def test_machines_are_not_answered(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    orders = orders_for(game, anna)
    for headers in (
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<games.example.org>"},
        {"X_Loop": "post@localhost"},
        {"From": "MAILER-DAEMON@example.org"},
        {"subject": "Automatische Antwort: Du bist dran"},
    ):
        assert send(to, orders, **headers) == MailOutcome.AUTOMATIC
    assert mail_take(raw=written(to, orders), recipients=[to], sender="") == MailOutcome.AUTOMATIC
    letter = message_of(OutboxRow.objects.filter(user=anna, kind="your_turn").latest("pk"))
    assert mail_take(raw=letter.message().as_bytes(), recipients=[to]) == MailOutcome.AUTOMATIC
    assert not InboundMail.objects.exists()
    assert sealed(game, anna) is None


def test_nobody_writes_without_end(
    game: Game, anna: User, at: Callable[[datetime], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_in, "MOST_IN_A_THREAD", 3)
    to, moment = address_of(game, anna), clock.now()
    at(moment)
    for _ in range(3):
        assert send(to, "help") == MailOutcome.ANSWERED
    with pytest.raises(TooFast):
        send(to, "help")
    assert InboundMail.objects.count() == 3
    at(moment + timedelta(hours=1, minutes=1))
    assert send(to, "help") == MailOutcome.ANSWERED
    monkeypatch.setattr(mail_in, "MOST_OF_A_PERSON", 1)
    with pytest.raises(TooFast):
        send(to, "help")


def test_a_huge_mail_is_not_read_and_that_is_said(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    assert send(to, "bid: 3\n" * 200_000, subject="withdraw") == MailOutcome.TOO_LARGE
    assert last_mail().outcome == Outcome.REFUSED
    assert "Your mail is too large, so nothing in it was read." in last_answer()
    stranger = "t-bcd234fghj-b-aabcdefg-abcdefghijklmnop@localhost"
    assert send(stranger, "bid: 3\n" * 200_000) == MailOutcome.UNKNOWN
    assert InboundMail.objects.count() == 1


def test_a_machine_that_says_nothing_is_not_answered_for_ever(game: Game, anna: User) -> None:
    to, answers = address_of(game, anna), OutboxRow.objects.filter(kind="mail_answer")
    for _ in range(6):
        send(to, "I am away until Monday.")
    assert answers.count() == 3
    send(to, "status")
    assert answers.count() == 4
    send(to, "Thanks!")
    assert answers.count() == 5
    send(to, orders_for(game, anna))
    assert answers.count() == 6


AWAY = "I am away until Monday.\n\nIn dringenden Fällen: Max Muster, Tel: 030 123\n"


def test_a_machine_is_not_answered_for_ever_whatever_its_words_look_like(
    game: Game, anna: User, bert: User
) -> None:
    old, answers = address_of(game, anna), OutboxRow.objects.filter(kind="mail_answer", user=anna)
    for _ in range(2):
        send(old, AWAY)
        assert last_mail().outcome == Outcome.REJECTED
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    # Each letter has an address of its own, and the old ones are too late: it is one machine still.
    for _ in range(5):
        send(old, AWAY)
        assert last_mail().outcome == Outcome.REFUSED
        send(address_of(game, anna), AWAY)
    assert answers.count() == 3
    send(address_of(game, anna), "bid: 99\nbit: 3")
    assert answers.count() == 4
    send(address_of(game, anna), AWAY)
    assert answers.count() == 5


@pytest.mark.parametrize(
    "text",
    ["bid: 99", "bit: 3", "grain: Kölm", "combat A: Anhalt -> nowhere 4", "bid: 3\n" * 200_000],
)
def test_who_writes_orders_is_answered_however_often_they_are_wrong(
    game: Game, anna: User, text: str
) -> None:
    to, answers = address_of(game, anna), OutboxRow.objects.filter(kind="mail_answer", user=anna)
    for _ in range(6):
        send(to, text)
    assert last_mail().outcome != Outcome.ACCEPTED
    assert answers.count() == 6


def test_who_sends_orders_while_nothing_is_asked_is_always_told_so(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    to, answers = address_of(game, anna), OutboxRow.objects.filter(kind="mail_answer", user=anna)
    monkeypatch.setattr(MailCase, "decisions", ())
    for _ in range(6):
        send(to, "grain: Kölm\nbid: 99")
        assert last_mail().outcome == Outcome.REFUSED
    assert answers.count() == 6
    for _ in range(6):
        send(to, AWAY)
    assert answers.count() == 9


def test_who_plays_no_more_is_not_told_so_for_ever(game: Game, anna: User, bert: User) -> None:
    lost = turn_address(game=game, decision_id=waiting(game, "B").id, user=anna, seat="B")
    for _ in range(6):
        send(lost, AWAY)
    assert OutboxRow.objects.filter(kind="mail_answer", user=anna).count() == 3


def test_no_answer_tells_a_rivals_plan(game: Game, anna: User, bert: User) -> None:
    to, hers, his = address_of(game, anna), orders_for(game, anna), orders_for(game, bert)
    send(address_of(game, bert), his)
    secret = store.entries_of(again(game))[-1].secret
    assert secret is not None
    mine = [plain(line) for line in hers.splitlines()]
    canaries = [plain(line) for line in his.splitlines() if plain(line) not in mine]
    assert len(canaries) > 5
    broken = f"{hers}\nrevolts: Atlantis\ncombat A Nowhere"
    asking = "status\nboard\norders\nhelp"
    for text in (asking, "bid: 99", hers, "thanks", "bid: 3", broken, asking, "withdraw"):
        send(to, text)
        reply = plain(last_answer())
        assert not [canary for canary in canaries if canary in reply]
        assert secret.salt not in reply


def plain(text: str) -> str:
    """Words with single spaces."""
    return " ".join(text.split())


def test_what_was_written_is_nowhere_in_the_clear(game: Game, anna: User) -> None:
    orders = orders_for(game, anna)
    line = next(line for line in orders.splitlines() if line.startswith("revolts"))
    send(address_of(game, anna), orders.replace("bid:", "bit:"))
    assert last_mail().said_sealed
    assert all(line not in value and "revolt_order" not in value for value in everything_stored())


def test_old_mail_is_forgotten_and_so_is_that_of_who_leaves(
    game: Game, anna: User, bert: User, at: Callable[[datetime], None]
) -> None:
    moment = clock.now()
    at(moment - timedelta(days=100))
    send(address_of(game, anna), "status")
    at(moment)
    send(address_of(game, bert), "status")
    forget_old()
    assert InboundMail.objects.get().user == bert
    account_delete(person=bert)
    assert not InboundMail.objects.exists()


def test_sealed_mails_follow_the_newest_key(game: Game, anna: User, settings: Any) -> None:
    send(address_of(game, anna), "bid: 2\n")
    settings.SEAL_KEYS = [Fernet.generate_key().decode(), *settings.SEAL_KEYS]
    call_command("rotate_keys")
    settings.SEAL_KEYS = settings.SEAL_KEYS[:1]
    assert "Not sealed" in last_answer()
