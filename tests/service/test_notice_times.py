"""Quiet hours and daily letters, by the clock of whoever is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest
from django.core import mail
from structlog.testing import capture_logs

from games.errors import Illegal
from games.models import NoticeTimes, OutboxRow, User
from games.notify import switch_off
from games.notify.choices import times_change
from games.notify.digests import collect_due
from games.notify.states import post_of, state_in_words
from games.ops import tasks
from games.services.play.advance import game_advance
from games.services.post.delivery import deliver_due
from tests.service.tables import answer, person, reported, started

pytestmark = pytest.mark.django_db
# Berlin is two hours ahead of UTC in summer, one in winter.
NIGHT = datetime(2026, 6, 1, 21, 30, tzinfo=UTC)
At = Callable[[datetime], None]


def quiet(user: User, start: int, end: int) -> None:
    times_change(person=user, quiet_from=time(start), quiet_until=time(end), digest_at=None)


def daily(user: User, hour: int) -> None:
    times_change(person=user, quiet_from=None, quiet_until=None, digest_at=time(hour))


def due(user: User, kind: str) -> datetime:
    return OutboxRow.objects.filter(user=user, kind=kind).latest("pk").due_at


def reports_of(user: User) -> set[str]:
    return {state_in_words(row) for row in post_of(user).filter(kind="season_report")}


@pytest.mark.parametrize(
    ("now", "start", "end", "goes"),
    [
        (NIGHT, 22, 7, datetime(2026, 6, 2, 5, tzinfo=UTC)),  # 23:30 in Berlin, until 7:00
        (datetime(2026, 6, 2, 3, tzinfo=UTC), 22, 7, datetime(2026, 6, 2, 5, tzinfo=UTC)),
        (datetime(2026, 6, 2, 5, tzinfo=UTC), 22, 7, datetime(2026, 6, 2, 5, tzinfo=UTC)),
        (datetime(2026, 6, 2, 11, tzinfo=UTC), 12, 14, datetime(2026, 6, 2, 12, tzinfo=UTC)),
        (datetime(2026, 6, 2, 12, tzinfo=UTC), 12, 14, datetime(2026, 6, 2, 12, tzinfo=UTC)),
        # The night in which the clocks go back: seven o'clock is an hour later.
        (datetime(2026, 10, 24, 22, tzinfo=UTC), 22, 7, datetime(2026, 10, 25, 6, tzinfo=UTC)),
        # And the one in which half past two does not exist.
        (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), 22, 7, datetime(2026, 3, 29, 5, tzinfo=UTC)),
    ],
)
def test_nobody_is_told_in_their_quiet_hours(
    anna: User, at: At, now: datetime, start: int, end: int, goes: datetime
) -> None:
    at(now)
    quiet(anna, start, end)
    reported(anna)
    assert due(anna, "your_turn") == due(anna, "season_report") == goes
    assert deliver_due() == (2 if goes == now else 0)
    at(goes)
    deliver_due()
    assert len(mail.outbox) == 2


def test_everybody_has_a_night_of_their_own(anna: User, at: At) -> None:
    ida = person("ida", time_zone="America/New_York")
    at(NIGHT)
    for user in (anna, ida):
        quiet(user, 22, 7)
    started(anna, ida)
    assert due(anna, "your_turn") > NIGHT
    assert due(ida, "your_turn") == NIGHT


def test_what_would_come_too_late_to_answer_does_not_wait_for_the_morning(
    anna: User, at: At
) -> None:
    at(NIGHT)
    quiet(anna, 22, 7)
    reported(anna, schedule={"kind": "hours", "hours": 9})
    assert due(anna, "your_turn") == NIGHT
    assert due(anna, "season_report") > NIGHT
    started(anna, schedule={"kind": "hours", "hours": 24})
    assert due(anna, "your_turn") > NIGHT


def test_nobody_is_asked_in_the_morning_what_they_answered_at_night(
    anna: User, bert: User, at: At
) -> None:
    at(NIGHT)
    for user in (anna, bert):
        quiet(user, 22, 7)
    game = started(anna, bert, name="The Siege")
    answer(game, anna)
    at(NIGHT + timedelta(hours=9))
    deliver_due()
    asked = [letter.to for letter in mail.outbox if letter.subject == "Your turn in The Siege"]
    assert asked == [[bert.address]]
    (row,) = post_of(anna).filter(kind="your_turn")
    assert state_in_words(row) == "no longer needed"
    assert deliver_due() == 0


def test_a_notice_that_waits_says_until_when(anna: User, at: At) -> None:
    at(NIGHT)
    quiet(anna, 22, 7)
    started(anna)
    words = {state_in_words(row) for row in post_of(anna)}
    assert words == {"waits until Tue 2 Jun, 07:00"}
    at(NIGHT + timedelta(hours=9))
    assert {state_in_words(row) for row in post_of(anna)} == {"about to be sent"}
    deliver_due()
    assert {state_in_words(row) for row in post_of(anna)} == {"accepted by mail server 08:30"}


def test_what_can_wait_comes_in_one_letter_a_day(anna: User, at: At) -> None:
    at(NIGHT)
    daily(anna, 8)
    switch_off(user=anna, kind="your_turn", channel="mail")
    games = [started(anna, name=name) for name in ("The Siege", "Prague")]
    morning = datetime(2026, 6, 2, 6, tzinfo=UTC)
    assert due(anna, "season_report") == morning
    for game in games:
        answer(game, anna)
        game_advance(game_id=game.pk)
    assert deliver_due() == 0
    assert reports_of(anna) == {"goes into your daily mail Tue 2 Jun, 08:00"}
    at(morning)
    tasks.tick()
    assert reports_of(anna) == {"in your daily mail, which is not sent yet"}
    assert deliver_due() == 1
    (letter,) = mail.outbox
    assert letter.subject == "Your day at Wallenstein by Post"
    assert letter.body.count("WHAT HAPPENED IN THE SIEGE") == 2
    assert letter.body.count("WHAT HAPPENED IN PRAGUE") == 2
    assert all(game.head in letter.body for game in games)
    assert reports_of(anna) == {"in your daily mail, accepted by mail server 08:00"}
    assert collect_due() == 0
    assert deliver_due() == 0


def test_one_notice_that_cannot_be_written_leaves_the_others_in_the_daily_letter(
    anna: User, at: At
) -> None:
    at(NIGHT)
    daily(anna, 8)
    broken, _whole = (reported(anna, name=name) for name in ("The Siege", "Prague"))
    OutboxRow.objects.filter(game=broken, kind="season_report").update(data={})
    at(NIGHT + timedelta(hours=12))
    collect_due()
    with capture_logs() as records:
        deliver_due()
    (letter,) = (one for one in mail.outbox if one.subject == "Your day at Wallenstein by Post")
    assert "WHAT HAPPENED IN PRAGUE" in letter.body
    assert "This notification could not be shown here." in letter.body
    assert [line["event"] for line in records if line["log_level"] == "error"] == [
        "notice_left_out"
    ]


def test_a_daily_letter_that_goes_twice_is_the_same_letter(anna: User, at: At) -> None:
    at(NIGHT)
    daily(anna, 8)
    reported(anna)
    deliver_due()
    at(NIGHT + timedelta(days=1))
    collect_due()
    mail.outbox.clear()
    for _ in range(2):
        OutboxRow.objects.filter(kind="digest").update(state="waiting")
        deliver_due()
    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    assert first.body == second.body


def test_without_a_daily_letter_what_was_collected_goes_at_once(anna: User, at: At) -> None:
    at(NIGHT)
    daily(anna, 8)
    reported(anna, name="The Siege")
    deliver_due()
    times_change(person=anna, quiet_from=None, quiet_until=None, digest_at=None)
    deliver_due()
    assert mail.outbox[-1].subject == "What happened in The Siege"


def test_what_is_not_wanted_any_more_is_in_no_daily_letter(anna: User, at: At) -> None:
    at(NIGHT)
    daily(anna, 8)
    reported(anna)
    switch_off(user=anna, kind="season_report", channel="mail")
    at(NIGHT + timedelta(days=1))
    assert collect_due() == 0


@pytest.mark.parametrize(("start", "end"), [(time(22), None), (None, time(7)), (time(7), time(7))])
def test_quiet_hours_begin_and_end(anna: User, start: time | None, end: time | None) -> None:
    with pytest.raises(Illegal, match="Quiet hours"):
        times_change(person=anna, quiet_from=start, quiet_until=end, digest_at=None)
    assert not NoticeTimes.objects.exists()
