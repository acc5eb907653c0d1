"""When time is up: the policies, extensions, rests, and a clock that cannot be trusted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection

from engine.kernel.game import house_salt
from engine.kernel.reasons import BY_SCHEDULE
from games import clock
from games.errors import ClockTrouble, NotAllowed, Refused
from games.log import store
from games.models import Game, LogEntry, SavedDraft, User
from games.ops import due, tasks
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.turns import draft_save
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    kinds,
    open_seats,
    payloads,
    proof,
    some_answer,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = {"kind": "hours", "hours": 24, "grace_minutes": 10}
LATE = START + timedelta(hours=24, minutes=10)


def late_game(at: Travel, lateness: str, *people: User) -> Game:
    at(START)
    return started(*people, schedule=DAY, lateness=lateness)


def test_the_deadline_is_set_with_every_step_and_stands_in_the_log(
    at: Travel, anna: User, bert: User
) -> None:
    game = late_game(at, "wait", anna, bert)
    assert game.deadline == START + timedelta(hours=24)
    at(START + timedelta(hours=3))
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.id)
    assert again(game).deadline == START + timedelta(hours=27)
    assert payloads(game, "deadline_set") == [
        {"deadline": "2026-06-02T12:00:00Z", "reason": "step", "by": "house", "why": BY_SCHEDULE},
        {"deadline": "2026-06-02T15:00:00Z", "reason": "step", "by": "house", "why": BY_SCHEDULE},
    ]


def test_wait_waits_for_ever(at: Travel, anna: User, bert: User) -> None:
    game = late_game(at, "wait", anna, bert)
    answer(game, anna)
    at(LATE + timedelta(days=365))
    assert due.games_to_advance() == []
    assert game_advance(game_id=game.id) == 0
    assert "time_ran_out" not in kinds(game)


@pytest.mark.parametrize("lateness", ["default", "draft", "stand_in"])
def test_nothing_happens_before_the_grace_is_over(
    at: Travel, anna: User, bert: User, lateness: str
) -> None:
    game = late_game(at, lateness, anna, bert)
    answer(game, anna)
    at(LATE - timedelta(seconds=1))
    assert game_advance(game_id=game.id) == 0
    assert again(game).step == 1
    at(LATE)
    assert due.games_to_advance() == [game.id]
    assert game_advance(game_id=game.id) == 1
    assert payloads(game, "time_ran_out") == [{"seats": ["B"], "policy": lateness}]
    assert again(game).deadline == LATE + timedelta(hours=24)
    assert game_advance(game_id=game.id) == 0
    for reader in (anna, bert, NOBODY):
        assert proof(game, reader).head == again(game).head


def test_the_default_is_the_rules_own_and_anybody_can_check_it(
    at: Travel, anna: User, bert: User
) -> None:
    game = late_game(at, "default", anna, bert)
    answer(game, anna)
    position = store.load(again(game))
    expected = position.ruleset.default(position.state, waiting(game, "B"))
    salt = house_salt(position, "1.spring.plan.B")
    at(LATE)
    game_advance(game_id=game.id)
    sealed = by_seat(game, "B")
    assert sealed.payload["by"] == "default"
    assert sealed.secret is not None
    assert (sealed.secret.salt, sealed.secret.answer) == (salt, expected)
    assert proof(game, NOBODY).head == again(game).head


def by_seat(game: Game, seat: str) -> Any:
    """The first answer of a seat."""
    return next(
        entry
        for entry in store.entries_of(game)
        if entry.kind == "answer_sealed" and entry.payload["seat"] == seat
    )


def test_the_saved_draft_counts_where_it_is_legal(at: Travel, anna: User, bert: User) -> None:
    game = late_game(at, "draft", anna, bert)
    for player, seat in ((anna, "A"), (bert, "B")):
        decision = waiting(game, seat)
        plan = some_answer(game, decision)
        if seat == "B":
            plan["bid"] = 99
        draft_save(person=player, game_id=game.id, decision=decision.id, answer=plan)
    wanted = some_answer(game, waiting(game, "A"))
    at(LATE)
    assert game_advance(game_id=game.id) == 1
    assert by_seat(game, "A").payload["by"] == "draft"
    assert by_seat(game, "A").secret.answer == wanted
    assert by_seat(game, "B").payload["by"] == "default"
    assert proof(game, bert).head == again(game).head


def season_that_took_a_county(player: User) -> tuple[Game, Any, set[str]]:
    """A game in which seat A has lost a county; the plan it had laid it in, and what it lost."""
    while True:
        game = started(player, players=5, schedule=DAY, lateness="draft")
        while open_seats(game):
            held, (_, plan) = set(waiting(game).options["counties"]), answer(game, player)
            game_advance(game_id=game.id)
            left = waiting(game).options["counties"] if open_seats(game) else held
            if (lost := held - set(left)) & set(plan["boxes"].values()):
                return game, plan, lost


def test_a_draft_with_a_county_that_was_lost_gives_way_to_a_legal_default(
    at: Travel, anna: User
) -> None:
    at(START)
    game, plan, lost = season_that_took_a_county(anna)
    asked, position = waiting(game), store.load(again(game))
    draft_save(person=anna, game_id=game.id, decision=asked.id, answer=plan)
    wrong = position.ruleset.problems(position.state, asked, plan)
    assert {problem.data["given"] for problem in wrong if problem.code == "not_your_county"} <= lost
    assert wrong
    at(LATE)
    assert game_advance(game_id=game.id) == 1
    sealed = store.entries_of(game)[::-1]
    default = next(e for e in sealed if e.kind == "answer_sealed" and e.payload["by"] == "default")
    assert (default.payload["decision"], default.payload["seat"]) == (asked.id, "A")
    assert default.secret is not None
    assert position.ruleset.problems(position.state, asked, default.secret.answer) == []
    assert not lost & set(default.secret.answer["boxes"].values())
    assert not SavedDraft.objects.filter(game=game).exists()
    assert again(game).trouble == ""
    assert proof(game, NOBODY).head == again(game).head


def test_a_stand_in_plays_for_the_silent_seat_only(at: Travel, anna: User, bert: User) -> None:
    game = late_game(at, "stand_in", anna, bert)
    receipt, _ = answer(game, anna)
    at(LATE)
    game_advance(game_id=game.id)
    assert by_seat(game, "B").payload["by"] == "bot marshal"
    assert by_seat(game, "A").payload["by"] == "seat"
    assert receipt.seq in payloads(game, "step_began")[1]["answers"]


def test_a_game_everybody_left_plays_itself_to_the_end(at: Travel, anna: User) -> None:
    game = late_game(at, "default", anna)
    moment = LATE
    for _ in range(60):
        if again(game).status == Game.Status.FINISHED:
            break
        at(moment)
        for game_id in due.games_to_advance():
            tasks.advance_game(game_id)
        moment += timedelta(hours=25)
    assert again(game).status == Game.Status.FINISHED
    proved = proof(game, NOBODY)
    assert proved.resolved == proved.steps == again(game).step


def test_an_extension_is_an_event_with_who_and_why(at: Travel, anna: User, bert: User) -> None:
    game = late_game(at, "default", anna, bert)
    deadline_extend(person=anna, game_id=game.id, hours=48, why="Bert moves\x00house")
    assert again(game).deadline == START + timedelta(hours=72)
    assert payloads(game, "deadline_set")[-1] == {
        "deadline": "2026-06-04T12:00:00Z",
        "reason": "extended",
        "by": anna.player_uid,
        "why": "Bert moves house",
    }
    at(LATE)
    assert game_advance(game_id=game.id) == 0
    assert proof(game, bert).head == again(game).head


def test_who_may_extend_and_by_how_much(at: Travel, anna: User, bert: User) -> None:
    game = late_game(at, "default", anna, bert)
    with pytest.raises(NotAllowed):
        deadline_extend(person=bert, game_id=game.id, hours=1, why="Harvest")
    for hours in (0, -5, 721):
        with pytest.raises(Refused, match="1 to 720 hours"):
            deadline_extend(person=anna, game_id=game.id, hours=hours, why="Harvest")
    timeless = started(anna, bert)
    with pytest.raises(Refused) as refusal:
        deadline_extend(person=anna, game_id=timeless.id, hours=1, why="Harvest")
    assert refusal.value.code == "no_deadline"
    assert kinds(game).count("deadline_set") == 1


def test_a_game_that_rests_takes_answers_and_no_steps(at: Travel, anna: User, bert: User) -> None:
    game = late_game(at, "default", anna, bert)
    with pytest.raises(NotAllowed):
        game_pause(person=bert, game_id=game.id, why="Harvest")
    game_pause(person=anna, game_id=game.id, why="Holidays")
    assert again(game).status == Game.Status.PAUSED
    at(LATE + timedelta(days=3))
    assert due.games_to_advance() == []
    answer(game, anna)
    answer(game, bert)
    assert game_advance(game_id=game.id) == 0
    with pytest.raises(Refused, match="paused"):
        game_pause(person=anna, game_id=game.id, why="Harvest")
    with pytest.raises(NotAllowed):
        game_resume(person=bert, game_id=game.id, why="On we go")
    game_resume(person=anna, game_id=game.id, why="Back again")
    assert again(game).deadline == LATE + timedelta(days=4)
    assert payloads(game, "game_paused") == [{"by": anna.player_uid, "why": "Holidays"}]
    assert payloads(game, "game_resumed") == [{"by": anna.player_uid, "why": "Back again"}]
    assert payloads(game, "deadline_set")[-1]["reason"] == "resumed"
    assert game_advance(game_id=game.id) == 1
    assert proof(game, anna).head == again(game).head


def test_a_clock_behind_the_last_event_moves_nothing(at: Travel, anna: User) -> None:
    game = late_game(at, "default", anna)
    answer(game, anna)
    count = LogEntry.objects.count()
    at(START - timedelta(minutes=5))
    with pytest.raises(ClockTrouble, match="the last event was at 2026-06-01T12:00:00Z"):
        game_advance(game_id=game.id)
    with pytest.raises(ClockTrouble):
        tasks.advance_game(game.id)
    assert LogEntry.objects.count() == count
    assert again(game).trouble == ""
    at(START - timedelta(minutes=1))  # clocks are never quite right
    assert game_advance(game_id=game.id) == 1


def test_a_clock_far_from_the_databases_moves_nothing(anna: User) -> None:
    game = started(anna, schedule=DAY, lateness="default")
    with time_machine.travel(clock.now() + timedelta(days=2)):
        if connection.vendor == "postgresql":
            with pytest.raises(ClockTrouble, match="the database's says"):
                game_advance(game_id=game.id)
            assert open_seats(game) == ["A"]
        else:  # there is no other clock to ask
            assert game_advance(game_id=game.id) == 1


@pytest.mark.parametrize(
    "text", ["", "2026-06-01", "2026-06-01T12:00:00+00:00", "2026-06-01T12:00:00Zx"]
)
def test_only_moments_as_logs_write_them_are_read(text: str) -> None:
    with pytest.raises(ValueError, match="not a moment"):
        clock.read(text)
    assert clock.read(clock.written(START)) == START
