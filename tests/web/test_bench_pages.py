"""What `make bench` says of pages is about pages that answer."""

from __future__ import annotations

import pytest

from tests.bench import pages


def test_the_board_page_is_measured_beside_a_bare_one(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "RUNS", 2)
    figures = pages.board_page()
    # Unpacked, too: whoever holds more has more to show.
    assert 10_000 < figures["bytes"] < 84_000
    # Unpacked, and of a game that nobody has chosen: with many counties the lists are long.
    assert 10_000 < figures["turn_bytes"] < 130_000
    # A first visit brings styles and scripts along, those that scripts ask for with them.
    assert 50_000 < figures["static_bytes"] < 150_000
    assert abs(figures["cold_bytes"] - figures["bytes"] - figures["static_bytes"]) < 100
    assert 20_000 < figures["cold_packed_bytes"] < 100_000
    assert figures["events"] > 100
    assert figures["ratio"] > 0
    assert {"first_byte_ms", "bare_django_page_ms"} <= set(figures)
