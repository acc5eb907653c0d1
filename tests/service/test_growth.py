"""What is asked all the time reads no whole table, however many games and letters there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import User
from games.services.post.leases import claimed
from games.services.post.notices import require_few_moves
from tests.bench.filling import fill
from tests.bench.growth import settled, works

GROWING = ("games_game", "games_seat", "games_outboxrow", "games_countedgame", "games_keptarchive")
GAMES, NOTICES = 4_000, 12_000


def whole_tables_read(statement: str) -> list[str]:
    """The growing tables that a statement would read from end to end, as the database plans it."""
    how = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql" and "COUNT(" in statement:
            # To count all it takes an index for a table that was just vacuumed; that there is one
            # that tells enough must not depend on what the server did last.
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"{how} {statement}")
        plan = [str(row[-1]).strip() for row in cursor.fetchall()]
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


def test_the_past_of_a_veteran_is_gone_through_once_and_only_by_its_keys(grown: User) -> None:
    home = works(grown, User.objects.get(username="newcomer"))["home of a veteran"]
    asked = [statement for statement in statements_of(home) if "UNION" in statement]
    # The number in the header is counted from the questions that are open now.
    own = [statement for statement in asked if "COUNT(" not in statement]
    assert [statement.partition(" FROM ")[0].count(",") for statement in own] == [1]


def test_no_table_that_grows_is_read_from_end_to_end(grown: User) -> None:
    newcomer = User.objects.get(username="newcomer")
    asked = works(grown, newcomer) | {
        "letters claimed": lambda: claimed(["mail"], 20),
        "deadlines moved lately": lambda: require_few_moves(newcomer),
    }
    # What a veteran has played grows with the veteran, not with the site.
    del asked["home of a veteran"]
    whole_reads = {
        name: {
            statement: bad
            for statement in statements_of(work)
            if (bad := whole_tables_read(statement))
        }
        for name, work in asked.items()
    }
    assert {name: bad for name, bad in whole_reads.items() if bad} == {}
