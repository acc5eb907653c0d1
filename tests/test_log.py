"""The log as a file: what is written is read again, and nothing else is taken for a log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.core import Json
from engine.kernel.log import (
    LONGEST_LINE,
    Entry,
    Header,
    LogError,
    Secret,
    entry_after,
    is_hex_hash,
    read_log,
    visible,
    write_log,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)
HEADERS = st.builds(
    Header,
    game=TEXTS,
    ruleset=TEXTS,
    version=st.integers(),
    tower=TEXTS,
    options=st.dictionaries(TEXTS, TEXTS, max_size=3),
    seats=st.lists(TEXTS, max_size=6).map(tuple),
    anchor=HASHES,
)
# Of format 2: with a tower or without, with a veil or without.
HEADERS |= st.builds(
    Header,
    game=TEXTS,
    ruleset=TEXTS,
    version=st.integers(),
    tower=TEXTS,
    options=st.dictionaries(TEXTS, TEXTS, max_size=3),
    seats=st.lists(TEXTS, max_size=6).map(tuple),
    anchor=HASHES,
    veil=st.just("") | HASHES,
    format=st.just(2),
)
FACTS = st.tuples(
    TEXTS,
    st.integers(),
    TEXTS,
    st.dictionaries(TEXTS, JSON_VALUES, max_size=3),
    st.none() | st.builds(Secret, HASHES, JSON_VALUES),
)


def chained(header: Header, facts: list[Any]) -> list[Entry]:
    prev, entries = header.genesis(), []
    for seq, (kind, version, at, payload, secret) in enumerate(facts, 1):
        entries.append(entry_after(prev, seq, kind, version, at, payload, secret))
        prev = entries[-1].hash
    return entries


HEADER = Header("g", "r", 1, "t", {"o": "v"}, ("A", "B"), "0" * 64)
ENTRY = entry_after(HEADER.genesis(), 1, "k", 1, "now", {"a": 1}, Secret("1" * 64, {"b": 2}))


def line(**changes: Any) -> bytes:
    """An entry's line with some keys changed; None leaves a key out."""
    raw = {**ENTRY.to_json(), **changes}
    return json.dumps({k: v for k, v in raw.items() if v is not None}).encode() + b"\n"


def header_line(**changes: Any) -> bytes:
    raw = {**HEADER.to_json(), **changes}
    return json.dumps({k: v for k, v in raw.items() if v is not None}).encode() + b"\n"


@settings(max_examples=60)
@given(HEADERS, st.lists(FACTS, max_size=3))
def test_what_is_written_is_read(header: Header, facts: list[Any]) -> None:
    entries = chained(header, facts)
    file = list(write_log(header, entries))
    assert all(one.count(b"\n") == 1 and one.endswith(b"\n") for one in file)
    read_header, read_entries = read_log(file)
    assert (read_header, read_entries) == (header, entries)
    assert list(write_log(read_header, read_entries)) == file
    assert read_header.genesis() == header.genesis()


@settings(max_examples=40)
@given(HEADERS, st.lists(FACTS, max_size=2))
def test_spacing_and_order_of_keys_do_not_matter(header: Header, facts: list[Any]) -> None:
    entries = chained(header, facts)
    pretty = [
        json.dumps(dict(reversed(raw.items())), separators=(" , ", " : ")).encode() + b"\r\n"
        for raw in (header.to_json(), *(entry.to_json() for entry in entries))
    ]
    assert read_log(pretty) == (header, entries)


@given(st.lists(st.binary(max_size=60)))
def test_bytes_that_are_no_log_are_a_log_error(lines: list[bytes]) -> None:
    for attempt in (lines, [one + b"\n" for one in lines]):
        with pytest.raises(LogError):
            read_log(attempt)


@given(st.data())
def test_a_damaged_log_is_a_log_error_or_still_a_log(data: st.DataObject) -> None:
    file = bytearray(header_line() + line())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(file) - 1))
        file[place] = data.draw(st.integers(0, 255))
    try:
        header, entries = read_log(bytes(file).splitlines(keepends=True))
    except LogError:
        return
    assert list(write_log(header, entries))


@given(JSON_VALUES | st.floats(), st.sampled_from([*ENTRY.to_json(), *HEADER.to_json()]))
def test_any_value_in_any_place_is_a_log_error_or_a_log(value: Any, key: str) -> None:
    for lines in ([header_line(**{key: value})], [header_line(), line(**{key: value})]):
        try:
            header, entries = read_log(lines)
        except LogError:
            continue
        assert list(write_log(header, entries))


def deep(depth: int) -> bytes:
    return b'{"a":' + b"[" * depth + b"]" * depth + b"}\n"


