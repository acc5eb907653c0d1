"""The count of all throws: carried on step by step, and the same when it is made anew."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.kernel.core import Json
from games.access import viewer
from games.models import CountedGame, Game, TowerTally, User
from games.ops import tasks
from games.read import luck_queries
from games.services.house.tower_stats import throws_count, throws_recount
from games.services.play.advance import game_advance
from games.services.tables.forks import game_fork
from games.trust.audit import audit
from tests.service.tables import again, answer, lobby, payloads, person, play_out, started


def counts() -> Json:
    return TowerTally.objects.get().counts


def thrown(*games: Game) -> list[Json]:
    return [payload["throw"] for game in games for payload in payloads(game, "tower_thrown")]


@pytest.mark.slow
def test_every_throw_of_every_game_is_counted_once(anna: User, bert: User) -> None:
    one, two = started(anna), started(anna, bert)
    assert throws_count() == 2
    first = counts()
    assert first["throws"] == len(thrown(one, two)) == 2
    assert throws_count() == 0
    assert counts() == first
    play_out(one, anna)
    play_out(two, anna, bert)
    assert throws_count() == 2
    records = thrown(one, two)
    assert counts()["throws"] == len(records) > 20
    for at, what in enumerate(("thrown", "lodged", "fell"), 3):
        total = sum(sum(record[what].values()) for record in records)
        assert sum(cell[at] for cell in counts()["cells"]) == total
    assert throws_count() == 0


def test_step_by_step_or_at_once_the_count_is_the_same(anna: User, bert: User) -> None:
    games = [started(anna), started(anna, bert)]
    for _step in range(3):
        throws_count()
        for game in games:
            answer(game, anna)
        answer(games[1], bert)
        for game in games:
            game_advance(game_id=game.pk)
    tasks.reckon()
    carried_on, streaks = counts(), list(CountedGame.objects.order_by("pk").values())
    assert throws_recount() == 2
    assert counts() == carried_on
    assert list(CountedGame.objects.order_by("pk").values()) == streaks


@pytest.mark.slow
def test_what_a_fork_shares_is_counted_where_it_was_thrown(anna: User, bert: User) -> None:
    game = play_out(started(anna, bert), anna, bert)
    throws_count()
    before = counts()["throws"]
    staff = person("staff", is_staff=True)
    fork = game_fork(person=staff, game_id=game.pk, step=3, why="the map was wrong")
    throws_count()
    assert counts()["throws"] == before
    play_out(fork, anna, bert)
    throws_count()
    own = [t for t in audit(viewer(again(fork), anna), "en").throws if t.step.number > 3]
    assert counts()["throws"] == before + len(own)
    assert own


def test_games_from_elsewhere_are_not_counted(anna: User) -> None:
    game = play_out(started(anna), anna)
    Game.objects.filter(pk=game.pk).update(imported=True)
    assert throws_count() == 0
    assert not TowerTally.objects.exists()
    assert [trial.throws for trial in luck_queries.trials()] == [0]


def test_a_page_reads_one_row_however_many_throws_there_are(anna: User) -> None:
    play_out(started(anna), anna)
    throws_count()
    with CaptureQueriesContext(connection) as asked:
        assert luck_queries.trials()[0].throws == counts()["throws"]
    assert len(asked) == 2


def test_a_lobby_has_nothing_to_count(anna: User) -> None:
    lobby(anna)
    assert throws_count() == 0


def test_an_operator_counts_anew(anna: User) -> None:
    game = started(anna)
    TowerTally.objects.create(tower=game.tower, counts={})
    call_command("rebuild")
    call_command("rebuild")
    assert counts()["throws"] == len(thrown(game)) == 1
