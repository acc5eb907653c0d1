"""Streams: frozen words, equal to numpy's, and fair integers made of them."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.chance import WORD, Stream
from tests.chance.chi_square import against_shares, critical_value

# key, words 0 to 3, words 16 and 17
VECTORS = [
    (
        bytes(32),
        [0x02F4BA6408E4D89B, 0x3DD62B0B9CA8C5B2, 0x1C8667A55D902E79, 0x907D7A052FD5B4DC],
        [0x4788ADE2ABD2AB5A, 0x2B90AA231FCE53C9],
    ),
    (
        bytes(range(32)),
        [0xC6B0E3774462A515, 0xF6118BF3E5642A4A, 0x4414049353C4384C, 0xAAB9ECCF6716022E],
        [0x8D2402D2D2D8225E, 0x6B20FFCFEA985319],
    ),
    (
        b"\xff" * 32,
        [0x6D46CC0E71F0BE7E, 0x924EA1693F9A8BC0, 0xFDC35F0198C91181, 0xB4A311F17AA6568D],
        [0x9A0510734364CF9E, 0xD3BB1C9E9DD7FD39],
    ),
]
keys = st.binary(min_size=32, max_size=32)


class Scripted(Stream):
    """A stream whose words are given."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(bytes(32))
        self._ready = words[::-1]


def numpy_words(key: bytes, count: int) -> list[int]:
    philox = np.random.Philox(key=int.from_bytes(key[:16], "little"))
    return [int(word) for word in philox.random_raw(count)]


@pytest.mark.parametrize(("key", "first", "later"), VECTORS)
def test_t_6_frozen_words(key: bytes, first: list[int], later: list[int]) -> None:
    for words in (Stream(key).words(18), numpy_words(key, 18)):
        assert words[:4] == first
        assert words[16:] == later


@given(keys, st.integers(0, 100))
def test_t_6_the_words_are_those_of_numpy(key: bytes, count: int) -> None:
    assert Stream(key).words(count) == numpy_words(key, count)


@given(keys, st.lists(st.integers(0, 20), max_size=8))
def test_words_come_in_the_same_order_however_they_are_taken(key: bytes, cuts: list[int]) -> None:
    stream, one_by_one = Stream(key), Stream(key)
    taken = [word for count in cuts for word in stream.words(count)]
    assert taken == [one_by_one.word() for _ in taken]


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_key_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(bytes(size))


@given(keys, st.integers(1, WORD))
def test_an_integer_is_below_its_bound(key: bytes, n: int) -> None:
    assert 0 <= Stream(key).below(n) < n


def test_words_of_the_incomplete_cycle_are_thrown_away() -> None:
    # 2^64 = 1 modulo 3, 5 and 15: the highest word alone would favour 0.
    for n in (3, 5, 15):
        assert Scripted([WORD - 1, 7]).below(n) == 7 % n
        assert Scripted([WORD - 2, 7]).below(n) == n - 1
    assert Scripted([WORD - 1, 7]).below(2) == 1
    half = WORD // 2 + 1
    assert Scripted([half, WORD - 1, half - 1]).below(half) == half - 1


def test_one_of_one_still_takes_a_word() -> None:
    assert Scripted([WORD - 1, 6]).below(1) == 0
    stream = Scripted([5, 6])
    stream.below(1)
    assert stream.word() == 6


@pytest.mark.parametrize("n", [0, -1, WORD + 1])
def test_no_integer_below_a_senseless_bound(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Stream(bytes(32)).below(n)


def statistic(stream: Stream, n: int, draws: int) -> float:
    counts = Counter(stream.below(n) for _ in range(draws))
    return against_shares([counts[k] for k in range(n)], [1 / n] * n)[0]


@pytest.mark.parametrize("n", [2, 3, 10, 41])
def test_integers_of_one_stream_are_uniform(n: int) -> None:
    stream = Stream(n.to_bytes(32, "little"))
    assert statistic(stream, n, 40_000) < critical_value(n - 1)


@pytest.mark.parametrize("n", [2, 3, 10, 41])
def test_integers_of_many_streams_are_uniform(n: int) -> None:
    # Added up, small deviations that all point the same way would show.
    streams = [Stream(sha256(b"%d" % number).digest()) for number in range(100)]
    total = sum(statistic(stream, n, 1_000) for stream in streams)
    assert total < critical_value(100 * (n - 1))
