"""What `make bench` says of checking is about a whole game."""

from __future__ import annotations

import pytest

from tests.bench import checking


def test_checking_is_measured_with_every_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "ROUNDS", 1)
    figures = checking.checking()
    assert figures["events"] == 982
    assert figures["log_bytes"] > 300_000
    assert figures["signatures"] > 150
    measured = [name for name in figures if name.endswith("_ms")]
    assert len(measured) == 4
    assert all(figures[name] > 0 for name in measured)
    assert len(figures["ratios"]) == 2
