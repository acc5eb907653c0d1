"""A small production for the cluster tests; each finds it empty."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.cluster import Cluster, built


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Servers that live as long as the tests need them."""
    made = built(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


@pytest.fixture
def cluster(servers: Cluster) -> Iterator[Cluster]:
    """The servers, with the processes and the games of one test."""
    yield servers
    servers.stop()
    servers.wipe()
