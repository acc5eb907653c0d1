"""What `make bench` says of checking is about a whole game."""

from __future__ import annotations

import pytest

from tests.bench import checking


def test_checking_is_measured_with_every_verifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "ROUNDS", 1)
    told = checking.checking()
    assert told["events"] == 982
    assert told["log_bytes"] > 300_000
    assert told["signatures"] > 150
    measured = [name for name in told if name.endswith("_ms")]
    assert len(measured) == 4
    assert all(told[name] > 0 for name in measured)
    assert len(told["ratios"]) == 2
