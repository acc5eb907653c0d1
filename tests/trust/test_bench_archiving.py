"""What `make bench` says of archives and of the tower is about whole games and many throws."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import TowerTally
from tests.bench import archiving


def test_an_archive_is_measured(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "ROUNDS", 1)
    figures = archiving.archiving()
    assert figures["events"] > 300
    assert figures["log_bytes"] < figures["unpacked_bytes"]
    # A game must fit into a letter.
    assert 100_000 < figures["archive_bytes"] < 2_000_000
    assert figures["made_ms"] > 0


def test_the_tower_page_is_measured_with_many_throws(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "ROUNDS", 1)
    monkeypatch.setattr(archiving, "COUNTED", 100)
    figures = archiving.tower_page()
    assert figures["throws"] == TowerTally.objects.get().counts["throws"] == 100_000
    assert "100000 throws" in Client().get("/tower/").content.decode()
    assert figures["page_ms"] > 0