BAD_LINES: dict[str, bytes] = {
    "empty": b"\n",
    "white": b"   \n",
    "not JSON": b"nonsense\n",
    "not UTF-8": b'{"a": "\xff"}\n',
    "a zero byte": b"\x00\n",
    "a byte order mark": b"\xef\xbb\xbf" + line(),
    "cut off": line()[:-1],
    "a list": b"[1]\n",
    "a number": b"1\n",
    "null": b"null\n",
    "two values": b"{} {}\n",
    "a key twice": line()[:-2] + b', "seq": 1}\n',
    "a key twice within": line(payload={})[:-2].replace(b"{}", b'{"a":1,"a":1}') + b"}\n",
    "NaN": line().replace(b'{"a": 1}', b'{"a": NaN}'),
    "infinity": line().replace(b'{"a": 1}', b'{"a": -Infinity}'),
    "a fraction": line(payload={"a": 1.5}),
    "a whole fraction": line(payload={"a": 1.0}),
    "an exponent": line().replace(b'{"a": 1}', b'{"a": 1e2}'),
    "a fraction in an answer": line(secret={"salt": "1" * 64, "answer": 0.5}),
    "an endless number": line().replace(b'{"a": 1}', b'{"a": ' + b"9" * 5000 + b"}"),
    "half a surrogate pair": line(payload={"a": "\ud800"}),
    "half a surrogate pair as a key": line(payload={"\udfff": 1}),
    "nested too deep": deep(100_000),
    "longer than any line": line(payload={"a": "x" * LONGEST_LINE}),
    "no seq": line(seq=None),
    "seq as text": line(seq="1"),
    "seq as truth": line(seq=True),
    "version as truth": line(version=True),
    "kind as number": line(kind=1),
    "at as number": line(at=1),
    "payload as list": line(payload=[]),
    "an unknown key": line(extra=1),
    "a short hash": line(hash="0" * 63),
    "a hash in capitals": line(hash="A" * 64),
    "a hash of other signs": line(prev="g" * 64),
    "a digest that is none": line(secret_digest="x"),  # noqa: S106
    "a secret as text": line(secret="x"),  # noqa: S106
    "a secret without a digest": line(secret_digest=None),
    "a secret without a salt": line(secret={"answer": 1}),
    "a secret with more": line(secret={"salt": "1" * 64, "answer": 1, "more": 1}),
    "a salt that is none": line(secret={"salt": "x", "answer": 1}),
    "a salt as number": line(secret={"salt": 1, "answer": 1}),
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_a_line_that_is_no_entry_is_named_by_its_number(bad: bytes) -> None:
    with pytest.raises(LogError, match=r"^line 3: ") as caught:
        read_log([header_line(), line(), bad, line()])
    assert caught.value.line == 3


BAD_HEADERS: dict[str, Json] = {
    "another format": {"format": "wallenstein-log/3"},
    "a format that is no text": {"format": 2},
    "a veil in format 1": {"chance": {"anchor": "0" * 64, "veil": "0" * 64}},
    "no tower in format 1": {"tower": None},
    "an empty tower in format 2": {"format": "wallenstein-log/2", "tower": ""},
    "a short veil": {"format": "wallenstein-log/2", "chance": {"anchor": "0" * 64, "veil": "0"}},
    "a veil and no anchor": {"format": "wallenstein-log/2", "chance": {"veil": "0" * 64}},
    "no format": {"format": None},
    "no game": {"game": None},
    "version as text": {"version": "1"},
    "version as truth": {"version": True},
    "seats as text": {"seats": "AB"},
    "a seat as number": {"seats": ["A", 1]},
    "an option as number": {"options": {"o": 1}},
    "chance as text": {"chance": "0" * 64},
    "no anchor": {"chance": {}},
    "an anchor and more": {"chance": {"anchor": "0" * 64, "end": "0" * 64}},
    "a short anchor": {"chance": {"anchor": "00"}},
    "an unknown key": {"seed": 1},
    "half a surrogate pair": {"game": "\ud800"},
}


@pytest.mark.parametrize("changes", BAD_HEADERS.values(), ids=BAD_HEADERS)
def test_a_line_that_is_no_header_is_line_1(changes: Json) -> None:
    with pytest.raises(LogError, match=r"^line 1: "):
        read_log([header_line(**changes), line()])


def test_an_entry_is_no_header_and_a_header_no_entry() -> None:
    with pytest.raises(LogError, match="line 1: this is not a log"):
        read_log([line()])
    with pytest.raises(LogError, match="line 2: "):
        read_log([header_line(), header_line()])


def test_an_empty_file_is_no_log() -> None:
    with pytest.raises(LogError, match="line 1: the file is empty"):
        read_log([])


def test_an_answer_is_seen_by_its_seat_and_in_the_end_by_all() -> None:
    sealed = ENTRY.but(payload={"seat": "A"})
    for seat, finished, open_ in [
        ("A", False, True),
        ("B", False, False),
        (None, False, False),
        ("B", True, True),
        (None, True, True),
    ]:
        (shown,) = visible([sealed], seat, finished)
        assert (shown.secret is not None) == open_
        assert shown.but(secret=None) == sealed.but(secret=None)


def test_an_entry_without_a_seat_is_nobodys() -> None:
    sealed = ENTRY.but(payload={})
    assert [entry.secret for entry in visible([sealed], None, False)] == [None]
    assert [entry.secret for entry in visible([sealed], "A", False)] == [None]


def test_a_digest_depends_on_salt_and_answer() -> None:
    secrets = [Secret("1" * 64, 1), Secret("2" * 64, 1), Secret("1" * 64, True)]
    assert len({secret.digest() for secret in secrets}) == 3


@given(st.text())
def test_only_32_bytes_in_lower_case_hex_are_a_hash(text: str) -> None:
    expected = len(text) == 64 and all(sign in "0123456789abcdef" for sign in text)
    assert is_hex_hash(text) == expected


@pytest.mark.parametrize("value", [None, 0, b"0" * 64, ["0"] * 64])
def test_a_hash_is_a_text(value: Any) -> None:
    assert not is_hex_hash(value)
