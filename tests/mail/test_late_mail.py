"""Mail that comes late: what was done meanwhile counts, and the answer says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest
from django.db import connection, transaction

from games import clock
from games.mail.addresses import turn_address
from games.mail.letters import message_of
from games.models import Game, InboundMail, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, answer_withdraw
from games.services.post.mail_in import MailOutcome, mail_take
from tests.mail.post import (
    address_of,
    asked_of,
    last_answer,
    last_mail,
    open_question,
    orders_for,
    orders_for_open,
    sealed,
    send,
    written,
)
from tests.service.servers import PATIENCE
from tests.service.tables import (
    again,
    answer,
    person,
    some_answer,
    started,
)

Outcome = InboundMail.Outcome


def test_a_question_that_is_closed_takes_no_orders(game: Game, anna: User, bert: User) -> None:
    old, orders = address_of(game, anna), orders_for(game, anna)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    head = again(game).head
    send(old, orders)
    assert last_mail().outcome == Outcome.REFUSED
    assert "a question that is closed" in last_answer()
    assert again(game).head == head
    answered = message_of(OutboxRow.objects.filter(kind="mail_answer").latest("pk"))
    assert answered.reply_to == [address_of(game, anna)]
    send(old, "status")
    assert last_mail().outcome == Outcome.COMMAND


@pytest.mark.parametrize("ahead", [timedelta(hours=3), timedelta(days=4000)])
def test_a_clock_that_is_wrong_locks_nobody_out(
    game: Game, anna: User, at: Callable[[datetime], None], ahead: timedelta
) -> None:
    to, moment = address_of(game, anna), clock.now()
    orders, other = orders_for(game, anna, "new"), orders_for(game, anna, "old")
    at(moment)
    send(to, other, Date=format_datetime(moment + ahead))
    assert last_mail().sent_at == moment
    before = sealed(game, anna)
    at(moment + timedelta(minutes=1))
    send(to, orders)
    assert last_mail().outcome == Outcome.ACCEPTED
    assert sealed(game, anna) != before


def test_a_mail_that_was_overtaken_changes_nothing(game: Game, anna: User) -> None:
    to = address_of(game, anna)
    orders, other = orders_for(game, anna, "new"), orders_for(game, anna, "old")
    send(to, orders)
    counts = sealed(game, anna)
    send(to, other, Date="Mon, 05 Jan 2026 10:00:00 +0000")
    assert last_mail().outcome == Outcome.REFUSED
    assert "arrived late" in last_answer()
    assert sealed(game, anna) == counts


def test_a_late_mail_changes_nothing_that_was_done_on_the_site(
    game: Game, anna: User, at: Callable[[datetime], None]
) -> None:
    to, moment = address_of(game, anna), clock.now().replace(microsecond=0)
    old, sent = orders_for(game, anna, "old"), format_datetime(moment)
    at(moment + timedelta(minutes=3))
    answer(game, anna, "new")
    counts = sealed(game, anna)
    at(moment + timedelta(minutes=5))
    for text in (old, "withdraw"):
        send(to, text, Date=sent)
        assert last_mail().outcome == Outcome.REFUSED
        assert "changed after you sent this mail" in last_answer()
    assert sealed(game, anna) == counts
    answer_withdraw(person=anna, game_id=game.pk, decision=asked_of(game, anna))
    send(to, old, Date=sent)
    assert last_mail().outcome == Outcome.REFUSED
    assert sealed(game, anna) is None
    send(to, old)
    assert last_mail().outcome == Outcome.ACCEPTED


def test_a_second_mail_may_be_written_while_the_first_is_on_its_way(
    game: Game, anna: User, at: Callable[[datetime], None]
) -> None:
    to, moment = address_of(game, anna), clock.now().replace(microsecond=0)
    first, second = orders_for(game, anna, "one"), orders_for(game, anna, "two")
    at(moment + timedelta(minutes=5))
    send(to, first, Date=format_datetime(moment))
    send(to, second, Date=format_datetime(moment + timedelta(minutes=1)))
    assert last_mail().outcome == Outcome.ACCEPTED
    assert second in last_answer()


def test_withdrawing_elsewhere_is_seen_by_the_next_mail(game: Game, anna: User) -> None:
    send(to := address_of(game, anna), orders_for(game, anna))
    answer_withdraw(person=anna, game_id=game.pk, decision=asked_of(game, anna))
    send(to, "bid: 2\n")
    assert last_mail().outcome == Outcome.REJECTED
    assert sealed(game, anna) is None


@pytest.fixture
def table(committed: None) -> tuple[Game, User]:
    """A game whose rows other threads see, with every plan sealed."""
    anna, bert = person("anna"), person("bert")
    game = started(anna, bert, players=3)
    answer(game, anna, "first")
    answer(game, bert)
    return game, anna


def seal_another(game: Game, anna: User) -> str:
    """She changes her mind on the site."""
    answer_submit(
        person=anna,
        game_id=game.pk,
        decision=asked_of(game, anna),
        answer=some_answer(game, open_question(game, anna), "second"),
    )
    return "changed after you sent this mail"


def go_on(game: Game, _anna: User) -> str:
    """The season is resolved."""
    assert game_advance(game_id=game.pk) == 1
    return "a question that is closed"


@pytest.mark.parametrize("act", [seal_another, go_on])
def test_a_mail_that_waits_for_somebody_else_is_judged_by_what_they_did(
    table: tuple[Game, User],
    act: Callable[[Game, User], str],
    at: Callable[[datetime], None],
) -> None:
    """Nothing happens between the look at the game and the seal."""
    game, anna = table
    asked, sent = open_question(game, anna), clock.now() + timedelta(minutes=1)
    at(sent + timedelta(minutes=1))
    to = turn_address(game=game, decision_id=asked.id, user=anna, seat=asked.seat)
    mail = written(to, orders_for_open(game, anna, "by mail"), Date=format_datetime(sent))
    with ThreadPoolExecutor(1) as post:
        with transaction.atomic():
            reason = act(game, anna)
            taken = post.submit(taken_elsewhere, mail)
            wait_until_it_waits()
            head = again(game).head
        assert taken.result(60) == MailOutcome.ANSWERED
    assert last_mail().outcome == Outcome.REFUSED
    assert reason in last_answer()
    assert again(game).head == head


def taken_elsewhere(mail: bytes) -> MailOutcome:
    """A mail, taken by a thread with a connection of its own."""
    try:
        return mail_take(raw=mail)
    finally:
        connection.close()


# Who waits in our database: others on the same server have tests, and locks, of their own.
_WAITING = """
SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database()
"""


def wait_until_it_waits() -> None:
    """Go on when the other one stands before the game's row; SQLite lets nobody as far as that."""
    if connection.vendor != "postgresql":
        return
    until = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            # Within a transaction PostgreSQL shows who is there as it was at the first look.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(_WAITING)
            if cursor.fetchone():
                return
            time.sleep(0.02)
    raise AssertionError("the mail has waited for nobody")
