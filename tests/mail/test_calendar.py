"""The deadline as a calendar file: one entry for a seat, that moves and goes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from games.models import Game, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.tables.forks import game_fork
from games.services.tables.seats import player_replace, player_resign
from tests.mail.rows import RHYTHM, opened, rows_of, text_of
from tests.service.conftest import at, cora
from tests.service.tables import answer, person, play_out, started

__all__ = ["at", "cora"]

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 27, 12, tzinfo=UTC)


def entry(row: OutboxRow) -> Any:
    """The entry in the file of a letter."""
    [part] = [part for part in opened(row).walk() if part.get_content_type() == "text/calendar"]
    assert part.get_param("method") == "PUBLISH"
    assert part.get_filename() == "deadline.ics"
    raw: Any = part.get_payload(decode=True)
    read: Any = Calendar.from_ical(raw)
    assert read["METHOD"] == "PUBLISH"
    assert raw.endswith(b"END:VCALENDAR\r\n")
    [event] = read.walk("VEVENT")
    assert event["ORGANIZER"] == "mailto:post@localhost"
    return event


def test_it_moves_with_every_deadline_and_keeps_its_name(at, anna: User, bert: User) -> None:
    at(START)
    game = started(anna, bert, schedule=RHYTHM, lateness="wait")
    at(START + timedelta(hours=47))  # the clocks of Berlin have changed meanwhile
    deadline_extend(person=anna, game_id=game.pk, hours=24, why="Harvest")
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    first, next_turn = (entry(row) for row in rows_of(game, "your_turn", anna))
    [moved] = (entry(row) for row in rows_of(game, "deadline_moved", anna))
    assert first["DTSTART"].dt == START + timedelta(hours=48)
    assert moved["DTSTART"].dt == START + timedelta(hours=72)
    assert next_turn["DTSTART"].dt == START + timedelta(hours=47 + 48)
    assert first["UID"] == moved["UID"] == next_turn["UID"]
    assert first["SEQUENCE"] < moved["SEQUENCE"] < next_turn["SEQUENCE"]
    assert {str(one["STATUS"]) for one in (first, moved, next_turn)} == {"CONFIRMED"}
    [rivals] = (entry(row) for row in rows_of(game, "deadline_moved", bert))
    assert rivals["UID"] != first["UID"]
    assert game.name in str(first["SUMMARY"])


def test_the_end_takes_it_away(anna: User) -> None:
    game = play_out(started(anna, schedule=RHYTHM), anna)
    last = entry(rows_of(game, "your_turn", anna)[-1])
    [over] = (entry(row) for row in rows_of(game, "game_over", anna))
    assert str(over["STATUS"]) == "CANCELLED"
    assert over["UID"] == last["UID"]
    assert over["SEQUENCE"] > last["SEQUENCE"]


def test_whoever_leaves_takes_it_out_of_their_calendar(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=RHYTHM)
    [before] = (entry(row) for row in rows_of(game, "your_turn", bert))
    player_resign(person=bert, game_id=game.pk)
    [after] = (entry(row) for row in rows_of(game, "seat_lost", bert))
    assert (str(after["STATUS"]), after["UID"]) == ("CANCELLED", before["UID"])
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["DTSTART"].dt == before["DTSTART"].dt


def test_a_game_that_rests_has_no_deadline_until_it_goes_on(
    at, anna: User, bert: User, cora: User
) -> None:
    at(START)
    game = started(anna, bert, schedule=RHYTHM)
    [before] = (entry(row) for row in rows_of(game, "your_turn", bert))
    game_pause(person=anna, game_id=game.pk, why="Holidays")
    player_resign(person=bert, game_id=game.pk)
    player_replace(person=anna, game_id=game.pk, seat_key="B", player="cora", why="He has resigned")
    [welcome] = rows_of(game, "seat_given", cora)
    resting = entry(welcome)
    assert (str(resting["STATUS"]), resting["UID"]) == ("CANCELLED", before["UID"])
    text = text_of(opened(welcome))
    assert "The game is paused, and so is its clock." in text
    assert "Answers are due" not in text
    at(START + timedelta(days=5))
    game_resume(person=anna, game_id=game.pk, why="On we go")
    [moved] = (entry(row) for row in rows_of(game, "deadline_moved", cora))
    assert str(moved["STATUS"]) == "CONFIRMED"
    assert moved["DTSTART"].dt == START + timedelta(days=7)
    assert before["SEQUENCE"] < resting["SEQUENCE"] < moved["SEQUENCE"]


def test_a_game_that_goes_on_elsewhere_has_no_deadline_here(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=RHYTHM)
    [before] = (entry(row) for row in rows_of(game, "your_turn", bert))
    staff = person("erik", is_staff=True)
    game_fork(person=staff, game_id=game.pk, step=1, why="A fault")
    [forked] = (entry(row) for row in rows_of(game, "game_forked", bert))
    assert (str(forked["STATUS"]), forked["UID"]) == ("CANCELLED", before["UID"])
    assert forked["SEQUENCE"] > before["SEQUENCE"]


def test_a_game_without_deadlines_sends_none(anna: User) -> None:
    game: Game = started(anna)
    [row] = rows_of(game, "your_turn", anna)
    assert "text/calendar" not in [part.get_content_type() for part in opened(row).walk()]
