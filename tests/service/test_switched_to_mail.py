"""Channels that fail, or are taken away: what they should have told comes by mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from structlog.testing import capture_logs

from games.models import Destination, OutboxRow, User
from games.net.outbound import checked_url
from games.notify.choices import choices_change
from games.notify.destinations import destination_remove, settle
from games.notify.failing import LONGEST_SILENCE, MOST_FAILURES
from games.notify.outcomes import CallOutcome, Fate
from games.notify.reach import is_unreachable
from games.notify.states import post_of, state_in_words
from games.services.play.advance import game_advance
from games.services.post.delivery import MOST_ATTEMPTS_BEFORE_MAIL, deliver_due, wait_after
from games.services.post.webhooks import webhook_create, webhook_delete
from games.services.tables.seats import player_resign
from tests.service.places import browser, only, receiver, service, states
from tests.service.receiver import Receiver
from tests.service.tables import answer, started

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_switched_off_and_the_mail_takes_over(
    anna: User, receiver: Receiver, status: int
) -> None:
    _, place = browser(anna, receiver)
    only(anna, "push", "your_turn")
    receiver.status = status
    game = started(anna, name="The Siege")
    assert states(anna, kind="your_turn") == [
        ("your_turn", "mail", "spare"),
        ("your_turn", "push", "waiting"),
    ]
    deliver_due()
    assert [letter.subject for letter in mail.outbox] == ["What happened in The Siege"]
    place.refresh_from_db()
    assert (place.active, place.trouble) == (False, str(status))
    deliver_due()
    assert sorted(letter.subject for letter in mail.outbox[1:]) == [
        "Your turn in The Siege",
        "“phone” is switched off",
    ]
    (row,) = post_of(anna).filter(channel="push")
    assert state_in_words(row) == f"phone answered {status}, switched to mail"
    mail.outbox.clear()
    answer(game, anna)
    game_advance(game_id=game.pk)
    deliver_due()
    # Nor is anything missed later: letters were switched off for a browser that is no more.
    assert "Your turn in The Siege" in [letter.subject for letter in mail.outbox]
    assert len(receiver.calls) == 1
    mail.outbox.clear()
    destination_remove(person=anna, destination_id=place.pk)
    assert is_unreachable(anna)
    answer(game, anna)
    game_advance(game_id=game.pk)
    deliver_due()
    assert [letter.subject for letter in mail.outbox] == ["What happened in The Siege"]


@pytest.mark.slow
def test_a_service_that_knows_us_no_more_is_switched_off(anna: User, receiver: Receiver) -> None:
    place = service(anna, receiver)
    receiver.status = 403
    started(anna)
    deliver_due("calls")
    place.refresh_from_db()
    assert (place.active, place.trouble) == (False, "403")
    assert states(anna, channel="apprise") == [("your_turn", "apprise", "switched")]


@pytest.mark.slow
def test_who_cannot_be_reached_for_long_is_written_to(
    anna: User, receiver: Receiver, at: Callable[[datetime], None]
) -> None:
    at(NOON)
    _, place = browser(anna, receiver)
    only(anna, "push", "your_turn", "season_report")
    started(anna, name="The Siege")
    receiver.status = 503
    moment = NOON
    with capture_logs():
        for attempt in range(1, MOST_ATTEMPTS_BEFORE_MAIL + 1):
            assert mail.outbox == []
            deliver_due()
            moment += wait_after(attempt)
            at(moment)
    assert moment - NOON > timedelta(hours=1)
    deliver_due()
    # The letter that was kept for the question holds the report.
    assert [letter.subject for letter in mail.outbox] == ["Your turn in The Siege"]
    place.refresh_from_db()
    assert place.active


@pytest.mark.slow
def test_after_an_hour_of_silence_everything_is_told(
    anna: User, receiver: Receiver, at: Callable[[datetime], None]
) -> None:
    at(NOON)
    browser(anna, receiver)
    only(anna, "push", "your_turn")
    started(anna)
    receiver.status = 500
    for minutes in range(60):
        at(NOON + timedelta(minutes=minutes))
        with capture_logs():
            deliver_due()
    receiver.status = 201
    at(NOON + timedelta(minutes=90))
    deliver_due()
    assert states(anna, channel="push") == [("your_turn", "push", "sent")]
    assert states(anna, kind="your_turn", channel="mail") == [("your_turn", "mail", "spare")]


def test_a_day_of_failures_switches_a_place_off_an_hour_of_them_does_not(
    anna: User, receiver: Receiver, at: Callable[[datetime], None]
) -> None:
    at(NOON)
    _, place = browser(anna, receiver)
    started(anna)
    row, silence = OutboxRow.objects.get(channel="push"), CallOutcome(Fate.LATER, "TimeoutError")
    for _ in range(2 * MOST_FAILURES):
        settle(row, silence)
    at(NOON + LONGEST_SILENCE - timedelta(seconds=1))
    settle(row, silence)
    settle(row, CallOutcome(Fate.SENT, "201"))
    place.refresh_from_db()
    assert (place.active, place.failures, place.failing_since) == (True, 0, None)
    began = NOON + LONGEST_SILENCE
    at(began)
    for _ in range(MOST_FAILURES):
        settle(row, silence)
    assert Destination.objects.get().active
    at(began + LONGEST_SILENCE)
    settle(row, silence)
    place.refresh_from_db()
    assert (place.active, place.trouble) == (False, "TimeoutError")
    assert OutboxRow.objects.filter(kind="channel_off").count() == 1
    deliver_due("calls")
    assert receiver.calls == []


def test_a_program_that_is_gone_is_followed_by_a_letter_that_was_kept(
    anna: User, receiver: Receiver
) -> None:
    game = started(anna, name="The Siege")
    kinds = ["your_turn", "season_report"]
    webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=kinds)
    choices_change(person=anna, wanted={(kind, "mail"): False for kind in kinds})
    OutboxRow.objects.all().delete()
    answer(game, anna)
    game_advance(game_id=game.pk)
    assert {state for _, channel, state in states(anna) if channel == "mail"} == {"spare"}
    receiver.status = 410
    deliver_due("calls")
    deliver_due("letters")
    assert sorted(letter.subject for letter in mail.outbox) == [
        "What happened in The Siege",
        "Your turn in The Siege",
    ]
    words = {state_in_words(row) for row in post_of(anna).filter(channel="webhook")}
    assert "webhook answered 410, switched to mail" in words


def test_a_letter_goes_when_a_program_is_silent_for_long_and_it_is_called_on(
    anna: User, receiver: Receiver, at: Callable[[datetime], None]
) -> None:
    at(NOON)
    game = started(anna, name="The Siege")
    webhook_create(person=anna, game_id=game.pk, url=checked_url(receiver.url), kinds=["your_turn"])
    OutboxRow.objects.all().delete()
    choices_change(person=anna, wanted={("your_turn", "mail"): False})
    choices_change(person=anna, wanted={("season_report", "mail"): False})
    answer(game, anna)
    game_advance(game_id=game.pk)
    receiver.status = 503
    moment = NOON
    with capture_logs():
        for attempt in range(1, MOST_ATTEMPTS_BEFORE_MAIL + 1):
            assert mail.outbox == []
            deliver_due()
            moment += wait_after(attempt)
            at(moment)
    deliver_due("letters")
    assert [letter.subject for letter in mail.outbox] == ["Your turn in The Siege"]
    receiver.status = 200
    deliver_due("calls")
    assert states(anna, channel="webhook") == [("your_turn", "webhook", "sent")]


def test_what_waits_for_a_place_that_is_removed_comes_by_mail(
    anna: User, receiver: Receiver
) -> None:
    (_, phone), (_, desk) = (browser(anna, receiver, name) for name in ("phone", "desk"))
    only(anna, "push", "your_turn")
    started(anna, name="The Siege")
    destination_remove(person=anna, destination_id=phone.pk)
    assert states(anna, kind="your_turn") == [
        ("your_turn", "mail", "spare"),
        ("your_turn", "push", "waiting"),
    ]
    destination_remove(person=anna, destination_id=desk.pk)
    assert states(anna, kind="your_turn") == [("your_turn", "mail", "waiting")]
    deliver_due()
    assert "Your turn in The Siege" in [letter.subject for letter in mail.outbox]


@pytest.mark.parametrize("way", ["deleted", "resigned"])
def test_what_waits_for_a_program_that_goes_comes_by_mail(
    anna: User, bert: User, receiver: Receiver, way: str
) -> None:
    game = started(anna, bert, visibility="invited")
    url = checked_url(receiver.url)
    made = webhook_create(person=bert, game_id=game.pk, url=url, kinds=["season_report"])
    OutboxRow.objects.all().delete()
    off = dict.fromkeys([("season_report", "mail"), ("your_turn", "mail")], False)
    choices_change(person=bert, wanted=off)
    for player in (anna, bert):
        answer(game, player)
    game_advance(game_id=game.pk)
    assert states(bert, kind="season_report") == [
        ("season_report", "mail", "spare"),
        ("season_report", "webhook", "waiting"),
    ]
    if way == "deleted":
        webhook_delete(person=bert, game_id=game.pk, hook_id=made.hook.pk)
    else:
        player_resign(person=bert, game_id=game.pk)
    assert states(bert, kind="season_report") == [("season_report", "mail", "waiting")]


def test_a_letter_is_kept_when_the_mail_is_switched_off_and_a_browser_tells_it(
    anna: User, receiver: Receiver
) -> None:
    _, place = browser(anna, receiver)
    started(anna, name="The Siege")
    choices_change(
        person=anna, wanted={("your_turn", "mail"): False, ("season_report", "mail"): False}
    )
    assert states(anna) == [("your_turn", "mail", "spare"), ("your_turn", "push", "waiting")]
    receiver.status = 410
    deliver_due("calls")
    deliver_due("letters")
    assert "Your turn in The Siege" in [letter.subject for letter in mail.outbox]
    place.refresh_from_db()
    assert not place.active


@pytest.mark.parametrize(
    ("by_mail", "left"), [(True, [("your_turn", "mail", "waiting")]), (False, [])]
)
def test_who_switches_a_browser_off_gets_what_waits_by_mail_if_that_is_wanted(
    anna: User, receiver: Receiver, by_mail: bool, left: list[tuple[str, str, str]]
) -> None:
    browser(anna, receiver)
    only(anna, "push", "your_turn")
    started(anna)
    wanted = {("your_turn", "push"): False, ("your_turn", "mail"): by_mail}
    choices_change(person=anna, wanted=wanted)
    assert [notice for notice in states(anna, kind="your_turn") if notice[2] != "spare"] == left
