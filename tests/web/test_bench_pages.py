"""What `make bench` says of pages is about pages that answer."""

from __future__ import annotations

import pytest

from tests.bench import pages


def test_the_board_page_is_measured_beside_a_bare_one(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "RUNS", 2)
    told = pages.board_page()
    assert told["bytes"] > 10_000
    assert told["events"] > 100
    assert told["ratio"] > 0
    assert {"first_byte_ms", "bare_django_page_ms"} <= set(told)
