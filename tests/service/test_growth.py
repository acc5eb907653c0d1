"""What is asked all the time reads no whole table, however many games and letters there are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F, Q
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat, User
from games.read.listings import PAST, GamesPlayed, my_games
from games.services.post.leases import claimed
from games.services.post.notices import require_few_moves
from tests.bench.filling import fill
from tests.bench.growth import settled, works

GROWING = ("games_game", "games_seat", "games_outboxrow", "games_countedgame", "games_keptarchive")
GAMES, NOTICES = 4_000, 12_000


def plan_of(statement: str) -> list[str]:
    """How the database would go about a statement, line by line."""
    how = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{how} {statement}")
        return [str(row[-1]).strip() for row in cursor.fetchall()]


def whole_tables_read(statement: str) -> list[str]:
    """The growing tables that a statement would read from end to end, as the database plans it."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql" and "COUNT(" in statement:
            # To count all it takes an index for a table that was just vacuumed; that there is one
            # that tells enough must not depend on what the server did last.
            cursor.execute("SET LOCAL enable_seqscan = off")
        plan = plan_of(statement)
    if connection.vendor == "postgresql":
        return [line for line in plan for name in GROWING if f"Seq Scan on {name}" in line]
    read = [f"SCAN {name}" for name in GROWING]
    return [line for line in plan if line in read]


def statements_of(work: Callable[[], object]) -> list[str]:
    """What is asked or changed."""
    with CaptureQueriesContext(connection) as asked:
        work()
    words = ("SELECT", "UPDATE", "DELETE")
    return [one["sql"] for one in asked.captured_queries if one["sql"].startswith(words)]


@pytest.fixture
def grown(committed: None) -> User:
    """A site with many games that are over and letters that were sent; one of its players."""
    over, notice, veterans = settled()
    fill(over, notice, veterans, range(GAMES), range(NOTICES))
    return veterans[0]


def rows_of(statement: str) -> int:
    """How many rows it gives to whoever asks."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return len(cursor.fetchall())


def test_the_past_of_a_veteran_is_counted_by_an_index_and_not_read(grown: User) -> None:
    home = works(grown, User.objects.get(username="newcomer"))["home of a veteran"]
    asked = [statement for statement in statements_of(home) if statement.startswith("SELECT")]
    played = grown.seats.filter(ended_at__isnull=False).count()
    # The seats of a page of games are the most that is read at once.
    most = PAST * Game.objects.earliest("created_at").players
    assert played > 5 * most
    assert max(map(rows_of, asked)) == most
    # Only one statement goes through all of it, and looks at the keys in an index.
    (counted,) = [one for one in asked if 'ended_at" IS NOT NULL' in one and "COUNT(" in one]
    seats = [line for line in plan_of(counted) if "seat_of_person" in line]
    assert seats
    if connection.vendor != "postgresql":
        assert [line for line in seats if "COVERING INDEX" not in line] == []


def test_a_page_of_the_past_is_the_same_whoever_hosted_it(grown: User) -> None:
    seated = Q(seats__user=grown) | Q(seats__substitute=grown) | Q(host=grown)
    own = Game.objects.filter(seated, status=Game.Status.FINISHED).distinct()
    keys = list(own.order_by("-finished_at", "pk").values_list("pk", flat=True))
    # Some that they only hosted, and some that they only stood in for.
    Seat.objects.filter(user=grown, game__in=keys[1:8:3]).update(user=None)
    Seat.objects.filter(user=grown, game__in=keys[2:8:3]).update(user=None, substitute=grown)
    Game.objects.filter(pk__in=keys[2:8:3]).update(host=None)
    past = GamesPlayed(grown)
    assert len(past) == len(keys)
    assert [*past[0:20], *past[20:40], past[40]] == keys[:41]
    assert [game.pk for game in my_games(grown, "2").finished] == keys[20:40]
    assert past[:] == keys
    assert (past[-1], past[-3:], past[5:5]) == (keys[-1], keys[-3:], [])
    with pytest.raises(IndexError):
        past[len(keys)]
    # A seat that tells another end than its game does not bring the game twice.
    Game.objects.filter(pk=keys[0]).update(host=grown)
    Seat.objects.filter(game=keys[0]).update(ended_at=F("ended_at") + timedelta(seconds=1))
    assert Seat.objects.filter(game=keys[0], user=grown).exists()
    assert past[:21] == keys[:21]


def test_no_table_that_grows_is_read_from_end_to_end(grown: User) -> None:
    newcomer = User.objects.get(username="newcomer")
    asked = works(grown, newcomer) | {
        "letters claimed": lambda: claimed(["mail"], 20),
        "deadlines moved lately": lambda: require_few_moves(newcomer),
    }
    whole_reads = {
        name: {
            statement: bad
            for statement in statements_of(work)
            if (bad := whole_tables_read(statement))
        }
        for name, work in asked.items()
    }
    assert {name: bad for name, bad in whole_reads.items() if bad} == {}
