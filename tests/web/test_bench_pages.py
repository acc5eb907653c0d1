"""What `make bench` says of pages is about pages that answer."""

from __future__ import annotations

import pytest

from tests.bench import pages


def test_the_board_page_is_measured_beside_a_bare_one(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "RUNS", 2)
    told = pages.board_page()
    assert 10_000 < told["bytes"] < 80_000
    # Unpacked, and of a game that nobody has chosen: with many counties the lists are long.
    assert 10_000 < told["turn_bytes"] < 130_000
    # A first visit brings styles and scripts along, those that scripts ask for with them.
    assert 50_000 < told["static_bytes"] < 150_000
    assert abs(told["cold_bytes"] - told["bytes"] - told["static_bytes"]) < 100
    assert 20_000 < told["cold_packed_bytes"] < 100_000
    assert told["events"] > 100
    assert told["ratio"] > 0
    assert {"first_byte_ms", "bare_django_page_ms"} <= set(told)
