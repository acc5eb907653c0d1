"""What looks for secrets in pages finds them, wherever they stand."""

from __future__ import annotations

from tests.service.hashes import hashes_in

LINK, OTHER = "0a" * 32, "b1" * 32


def test_a_hash_is_found_in_words_in_a_longer_row_and_beside_another() -> None:
    assert hashes_in(f"<p>{LINK}</p>") == {LINK}
    assert LINK in hashes_in(f"ff{LINK}ff")
    assert {LINK, OTHER} <= hashes_in(f"{LINK}{OTHER}")
    assert hashes_in(f"{LINK[:-1]} {OTHER[1:]}") == set()
