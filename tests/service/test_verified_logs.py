"""Logs of the service, read as its people may read them, under the verifier that is not ours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games import access
from games.models import Game, LogEntry, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.turns import answer_submit, answer_withdraw
from games.trust.verifier import AuditReport, check
from tests.service.tables import again, answer, late, play_out, some_answer, started, waiting

HOURS = {"kind": "hours", "hours": 48}


def report(game: Game, reader: User) -> AuditReport:
    """What the verifier says of a game's log as somebody gets it."""
    return check(b"".join(selectors.log_file(access.viewer(again(game), reader))))


def test_a_game_with_everything_people_do_holds_at_every_step(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=HOURS)
    for reader in (anna, bert):
        assert report(game, reader).verdict == "OK"
    asked = waiting(game)
    answer(game, anna, "first thought")
    answer_withdraw(person=anna, game_id=game.pk, decision=asked.id)
    answer(game, anna, "second thought")
    third = some_answer(game, asked, "third thought")
    answer_submit(person=anna, game_id=game.pk, decision=asked.id, answer=third)
    deadline_extend(person=anna, game_id=game.pk, hours=5, why="Visitors")
    game_pause(person=anna, game_id=game.pk, why="Holidays")
    game_resume(person=anna, game_id=game.pk, why="On we go")
    seen = report(game, bert)
    assert (seen.verdict, seen.opened) == ("OK", 0)
    assert report(game, anna).opened == 3
    over = report(play_out(game, anna, bert), bert)
    assert (over.verdict, over.over, over.sealed) == ("OK", True, 0)
    assert over.head == again(game).head
    assert over.remarks == []
    assert over.fixed_salts > 0


@pytest.mark.parametrize("lateness", ["default", "stand_in"])
def test_time_that_ran_out_holds_and_the_house_owns_up_to_sealing_last(
    anna: User, bert: User, at: Callable[[datetime], None], lateness: str
) -> None:
    game = started(anna, bert, schedule=HOURS, lateness=lateness)
    answer(game, anna)
    deadline = again(game).deadline
    assert deadline is not None
    at(deadline + timedelta(minutes=5))
    game_advance(game_id=game.pk)
    seen = report(game, anna)
    assert seen.verdict == "OK"
    assert seen.steps == 2
    if lateness == "default":
        assert seen.by["default"] == 1
        assert seen.remarks == []
    else:
        (remark,) = seen.remarks
        assert (remark.partition(",")[0], seen.house_last) == ("the server sealed last", [2])
        # Whoever gets the seat sees the salt, and that the server did not choose it.
        seen = report(game, bert)
        assert (seen.fixed_salts, seen.chosen_salts) == (1, [])


def test_a_deadline_moved_in_the_database_shows_in_the_log(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=HOURS, lateness="default")
    answer(game, anna)
    game_advance(game_id=late(game).pk)
    fault = report(game, bert).wrong
    ran_out = LogEntry.objects.get(game=game, kind="time_ran_out")
    assert fault is not None
    assert fault.seq == ran_out.seq
    assert fault.reason.startswith("time ran out before the deadline")
