"""A small production for each file of cluster tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.cluster import Cluster, built


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Servers for the tests of one file, who thus find nobody else's games there."""
    made = built(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


@pytest.fixture
def cluster(servers: Cluster) -> Iterator[Cluster]:
    """The servers, with the processes of one test."""
    yield servers
    servers.stop()
