"""A worker has the same connection to PostgreSQL for one task after another."""

from __future__ import annotations

from pathlib import Path

from tests.cluster.cluster import Cluster


def sessions(cluster: Cluster) -> set[int]:
    """The sessions the worker has with PostgreSQL."""
    named = "SELECT pid FROM pg_stat_activity WHERE application_name = 'the worker'"
    return {pid for (pid,) in cluster.query(named)}


def test_a_worker_keeps_its_connection(cluster: Cluster, tmp_path: Path) -> None:
    cluster.environment["PGAPPNAME"] = "the worker"
    try:
        worker = cluster.worker("one", "--pool=prefork", "--concurrency=1")
    finally:
        del cluster.environment["PGAPPNAME"]
    cluster.beat()
    cluster.nest.errand("set_tables", 2)
    cluster.nest.begin("play", str(tmp_path / "receipts"))
    cluster.wait_for_steps(2)
    before = sessions(cluster)
    cluster.wait_for_steps(4)
    assert before
    assert before <= sessions(cluster)
    assert worker.poll() is None
