"""A worker that resolves season after season does not grow."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cluster.cluster import Cluster

MB = 2**20
TABLES = 6


def resident(pid: int) -> int:
    """How much memory a process has for itself and with others."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def resolve(cluster: Cluster, seasons: int) -> None:
    """Let people and bots play so many seasons more."""
    goal = cluster.steps() + seasons
    while cluster.steps() < goal:
        cluster.keep_busy(TABLES)
        cluster.wait_for_steps(1)


@pytest.mark.parametrize(
    ("warm_up", "seasons", "growth"),
    [
        # While the worker fills its store of folded games (games/log/store.py) it may grow a
        # little.
        pytest.param(20, 20, 8 * MB, id="some seasons"),
        pytest.param(
            1_100,
            2_000,
            6 * MB,
            id="two thousand seasons",
            marks=[pytest.mark.soak, pytest.mark.timeout(7_200)],
        ),
    ],
)
def test_a_worker_does_not_grow(
    cluster: Cluster, tmp_path: Path, warm_up: int, seasons: int, growth: int
) -> None:
    worker = cluster.worker("one", "--pool=solo")
    cluster.beat()
    cluster.nest.begin("play", str(tmp_path / "receipts"))
    resolve(cluster, warm_up)
    before = resident(worker.pid)
    resolve(cluster, seasons)
    assert worker.poll() is None
    assert resident(worker.pid) - before < growth
