"""Every act around a game is an entry with who and why: each is done, then the rows are read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from engine.kernel.journal import JOURNAL, Act
from engine.kernel.log import entry_after
from games import access, clock
from games.models import Game, LogEntry, OutboxRow, User
from games.ops import tasks
from games.read.referee_log import acts_of
from games.services.people.absences import absence_cancel, absence_enter
from games.services.people.accounts import account_delete
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.extensions import extension_propose, extension_vote
from games.services.play.table import table
from games.services.tables.forks import game_fork
from games.services.tables.seats import (
    player_replace,
    player_resign,
    seat_decline,
    substitute_end,
    substitute_name,
)
from tests.service.tables import again, answer, late, payloads, person, proof, started

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
RHYTHM = {"kind": "hours", "hours": 24}
ACTS = {kind.kind for kind in JOURNAL if issubclass(kind, Act)}
HANDS = ("extended", "vote")


def more_time(game: Game, anna: User, bert: User) -> None:
    """By the host, by a vote, by no vote, and by one that is taken back."""
    deadline_extend(person=anna, game_id=game.pk, hours=6, why="A feast")
    for voted in ("yes", "no", "back"):
        extension_propose(person=bert, game_id=game.pk, hours=2, why="A train")
        if voted == "back":
            extension_vote(person=bert, game_id=game.pk, yes=False)
        else:
            why = "" if voted == "yes" else "I leave"
            extension_vote(person=anna, game_id=game.pk, yes=voted == "yes", why=why)


def rest(game: Game, anna: User) -> None:
    """A pause, and its end."""
    game_pause(person=anna, game_id=game.pk, why="A holiday")
    game_resume(person=anna, game_id=game.pk, why="All are back")


def days_away(bert: User) -> None:
    """An absence entered and cancelled."""
    away = absence_enter(person=bert, first_day=date(2026, 6, 2), last_day=date(2026, 6, 5))
    absence_cancel(person=bert, absence_id=away.pk)


def other_people(game: Game, anna: User, bert: User, others: list[User]) -> None:
    """Substitutes who are recalled, decline and delete their account, and seats that change."""
    cora, dora, emil, fred = others
    for number, substitute in enumerate((cora, dora, emil)):
        substitute_name(person=bert, game_id=game.pk, player=substitute.username, why="A journey")
        if number == 0:
            substitute_end(person=bert, game_id=game.pk)
        elif number == 1:
            substitute_end(person=dora, game_id=game.pk)
        else:
            account_delete(person=emil)
    late(game)
    for player, seat in ((cora, "B"), (bert, "B"), (fred, "C")):
        given = {"game_id": game.pk, "seat_key": seat, "player": player.username}
        player_replace(person=anna, why="Gone", **given)
        if player == cora:
            seat_decline(person=cora, game_id=game.pk)
    player_resign(person=anna, game_id=game.pk)


def outage(at: Travel, game: Game) -> None:
    """The service is away for some hours in which a deadline would pass."""
    due = again(game).deadline
    assert due is not None
    at(due - timedelta(hours=1))
    tasks.tick()
    at(due + timedelta(hours=3))
    tasks.tick()


def rows() -> list[LogEntry]:
    """Every stored entry of an act, of all games."""
    return list(LogEntry.objects.filter(kind__in=ACTS).order_by("game", "seq"))


@pytest.fixture
def done(at: Travel, anna: User, bert: User) -> Game:
    """A game in which everything was done that can be done around one, and a fork of it."""
    at(START)
    others = [person(name) for name in ("cora", "dora", "emil", "fred")]
    game = started(anna, bert, players=3, schedule=RHYTHM, lateness="default")
    more_time(game, anna, bert)
    rest(game, anna)
    days_away(bert)
    outage(at, game)
    other_people(game, anna, bert, others)
    staff = person("staff", is_staff=True)
    game_fork(person=staff, game_id=game.pk, step=1, why="A fault")
    return game


def test_each_act_stands_in_the_log_with_who_and_why(done: Game, bert: User) -> None:
    acts = rows()
    assert {row.kind for row in acts} == ACTS
    for row in acts:
        assert row.payload["by"].strip(), (row.kind, row.payload)
        assert row.payload["why"].strip(), (row.kind, row.payload)
    moved = {payload["reason"] for payload in payloads(done, "deadline_set")}
    assert moved == {"step", "resumed", "absence", "downtime", *HANDS}
    people = set(User.objects.values_list("player_uid", flat=True))
    assert {row.payload["by"] for row in acts} <= people | {"house"}
    assert {row.kind for row in acts if row.payload["by"] == "house"} == {"deadline_set"}
    assert proof(done, bert).head == again(done).head


def test_the_page_of_the_referee_tells_of_every_act_who_and_why(done: Game, bert: User) -> None:
    for language in ("de", "en"):
        acts = acts_of(access.viewer(again(done), bert), language)
        assert len(acts) > 20
        assert [act.sentence for act in acts if not (act.by and act.why)] == []


def test_letters_about_a_substitute_say_why(done: Game) -> None:
    notices = OutboxRow.objects.filter(kind__in=("substitute_named", "substitute_gone"))
    assert {row.data["why"] for row in notices} == {
        "A journey",
        "back again",
        "does not stand in any more",
    }


def test_a_fork_retells_old_entries_in_a_version_with_a_reason(
    anna: User, bert: User, cora: User
) -> None:
    game = started(anna, bert, players=3)
    for player in (anna, bert):
        answer(game, player)
    game_advance(game_id=game.pk)
    named_of_old(game, "A", cora, anna)
    fork = game_fork(person=person("staff", is_staff=True), game_id=game.pk, step=1, why="A fault")
    (old,), (new,) = payloads(game, "substitute_named"), payloads(fork, "substitute_named")
    assert "why" not in old
    assert new["why"] == "no reason was asked for"
    assert fork.seats.get(key="A").substitute == cora
    for log in (game, fork):
        assert proof(log, anna).head == again(log).head


def named_of_old(game: Game, seat: str, substitute: User, by: User) -> None:
    """Store a substitute as the log told of one before it asked why."""
    payload = {"seat": seat, "player": substitute.player_uid, "by": by.player_uid}
    with table(game.pk, Game.Status.RUNNING) as held:
        head, seq, now = held.position.head, held.position.seq + 1, clock.written(clock.now())
        old = entry_after(head, seq, "substitute_named", 1, now, payload, None)
        held.add(held.position.after(old), [old])
