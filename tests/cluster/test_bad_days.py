"""Bad days: workers die, servers go and come back; no season is lost or doubled, no letter either.

Everything is real: PostgreSQL, Redis, a mail server, Celery workers and beat, and somebody who
answers for the people at the tables. What goes wrong is what an operator sees in a year.
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import redis

from tests.cluster.cluster import PATIENCE, Cluster

# Where workers die, and how often at each place: more than twenty times around a season.
SEASON = ("before the transaction", "in the transaction", "after the commit")
SEASON_ROUNDS = 7
LETTERS = ("letters claimed", "letter accepted")
ROUNDS = 3
RANDOM_KILLS = 6
# Each has a letter in hand at most when the database goes.
STEADY_PROCESSES = 2


def die_at(cluster: Cluster, point: str) -> None:
    """A worker comes to this point and no further."""
    worker = cluster.nest.worker(point)
    cluster.nest.wait_for_pause(worker)
    cluster.nest.kill(worker)
    cluster.forget_the_dead()


def die_at_random(cluster: Cluster) -> None:
    """Workers die wherever they happen to be, and others take their place."""
    moments = random.Random(20)
    working = [cluster.nest.worker() for _ in range(3)]
    for _ in range(RANDOM_KILLS):
        cluster.keep_busy()
        time.sleep(moments.uniform(0.1, 0.8))
        cluster.nest.kill(working.pop(0))
        working.append(cluster.nest.worker())


def servers_go_and_come_back(cluster: Cluster) -> None:
    """The same worker and the same beat live through it and find their servers again."""
    worker = cluster.worker("steady", "--pool=prefork", f"--concurrency={STEADY_PROCESSES}")
    some_steps(cluster)
    with redis.Redis.from_url(cluster.redis.address) as line:
        line.flushall()
    some_steps(cluster)
    cluster.redis.restart()
    some_steps(cluster)
    cluster.restart_database()
    some_steps(cluster)
    worker.terminate()
    assert worker.wait(PATIENCE) == 0


def some_steps(cluster: Cluster) -> None:
    """Let games move on, so that it is known that they do."""
    cluster.keep_busy()
    cluster.wait_for_steps(3)


def check_games(cluster: Cluster, receipts: Path) -> None:
    """Every game is over and proved, each season is there once, and every promise was kept."""
    troubled = "SELECT id, trouble FROM games_game WHERE trouble <> '' OR status <> 'finished'"
    assert cluster.query(troubled) == []
    steps: dict[str, list[int]] = {}
    for game, step in cluster.query(
        "SELECT game_id, (payload->>'step')::int FROM games_logentry"
        " WHERE kind = 'step_began' ORDER BY game_id, seq"
    ):
        steps.setdefault(game, []).append(step)
    for game, step in cluster.query("SELECT id, step FROM games_game"):
        assert steps[game] == list(range(1, step + 1))
    lines = {
        (game, seq): digest
        for game, seq, digest in cluster.query("SELECT game_id, seq, hash FROM games_logentry")
    }
    promised = [json.loads(line) for line in receipts.read_text().splitlines()]
    assert promised
    for receipt in promised:
        assert lines[receipt["game"], receipt["seq"]] == receipt["head"]
    *proofs, count = cluster.nest.errand("verified").splitlines()
    assert len(proofs) == len(steps)
    assert count.startswith(str(len(steps)))
    assert all(proof.startswith("ok ") for proof in proofs)


def check_letters(cluster: Cluster) -> None:
    """Every row went under its own name; a second time only where a worker died over the yes."""
    given_up = "SELECT kind, last_error FROM games_outboxrow WHERE state <> 'sent'"
    assert cluster.query(given_up) == []
    rows = cluster.nest.errand("letters")
    assert len(rows) == len(set(rows))
    assert set(cluster.sink.letters) == set(rows)
    copies = cluster.sink.letters.total() - len(rows)
    assert ROUNDS <= copies <= ROUNDS + RANDOM_KILLS + STEADY_PROCESSES


def test_every_game_ends_and_every_letter_goes_once_whatever_dies(
    cluster: Cluster, tmp_path: Path
) -> None:
    receipts = tmp_path / "receipts"
    beat = cluster.beat()
    cluster.nest.begin("play", str(receipts))
    for point in (*(SEASON + LETTERS) * ROUNDS, *SEASON * (SEASON_ROUNDS - ROUNDS)):
        cluster.keep_busy()
        die_at(cluster, point)
    servers_go_and_come_back(cluster)
    die_at_random(cluster)
    cluster.wait("all games are over and all letters written", cluster.quiet)
    assert beat.poll() is None
    check_games(cluster, receipts)
    check_letters(cluster)
