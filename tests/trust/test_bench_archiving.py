"""What `make bench` says of archives and of the tower is about whole games and many throws."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import TowerTally
from tests.bench import archiving


def test_an_archive_is_measured(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "ROUNDS", 1)
    told = archiving.archiving()
    assert told["events"] > 300
    assert told["log_bytes"] < told["unpacked_bytes"]
    # A game must fit into a letter.
    assert 100_000 < told["archive_bytes"] < 2_000_000
    assert told["made_ms"] > 0


def test_the_tower_page_is_measured_with_many_throws(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "ROUNDS", 1)
    monkeypatch.setattr(archiving, "COUNTED", 100)
    told = archiving.tower_page()
    assert told["throws"] == TowerTally.objects.get().counts["throws"] == 100_000
    assert "100000 throws" in Client().get("/tower/").content.decode()
    assert told["page_ms"] > 0
