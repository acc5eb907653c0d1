"""One letter for each thing to know: a question, a chapter that closed, the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from games import clock
from games.log import store
from games.mail.letters import message_of, short
from games.models import Game, InboundMail, LogEntry, OutboxRow, User
from games.notify import switch_off
from games.notify.choices import choices_change, times_change
from games.notify.stale import is_stale
from games.services.play.advance import game_advance
from games.services.post.delivery import deliver_due
from games.services.post.waiting import after_answering
from games.services.tables.seats import player_resign, substitute_name
from tests.service.places import browser, receiver
from tests.service.receiver import Receiver
from tests.service.tables import again, answer, person, play_out, reported, started

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db
ASKS = {"choices": "ask", "line_up": "draft"}
NIGHT = datetime(2026, 6, 1, 21, 30, tzinfo=UTC)


def season(game: Game, *people: User, terse: bool = False) -> int:
    """Play on until the next season waits for plans; how many questions were answered."""
    game_advance(game_id=game.pk)
    before, answered = again(game).turn, 0
    while again(game).turn == before:
        for player in people:
            seat = game.seats.get(user=player).key
            if any(asked.seat == seat for asked in store.load(again(game)).waiting):
                answer(game, player, terse=terse)
                answered += 1
        game_advance(game_id=game.pk)
    return answered


def rows_to(reader: User, game: Game) -> list[OutboxRow]:
    return list(OutboxRow.objects.filter(game=game, user=reader, channel="mail").order_by("pk"))


def kinds_to(reader: User, game: Game) -> list[str]:
    return [row.kind for row in rows_to(reader, game)]


def stretches(reader: User, game: Game) -> list[tuple[int, int]]:
    """What each letter to somebody tells: after which entry, up to which."""
    return [(row.data["since"], row.data["until"]) for row in rows_to(reader, game)]


def openings(game: Game) -> list[int]:
    rows = LogEntry.objects.filter(game=game, kind="season_began").order_by("seq")
    return list(rows.values_list("seq", flat=True))


@pytest.mark.parametrize("players", [3, 5])
def test_a_lone_human_gets_a_letter_for_each_question_and_one_at_the_end_of_a_season(
    anna: User, players: int
) -> None:
    game = started(anna, players=players, options=ASKS)
    asked = season(game, anna, terse=True) + season(game, anna, terse=True)
    assert again(game).turn == "1.summer"
    rows = rows_to(anna, game)
    # Each question answered, and the plan for summer: the letter at the end of spring.
    assert len(rows) == asked + 1
    assert OutboxRow.objects.filter(game=game).count() == len(rows)
    assert len({row.data["decision"] for row in rows}) == len(rows)
    assert {row.kind for row in rows[:-1]} == {"choice_asked", "your_turn"}
    assert (rows[-1].kind, rows[-1].data["decision"]) == ("your_turn", "1.summer.plan.A")
    assert again(game).step > len(rows)
    # Together they tell the whole game, and nothing twice.
    ends = [until for _since, until in stretches(anna, game)]
    assert stretches(anna, game) == list(zip([0, *ends], ends, strict=False))
    assert ends[-1] == again(game).seq


def test_a_question_waits_for_whoever_answers_on_the_site(
    anna: User, bert: User, settings: Any
) -> None:
    settings.QUESTION_WAITS = 10
    game = started(anna, bert, options=ASKS)
    game_advance(game_id=game.pk)
    first = OutboxRow.objects.filter(game=game, kind="choice_asked").earliest("pk")
    assert first.due_at - first.created_at < timedelta(minutes=1)
    while len(rows_to(anna, game)) < 2:
        for player in (anna, bert):
            seat = game.seats.get(user=player).key
            if any(asked.seat == seat for asked in store.load(again(game)).waiting):
                answer(game, player, terse=True)
        game_advance(game_id=game.pk)
    _first, second = rows_to(anna, game)
    assert second.kind == "choice_asked"
    waits = second.due_at - second.created_at
    assert timedelta(minutes=9) < waits <= timedelta(minutes=10)
    assert not is_stale(second)
    # Whoever answers meanwhile gets no letter about it.
    answer(game, anna, terse=True)
    assert is_stale(second)


def test_a_question_with_little_time_or_to_whoever_writes_mails_comes_at_once(
    anna: User, settings: Any
) -> None:
    settings.QUESTION_WAITS = 10
    game = started(anna, options=ASKS)
    game_advance(game_id=game.pk)
    (asked,) = rows_to(anna, game)
    answer(game, anna, terse=True)
    now, game = asked.due_at, again(game)
    assert after_answering(game, asked, anna) == now + timedelta(minutes=10)
    game.deadline = now + timedelta(hours=1)
    assert after_answering(game, asked, anna) == now
    game.deadline = now + timedelta(days=1)
    assert after_answering(game, asked, anna) > now
    InboundMail.objects.create(
        user=anna, game=game, outcome="accepted", received_at=now, answer_sealed=b"x"
    )
    assert after_answering(game, asked, anna) == now


def test_the_answer_of_a_substitute_puts_off_no_question_to_the_player(
    anna: User, bert: User, settings: Any
) -> None:
    settings.QUESTION_WAITS = 10
    game = started(anna, options=ASKS)
    game_advance(game_id=game.pk)
    substitute_name(person=anna, game_id=game.pk, player=bert.username, why="A journey")
    (asked,) = [row for row in rows_to(anna, game) if row.kind == "choice_asked"]
    answer(game, bert, terse=True)
    for reader in (anna, bert):
        assert after_answering(again(game), asked, reader) == asked.due_at


def test_a_step_that_only_bots_wait_for_is_told_with_the_next_one(anna: User) -> None:
    game = started(anna, options=ASKS)
    if kinds_to(anna, game) == []:
        game_advance(game_id=game.pk)
    (row,) = rows_to(anna, game)
    assert row.kind == "choice_asked"
    assert (row.data["since"], row.data["until"]) == (0, again(game).seq)


def test_what_was_asked_without_a_letter_is_told_with_the_next_turn(anna: User, bert: User) -> None:
    game = started(anna, bert, options={"choices": "ask"})
    answered = season(game, anna, bert, terse=True)
    assert answered > 2
    for reader in (anna, bert):
        choices_change(person=reader, wanted={("choice_asked", "mail"): False})
    before = len(rows_to(anna, game))
    season(game, anna, bert, terse=True)
    # Many questions are put on the way, and none of them is wanted by mail.
    assert kinds_to(anna, game)[before:] == ["your_turn"]
    (last,) = rows_to(anna, game)[before:]
    assert last.data["since"] == rows_to(anna, game)[before - 1].data["until"]


def test_without_letters_about_turns_the_report_still_comes(anna: User, bert: User) -> None:
    for kind in ("your_turn", "choice_asked"):
        switch_off(user=anna, kind=kind, channel="mail")
    game = started(anna, bert, options={"choices": "ask"})
    for _ in range(2):
        season(game, anna, bert, terse=True)
    assert kinds_to(anna, game) == ["season_report"] * 3
    ends = [until for _since, until in stretches(anna, game)]
    assert stretches(anna, game) == list(zip([0, *ends], ends, strict=False))
    assert set(kinds_to(bert, game)) == {"your_turn", "choice_asked"}


def test_without_reports_a_question_holds_what_happened_all_the_same(anna: User) -> None:
    switch_off(user=anna, kind="season_report", channel="mail")
    game = started(anna)
    season(game, anna)
    assert kinds_to(anna, game) == ["your_turn", "your_turn"]
    first, second = stretches(anna, game)
    assert second[0] == first[1]


def test_with_reports_alone_each_season_is_read_once(anna: User, bert: User) -> None:
    for kind in ("your_turn", "choice_asked"):
        choices_change(person=bert, wanted={(kind, "mail"): False})
    game = play_out(started(anna, bert), anna, bert)
    reports, end = kinds_to(bert, game)[:-1], kinds_to(bert, game)[-1]
    assert (set(reports), end) == ({"season_report"}, "game_over")
    assert len(reports) == len([kind for kind in kinds_to(anna, game) if kind == "your_turn"])


def test_the_end_is_one_letter_with_what_happened_since_the_last(anna: User) -> None:
    game = play_out(started(anna), anna)
    *others, last = rows_to(anna, game)
    assert {row.kind for row in others} == {"your_turn"}
    assert last.kind == "game_over"
    assert last.data["since"] == others[-1].data["until"]


def test_whoever_wants_no_letter_about_the_end_reads_of_it_in_a_report(anna: User) -> None:
    switch_off(user=anna, kind="game_over", channel="mail")
    game = play_out(started(anna), anna)
    assert kinds_to(anna, game)[-1] == "season_report"
    deliver_due()
    assert set(OutboxRow.objects.values_list("state", flat=True)) == {"sent"}


def test_a_substitute_is_told_the_chapter_they_come_to(anna: User, bert: User) -> None:
    game = started(anna, bert)
    season(game, anna, bert)
    cora = person("cora")
    substitute_name(person=bert, game_id=game.pk, player="cora", why="A journey")
    season(game, anna, bert)
    named, asked = rows_to(cora, game)
    assert (named.kind, asked.kind) == ("substitute_named", "your_turn")
    # Without a letter before: from the beginning of the season that was just played.
    _spring, summer, autumn = openings(game)
    assert asked.data["since"] == summer - 1 < autumn
    assert kinds_to(bert, game) == ["your_turn"] * 3


def test_spectators_and_bots_are_written_nothing(anna: User, bert: User) -> None:
    game = started(anna)
    season(game, anna)
    assert set(OutboxRow.objects.filter(game=game).values_list("user", flat=True)) == {anna.pk}
    assert not OutboxRow.objects.filter(user=bert).exists()


def test_what_was_tidied_away_is_made_up_for_by_the_log(anna: User) -> None:
    game = started(anna)
    season(game, anna)
    OutboxRow.objects.all().delete()
    season(game, anna)
    (row,) = rows_to(anna, game)
    assert (row.kind, row.data["since"]) == ("your_turn", openings(game)[-2] - 1)


def test_a_letter_that_was_never_sent_is_made_up_for(
    anna: User, at: Callable[[datetime], None]
) -> None:
    """Held back for the night and answered meanwhile, it is dropped: the next one tells it all."""
    at(NIGHT - timedelta(hours=9))
    times_change(person=anna, quiet_from=time(22), quiet_until=time(7), digest_at=None)
    game = started(anna)
    deliver_due()
    at(NIGHT)
    for _ in range(2):
        season(game, anna)
    first, second, third = rows_to(anna, game)
    assert second.data["since"] == third.data["since"] == first.data["until"]
    at(NIGHT + timedelta(hours=9))
    assert deliver_due() == 1
    second.refresh_from_db()
    assert second.state == "overtaken"
    season(game, anna)
    assert rows_to(anna, game)[-1].data["since"] == third.data["until"]


def tried(row: OutboxRow, state: str = "waiting") -> None:
    """Let a letter have been tried in vain."""
    OutboxRow.objects.filter(pk=row.pk).update(attempts=5, state=state)


def test_what_was_in_a_letter_that_is_given_up_later_is_told_again(anna: User, bert: User) -> None:
    game = started(anna, bert)
    first = rows_to(anna, game)[0]
    tried(first)
    season(game, anna, bert)
    second = rows_to(anna, game)[-1]
    # It may go yet.
    assert second.data["since"] == first.data["until"]
    tried(first, "given_up")
    deliver_due()
    season(game, anna, bert)
    third = rows_to(anna, game)[-1]
    assert third.data["since"] == first.data["since"] < second.data["since"]
    # Once is enough, and nobody else is told twice.
    season(game, anna, bert)
    assert rows_to(anna, game)[-1].data["since"] == third.data["until"]
    ends = [until for _since, until in stretches(bert, game)]
    assert stretches(bert, game) == list(zip([0, *ends], ends, strict=False))
    # Unless that letter is given up, too.
    tried(third, "given_up")
    season(game, anna, bert)
    assert rows_to(anna, game)[-1].data["since"] == first.data["since"]


def test_what_was_in_a_daily_letter_that_is_given_up_is_told_again(anna: User) -> None:
    times_change(person=anna, quiet_from=None, quiet_until=None, digest_at=time(8))
    switch_off(user=anna, kind="your_turn", channel="mail")
    game = started(anna)
    season(game, anna)
    day = OutboxRow.objects.create(
        user=anna, kind="digest", notice="day", dedup="day", due_at=clock.now(), state="sent"
    )
    first, second = rows_to(anna, game)
    assert OutboxRow.objects.filter(pk=second.pk).update(digest=day)
    season(game, anna)
    assert rows_to(anna, game)[-1].data["since"] == second.data["until"]
    tried(day, "given_up")
    season(game, anna)
    assert rows_to(anna, game)[-1].data["since"] == second.data["since"] == first.data["until"]


def test_a_report_for_the_daily_letter_counts_as_told(anna: User) -> None:
    times_change(person=anna, quiet_from=None, quiet_until=None, digest_at=time(8))
    switch_off(user=anna, kind="your_turn", channel="mail")
    game = started(anna)
    season(game, anna)
    assert [(row.kind, row.state) for row in rows_to(anna, game)] == [
        ("season_report", "collected")
    ] * 2
    (_, first), (since, _) = stretches(anna, game)
    assert since == first


def test_a_browser_that_is_told_of_both_rings_once(anna: User, receiver: Receiver) -> None:
    browser(anna, receiver)
    choices_change(person=anna, wanted={("season_report", "push"): True})
    game = started(anna)
    rows = OutboxRow.objects.filter(game=game).order_by("channel")
    assert [(row.kind, row.channel) for row in rows] == [
        ("your_turn", "mail"),
        ("your_turn", "push"),
    ]


def test_whose_turns_ring_but_are_not_written_gets_the_report_by_mail(
    anna: User, receiver: Receiver
) -> None:
    browser(anna, receiver)
    choices_change(person=anna, wanted={("your_turn", "mail"): False})
    game = started(anna)
    season(game, anna)
    states = [(row.kind, row.state) for row in rows_to(anna, game)]
    assert states == [("your_turn", "spare"), ("season_report", "waiting")] * 2
    report = rows_to(anna, game)[-1]
    assert "answer this mail" in " ".join(str(message_of(report).body).split())
    assert "answer this mail" not in short(report).body
    # A letter in reserve may never be read, so it covers nothing.
    first, second = (row for row in rows_to(anna, game) if row.kind == "season_report")
    assert second.data["since"] == first.data["until"]


def test_rows_of_before_are_delivered_and_count(anna: User) -> None:
    game = reported(anna, name="The Siege")
    old = OutboxRow.objects.get(kind="season_report")
    OutboxRow.objects.filter(kind="your_turn").delete()
    assert deliver_due() == 1
    season(game, anna)
    assert rows_to(anna, game)[-1].data["since"] == old.data["until"]


def test_whoever_has_left_is_told_no_more(anna: User, bert: User) -> None:
    game = started(anna, bert)
    season(game, anna, bert)
    deliver_due()
    player_resign(person=bert, game_id=game.pk)
    season(game, anna)
    assert kinds_to(bert, game) == ["your_turn", "your_turn", "seat_lost"]
    # Whoever stays reads on where the last letter ended, whatever came between.
    turns = [row for row in rows_to(anna, game) if row.kind == "your_turn"]
    assert [row.data["since"] for row in turns[1:]] == [row.data["until"] for row in turns[:-1]]
