"""A Redis that is away, or there and silent: plans are taken all the same, and nothing hangs."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import psycopg
import redis

from tests.cluster.cluster import Cluster


def test_plans_are_taken_while_redis_is_away_and_games_move_when_it_is_back(
    cluster: Cluster,
) -> None:
    (first,) = cluster.nest.errand("set_tables", 1)
    cluster.redis.stop()
    taken = cluster.nest.errand("answers")
    (second,) = cluster.nest.errand("set_tables", 1)
    # It takes connections and says nothing, as long as the answers are on their way: whoever
    # waited for a word of it would wait for ever.
    with socket.create_server(("127.0.0.1", urlsplit(cluster.redis.address).port or 0)):
        taken += cluster.nest.errand("answers")
    assert [receipt["game"] for receipt in taken] == [first, second]
    cluster.redis.start()
    assert cluster.query("SELECT step FROM games_game") == [(1,), (1,)]
    cluster.beat()
    cluster.nest.worker()
    cluster.wait("both games move", lambda: slowest(cluster) > 1)
    for receipt in taken:
        sealed = "SELECT hash FROM games_logentry WHERE game_id = %s AND seq = %s"
        assert cluster.query(sealed, receipt["game"], receipt["seq"]) == [(receipt["head"],)]


def test_a_worker_lives_on_whose_redis_goes_while_it_has_a_season_in_hand(
    cluster: Cluster,
) -> None:
    (game,) = cluster.nest.errand("set_tables", 1)
    cluster.nest.errand("answers")
    with psycopg.connect(cluster.database.address) as line:
        line.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game])
        worker = cluster.worker("steady", "--pool=prefork", "--concurrency=2")
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        cluster.wait("a season in hand", lambda: cluster.number(waiting) > 0)
        # Nobody keeps what is in hand: whoever lost Redis would have to give it back, to nobody.
        with redis.Redis.from_url(cluster.redis.address) as messages:
            cluster.wait("all is in hand", lambda: not messages.exists("unacked", "celery"))
        cluster.redis.stop()
        log = cluster.place / "steady.log"
        cluster.wait("the loss", lambda: "Connection to broker lost" in log.read_text())
        cluster.redis.start()
    cluster.wait("the season in hand", lambda: slowest(cluster) > 1)
    cluster.nest.errand("set_tables", 1)
    cluster.nest.errand("answers")
    cluster.wait("the next season", lambda: slowest(cluster) > 1)
    assert worker.poll() is None


def slowest(cluster: Cluster) -> int:
    """The step of the game that moved least; bots that are asked next let theirs go on."""
    return cluster.number("SELECT min(step) FROM games_game")
